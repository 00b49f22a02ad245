from typing import Any

import msgspec
import pytest
from tests.unit.judge.judging import DEVICE, TAPIRS, view

from bowerbird.judge.pages_everything import EverythingJudge
from bowerbird.judge.pages_pool import PoolingOptions, PoolJudge
from bowerbird.model.errors import PlanError, UsageError
from bowerbird.model.pageview import PageView
from bowerbird.model.ports import Lesson, PageJudge
from bowerbird.model.storage import Batch, Store
from bowerbird.model.topic import Topic
from bowerbird.model.verdict import PageVerdict, ScoreTerm
from bowerbird.testing.memory_store import MemoryStore
from bowerbird.workspace.strategies import house_strategies


class Says:
    """Always the same, and remembers what it was taught."""

    def __init__(self, score: float, sure: float = 1.0) -> None:
        self.verdict = PageVerdict(score, score >= 0.5, (ScoreTerm("said", score, "so"),), sure)
        self.taught: list[Lesson] = []

    def judge(self, page: PageView) -> PageVerdict:
        return self.verdict

    def recall(self, store: Store) -> None:
        """Nothing was learnt."""

    def learn(self, lesson: Lesson, batch: Batch) -> None:
        self.taught.append(lesson)


def pool(how: str = "odds", weights: dict[str, float] | None = None, **judges: Says) -> PoolJudge:
    options = PoolingOptions.model_validate({"how": how, "weights": weights or {}})
    return PoolJudge(options, judges, TAPIRS)


def score(how: str = "odds", weights: dict[str, float] | None = None, **judges: Says) -> float:
    return pool(how, weights, **judges).judge(view()).score


def test_judges_that_agree_on_the_odds_are_pooled_to_them():
    assert score(a=Says(0.8), b=Says(0.8)) == pytest.approx(0.8)
    assert score(a=Says(0.8), b=Says(0.2)) == pytest.approx(0.5)


def test_no_judge_outvotes_all_by_being_certain():
    assert score(a=Says(1.0), b=Says(0.3), c=Says(0.2)) < 0.7


def test_a_weight_makes_a_judge_count_more():
    assert score("odds", {"a": 3}, a=Says(0.8), b=Says(0.2)) > 0.65


def test_a_judge_that_cannot_tell_is_left_out():
    assert score(a=Says(0.8), b=Says(0.0, sure=0.0)) == pytest.approx(0.8)
    assert not pool(a=Says(1.0, sure=0.0)).judge(view()).relevant


def test_what_is_ruled_out_is_out():
    assert score(a=Says(0.98), b=Says(0.98), c=Says(0.0, sure=1000.0)) < 0.05


def test_other_ways_to_pool():
    a, b = Says(0.5), Says(0.8)

    assert score("max", a=a, b=b) == 0.8
    assert score("product", a=a, b=b) == pytest.approx(0.4)
    assert score("noisy-or", a=a, b=b) == pytest.approx(0.9)


def test_every_judge_that_can_tell_says_what_it_adds_and_why():
    terms = pool(a=Says(0.8), b=Says(0.2), c=Says(0.5, sure=0.0)).judge(view()).terms

    assert [(term.name, term.value > 0) for term in terms] == [("a", True), ("b", False)]
    assert terms[0].because == "0.80: said 0.8 so"


def test_a_judge_is_taught_what_the_others_say():
    judges = {"a": Says(0.9), "b": Says(0.1)}
    store = MemoryStore()

    pool(a=judges["a"], b=judges["b"]).learn(
        Lesson(b"k", view(), PageVerdict(0.5, True)), store.batch()
    )

    assert judges["a"].taught[0].verdict.score == pytest.approx(0.1)
    assert judges["b"].taught[0].verdict.score == pytest.approx(0.9)


def test_ratings_refit_the_weights_and_are_there_after_a_restart():
    store = MemoryStore()
    right, wrong = Says(0.5), Says(0.5)
    judge = pool(right=right, wrong=wrong)
    for number in range(30):
        relevant = number % 2 == 0
        right.verdict = PageVerdict(0.7 if relevant else 0.3, relevant)
        wrong.verdict = PageVerdict(0.3 if relevant else 0.7, not relevant)
        batch = store.batch()
        verdict = PageVerdict(0.5, True)
        judge.learn(Lesson(b"%d" % number, view(), verdict, rating=relevant), batch)
        store.commit(batch)
    right.verdict, wrong.verdict = PageVerdict(0.7, True), PageVerdict(0.3, False)

    again = pool(right=right, wrong=wrong)
    again.recall(store)

    assert judge.judge(view()).score > 0.7
    assert again.judge(view()) == judge.judge(view())


# ---- by name


def built(name: str, options: dict[str, Any], topic: Topic) -> PageJudge:
    return house_strategies().page_judges.build(name, options, topic)


def names(judge: PageJudge) -> set[str]:
    assert isinstance(judge, PoolJudge)
    return {term.name for term in judge.judge(view("mouse tapir")).terms}


def test_auto_takes_what_the_topic_has_something_for():
    bookmarked = {view().url.identity: 0.9}

    assert names(built("auto", {}, TAPIRS)) == {"page-weight", "bm25"}
    assert names(built("auto", {}, DEVICE)) == {"page-weight", "bm25", "concept"}
    with_tags = msgspec.structs.replace(TAPIRS, bookmarked=bookmarked)
    assert names(built("auto", {}, with_tags)) == {"page-weight", "bm25", "tags"}


def test_without_a_topic_auto_finds_everything_relevant_and_takes_no_options():
    assert isinstance(built("auto", {}, Topic()), EverythingJudge)
    with pytest.raises(PlanError, match="--topic"):
        built("auto", {"threshold": 0.7}, Topic())


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "has no judges"),
        ({"judges": {"auto": {}}}, "is a pool itself"),
        ({"judges": {"bm25": {}}, "weights": {"concept": 2}}, "no such judge; it has: bm25"),
        ({"judges": {"bm25": {"kk": 1}}}, "option `kk`"),
        ({"judges": {"bm52": {}}}, "unknown page judge 'bm52'"),
    ],
)
def test_a_pool_that_cannot_be_is_told_in_one_sentence(options, said):
    with pytest.raises(UsageError, match=said):
        built("pool", options, TAPIRS)


def test_a_pool_has_the_judges_that_were_named_with_their_options():
    judge = built("pool", {"judges": {"bm25": {}, "page-weight": {"threshold": 1}}}, TAPIRS)

    assert names(judge) == {"bm25", "page-weight"}
