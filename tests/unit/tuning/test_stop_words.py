from collections.abc import Collection

import hypothesis.strategies as st
from hypothesis import given, settings
from tests.unit.index.plain_index import Doc, snapshot_from

from bowerbird.index.entry import Entry
from bowerbird.index.memory import snapshot_of
from bowerbird.index.options import AnalysisOptions, IndexOptions, RankingOptions
from bowerbird.index.ranker import Ranker
from bowerbird.index.reading import Snapshot
from bowerbird.tuning.candidates import plain_words
from bowerbird.tuning.stop_words import as_written, most_frequent, without

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


def test_what_is_written_down_as_stop_words_makes_the_same_index():
    texts = ["birds sing to a bird", "singing moss", "the moss of the birds", "mosses and straw"]
    entries = [Entry(str(n).encode(), n, {"text": text}) for n, text in enumerate(texts)]
    ranking = RankingOptions()

    def index(stop_words: list[str]) -> Snapshot:
        analysis = AnalysisOptions(stemming="english", stop_words=stop_words)
        options = IndexOptions(fields=["text"], analysis=analysis)
        return snapshot_of(entries, options, segments=2)

    words = most_frequent(index([]), 2)
    written = as_written(index([]), words)
    left_out, built_so = without(index([]), words), index(written)

    assert words == ["moss", "bird"]
    assert written == ["bird", "birds", "moss", "mosses"]
    assert left_out.totals == built_so.totals
    for query in ("singing birds", "the straw", "moss"):
        wanted = plain_words(left_out, query, ranking).wanted
        assert wanted == plain_words(built_so, query, ranking).wanted
        assert Ranker(left_out).rank(wanted, ranking, 9) == Ranker(built_so).rank(
            wanted, ranking, 9
        )
