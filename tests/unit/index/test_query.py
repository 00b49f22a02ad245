import math

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from bowerbird.index.query import Names, parse_query
from bowerbird.index.query_ranges import range_of
from bowerbird.index.query_tree import (
    Clause,
    Either,
    Group,
    Labelled,
    Prefix,
    Quoted,
    Range,
    Words,
)

NAMES = Names(text=["title", "text"], numbers=["price", "year"], labels=["site", "kind"])
DAY = 86400.0


def clauses_of(text: str) -> tuple[Clause, ...]:
    query = parse_query(text, NAMES)
    assert query.warnings == ()
    return query.root.clauses


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("blue moss", Clause(Words("blue moss", 1))),
        ("+nest", Clause(Words("nest", 2), "must")),
        ("-nest", Clause(Words("nest", 2), "not")),
        ("−nest", Clause(Words("nest", 2), "not")),
        ("NOT nest", Clause(Words("nest", 5), "not")),
        ('"bower bird"', Clause(Quoted("bower bird", 1))),
        ("„bower bird“", Clause(Quoted("bower bird", 1))),
        ('"bower bird"^3', Clause(Quoted("bower bird", 1, boost=3))),
        ("moss^2.5", Clause(Words("moss", 1, boost=2.5))),
        ("nest*", Clause(Prefix("nest", 1))),
        ("title:nest", Clause(Words("nest", 7, "title"))),
        ("title:nest*", Clause(Prefix("nest", 7, "title"))),
        ('title:"bower bird"', Clause(Quoted("bower bird", 7, "title"))),
        ("-title:nest", Clause(Words("nest", 8, "title"), "not")),
        ("title:(nest)", Clause(Group((Clause(Words("nest", 8, "title")),)))),
        ("site:example.org", Clause(Labelled("site", "example.org", 1))),
        ("kind=page", Clause(Labelled("kind", "page", 1))),
        ('site:"New York"', Clause(Labelled("site", "New York", 1))),
        ("price<100", Clause(Range("price", -math.inf, 100, high_in=False))),
        ("price>=5", Clause(Range("price", 5, math.inf))),
        ("price≤5", Clause(Range("price", -math.inf, 5))),
        ("price!=5", Clause(Range("price", 5, 5, outside=True))),
        ("year:2019..2024", Clause(Range("year", 2019, 2024))),
        ("year:2019..", Clause(Range("year", 2019, math.inf))),
        ("year:2019", Clause(Range("year", 2019, 2019))),
        ("+price<5", Clause(Range("price", -math.inf, 5, high_in=False), "must")),
        ("state-of-the-art^2", Clause(Words("state-of-the-art", 1, boost=2))),
        ("c++", Clause(Words("c++", 1))),
        ("https://example.org/a?b=c", Clause(Words("https://example.org/a?b=c", 1))),
    ],
)
def test_a_part_is_read_as_what_it_says(text, expected):
    assert clauses_of(text) == (expected,)


def test_or_binds_its_neighbours_and_parentheses_group():
    words = {name: Words(name, at) for name, at in (("a", 2), ("b", 7), ("c", 10), ("d", 15))}

    (group, c_or_d) = clauses_of("(a OR b) c OR d")

    assert group == Clause(Group((Clause(Either((words["a"], words["b"]))),)))
    assert c_or_d == Clause(Either((words["c"], words["d"])))


def test_several_alternatives_are_one():
    (clause,) = clauses_of("a OR b OR c")

    assert isinstance(clause.node, Either)
    assert len(clause.node.alternatives) == 3


def test_and_asks_for_both_of_its_neighbours():
    assert [clause.occurs for clause in clauses_of("a AND b c")] == ["must", "must", "may"]


def test_a_dash_between_blanks_means_nothing():
    assert [clause.node for clause in clauses_of('"a" - b')] == [Quoted("a", 1), Words("b", 7)]


@pytest.mark.parametrize(
    ("value", "low", "high"),
    [
        ("2024-01-01..", 19723 * DAY, math.inf),
        ("2024-01-01..2024-01-01", 19723 * DAY, 19724 * DAY),
        ("..2023-12", -math.inf, 19723 * DAY),
        ("2024-02", 19754 * DAY, 19783 * DAY),
        ("2024-01-01T06:30", 19723 * DAY + 23400, 19723 * DAY + 23460),
    ],
)
def test_a_date_stands_for_the_whole_of_its_month_day_or_minute(value, low, high):
    found = range_of("year", ":", value)

    assert found == Range("year", low, high, high_in=math.isinf(high))


@pytest.mark.parametrize("text", ["a<b", "x=5", "vector<int>", "1<2"])
def test_signs_of_programs_are_no_comparisons(text):
    assert clauses_of(text) == (Clause(Words(text, 1)),)


def test_a_column_of_numbers_that_are_labels_too_is_asked_for_either():
    names = Names(numbers=["year"], labels=["year"])

    (clause,) = parse_query("year:2019..2024", names).root.clauses
    (unlike,) = parse_query("year:unknown", names).root.clauses

    assert clause.node == Either((Range("year", 2019, 2024), Labelled("year", "2019..2024", 1)))
    assert unlike.node == Labelled("year", "unknown", 1)


def test_a_year_is_a_date_in_a_column_of_dates_and_a_number_elsewhere():
    (clause,) = parse_query("seen>2023", Names(numbers=["seen"], dates=["seen"])).root.clauses

    assert clause.node == Range("seen", 19723 * DAY, math.inf)
    assert clauses_of("year>2023") == (Clause(Range("year", 2023, math.inf, low_in=False)),)


def test_after_a_month_begins_with_the_next():
    assert range_of("year", ">", "2023-12") == Range("year", 19723 * DAY, math.inf)


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        ('"bower bird', "column 1: this quotation mark is never closed; it counts to the end"),
        ("(blue", "column 1: this parenthesis is never closed; it counts to the end"),
        ("blue)", "column 5: this parenthesis closes nothing; left out"),
        ("OR blue", "column 1: OR has nothing on its left; left out"),
        ("blue OR", "column 7: OR has nothing on its right; left out"),
        ("blue +", "column 6: + has nothing on its right"),
        ("title:", "column 1: nothing stands behind “title:”; left out"),
        ("blue price<", "column 6: nothing stands behind “price<”; left out"),
        ("blue price<cheap", "column 12: “cheap” is no number, date or range; left out"),
        ("site<5 blue", "column 1: “site” holds no numbers to compare; left out"),
        ("year:2024-13", "column 6: “2024-13” is no number, date or range; left out"),
        ("colour:blue", "column 1: there is no field “colour”, so its words are searched for"),
        ("(" * 30 + "blue", "column 21: more than 20 parentheses within each other; left out"),
        ("blue (moss)^3", "column 13: only words and phrases can be boosted; left out"),
        ("prise<5 blue", "column 1: there is no field “prise”, so its words are searched for"),
        ("blue price:5..2", "column 12: “5..2” begins behind its end, so nothing is in it"),
        ("blue moss^x", "column 10: “^x” is no weight such as ^2; searched for as a word"),
        ("blue ^3", "column 6: “^3” stands behind nothing; searched for as a word"),
        ("x" * 6000, "column 5001: the query is cut here: it has 6000 characters"),
    ],
)
def test_a_wrong_query_says_where_and_why(text, warning):
    assert any(said.startswith(warning) for said in parse_query(text, NAMES).warnings)


def test_what_was_understood_of_a_wrong_query_stays():
    query = parse_query('blue price<cheap ) "bower bird', NAMES)

    assert [clause.node for clause in query.root.clauses] == [
        Words("blue", 1),
        Quoted("bower bird", 20),
    ]


@given(st.text(max_size=60) | st.text('ab title:price<>=!*"()^-+−. OR AND NOT 12', max_size=60))
@settings(max_examples=600, deadline=None)
def test_any_text_is_a_query(text):
    parse_query(text, NAMES)
