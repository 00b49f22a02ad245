import pytest

from bowerbird.extract.dates import date_of
from bowerbird.extract.numbers import number_of


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1.234,56 €", 1234.56),
        ("$1,234.50", 1234.5),
        ("1 234 567 Kč", 1_234_567),
        ("1\u202f234,5", 1234.5),
        ("1'234.50", 1234.5),
        ("1.234.567", 1_234_567),
        ("1,234", 1234),
        ("12,5", 12.5),
        ("0,125", 0.125),
        ("3.", 3),
        ("-3", -3),
        ("−7 °C", -7),
        ("- $5", -5),
        ("10-20", 10),
        ("SKU-7", 7),
        ("4.5 out of 5", 4.5),
        ("1e3", 1000.0),
        ("99999999999999999999", 1e20),
    ],
)
def test_the_number_in_a_text_is_found(text, number):
    assert number_of(text) == number
    assert isinstance(number_of(text), type(number))


def test_who_knows_the_decimal_sign_says_so():
    assert number_of("1.234 €", ",") == 1234
    assert number_of("1,234", ".") == 1234
    assert number_of("1,234", ",") == 1.234


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2024-03-05", "2024-03-05"),
        ("2024/3/5", "2024-03-05"),
        ("2024-03-05T10:11:12Z", "2024-03-05T10:11:12+00:00"),
        ("2024-03-05T10:11:12+02:00", "2024-03-05T08:11:12+00:00"),
        ("Tue, 05 Mar 2024 10:00:00 GMT", "2024-03-05T10:00:00+00:00"),
        ("5. März 2024", "2024-03-05"),
        ("Posted on March 5th, 2024 by X", "2024-03-05"),
        ("5 de marzo de 2024, 14:30", "2024-03-05T14:30:00"),
        ("1er août 2021", "2021-08-01"),
        ("12 March 2024 at 3:30 pm", "2024-03-12T15:30:00"),
        ("12 March 2024 12:05 am", "2024-03-12T00:05:00"),
        ("05.03.2024", "2024-03-05"),
        ("13/02/2024", "2024-02-13"),
        ("02/13/2024", "2024-02-13"),
        ("31.12.99", "1999-12-31"),
        ("2024", "2024-01-01"),
    ],
)
def test_the_date_in_a_text_is_found(text, date):
    assert date_of(text) == date
    assert date_of(date_of(text)) == date


def test_a_date_that_may_be_two_is_not_guessed():
    with pytest.raises(ValueError, match="say order dmy or mdy"):
        date_of("1/2/2024")

    assert date_of("1/2/2024", "dmy") == "2024-02-01"
    assert date_of("1/2/2024", "mdy") == "2024-01-02"


@pytest.mark.parametrize("text", ["soon", "", "99.99.2024", "30 February 2024"])
def test_what_is_no_date_is_refused(text):
    with pytest.raises(ValueError, match="is not a date"):
        date_of(text)
