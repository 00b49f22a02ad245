"""A whole run whose links are learnt: its reasons and hubs, while it works and afterwards."""

from tests.integration.crawl.crawling import page, small_web

from bowerbird import Workspace

TAPIR = "A tapir is a mammal. Tapirs eat leaves; every tapir swims. " * 4
SOUP = "Onions and salt in hot water. " * 9
TAPIRS = [f"/tapir/{n}" for n in range(60)]
SOUPS = [f"/soup/{n}" for n in range(60)]
WEB = {
    "http://zoo.test/": page("Tapirs", "/list", "/menu", text=TAPIR),
    "http://zoo.test/list": page("A list", *TAPIRS, text="Everything of one kind. " * 9),
    "http://zoo.test/menu": page("A menu", *SOUPS, text="Everything of another kind. " * 9),
    **{f"http://zoo.test{path}": page(path, text=f"{path} {TAPIR}") for path in TAPIRS},
    **{f"http://zoo.test{path}": page(path, text=f"{path} {SOUP}") for path in SOUPS},
}


def test_a_run_learns_which_links_are_worth_following(tmp_path):
    project = Workspace(tmp_path / "home").project("zoo")
    with small_web(WEB) as web:
        changes = {
            "topic.query": "tapir", "politeness.delay": 0.0, "fetch.allow_private": True,
            "fetch.resolve": [web.resolve], "link_judge.options.explore": 0.0,
            "speed.concurrency": 1, "budget.max_pages": 103,
        }  # fmt: skip
        run = project.crawl("http://zoo.test/", changes=changes)
        summary = run.wait(120)

    assert summary["pages"] == 103
    assert summary["relevant"] >= 61
    read = [row["url"] for row in project.pages() if row["state"] == "fetched"]
    assert {f"http://zoo.test{path}" for path in TAPIRS} <= set(read)
    assert project.hubs()[0]["url"] == "http://zoo.test/list"

    left = next(f"http://zoo.test{path}" for path in SOUPS if f"http://zoo.test{path}" not in read)
    waiting = project.explain(left)
    assert waiting["state"] == "queued"
    assert "linked from http://zoo.test/menu" in str(waiting["score_terms"])
    arrived = project.explain("http://zoo.test/tapir/1")
    assert "http://zoo.test/list" in str(arrived["link_terms"])
