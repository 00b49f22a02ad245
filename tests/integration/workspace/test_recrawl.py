"""Crawled again, a web has a history: what changed, what is gone, what was merely in trouble."""

from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.commands import Bowerbird

from bowerbird import Workspace
from bowerbird.testing.serving import Answer, Asked, ServedWeb, serve
from bowerbird.workspace.projects import Project
from bowerbird.workspace.runs import Run

HOST = "zoo.test"


class Zoo:
    """Four pages behind a front page; each may change, go, or fall into trouble."""

    def __init__(self) -> None:
        self.texts = {f"/{name}": f"All about the {name}." for name in ("ape", "bat", "cat", "dog")}
        self.status: dict[str, int] = {}
        self.not_modified: list[str] = []

    def answer(self, asked: Asked) -> Answer:
        if asked.target == "/":
            links = "".join(f'<a href="{path}">{path}</a>' for path in self.texts)
            return self._page(asked, f"<title>Zoo</title><p>Welcome.</p>{links}")
        if (status := self.status.get(asked.target)) is not None:
            return Answer(status, (("Content-Type", "text/html"),), b"<p>trouble</p>")
        text = self.texts.get(asked.target)
        if text is None:
            return Answer(404, (("Content-Type", "text/plain"),), b"nothing here")
        return self._page(asked, f"<title>{asked.target[1:]}</title><p>{text}</p>")

    def _page(self, asked: Asked, html: str) -> Answer:
        etag = f'"{sha256(html.encode()).hexdigest()[:12]}"'
        if asked.headers.get("if-none-match") == etag:
            self.not_modified.append(asked.target)
            return Answer(304, (("ETag", etag),))
        return Answer(200, (("Content-Type", "text/html"), ("ETag", etag)), html.encode())


def crawl(project: Project, web: ServedWeb) -> Run:
    run = project.crawl(
        f"http://{HOST}/",
        changes={
            "politeness.delay": 0.0,
            "fetch.allow_private": True,
            "fetch.resolve": [web.resolve],
            "retry.attempts": 1,
        },
    )
    run.wait(timeout=200)  # a host that said 503 is given time, and chance says how much
    return run


def urls(changes: dict[str, Any], kind: str) -> list[str]:
    return [page["url"].rpartition("/")[2] for page in changes["pages"].get(kind, [])]


def page_records(project: Project) -> set[str]:
    return {r.url.rpartition("/")[2] for r in project.records() if r.kind == "page"}


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_a_page_that_changes_one_that_goes_and_one_in_trouble(tmp_path: Path):
    zoo = Zoo()
    project = Workspace(tmp_path / "home").project("zoo")
    with serve(zoo.answer) as web:
        first = crawl(project, web)
        zoo.texts["/bat"] = "Bats are seen in another light now."
        zoo.status = {"/cat": 404, "/dog": 503}
        second = crawl(project, web)
        source = project.page_source(f"http://{HOST}/dog")
        after_second = page_records(project)
        zoo.status = {}
        not_modified_before = set(zoo.not_modified)
        third = crawl(project, web)

    found = project.changes(second)
    assert {key: found[key] for key in ("new", "changed", "unchanged", "gone", "failed")} == {
        "new": 0,
        "changed": 1,
        "unchanged": 2,
        "gone": 1,
        "failed": 1,
    }
    assert (urls(found, "changed"), urls(found, "gone"), urls(found, "failed")) == (
        ["bat"],
        ["cat"],
        ["dog"],
    )
    assert not_modified_before == {"/", "/ape"}
    assert after_second == {"", "ape", "bat", "dog"}  # the cat alone is gone
    assert "All about the dog." in source["text"]

    back = project.changes(third)
    assert (urls(back, "new"), back["unchanged"], back["gone"]) == (["cat"], 4, 0)
    assert "/dog" in set(zoo.not_modified)  # asked with what was known before the trouble
    assert page_records(project) == {"", "ape", "bat", "cat", "dog"}
    assert project.changes(first)["new"] == 5
    history = [moment["state"] for moment in project.explain(f"http://{HOST}/dog")["history"]]
    assert history == ["fetched", "failed", "unchanged"]
    assert project.tables.pages(filters=["change=new"]).matching == 1

    compared = project.compare_runs(first, second)
    assert compared["settings"] == {}
    assert compared["pages"] == {"both": 3, "only_first": 2, "only_second": 0, "changed": 1}
    assert [url.rpartition("/")[2] for url in compared["only_first"]] == ["cat", "dog"]
    assert compared["changed"] == [f"http://{HOST}/bat"]
    assert len(first.series()["points"]) >= 1
    assert first.log(types=["state"]).lines[0]["state"] == "completed"


@pytest.mark.slow
def test_settings_of_two_runs_are_compared(tmp_path: Path):
    project = Workspace(tmp_path / "home").project("zoo")
    with serve(Zoo().answer) as web:
        first = crawl(project, web)
        project.plan = project.plan.model_copy(
            update={"budget": project.plan.budget.model_copy(update={"max_pages": 2})}
        )
        second = crawl(project, web)

    compared = project.compare_runs(first, second)

    assert compared["settings"] == {"budget.max_pages": [None, 2]}
    assert [figures["pages"] for figures in compared["figures"]] == [5, 2]

    bowerbird = Bowerbird(tmp_path / "home")
    at = ["--project", "zoo"]
    assert bowerbird.here("run", "compare", "1", "2", *at, "--json").document["settings"] == {
        "budget.max_pages": [None, 2]
    }
    assert "only in run 1" in bowerbird.here("run", "compare", "1", "2", *at).out
    assert bowerbird.here("run", "changes", "1", *at, "--json").document["new"] == 5
    assert "5 new, 0 changed" in bowerbird.here("run", "changes", "1", *at).out
    lines = bowerbird.here("run", "log", "1", *at, "--type", "state", "--json").document["lines"]
    assert [line["state"] for line in lines] == ["completed", "stopping", "running"]
    assert "fetched http://zoo.test/ape" in bowerbird.here("run", "log", "1", *at).out
