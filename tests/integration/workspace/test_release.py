"""What a trap brake took is kept, said, and given back."""

import pytest

from bowerbird.testing.serving import Answer, Asked, serve
from bowerbird.workspace import Project, Workspace

PAGES = {
    "/": "<title>Home</title><a href=/a/x/a/x/a/x/page>a deep page</a> <a href=/plain>plain</a>",
    "/plain": "<title>Plain</title>",
    "/a/x/a/x/a/x/page": "<title>Not a trap after all</title>",
}


def answer(asked: Asked) -> Answer:
    page = PAGES.get(asked.target)
    if page is None:
        return Answer(404)
    return Answer(200, (("Content-Type", "text/html"),), page.encode())


@pytest.fixture
def project(tmp_path):
    with serve(answer) as web:
        project = Workspace(tmp_path).project("maze")
        run = project.crawl(
            "http://maze.test/",
            politeness__delay=0.0,
            fetch__allow_private=True,
            fetch__resolve=[web.resolve],
        )
        run.wait(30)
        yield project


def states(project: Project) -> dict[str, str]:
    return {row["url"].removeprefix("http://maze.test"): row["state"] for row in project.pages()}


def test_a_quarantined_url_is_listed_with_the_brake_that_took_it(project):
    (held,) = [row for row in project.pages() if row["state"] == "quarantined"]

    assert held["url"] == "http://maze.test/a/x/a/x/a/x/page"
    assert "a/x" in held["rule"] or "segment" in held["rule"]
    assert "quarantine" in project.explain(held["url"])["sentence"]


def test_what_is_released_is_crawled_when_the_run_goes_on(project):
    assert states(project)["/a/x/a/x/a/x/page"] == "quarantined"

    assert project.release("maze.test") == 1
    summary = project.run().resume().wait(30)

    assert states(project)["/a/x/a/x/a/x/page"] == "fetched"
    assert summary["pages"] == 3


def test_releasing_nothing_changes_nothing(project):
    assert project.release("other.test") == 0
    assert project.run().state == "completed"
