from collections.abc import Callable

import pytest

from bowerbird.fetch.needs import IN_VAIN, Need, Needs, read_need, shape_of
from bowerbird.model.storage import Batch
from bowerbird.testing.fetcher import a_url
from bowerbird.testing.memory_store import MemoryStore


@pytest.mark.parametrize(
    ("url", "shape"),
    [
        ("http://shop.test/", "shop.test/"),
        ("http://shop.test/about", "shop.test/about"),
        ("http://shop.test/42", "shop.test/*"),
        ("http://shop.test/mice/quiet-pro?page=2&b=1", "shop.test/mice/*?b&page"),
        ("http://shop.test/mice/", "shop.test/mice/"),
        ("http://shop.test/2026/05/rain", "shop.test/*/*/*"),
    ],
)
def test_pages_of_one_kind_have_one_shape(url, shape):
    assert shape_of(a_url(url)) == shape


def test_signs_are_a_reason_until_they_were_wrong_three_times_in_a_row():
    need = Need()
    for _ in range(IN_VAIN):
        assert need.verdict("it has an empty list") == "it has an empty list"
        need = need.tried("it has an empty list", gained=False)

    assert need.verdict("it has an empty list") == ""
    assert need.tried("it has an empty list", gained=True).verdict("it is empty") == "it is empty"


def test_signs_that_were_wrong_are_tried_again_now_and_then():
    need = Need(in_vain=IN_VAIN)
    verdicts = []
    for _ in range(20):
        verdicts.append(bool(need.verdict("a sign")))
        need = need.passed_over()

    assert verdicts == [False] * 19 + [True]


def test_a_page_without_signs_is_tried_once_where_others_like_it_gained():
    gained = Need().tried("a sign", gained=True)

    assert Need().verdict("") == ""
    assert gained.verdict("") == "pages like it need it: a sign"
    assert gained.tried("", gained=False).verdict("") == ""
    assert gained.tried("", gained=True).verdict("") == "pages like it need it: a sign"


def test_what_was_learnt_is_in_the_shard_with_the_next_commit():
    store = MemoryStore()
    waiting: list[Callable[[Batch], None]] = []
    needs = Needs(store, waiting.append)
    learnt = Need().tried("a sign", gained=True)

    needs.learn("a.test/*", learnt)
    needs.learn("b.test/*", learnt)

    assert read_need(store, "a.test/*") == Need()
    batch: Batch = store.batch()
    (keep,) = waiting
    keep(batch)
    store.commit(batch)
    assert read_need(store, "a.test/*") == read_need(store, "b.test/*") == learnt
    assert Needs(store, waiting.append).of("a.test/*") == learnt
