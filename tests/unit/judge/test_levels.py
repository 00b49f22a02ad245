"""P2's ranking by level, on a web of a few pages."""

import pytest
from tests.unit.judge.judging import DEVICE, view

from bowerbird.judge.page_options import ConceptOptions
from bowerbird.judge.pages_levels import LevelJudge, concept_judge
from bowerbird.model.pageview import PageView
from bowerbird.model.ports import Lesson
from bowerbird.model.verdict import PageVerdict
from bowerbird.testing.memory_store import MemoryStore

REST = " and so on with other things of the world" * 6
MUCH = (
    "The computer mouse is an electronic device; a mouse, computer mice, electronic devices." + REST
)
LITTLE = "A mouse was bought." + REST * 3
NOTHING = "Bread is baked in an oven." + REST
RICH, POOR = "http://zoo.test/rich", "http://zoo.test/poor"


class Web:
    """Pages in the order in which they are read."""

    def __init__(self, store: MemoryStore | None = None, **options: float) -> None:
        self.store = store or MemoryStore()
        self.judge = LevelJudge(ConceptOptions(by_level=True, **options), DEVICE)
        self.judge.recall(self.store)

    def read(self, url: str, text: str, found_on: str = "", depth: int = 0) -> PageVerdict:
        verdict = self.look(url, text, found_on, depth)
        batch = self.store.batch()
        page = self._page(url, text, found_on, depth)
        self.judge.learn(Lesson(page.url.key, page, verdict), batch)
        self.store.commit(batch)
        return verdict

    def look(self, url: str, text: str, found_on: str = "", depth: int = 1) -> PageVerdict:
        return self.judge.judge(self._page(url, text, found_on, depth))

    def _page(self, url: str, text: str, found_on: str, depth: int) -> PageView:
        return view(text, url=url, found_on=found_on, depth=depth)


@pytest.fixture
def web() -> Web:
    web = Web()
    web.read(RICH, MUCH)
    web.read(POOR, LITTLE)
    return web


def rank(verdict: PageVerdict) -> float:
    return sum(term.value for term in verdict.terms)


def test_a_seed_that_speaks_of_the_topic_ranks_above_one_that_hardly_does(web):
    assert rank(web.read(RICH, MUCH)) > rank(web.read(POOR, LITTLE))


def test_the_rank_of_the_source_counts(web):
    of_rich = web.look("http://zoo.test/1", MUCH, RICH)
    of_poor = web.look("http://zoo.test/2", MUCH, POOR)

    assert rank(of_rich) > rank(of_poor) + 0.1
    assert of_rich.score > of_poor.score
    assert {term.name for term in of_rich.terms} == {"combined", "source"}
    assert RICH in of_rich.terms[1].because


def test_what_else_the_source_led_to_counts(web):
    for number in range(4):
        web.read(f"http://zoo.test/a{number}", MUCH, RICH, 1)
        web.read(f"http://zoo.test/b{number}", NOTHING, POOR, 1)

    among_good = web.look("http://zoo.test/x", MUCH, RICH)
    among_bad = web.look("http://zoo.test/y", MUCH, POOR)

    siblings = {t.name: t for t in among_good.terms}["siblings"]
    assert siblings.because == "like 4 others found there"
    assert siblings.value > {t.name: t for t in among_bad.terms}["siblings"].value
    assert rank(among_good) > rank(among_bad)


def test_ranks_are_handed_down_level_by_level(web):
    first = web.read("http://zoo.test/good", MUCH, RICH, 1)
    second = web.read("http://zoo.test/bad", NOTHING, RICH, 1)
    below_good = web.look("http://zoo.test/u", LITTLE, "http://zoo.test/good", 2)
    below_bad = web.look("http://zoo.test/v", LITTLE, "http://zoo.test/bad", 2)

    assert rank(first) > 0.5
    assert rank(second) == 0
    assert not second.relevant
    assert rank(below_good) > rank(below_bad)


def test_pages_of_least_score_at_their_level_are_discarded():
    web = Web(discard=0.2, threshold=0.01)
    web.read(RICH, MUCH)
    for number in range(30):
        web.read(f"http://zoo.test/{number}", MUCH, RICH, 1)

    best = web.look("http://zoo.test/x", MUCH, RICH)
    least = web.look("http://zoo.test/y", LITTLE, RICH)
    elsewhere = web.look("http://zoo.test/y", LITTLE, RICH, depth=2)

    assert best.relevant
    assert not least.relevant
    assert least.terms[-1].because == "discarded: 0 of 30 pages of level 1 rank no higher"
    assert elsewhere.relevant


def test_so_many_pages_of_a_level_are_discarded():
    web = Web(discard=0.0, discard_pages=2, threshold=0.01)
    web.read(RICH, MUCH)
    for number in range(30):
        web.read(f"http://zoo.test/{number}", MUCH, RICH, 1)

    kept = [web.read(f"http://zoo.test/l{n}", LITTLE, RICH, 1).relevant for n in range(6)]

    assert kept[:2] == [False, False]
    assert kept[2:] == [True] * 4


def test_a_level_whose_pages_are_alike_loses_none():
    web = Web(discard=0.3, threshold=0.01)
    web.read(RICH, MUCH)

    kept = [web.read(f"http://zoo.test/{n}", MUCH, RICH, 1).relevant for n in range(60)]

    assert all(kept)


def test_ranks_are_there_after_a_restart(web):
    web.read("http://zoo.test/1", MUCH, RICH, 1)
    again = Web(web.store)

    for page in (("http://zoo.test/2", MUCH, RICH), ("http://zoo.test/3", LITTLE, POOR)):
        assert again.look(*page) == web.look(*page)


def test_a_page_whose_source_was_not_read_is_compared_with_topic_and_seeds(web):
    verdict = web.look("http://zoo.test/1", MUCH, "http://zoo.test/nobody-read-it")

    assert [term.name for term in verdict.terms] == ["combined"]
    assert verdict.relevant


def test_the_concept_judge_ranks_by_level_if_asked():
    assert isinstance(concept_judge(ConceptOptions(by_level=True), DEVICE), LevelJudge)
    assert not isinstance(concept_judge(ConceptOptions(), DEVICE), LevelJudge)
