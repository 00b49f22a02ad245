"""What would have been kept under other settings: told from stored pages, nobody is asked."""

from pathlib import Path

import pytest
from tests.integration.crawl.crawling import page, small_web

from bowerbird import Workspace
from bowerbird.model.errors import PlanError, UsageError
from bowerbird.workspace import Project


def tapirs(count: int) -> str:
    return "Onions in hot water. " * 30 + "A tapir swims. " * count


WEB = {
    "http://zoo.test/": page("Zoo", "/few", "/soup", "/many", "http://far.test/", text=tapirs(9)),
    "http://zoo.test/few": page("Few", text=tapirs(2)),
    "http://zoo.test/many": page("Many", "/last", text=tapirs(20)),
    "http://zoo.test/last": page("Last", text=tapirs(8)),
    "http://zoo.test/soup": page("Soup", "/moved", text=tapirs(0)),
    "http://zoo.test/target": page("Target", text=tapirs(12)),
    "http://far.test/": page("Far", text=tapirs(15)),
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """One crawl for all these questions; its web is gone by then."""
    folder: Path = tmp_path_factory.mktemp("home")
    project = Workspace(folder).project("zoo")
    with small_web(WEB) as web:
        web.redirect("/moved", "/target", host="zoo.test")
        changes = {
            "scope.stay": "any", "topic.query": "tapir", "politeness.delay": 0.0,
            "fetch.allow_private": True, "fetch.resolve": [web.resolve],
            "page_judge": {"use": "page-weight", "options": {"threshold": 6.0}},
            "frontier.order": "breadth-first", "speed.concurrency": 1,
            "politeness.connections_per_host": 1, "link_judge.use": "words",
        }  # fmt: skip
        project.crawl("http://zoo.test/", changes=changes).wait(60)
    return project


def kept(told: dict[str, object]) -> list[str]:
    return [row["url"] for row in told["rows"] if row["kept"]]  # type: ignore[attr-defined]


def test_without_a_change_everything_is_as_the_run_had_it(project):
    told = project.replay()

    rows = {row["url"]: row for row in project.pages() if row["state"] == "fetched"}
    assert (told["pages"], told["unread"], told["added"], told["dropped"]) == (7, 0, 0, 0)
    assert set(kept(told)) == {url for url, row in rows.items() if row["relevant"]}
    assert told["kept_by_run"] == told["now"]["kept"] == told["then"]["kept"] == told["kept"] == 5
    assert all(row["order"] == row["order_now"] for row in told["rows"])
    for row in told["rows"]:
        assert row["relevance"] == pytest.approx(rows[row["url"]]["relevance"], abs=1e-4)


def test_a_higher_threshold_drops_pages_and_says_which(project):
    told = project.replay({"page_judge.options.threshold": 13.0})

    dropped = {row["url"] for row in told["rows"] if row["change"] == "dropped"}
    assert set(kept(told)) | dropped == set(kept(project.replay()))
    assert (told["added"], told["dropped"], told["kept"]) == (0, len(dropped), 5 - len(dropped))
    assert dropped >= {"http://zoo.test/last"}


def test_a_lower_threshold_adds_pages(project):
    told = project.replay({"page_judge.options.threshold": 2.0})

    assert [row["url"] for row in told["rows"] if row["change"] == "added"] == [
        "http://zoo.test/few"
    ]


def test_a_narrower_scope_leaves_out_what_it_does_not_lead_to(project):
    told = project.replay({"scope.exclude": ["/soup", "far.test"]})

    changes = {row["url"]: row["change"] for row in told["rows"]}
    assert changes["http://far.test/"] == changes["http://zoo.test/target"] == "dropped"
    assert changes["http://zoo.test/soup"] == "not-reached"
    assert told["not_reached"] == 2
    assert told["then"]["reached"] == 4


def test_the_order_is_that_of_the_settings(project):
    breadth = [row["url"] for row in project.replay()["rows"]]
    deep = project.replay({"frontier.order": "depth-first"})
    depth = [row["url"] for row in deep["rows"]]

    assert breadth.index("http://far.test/") < breadth.index("http://zoo.test/last")
    assert depth.index("http://zoo.test/last") < depth.index("http://far.test/")
    assert deep["then"]["reached"] == 7


def test_links_of_irrelevant_pages_are_not_followed_if_so_wished(project):
    told = project.replay({"follow.relevant_only": True})

    assert "http://zoo.test/target" not in kept(told)
    assert told["then"]["reached"] == 6


def test_a_rehearsal_may_end_early_and_another_topic_be_tried(project):
    short = project.replay(max_pages=3)
    onions = project.replay({"topic.query": "onions"})

    assert short["then"]["reached"] == 3
    assert onions["then"]["kept"] == 7


def test_what_stored_pages_cannot_answer_is_said(project):
    with pytest.raises(UsageError, match=r"`budget.max_pages` changes nothing about which stored"):
        project.replay({"budget.max_pages": 3})
    with pytest.raises(PlanError, match="option `threshold`"):
        project.replay({"page_judge.options.threshold": -1.0})


def test_a_wider_scope_counts_what_nobody_has_asked_for(project):
    told = project.replay({"follow.assets": True, "scope.stay": "any"})

    assert told["then"]["unknown"] == 0
    assert project.replay({"scope.stay": "host"})["then"]["reached"] == 6


def test_a_link_judge_that_learns_learns_in_the_rehearsal(project):
    learnt = {"link_judge.use": "learned", "frontier.order": "best-first"}

    told = project.replay(learnt)
    again = project.replay(learnt | {"page_judge.options.threshold": 6.5})

    assert told["then"]["reached"] == 7
    first = {row["url"]: row["order"] for row in told["rows"]}
    assert first["http://zoo.test/"] == 1
    assert first["http://zoo.test/target"] == 7  # behind the page that says nothing of tapirs
    assert again["then"]["reached"] == 7
    assert project.replay(learnt)["rows"] == told["rows"]
