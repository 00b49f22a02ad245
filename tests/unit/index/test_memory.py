from typing import Any

from bowerbird.index.entry import Entry
from bowerbird.index.memory import snapshot_of
from bowerbird.index.options import AnalysisOptions, IndexOptions


def entry(number: int, text: str, **more: Any) -> Entry:
    return Entry(key=b"%d" % number, serial=number, text={"text": text}, **more)


def test_small_words_are_left_out_unless_written_without_spaces():
    snapshot = snapshot_of([entry(1, "an ant is at 東京")])

    assert [snapshot.df(word) for word in ("an", "ant", "at", "東京")] == [0, 1, 0, 1]
    assert snapshot.totals == (0, 2)


def test_stop_words_are_words_or_patterns():
    stops = AnalysisOptions(stop_words=["Über", "/^v[0-9]+$/"])
    snapshot = snapshot_of([entry(1, "uber v123 v123b")], IndexOptions(analysis=stops))

    assert [snapshot.df(word) for word in ("uber", "v123", "v123b")] == [0, 0, 1]
    assert snapshot.analyse("v5000 Überall über") == ["uberall"]


def test_words_with_one_stem_are_one_word():
    options = IndexOptions(analysis=AnalysisOptions(stemming="english"))
    snapshot = snapshot_of([entry(1, "crawl crawls"), entry(2, "crawling")], options)

    (word,) = snapshot.analyse("crawled")
    postings = snapshot.segments[0].postings
    assert snapshot.df(word) == 2
    assert postings.documents.tolist() == [0, 1]
    assert postings.tf[1].tolist() == [2, 1]


def test_counts_beyond_a_byte_are_exact():
    texts = {"title": "word " * 300, "text": "word " * 700 + "other " * 255 + "low " * 254}
    snapshot = snapshot_of([Entry(key=b"1", serial=1, text=texts)])

    postings = snapshot.segments[0].postings
    assert postings.tf.tolist() == [[0, 0, 255], [254, 255, 255]]
    assert postings.large_at.tolist() == [2, 4, 5]
    assert postings.large_tf.tolist() == [300, 255, 700]


def test_dead_documents_count_for_nothing():
    documents = [entry(n, f"same word{n}") for n in range(1, 7)]
    snapshot = snapshot_of(documents, segments=2, dead=[b"2", b"5"])

    assert snapshot.documents == 4
    assert snapshot.df("same") == 4
    assert snapshot.df("word2") == 0
    assert snapshot.totals == (0, 8)


def test_what_is_shown_comes_back():
    shown = {"title": "Tall\ud800", "votes": 2**70, "tags": ["a", "b"], "none": None}
    more = {"labels": {"tag": ["b", "a", "b"]}, "numbers": {"votes": 3}}
    snapshot = snapshot_of([entry(1, "a"), entry(2, "b", stored=shown, **more)])

    segment = snapshot.segments[0]
    assert segment.stored(0) == {}
    assert segment.stored(1) == {
        "title": "Tall?",
        "votes": str(2**70),
        "tags": ["a", "b"],
        "none": None,
    }
    assert segment.keys(1) == b"2"
    assert segment.facets["tag"].ordinals.tolist() == [0, 1]
    assert str(segment.numbers["votes"].tolist()) == "[nan, 3.0]"
