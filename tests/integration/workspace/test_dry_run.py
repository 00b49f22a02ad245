"""Before a run: five pages tell what it would bring, and leave no trace."""

import shutil
import tempfile
from pathlib import Path

import pytest

from bowerbird import Workspace
from bowerbird.model.errors import UsageError
from bowerbird.testing.serving import Answer, Asked, serve

LIST = (
    "<title>Animals</title><ul>"
    + "".join(f"<li><a href='/{n}'>Animal {n}</a> <b>{n} kg</b></li>" for n in range(1, 9))
    + "</ul><ul><li><a href='/private/x'>Secret</a></li></ul>"
)
SHELL = (
    "<title>App</title><body><div id='root'></div><noscript>You need to enable JavaScript to run"
    " this app.</noscript><script src='/main.js'></script></body>"
)
TEMPLATES = {
    "animals": {
        "record": "li",
        "fields": [
            {"name": "name", "selector": "a"},
            {"name": "weight", "selector": "b"},
        ],
    }
}


def answer(asked: Asked) -> Answer:
    html = (("Content-Type", "text/html"),)
    match asked.target:
        case "/robots.txt":
            return Answer(
                200, (("Content-Type", "text/plain"),), b"User-agent: *\nDisallow: /private"
            )
        case "/":
            return Answer(200, html, LIST.encode())
        case "/1":
            return Answer(200, html, SHELL.encode())
        case "/2":
            return Answer(404, html, b"<p>nothing</p>")
        case target:
            return Answer(200, html, f"<title>{target}</title><p>{'A long story. ' * 40}".encode())


@pytest.mark.slow
def test_five_pages_tell_what_a_run_would_bring_and_nothing_changes(tmp_path: Path):
    project = Workspace(tmp_path / "home").project("zoo")
    with serve(answer) as web:
        told = project.dry_run(
            {
                "seeds": ["http://zoo.test/"],
                "templates": TEMPLATES,
                "budget.max_pages": 500,
                "politeness.delay": 0.0,
                "fetch.allow_private": True,
                "fetch.resolve": [web.resolve],
            }
        )

    pages = {page["url"].removeprefix("http://zoo.test"): page for page in told["pages"]}
    assert sum(page["state"] == "fetched" for page in told["pages"]) == 5
    assert (pages["/"]["title"], pages["/"]["status"], pages["/"]["records"]) == ("Animals", 200, 9)
    assert pages["/"]["shown"][0]["weight"] == "1 kg"
    assert pages["/1"]["needs_browser"]
    assert not pages["/"]["needs_browser"]
    assert told["needs_browser"]["pages"] == 1
    assert (pages["/2"]["state"], pages["/2"]["status"]) == ("failed", 404)
    assert told["coverage"] == [
        {"template": "animals", "field": "name", "filled": 9, "of": 9},
        {"template": "animals", "field": "weight", "filled": 8, "of": 9},
    ]
    assert told["estimate"]["pages"] == 500
    assert told["estimate"]["bytes"] > 500 * 100
    assert not project.folder.exists()
    assert list(Path(tempfile.gettempdir()).glob("bowerbird-dry-run-*")) == []
    assert Workspace(tmp_path / "home").runs() == []


@pytest.mark.slow
def test_what_robots_forbids_is_told(tmp_path: Path):
    project = Workspace(tmp_path / "home").project("zoo")
    with serve(answer) as web:
        told = project.dry_run(
            {
                "seeds": ["http://zoo.test/private/x"],
                "politeness.delay": 0.0,
                "fetch.allow_private": True,
                "fetch.resolve": [web.resolve],
            },
            pages=1,
        )

    assert [(page["robots"], page["state"]) for page in told["pages"]] == [("refused", "refused")]
    assert told["estimate"]["seconds"] is None


def test_without_a_place_to_start_there_is_no_dry_run(tmp_path):
    with pytest.raises(UsageError, match="nowhere to start"):
        Workspace(tmp_path).project("zoo").dry_run()

    shutil.rmtree(tmp_path)
