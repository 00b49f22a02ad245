"""Steering, replay and seeds that earned something, on the command line."""

from collections.abc import Iterator

import pytest
from tests.e2e.commands import Bowerbird
from tests.integration.crawl.crawling import page, small_web

from bowerbird.testing.serving import ServedWeb

TAPIR = "A tapir is a mammal. Tapirs eat leaves; every tapir swims. "
WEB = {
    "http://zoo.test/": page("Tapirs", "/tapir", "/soup/1", "/soup/2", text=TAPIR * 4),
    "http://zoo.test/tapir": page("A tapir", text=TAPIR * 2),
    "http://zoo.test/soup/1": page("Soup", text="Onions in hot water. " * 30),
    "http://zoo.test/soup/2": page("Soup, too", text="Leek in hot water. " * 30),
}


@pytest.fixture
def web() -> Iterator[ServedWeb]:
    with small_web(WEB) as served:
        yield served


@pytest.fixture
def bowerbird(tmp_path) -> Bowerbird:
    return Bowerbird(tmp_path / "home")


@pytest.mark.slow
def test_a_run_is_steered_replayed_and_resumed(bowerbird, web):
    crawled = bowerbird(
        "crawl", "http://zoo.test/", "--topic", "tapir", "--exclude", "/soup/", "--delay", "0",
        "--allow-private", "--resolve", web.resolve, "--json",
    )  # fmt: skip
    preview = bowerbird("run", "steer", "--set", "scope.exclude=[]", "--preview", "--json")
    steered = bowerbird("run", "steer", "--set", "scope.exclude=[]")
    resumed = bowerbird("run", "resume", "--json")
    replayed = bowerbird("run", "replay", "--exclude", "/soup/", "--json")
    table = bowerbird("run", "replay", "--threshold", "0.99")
    seeds = bowerbird("seeds", "list", "--json").document["seeds"]
    words = bowerbird("topic", "words", "--json").document["words"]

    assert crawled.document["pages"] == 2
    assert preview.document == {"hidden": 0, "back": 2}
    assert "bring back 2 that were refused" in steered.out
    assert resumed.document["pages"] == 4
    assert (replayed.document["pages"], replayed.document["then"]["reached"]) == (4, 2)
    assert "Of 4 stored pages 0 would be kept" in table.out
    assert [(seed["pages"], seed["relevant"]) for seed in seeds] == [(4, 2)]
    assert words[0] == {"word": "tapir", "asked": True, "because": "asked for: tapir"}


def test_a_change_that_cannot_be_costs_one_sentence(bowerbird):
    said = bowerbird.here("run", "steer", "--set", "budget.max_pages=3")

    assert (said.status, said.complaint[:29]) == (2, "project 'default' has no run ")
