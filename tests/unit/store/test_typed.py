import pytest

from bowerbird.store.typed import as_it_came, plain_number, typed


@pytest.mark.parametrize(
    ("text", "number"),
    [("3", 3), ("-2.5", -2.5), ("1e3", 1000.0), (" 7 ", 7), ("0", 0), ("0.5", 0.5), (".5", 0.5)],
)
def test_a_text_that_is_nothing_but_a_number_is_one(text, number):
    assert plain_number(text) == number


@pytest.mark.parametrize(
    "text", ["", "01234", "3 votes", "1_000", "1,5", "nan", "9" * 200, "1e999"]
)
def test_codes_and_anything_else_stay_texts(text):
    assert plain_number(text) is None


@pytest.mark.parametrize(
    ("text", "number"),
    [("0\nvotes", 0), ("-3 votes", -3), ("$1,234.50", 1234.5), ("price: 12.5 EUR", 12.5), (4, 4)],
)
def test_where_a_number_is_asked_for_the_one_in_the_text_is_taken(text, number):
    assert typed(text, "number") == number


@pytest.mark.parametrize("text", ["none", "3 of 5", "1.2.3.4"])
def test_no_number_or_more_than_one_is_said(text):
    with pytest.raises(ValueError, match="is not a number"):
        typed(text, "number")


@pytest.mark.parametrize(
    ("value", "date"),
    [
        ("2024-05-31", "2024-05-31"),
        ("2024-05-31T12:30:00+02:00", "2024-05-31T10:30:00+00:00"),
        ("Fri, 31 May 2024 10:30:00 GMT", "2024-05-31T10:30:00+00:00"),
        ("2024", "2024-01-01"),
        (1717151400, "2024-05-31T10:30:00+00:00"),
    ],
)
def test_dates_become_iso(value, date):
    assert typed(value, "date") == date


def test_what_is_no_date_says_how_to_write_one():
    with pytest.raises(ValueError, match="write it as 2024-05-31"):
        typed("yesterday", "date")


def test_a_list_is_cut_at_semicolons_bars_and_lines():
    assert typed("a; b|c\nd;", "list") == ["a", "b", "c", "d"]
    assert typed(["a", 2, None], "list") == ["a", "2", "null"]


@pytest.mark.parametrize("wanted", ["text", "number", "date"])
def test_what_is_empty_stays_empty(wanted):
    assert typed("", wanted) is typed(None, wanted) is None
    assert typed("", "list") == []


def test_what_no_record_can_hold_is_made_so_that_it_can():
    assert as_it_came(2**70) == float(2**70)
    assert as_it_came([1, "a"]) == ["1", "a"]
    assert as_it_came({}) == "{}"
    assert as_it_came("half \ud800") == "half ?"
