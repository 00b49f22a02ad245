"""The example plug-in package, installed the way pip would, at work in a run of its own process."""

import json
import os
import shutil
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.integration.crawl.crawling import page, small_web

from bowerbird import Workspace
from bowerbird.model.errors import PlanError, UnknownNameError
from bowerbird.testing.serving import Answer
from bowerbird.workspace.projects import Project

EXAMPLE = Path(__file__).parents[3] / "examples" / "plugin"
LONG = "http://zoo.test/" + "a-very-long-name-" * 6
TABLE = b"animal,legs\ntapir,4\nbowerbird,2\n"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of packages, for this process and for every run that it starts."""
    folder = tmp_path / "packages"
    shutil.copytree(EXAMPLE / "src", folder, ignore=shutil.ignore_patterns("__pycache__"))
    install(folder, EXAMPLE / "pyproject.toml")
    monkeypatch.syspath_prepend(folder)
    paths = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    yield folder
    for name in [name for name in sys.modules if name.split(".")[0] == "bowerbird_example"]:
        del sys.modules[name]  # every test has its own copy of the package


def install(folder: Path, pyproject: Path) -> None:
    """Write what pip writes about a package: its name and its entry points."""
    about = tomllib.loads(pyproject.read_text())["project"]
    info = folder / f"{about['name'].replace('-', '_')}-{about['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {about['name']}\nVersion: {about['version']}\n"
    )
    groups = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in points.items())
        for group, points in about["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("\n".join(groups))


@pytest.fixture
def crawled(tmp_path: Path, installed: Path) -> Project:
    """A crawl that needs every kind of plug-in."""
    pages = {
        "http://zoo.test/": page(
            "Zoo", "/table.csv", "/long", LONG, "memo://greeting/", "memo://none/"
        ),
        "http://zoo.test/long": page("A long read", text="Word upon word upon word. " * 80),
        LONG: page("Not to be asked for"),
    }
    with small_web(pages) as web:
        web._changed["zoo.test", "/table.csv"] = Answer(200, (("Content-Type", "text/csv"),), TABLE)
        project = Workspace(tmp_path / "home").project("zoo")
        run = project.crawl(
            "http://zoo.test/",
            changes={
                "scope.stay": "any",
                "scope.schemes": ["http", "memo"],
                "scope.include": ["plugin(short-urls)"],
                "politeness.delay": 0.0,
                "fetch.allow_private": True,
                "fetch.resolve": [web.resolve],
                "page_judge": {"use": "long-reads", "options": {"words": 200}},
                "link_judge": {"use": "near-the-top", "options": {"fading": 0.25}},
                "plugins": {
                    "short-urls": {"longest": 60},
                    "memo": {"memos": {"greeting": "<title>Hello</title><p>From a memo.</p>"}},
                },
            },
        )
        assert run.wait(30)["state"] == "completed"
        assert LONG.removeprefix("http://zoo.test") not in web.asked("zoo.test")
    return project


def test_every_kind_of_plug_in_works_in_a_run(crawled, tmp_path):
    pages = {row["url"]: row for row in crawled.pages()}

    long_read = crawled.explain("http://zoo.test/long")
    assert long_read["relevant"]
    assert long_read["score_terms"] == [{"name": "length", "value": 400, "because": "400 words"}]
    assert not pages["http://zoo.test/"]["relevant"]

    assert long_read["priority"] == pytest.approx(0.25, abs=0.01)
    assert crawled.explain("memo://greeting/")["priority"] == 1.0

    table = pages["http://zoo.test/table.csv"]
    assert (table["title"], table["media_type"]) == ("animal,legs", "text/csv")

    assert pages[LONG]["state"] == "refused"
    assert "plugin(short-urls)" in pages[LONG]["rule"]

    assert (pages["memo://greeting/"]["state"], pages["memo://greeting/"]["title"]) == (
        "fetched",
        "Hello",
    )
    assert (pages["memo://none/"]["state"], pages["memo://none/"]["reason"]) == (
        "failed",
        "not-found",
    )

    count = crawled.export("markdown", tmp_path / "out.md")
    lines = (tmp_path / "out.md").read_text().splitlines()
    assert count == len(lines) == 4
    assert "- [Hello](memo://greeting/)" in lines


def test_records_go_out_as_json_lines_too(crawled, tmp_path):
    count = crawled.export("jsonl", tmp_path / "out.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]

    assert count == len(lines) == len(list(crawled.records())) == 4
    by_url = {line["url"]: line for line in lines}
    assert by_url["http://zoo.test/table.csv"]["text"] == "tapir,4\nbowerbird,2\n"
    assert {line["_kind"] for line in lines} == {"page"}
    with pytest.raises(UnknownNameError, match=r"unknown exporter 'xml'; known: .*jsonl, markdown"):
        crawled.export("xml", tmp_path / "out.xml")


def test_options_of_a_plug_in_are_checked_before_a_run_begins(tmp_path, installed):
    project = Workspace(tmp_path / "home").project("zoo")

    with pytest.raises(PlanError, match=r"filter 'short-urls', option `longest`.* 10"):
        project.crawl("http://zoo.test/", changes={"plugins": {"short-urls": {"longest": 1}}})
    with pytest.raises(PlanError, match=r"page judge 'long-reads', option `word`.*known: words"):
        project.crawl(
            "http://zoo.test/",
            changes={"page_judge": {"use": "long-reads", "options": {"word": 1}}},
        )

    assert project.runs() == []


def test_a_plug_in_that_cannot_be_loaded_is_named(tmp_path, installed):
    (installed / "bowerbird_example" / "judge.py").write_text("import nothing_of_that_name\n")

    with pytest.raises(PlanError, match=r"plug-in 'long-reads' .*nothing_of_that_name.*uninstall"):
        Workspace(tmp_path / "home").project("zoo").crawl("http://zoo.test/")
