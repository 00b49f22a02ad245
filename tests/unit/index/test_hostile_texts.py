"""Texts that nobody wrote for readers go in, are found, shown and merged like all others."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.index.counting import assert_holds

from bowerbird.index.entry import Entry
from bowerbird.index.memory import snapshot_of
from bowerbird.index.options import AnalysisOptions, IndexOptions
from bowerbird.index.reader import IndexReader
from bowerbird.index.searcher import Searcher
from bowerbird.index.settings import SearchSettings
from bowerbird.index.suggest import Suggester
from bowerbird.index.words import tokens
from bowerbird.index.writer import open_index

HOSTILE = {
    "one word of ten million letters": "x" * 10_000_000 + " needle",
    "a letter with a million marks": "e" + "\u0301" * 1_000_000 + " needle",
    "halves of surrogate pairs": "\ud800needle\udfff \udc00\ud83d",
    "from right to left": "\u202eשלום \u200fמחט needle\u202c \u061cإبرة",
    "NULs": "needle\0needle\0" * 1000,
    "no width": "nee\u200bdle needle\u200d \ufeffneedle \u2060",
    "a number without end": "9" * 1_000_000 + " needle " + "0" * 500,
    "emoji": "👩‍👩‍👧‍👦needle🏴󠁧󠁢󠁥󠁮󠁧󠁿 👍🏽 " * 1000,
    "a hundred thousand words": " ".join(f"w{n:x}q" for n in range(100_000)) + " needle",
    "letters in pieces": unicodedata.normalize("NFD", "한국어 がぎぐ Ångström ") * 1000 + "needle",
    "what is written without spaces": "漢" * 100_000 + " needle",
    "noncharacters": "\ufffe\uffff\U0010ffff needle \x85\u2028",
    "signs of the query language": '"(+-needle^*:<>=) OR AND NOT ' * 500,
}


@pytest.mark.parametrize("options", [{}, {"stemming": "english"}, {"compounds": True}])
def test_hostile_texts_are_found_shown_and_merged(tmp_path, options):
    index = IndexOptions(analysis=AnalysisOptions(**options))
    entries = [
        Entry(
            key=name.encode(),
            serial=serial,
            text={"title": [text[:100], name], "text": text},
            labels={"kind": [text[:40], name]},
            stored={"title": text[:100], "text": text[:60_000], "url": name},
        )
        for serial, (name, text) in enumerate(HOSTILE.items(), 1)
    ]
    with open_index(tmp_path, index) as writer:
        for entry in entries:
            writer.add([entry])
            writer.commit(entry.serial)
        while writer.merge():
            pass

    reader = IndexReader(tmp_path)
    searcher = Searcher(reader.snapshot(), index)
    results = searcher.search("needle", SearchSettings(limit=100, explain=True, facets=["kind"]))
    found = {hit.url for hit in results.hits}
    assert found == set(HOSTILE)
    for hit in results.hits:
        begins = HOSTILE[hit.url][:50_000]  # what a snippet is taken from
        assert "needle" not in begins or "needle" in "".join(p.text for p in hit.snippet)
    suggester = Suggester(reader.snapshot(), index, tmp_path)
    for text in HOSTILE.values():
        assert searcher.search(text, SearchSettings(facets=["kind"])).total >= 0
        assert searcher.search(text[:50] + "*").total >= 0
        suggester.suggest(text[:200])
    assert reader.check() == []


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(st.characters(), max_size=80), min_size=1, max_size=6))
def test_an_index_of_any_texts_is_exactly_what_they_say(texts):
    entries = [
        Entry(key=b"%d" % n, serial=n, text={"title": text[:9], "text": [text, text[3:]]})
        for n, text in enumerate(texts)
    ]
    snapshot = snapshot_of(entries, segments=2)

    assert_holds(snapshot, entries)
    searcher = Searcher(snapshot, IndexOptions())
    for text in texts:
        wanted = snapshot.analyse(text)
        found = searcher.find(" ".join(wanted), SearchSettings(forgive=False), 100)
        assert not wanted or found.ranked.total > 0


@given(st.text(st.characters(codec="ascii"), max_size=200))
def test_words_of_plain_texts_are_cut_as_all_others(text):
    # An accent sends the same text through the kernel that cuts all others.
    assert tokens(text) == [word for word in tokens(text + " é") if word][:-1]
