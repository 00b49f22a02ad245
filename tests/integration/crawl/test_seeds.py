"""Which seed earned which pages, and a run that ends because nothing relevant comes any more."""

from tests.integration.crawl.crawling import crawl, page, small_web

from bowerbird import Workspace
from bowerbird.model.events import RunState

TAPIR = "A tapir is a mammal. Tapirs eat leaves; every tapir swims. " * 4
WEB = {
    "http://zoo.test/": page("Tapirs", "/one", "/two", "http://late.test/", text=TAPIR),
    "http://zoo.test/one": page("One tapir", text=TAPIR + "One."),
    "http://zoo.test/two": page("Soup", text="Onions and salt in hot water. " * 9),
    "http://late.test/": page("Late", "/last", text="Late trains are late. " * 9),
    "http://late.test/last": page("Last tapir", text=TAPIR + "Last."),
    "http://shop.test/": page("Shop", "/moved", text="Shoes of every kind. " * 9),
    "http://shop.test/boots": page("Boots", text="Boots of every kind. " * 9),
}


async def test_every_page_belongs_to_the_seed_that_led_to_it_first(tmp_path):
    with small_web(WEB) as web:
        web.redirect("/moved", "/boots", host="shop.test")
        done = await crawl(
            tmp_path, web, "http://zoo.test/", "http://shop.test/", scope__stay="any",
            topic__query="tapir",
        )  # fmt: skip

    seeds = {identity: row.seed for identity, row in done.rows.items()}
    assert seeds == {
        "http://zoo.test/": 1, "http://zoo.test/one": 1, "http://zoo.test/two": 1,
        "http://late.test/": 1, "http://late.test/last": 1,
        "http://shop.test/": 2, "http://shop.test/moved": 2, "http://shop.test/boots": 2,
    }  # fmt: skip


def test_a_project_shows_what_each_seed_earned_in_each_run(tmp_path):
    project = Workspace(tmp_path / "home").project("zoo")
    with small_web(WEB) as web:
        web.redirect("/moved", "/boots", host="shop.test")
        changes = {
            "scope.stay": "any", "topic.query": "tapir", "politeness.delay": 0.0,
            "fetch.allow_private": True, "fetch.resolve": [web.resolve],
        }  # fmt: skip
        project.crawl("http://zoo.test/", "http://shop.test/", changes=changes).wait(60)
        project.crawl("http://shop.test/", changes=changes).wait(60)

    zoo, shop = project.seeds()
    assert (zoo["url"], zoo["pages"], zoo["relevant"]) == ("http://zoo.test/", 5, 3)
    assert (shop["url"], shop["pages"], shop["relevant"]) == ("http://shop.test/", 4, 0)
    assert shop["runs"] == {"1": {"pages": 2, "relevant": 0}, "2": {"pages": 2, "relevant": 0}}
    assert zoo["because"] == "given to run 1"
    assert [seed["url"] for seed in project.seeds(2)] == ["http://shop.test/"]


async def test_a_run_whose_harvest_fell_ends_and_says_so(tmp_path):
    pages = {f"http://zoo.test/{n}": page(f"Soup {n}", f"/{n + 1}", text=f"Onions {n}. " * 40)
             for n in range(60)}  # fmt: skip
    with small_web({**pages, "http://zoo.test/0": page("Tapir", "/1", text=TAPIR)}) as web:
        done = await crawl(
            tmp_path, web, "http://zoo.test/0", topic__query="tapir", budget__least_harvest=0.1,
            budget__harvest_window=20,
        )  # fmt: skip

    assert done.state is RunState.COMPLETED
    assert done.reason == (
        "the harvest has fallen to 5.0% over the last 20 pages, below least_harvest = 0.1"
    )
    assert len(done.read) == 20


def test_a_page_named_as_example_says_what_a_crawl_is_about(tmp_path):
    example = tmp_path / "tapir.html"
    example.write_text(page("Tapir", text=TAPIR))
    project = Workspace(tmp_path / "home").project("zoo")
    with small_web(WEB) as web:
        changes = {
            "scope.stay": "any", "topic.query": f"@{example}", "politeness.delay": 0.0,
            "fetch.allow_private": True, "fetch.resolve": [web.resolve],
        }  # fmt: skip
        project.crawl("http://zoo.test/", "http://shop.test/", changes=changes).wait(60)

    relevant = {row["url"] for row in project.pages() if row["relevant"]}
    assert {"http://zoo.test/", "http://zoo.test/one", "http://late.test/last"} <= relevant
    assert "http://shop.test/" not in relevant
    assert "tapir" in [word["word"] for word in project.words() if word["asked"]]
