"""Tables follow a run while it works, and show after it what it left."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.e2e.commands import until

from bowerbird import Workspace
from bowerbird.model.errors import UnknownNameError
from bowerbird.testing.serving import ServedWeb
from bowerbird.testing.site import generated_site, serve_site
from bowerbird.workspace.projects import Project
from bowerbird.workspace.runs import Run

SITE = generated_site(hosts=3, pages=400, words=30)


@pytest.fixture
def web() -> Iterator[ServedWeb]:
    with serve_site(SITE, delay=0.02) as served:
        yield served


@pytest.fixture
def project(tmp_path: Path, web: ServedWeb) -> Project:
    return Workspace(tmp_path / "home").project("site")


def start(project: Project, web: ServedWeb, pages: int) -> Run:
    return project.crawl(
        *SITE.seeds,
        changes={
            "scope.stay": "any",
            "politeness.delay": 0.0,
            "fetch.allow_private": True,
            "fetch.resolve": [web.resolve],
            "budget.max_pages": pages,
        },
    )


@pytest.mark.slow
def test_tables_grow_with_the_run_and_agree_with_it_at_the_end(project, web):
    run = start(project, web, pages=250)

    seen: list[int] = []

    def has_grown() -> bool:
        seen.append(project.tables.pages(filters=["state=fetched"]).matching)
        return len({count for count in seen if count}) >= 3

    until(has_grown)
    assert project.busy_run() is not None
    assert project.tables.queue().total > 0
    assert project.tables.records("page").total > 0
    summary = run.wait(timeout=60)

    assert seen == sorted(seen)
    assert project.tables.pages(filters=["state=fetched"]).matching == summary["pages"] == 250
    assert project.tables.records("page").total == 250
    listed = {row["url"]: row["state"] for row in project.pages()}
    shown = project.tables.pages(limit=1_000)
    assert {row["url"]: row["state"] for row in shown.rows} == listed
    waiting = project.tables.queue(limit=20).rows
    assert {project.explain(row["url"])["state"] for row in waiting} == {"queued"}


@pytest.mark.slow
def test_a_page_is_shown_as_it_was_kept(project, web):
    run = start(project, web, pages=5)
    run.wait(timeout=60)
    (row, *_) = project.tables.records("page").rows

    source = project.page_source(row["url"])
    told = project.tables.record(row["_key"])

    assert "<html" in source["text"].lower()
    assert (source["status"], source["media_type"]) == (200, "text/html")
    assert source["warc"]["length"] > 0
    assert (told["page"], told["run"]) == (row["url"], "1")
    assert told["warc"] == source["warc"]
    with pytest.raises(UnknownNameError, match="no copy of"):
        project.page_source("https://nowhere.test/")
