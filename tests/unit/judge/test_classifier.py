import random

import pytest
import xxhash
from tests.unit.judge.judging import TAPIRS, view

from bowerbird.judge.examples import MOST, Example, Examples, Kind
from bowerbird.judge.page_options import ClassifierOptions
from bowerbird.judge.pages_classifier import ClassifierJudge
from bowerbird.model.pageview import PageView
from bowerbird.model.ports import Lesson
from bowerbird.model.topic import Topic
from bowerbird.model.verdict import PageVerdict
from bowerbird.testing.memory_store import MemoryStore

FOREST = (
    "trunk", "snout", "river", "mud", "forest", "leaves", "calf", "stripe", "browse", "dusk",
)  # fmt: skip
KITCHEN = (
    "flour", "oven", "dough", "yeast", "crust", "loaf", "bake", "knead", "salt", "water", "bowl",
)  # fmt: skip
RIVER = ("otter", "dam", "trout", "reed", "heron", "weir", "eddy", "ferry", "gravel", "delta")
COMMON = (
    "the", "a", "of", "and", "in", "to", "is", "it", "on", "with", "for", "as", "by", "at", "an",
)  # fmt: skip
FOR, AGAINST = PageVerdict(0.95, True), PageVerdict(0.05, False)


def page(vocabulary: tuple[str, ...], seed: int, depth: int = 1) -> PageView:
    """A page of eighty words, half of them from a vocabulary."""
    drawn = random.Random(seed)
    words = [drawn.choice(vocabulary if drawn.random() < 0.5 else COMMON) for _ in range(80)]
    return view(" ".join(words), url=f"http://zoo.test/{seed}", depth=depth)


def teach(
    judge: ClassifierJudge,
    store: MemoryStore,
    *lessons: tuple[PageView, PageVerdict],
    rating: bool | None = None,
) -> None:
    for seen, verdict in lessons:
        batch = store.batch()
        judge.learn(Lesson(seen.url.key, seen, verdict, rating), batch)
        store.commit(batch)


def trained(store: MemoryStore, count: int = 8) -> ClassifierJudge:
    judge = ClassifierJudge(ClassifierOptions(), TAPIRS)
    judge.recall(store)
    for seed in range(count):
        teach(judge, store, (page(FOREST, seed), FOR), (page(KITCHEN, 1000 + seed), AGAINST))
    return judge


def test_it_cannot_tell_before_it_has_examples_of_both_kinds():
    store = MemoryStore()
    judge = ClassifierJudge(ClassifierOptions(), TAPIRS)
    for seed in range(20):
        teach(judge, store, (page(FOREST, seed), FOR))

    verdict = judge.judge(page(FOREST, 99))

    assert verdict.sure == 0
    assert "20 examples, 0 against" in verdict.terms[0].because


def test_it_knows_pages_it_never_saw_by_their_words():
    judge = trained(MemoryStore())

    for seed in range(2000, 2050):
        assert judge.judge(page(FOREST, seed)).score > 0.6
        assert judge.judge(page(KITCHEN, seed)).score < 0.4


def test_it_is_the_same_after_a_restart():
    store = MemoryStore()
    before = trained(store, 5)

    again = ClassifierJudge(ClassifierOptions(), TAPIRS)
    again.recall(store)

    assert again.judge(page(FOREST, 77)) == before.judge(page(FOREST, 77))


def test_words_that_come_up_late_are_learnt_too():
    store = MemoryStore()
    judge = trained(store)
    before = judge.judge(page(RIVER, 1)).score

    for seed in range(40):
        teach(judge, store, (page(RIVER, 4000 + seed), FOR), (page(KITCHEN, 6000 + seed), AGAINST))

    assert before < 0.6
    assert judge.judge(page(RIVER, 1)).score > 0.7


def test_a_person_is_believed_more_than_the_other_judges():
    store = MemoryStore()
    judge = trained(store)
    doubtful = [page(KITCHEN, 5000 + seed) for seed in range(6)]
    before = judge.judge(page(KITCHEN, 3000)).score

    for seen in doubtful:
        teach(judge, store, (seen, AGAINST), rating=True)

    assert judge.judge(page(KITCHEN, 3000)).score > before + 0.1


def test_a_rating_is_not_undone_by_what_judges_say_later():
    store = MemoryStore()
    judge = trained(store)
    seen = page(KITCHEN, 5000)

    teach(judge, store, (seen, AGAINST), rating=True)
    positives = judge.judge(seen).terms[0].because
    teach(judge, store, (seen, AGAINST))

    assert judge.judge(seen).terms[0].because == positives


def test_seeds_and_named_pages_are_examples_and_an_unrelated_seed_is_none():
    def because(judge: ClassifierJudge) -> str:
        return judge.judge(page(FOREST, 1)).terms[0].because

    store, unknown = MemoryStore(), PageVerdict(0.4, False, sure=0.0)
    named = page(FOREST, 3)
    judge = ClassifierJudge(ClassifierOptions(), Topic(examples=(named.url.href,)))

    teach(judge, store, (page(FOREST, 2, depth=0), unknown), (named, unknown))
    assert "2 examples, 0 against" in because(judge)

    teach(judge, store, (page(KITCHEN, 4, depth=0), AGAINST))
    assert "2 examples, 1 against" in because(judge)


def test_texts_that_the_query_names_are_examples():
    texts = tuple(page(FOREST, seed).document.text for seed in range(6))
    judge, store = ClassifierJudge(ClassifierOptions(), Topic(texts=texts)), MemoryStore()
    judge.recall(store)

    for seed in range(6):
        teach(judge, store, (page(KITCHEN, 100 + seed), AGAINST))

    assert judge.judge(page(FOREST, 50)).score > 0.6
    assert judge.judge(page(KITCHEN, 150)).score < 0.4


def test_pages_that_nobody_is_sure_of_teach_nothing():
    judge = ClassifierJudge(ClassifierOptions(), TAPIRS)

    teach(judge, MemoryStore(), (page(FOREST, 1), PageVerdict(0.5, True)))

    assert "0 examples, 0 against" in judge.judge(page(FOREST, 2)).terms[0].because


# ---- what is kept


@pytest.mark.parametrize("turned", [False, True])
def test_of_many_pages_the_same_sample_is_kept_whatever_came_first(turned):
    store = MemoryStore()
    examples = Examples(b"judge/test")
    keys = [b"%d" % number for number in range(3 * MOST[Kind.OTHER])]
    batch = store.batch()
    for key in reversed(keys) if turned else keys:
        examples.add(key, Example(Kind.OTHER, key, b""), batch)
    store.commit(batch)

    again = Examples(b"judge/test")
    again.recall(store)

    assert examples.negatives == again.negatives == MOST[Kind.OTHER]
    assert [each.places for each in again] == [each.places for each in examples]
    assert {each.places for each in examples} == set(
        sorted(keys, key=xxhash.xxh3_64_intdigest)[:400]
    )
