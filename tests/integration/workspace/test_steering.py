"""A run is steered while it works: it heeds the change, remembers it, and says who it judged so."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.integration.crawl.crawling import page

from bowerbird import Workspace
from bowerbird.model.errors import PlanError, RunError, UsageError
from bowerbird.testing.serving import Answer, Asked, ServedWeb, serve
from bowerbird.workspace import Project, Run
from bowerbird.workspace.steering import FILE, read_journal

PAGES = 200


def a_site(asked: Asked) -> Answer:
    """A start page that links to soup and to tapirs, each with its number of tapirs."""
    headers = (("Content-Type", "text/html; charset=utf-8"),)
    kind, _, number = asked.target.strip("/").partition("/")
    if not kind:
        links = [f"/{kind}/{n}" for n in range(PAGES) for kind in ("tapir", "soup")]
        return Answer(200, headers, page("Start", *links, text="Tapir. " * 9).encode())
    if kind not in ("tapir", "soup"):
        return Answer(404)
    text = f"Page {number} of {kind}. " + "A tapir. " * (int(number) % 10)
    return Answer(200, headers, page(f"{kind} {number}", text=text).encode())


@pytest.fixture
def web() -> Iterator[ServedWeb]:
    with serve(a_site) as served:
        yield served


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Workspace(tmp_path / "home").project("zoo")


def start(project: Project, web: ServedWeb, **changes: object) -> Run:
    usual = {
        "topic.query": "tapir", "politeness.delay": 0.0, "fetch.allow_private": True,
        "fetch.resolve": [web.resolve], "frontier.order": "breadth-first",
        "speed.concurrency": 2, "politeness.connections_per_host": 2,
    }  # fmt: skip
    return project.crawl("http://zoo.test/", changes=usual | changes)


def until(true: Callable[[], object]) -> None:
    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def states(project: Project) -> dict[str, dict[str, str]]:
    return {row["identity"]: row for row in project.pages()}


def test_a_narrower_scope_hides_what_is_queued_and_a_wider_one_brings_it_back(project, web):
    run = start(project, web)
    until(lambda: run.summary().get("pages", 0) > 3)
    run.pause()
    before = states(project)

    rule = {"scope.exclude": ["/soup/"]}
    told = run.steer(rule, preview=True)
    assert run.plan.scope.exclude == []
    done = run.steer(rule)
    hidden = states(project)
    back = run.steer({"scope.exclude": []})
    run.resume()
    summary = run.wait(60)

    soup = {f"http://zoo.test/soup/{n}" for n in range(PAGES)}
    assert done["hidden"] == told["hidden"] == len(soup - set(before)) > 100
    assert {hidden[url]["rule"] for url in soup - set(before)} == {"exclude /soup/"}
    assert back["back"] == done["hidden"]
    assert summary["pages"] == 2 * PAGES + 1


def test_a_threshold_holds_from_then_on_and_explain_says_for_whom(project, web):
    run = start(project, web, **{"page_judge": {"use": "page-weight", "options": {"threshold": 7}}})
    until(lambda: run.summary().get("pages", 0) > 3)
    run.pause()
    first = project.explain("http://zoo.test/")

    run.steer({"page_judge.options.threshold": 500.0})
    relevant = run.summary()["relevant"]
    run.resume()
    summary = run.wait(60)
    last = max((row for row in project.pages()), key=lambda row: row["fetched_at"])
    told = project.explain(last["url"])

    assert summary["relevant"] == relevant
    assert first["settings"] is None
    assert told["settings"]["change"] == 1
    assert "page_judge.options.threshold = 500.0" in told["sentence"]
    assert told["seed"] == "http://zoo.test/"


@pytest.mark.slow
def test_a_resume_works_with_every_change(project, web):
    run = start(project, web)
    until(lambda: run.summary().get("pages", 0) > 3)
    run.steer({"scope.exclude": ["/soup/"]})
    run.stop()
    read = sum(
        "/soup/" in url and row["state"] == "fetched" for url, row in states(project).items()
    )

    run = Workspace(project.folder.parents[1]).project("zoo").run()
    run.resume()
    run.wait(60)

    after = states(project)
    assert run.plan.scope.exclude == ["/soup/"]
    assert sum("/soup/" in url and row["state"] == "fetched" for url, row in after.items()) == read
    assert (
        sum("/tapir/" in url and row["state"] == "fetched" for url, row in after.items()) == PAGES
    )


@pytest.mark.slow
def test_a_run_at_rest_takes_up_a_change_when_it_is_resumed(project, web):
    run = start(project, web, **{"scope.exclude": ["/soup/"]})
    run.wait(60)
    with pytest.raises(RunError, match="is completed"):
        run.resume()

    told = run.steer({"scope.exclude": []}, preview=True)
    run.steer({"scope.exclude": []})
    run.resume()
    summary = run.wait(60)

    assert told == {"hidden": 0, "back": PAGES}
    assert summary["pages"] == 2 * PAGES + 1


def test_a_budget_may_be_changed_and_the_change_is_in_the_log(project, web):
    web.delay("*", 0.05)
    run = start(project, web)
    run.steer({"budget.max_pages": 20})

    assert run.wait(60)["reason"] == "the budget max_pages = 20 is spent"
    lines = map(json.loads, (run.folder / "log.jsonl").read_text().splitlines())
    (steered,) = (line for line in lines if line["type"] == "steered")
    assert (steered["number"], steered["changes"]) == (1, {"budget.max_pages": 20})


REFUSED: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({}, UsageError, "nothing to change"),
    ({"seeds": []}, UsageError, "`seeds` is fixed while a run works; what can be changed"),
    ({"budget.max_page": 1}, PlanError, "did you mean `max_pages`"),
    ({"page_judge.use": "bm52"}, UsageError, "unknown page judge 'bm52'"),
    ({"topic.query": "tapir"}, UsageError, "nothing would change"),
    ({"page_judge.options.threshold": -1.0}, PlanError, "option `threshold`"),
    ({"scope.exclude": ["path like"]}, PlanError, "path like"),
]


def test_a_change_that_cannot_be_is_refused_and_changes_nothing(project, web):
    run = start(project, web, **{"budget.max_pages": 3})
    run.wait(60)

    for changes, error, words in REFUSED:
        with pytest.raises(error, match=words):
            run.steer(changes)

    assert run.changes == []


def test_a_line_that_was_not_written_to_its_end_never_held(project, web):
    run = start(project, web, **{"budget.max_pages": 3})
    run.wait(60)
    run.steer({"budget.max_pages": 4})
    with (run.folder / FILE).open("ab") as journal:
        journal.write(b'{"number": 2, "at"')

    assert len(read_journal(run.folder)) == 1
    run.steer({"budget.max_pages": 5})
    assert [change.number for change in read_journal(run.folder)] == [1, 2]
    assert run.plan.budget.max_pages == 5


def test_topic_and_judges_are_exchanged_while_it_works(project, web):
    run = start(project, web, **{"page_judge": {"use": "page-weight"}})
    until(lambda: run.summary().get("pages", 0) > 3)
    run.pause()
    before = states(project)

    run.steer({"topic.query": "soup", "page_judge.use": "bm25", "link_judge.use": "words"})
    run.resume()
    run.wait(60)

    after = {url: row for url, row in states(project).items() if url not in before}
    about = {"soup" in url for url, row in after.items() if row["relevant"]}
    assert about == {True}
    told = project.explain(next(iter(after)))
    assert [term["name"] for term in told["score_terms"]] != ["url", "title", "body", "out-links"]
    assert run.plan.page_judge.options == {}
