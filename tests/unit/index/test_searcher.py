import itertools
import re
from collections.abc import Callable
from dataclasses import replace

import hypothesis.strategies as st
import msgspec
import pytest
from hypothesis import given, settings
from tests.unit.index.plain_index import Doc, snapshot_from

from bowerbird.index.binding import Help
from bowerbird.index.options import IndexOptions, RankingOptions
from bowerbird.index.results import FacetCount
from bowerbird.index.searcher import Searcher
from bowerbird.index.settings import SearchSettings

FIELDS = ("title", "text")


def page(title: str, text: str, site: str = "example.org", **numbers: float) -> Doc:
    return Doc(
        {"title": title, "text": text},
        numbers,
        {"site": [site]},
        {"url": f"https://{site}/{title.replace(' ', '-')}", "title": title, "text": text},
    )


PAGES = [
    page("bower birds", "a bower bird builds a bower of straw", price=10, year=2019),
    page("nests", "birds build nests of moss and straw", "example.net", price=250, year=2021),
    page("blue things", "the bird of the bower likes blue straw", price=40),
    page("moss", "moss is green , not blue", "Example.NET", year=2024),
]


def searcher(docs: list[Doc] = PAGES, help_: Help | None = None, **options: object) -> Searcher:
    snapshot = snapshot_from(docs, FIELDS, cuts=[len(docs) // 2])
    return Searcher(snapshot, IndexOptions.model_validate(options), help_)


def titles(query: str, **said: object) -> list[object]:
    results = searcher().search(query, SearchSettings.model_validate(said))
    return [hit.fields["title"] for hit in results.hits]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("moss straw", {"bower birds", "nests", "blue things", "moss"}),
        ("+moss straw", {"nests", "moss"}),
        ("straw -moss", {"bower birds", "blue things"}),
        ('"bower bird"', {"bower birds"}),
        ('"bird bower"', set()),
        ('"blue straw" green', {"blue things", "moss"}),
        ("title:moss", {"moss"}),
        ("title:(moss blue)", {"moss", "blue things"}),
        ('title:"bower birds"', {"bower birds"}),
        ("build*", {"bower birds", "nests"}),
        ("straw price<100", {"bower birds", "blue things"}),
        ("price>=40", {"nests", "blue things"}),
        ("price!=40", {"bower birds", "nests"}),
        ("year:2020..2024", {"nests", "moss"}),
        ("straw OR price:250 -blue", {"bower birds", "nests"}),
        ("site:example.net", {"nests", "moss"}),
        ("site:EXAMPLE.ORG blue", {"blue things"}),
        ("site:example.com", set()),
        ("(moss OR bower) +straw", {"bower birds", "nests", "blue things"}),
        ("(+moss +straw) OR title:blue", {"nests", "blue things"}),
        ("+(moss OR blue) -green", {"nests", "blue things"}),
        ("-straw", {"moss"}),
        ("", {"bower birds", "nests", "blue things", "moss"}),
    ],
)
def test_a_query_finds_what_it_asks_for(query, expected):
    assert set(titles(query, forgive=False)) == expected


WORDS = ["bower", "bird", "blue", "straw", "moss"]
Asked = tuple[str, Callable[[list[str], float], bool]]  # a query, and what it should find


def _word(word: str) -> Asked:
    return word, lambda words, _: word in words


def _phrase(one: str, two: str) -> Asked:
    return f'"{one} {two}"', lambda words, _: (one, two) in itertools.pairwise(words)


def _below(bound: int) -> Asked:
    return f"price<{bound}", lambda _, price: price < bound


def _either(one: Asked, two: Asked) -> Asked:
    return f"({one[0]} OR {two[0]})", lambda *doc: one[1](*doc) or two[1](*doc)


def _both(one: Asked, two: Asked) -> Asked:
    return f"({one[0]} AND {two[0]})", lambda *doc: one[1](*doc) and two[1](*doc)


def _without(one: Asked, two: Asked) -> Asked:
    return f"(+{one[0]} -{two[0]})", lambda *doc: one[1](*doc) and not two[1](*doc)


leaves = (
    st.builds(_word, st.sampled_from(WORDS))
    | st.builds(_phrase, st.sampled_from(WORDS), st.sampled_from(WORDS))
    | st.builds(_below, st.integers(0, 10))
)
queries = st.recursive(
    leaves,
    lambda inner: (
        st.builds(_either, inner, inner)
        | st.builds(_both, inner, inner)
        | st.builds(_without, inner, inner)
    ),
    max_leaves=6,
)
small_docs = st.builds(
    lambda words, price, alive: Doc({"text": " ".join(words)}, {"price": price}, alive=alive),
    st.lists(st.sampled_from(WORDS), max_size=6),
    st.integers(0, 10).map(float),
    st.sampled_from([True, True, False]),
)


@given(queries, st.lists(small_docs, min_size=1, max_size=8), st.integers(0, 8))
@settings(max_examples=400, deadline=None)
def test_any_query_finds_what_logic_says(asked, docs, cut):
    query, holds = asked
    snapshot = snapshot_from(docs, cuts=[cut])

    found = Searcher(snapshot, IndexOptions(fields=["text"])).find(
        query, SearchSettings(forgive=False), 100
    )

    expected = [
        number
        for number, doc in enumerate(docs)
        if doc.alive and holds(doc.text["text"].split(), doc.numbers["price"])
    ]
    assert sorted(found.ranked.documents) == expected
    assert found.ranked.total == len(expected)


@given(st.text(max_size=40) | st.text('bowermoss title:price<>=!*"()^-+. OR AND 12', max_size=50))
@settings(max_examples=300, deadline=None)
def test_no_text_of_a_query_raises(text):
    results = searcher().search(text, SearchSettings(explain=True, facets=["site"]))

    assert results.total >= len(results.hits)


def test_a_phrase_does_not_reach_across_values():
    docs = [Doc({"text": "blue moss"}), Doc({"text": "blue / moss"})]

    found = Searcher(snapshot_from(docs), IndexOptions(fields=["text"])).find('"blue moss"')

    assert found.ranked.documents == [0]


def test_pages_of_hits_follow_each_other():
    whole = titles("straw moss blue")

    assert titles("straw moss blue", limit=2) == whole[:2]
    assert titles("straw moss blue", limit=2, offset=2) == whole[2:]
    assert [hit.rank for hit in searcher().search("moss", SearchSettings(offset=1)).hits] == [2]


def test_hits_are_sorted_by_a_column_and_those_without_come_last():
    assert titles("", sort="price") == ["bower birds", "blue things", "nests", "moss"]
    assert titles("", sort="-price") == ["nests", "blue things", "bower birds", "moss"]
    assert titles("straw", sort="-price", limit=1) == ["nests"]
    assert titles("", sort="site")[0] == "moss"  # Example.NET: capitals come first


def test_labels_are_counted_over_all_matches():
    results = searcher().search("straw", SearchSettings(limit=1, facets=["site"]))

    assert results.facets["site"] == [FacetCount("example.org", 2), FacetCount("example.net", 1)]


def test_all_of_the_ranking_can_be_said_with_the_query():
    assert titles("moss blue", weights={"title": 5})[0] == "moss"
    assert titles("moss blue", weights={"title": 0}, words={"straw": 9})[0] == "moss"
    assert titles("moss straw", words={"moss": -9, "straw": 9})[-1] == "moss"
    assert titles("bird straw moss", formula="price")[0] == "nests"
    assert titles("moss", fields=["title"]) == ["moss"]


def test_a_boosted_word_counts_more():
    one, two = (searcher().search(query, SearchSettings()).hits[0] for query in ("moss", "moss^3"))

    assert two.score == pytest.approx(3 * one.score)


def test_a_word_that_no_record_has_is_replaced_by_its_nearest_and_the_answer_says_so():
    results = searcher().search("bowerr stras")

    assert results.corrected == "searched for “bower” “straw”, instead of “bowerr” “stras”"
    assert results.total == 3


def test_nobody_is_corrected_against_their_will():
    results = searcher().search("stras", SearchSettings(forgive=False))

    assert (results.total, results.corrected) == (0, "")


def test_synonyms_count_as_the_word_itself():
    help_ = Help(synonyms=lambda word: ["green"] if word == "Blue" else [])

    found = searcher(help_=help_).search("+Blue title:moss")

    assert [hit.fields["title"] for hit in found.hits] == ["moss", "blue things"]


def test_a_query_of_nothing_but_words_left_out_says_so():
    deaf = replace(snapshot_from(PAGES, FIELDS), analyse=lambda _: [])

    results = Searcher(deaf, IndexOptions()).search("of")

    assert results.total == 0
    assert results.warnings == ["“of”: this index leaves out words as short or common as this"]


def test_records_without_a_number_are_counted_in_a_sentence():
    results = searcher().search("straw moss", SearchSettings(formula="log(price)"))

    assert results.warnings == [
        "1 of 4 records have no usable number in price: the formula adds 0 to them"
    ]


def test_a_formula_that_cannot_be_read_is_said_and_left_out():
    results = searcher().search("moss", SearchSettings(formula="log(prise)"))

    assert results.total == 2
    assert results.warnings == [
        "formula, column 5: “prise”: no such column; columns are: price, year; ranked without it"
    ]


@pytest.mark.parametrize(
    ("said", "warning"),
    [
        ({"sort": "-prise"}, "there is no column “prise”; known: price, site, year"),
        ({"facets": ["sites"]}, "there is no column of labels “sites”; known: site"),
        ({"weights": {"titles": 2}}, "there is no field “titles”; known: text, title"),
    ],
)
def test_names_that_the_index_does_not_have_are_said(said, warning):
    results = searcher().search("moss", SearchSettings.model_validate(said))

    assert (results.total, results.warnings) == (2, [warning])


@given(st.sampled_from(["moss", "bower bird", '"bower bird" moss', "build*", "title:moss^2 blue"]))
def test_an_explanation_adds_up_to_the_score(query):
    said = SearchSettings(
        explain=True, weights={"title": 3}, words={"moss": 2}, formula="if(price > 20, 1, 0)"
    )

    for hit in searcher().search(query, said).hits:
        explained = hit.explain
        assert explained is not None
        added = sum(term.score for term in explained.terms) + explained.formula
        assert added == pytest.approx(hit.score, rel=1e-12)


def test_an_explanation_is_a_sentence():
    results = searcher().search("moss", SearchSettings(explain=True, weights={"title": 3}))

    explained = results.hits[0].explain
    assert explained is not None
    assert explained.sentence.endswith(
        "(1× in title, which counts 3× and 1× in text; in 2 of 4 records)"
    )


def test_a_snippet_marks_the_words_of_the_query():
    long = "nothing here " * 60 + "and then a blue bird sat on straw " + "and left " * 60

    (hit,) = searcher([page("one", long)]).search("blue straw").hits

    assert [piece.text for piece in hit.snippet if piece.marked] == ["blue", "straw"]
    assert len("".join(piece.text for piece in hit.snippet)) <= 250
    assert hit.snippet[0].text == "… "
    assert hit.snippet[-1].text == " …"


def test_dates_that_are_written_as_texts_are_filtered_as_dates():
    docs = [
        Doc({"text": "a"}, {"seen": seconds}, {"seen": [day]}, {"seen": day})
        for day, seconds in (("2023-05-01", 1682899200.0), ("2024-05-03", 1714694400.0))
    ]

    found = {
        query: [hit.fields["seen"] for hit in searcher(docs).search(query).hits]
        for query in ("seen:2024-05", "seen:2024", "seen>2023", "seen:2024-05-03", "seen:..2023")
    }
    by_year = SearchSettings(formula='if(seen > "2024", 1, 0)')

    late, early = ["2024-05-03"], ["2023-05-01"]
    assert [*found.values()] == [late, late, late, late, early]
    assert searcher(docs).search("", by_year).warnings == []


def test_a_snippet_is_a_stretch_of_the_text_itself():
    text = "a <b>blue</b> bird & a “straw”"

    doc = Doc({"text": "a blue bird"}, stored={"text": text})

    (hit,) = searcher([doc]).search("blue").hits

    assert "".join(piece.text for piece in hit.snippet) == text


def test_records_of_the_same_content_are_shown_once():
    docs = [
        Doc({"text": "blue " * n}, stored={"url": str(n), "content_hash": same})
        for n, same in ((3, "x"), (2, "x"), (1, "y"))
    ]

    results = searcher(docs).search("blue", SearchSettings(limit=2))

    assert [(hit.url, hit.duplicates) for hit in results.hits] == [("3", 1), ("1", 0)]
    assert results.total == 3


def test_a_page_is_filled_up_behind_many_duplicates():
    docs = [
        Doc({"text": "blue"}, stored={"url": str(n), "content_hash": "x" if n < 90 else str(n)})
        for n in range(100)
    ]

    results = searcher(docs).search("blue", SearchSettings(limit=4))

    assert [hit.url for hit in results.hits] == ["0", "90", "91", "92"]
    assert results.hits[0].duplicates == 89


def test_results_can_be_sent():
    sent = msgspec.json.encode(searcher().search("moss", SearchSettings(explain=True)))

    assert re.search(rb'"took_ms":[\d.]+', sent)


def test_an_empty_index_finds_nothing():
    results = Searcher(snapshot_from([], FIELDS), IndexOptions()).search("moss")

    assert (results.total, results.hits) == (0, [])


def test_usual_settings_come_from_the_index():
    usual = RankingOptions(words={"moss": 50})

    (best, *_) = searcher(ranking=usual).search("straw moss").hits

    assert best.score > 50
