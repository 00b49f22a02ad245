from collections.abc import Collection

import hypothesis.strategies as st
from hypothesis import given, settings
from tests.unit.index.plain_index import Doc, snapshot_from

from bowerbird.index.options import RankingOptions
from bowerbird.index.ranker import Ranker
from bowerbird.tuning.candidates import plain_words
from bowerbird.tuning.stop_words import most_frequent, without

WORDS = ["the", "of", "bower", "bird"]
FIELDS = ("title", "text")
texts = st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)


def kept(text: str, words: Collection[str]) -> str:
    return " ".join(word for word in text.split() if word not in words)


@given(
    st.lists(st.tuples(texts, texts, st.booleans()), min_size=1, max_size=12),
    st.sets(st.integers(1, 11)),
    st.sets(st.sampled_from([*WORDS, "unknown"])),
    texts,
)
@settings(max_examples=100, deadline=None)
def test_leaving_words_out_ranks_as_an_index_that_never_had_them(rows, cuts, words, query):
    whole = [Doc({"title": a, "text": b}, alive=alive) for a, b, alive in rows]
    short = [
        Doc({"title": kept(a, words), "text": kept(b, words)}, alive=alive) for a, b, alive in rows
    ]
    ranking = RankingOptions()

    left_out = without(snapshot_from(whole, FIELDS, sorted(cuts)), words)
    never_had = snapshot_from(short, FIELDS, sorted(cuts))

    assert left_out.totals == never_had.totals
    wanted = plain_words(left_out, query, ranking).wanted
    assert wanted == plain_words(never_had, kept(query, words), ranking).wanted
    assert Ranker(left_out).rank(wanted, ranking, 100) == Ranker(never_had).rank(
        wanted, ranking, 100
    )


def test_counts_beyond_a_byte_are_taken_off_whole():
    docs = [Doc({"text": " ".join(["the"] * 300 + ["bird"])}), Doc({"text": "the bird"})]

    assert without(snapshot_from(docs), ["the"]).totals == (2,)


def test_the_most_frequent_words_are_those_that_most_documents_hold():
    docs = [Doc({"text": t}) for t in ("the the the", "of bird", "of the", "of")]

    assert most_frequent(snapshot_from(docs, cuts=[2]), 2) == ["of", "the"]
