from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bowerbird.web.dates import any_date, http_date, iso8601, last_modified, retry_after

SUNDAY = datetime(1994, 11, 6, 8, 49, 37, tzinfo=UTC).timestamp()
NOW = datetime(2026, 11, 18, 12, 0, 0, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    "text",
    [
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
        "sun, 6 nov 1994 08:49:37 gmt",
        "Mon, 06 Nov 1994 08:49:37 UTC",  # the wrong day of the week
        "Sun, 06-Nov-1994 08:49:37 GMT",
        "  Sun, 06 Nov 1994 08:49:37  ".strip() + " GMT ",
    ],
)
def test_the_three_forms_of_an_http_date_are_one_moment(text):
    assert http_date(text, NOW) == SUNDAY


@pytest.mark.parametrize(
    ("year", "full"), [("94", 1994), ("26", 2026), ("76", 2076), ("77", 1977), ("00", 2000)]
)
def test_two_digits_of_a_year_mean_the_century_nearest_to_now(year, full):
    moment = http_date(f"Sunday, 06-Nov-{year} 08:49:37 GMT", NOW)

    assert moment == datetime(full, 11, 6, 8, 49, 37, tzinfo=UTC).timestamp()


def test_a_leap_second_is_a_second_later():
    assert http_date("Sat, 31 Dec 2016 23:59:60 GMT") == (
        datetime(2017, 1, 1, tzinfo=UTC).timestamp()
    )


@pytest.mark.parametrize(
    "text",
    ["", "0", "-1", "now", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
     "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Nov 0000 08:49:37 GMT", "Sun, 06 Nov 1994",
     "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, \u0660\u0666 Nov 1994 08:49:37 GMT", "x" * 5000],
)  # fmt: skip
def test_junk_is_no_date(text):
    assert http_date(text, NOW) is None


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2024-05-01T10:00:00Z", datetime(2024, 5, 1, 10, tzinfo=UTC)),
        ("2024-05-01T10:00:00+02:00", datetime(2024, 5, 1, 8, tzinfo=UTC)),
        ("2024-05-01T10:00:00.250", datetime(2024, 5, 1, 10, 0, 0, 250_000, tzinfo=UTC)),
        ("2024-05-01 10:00", datetime(2024, 5, 1, 10, tzinfo=UTC)),
        ("2024-05-01", datetime(2024, 5, 1, tzinfo=UTC)),
        ("20240501", datetime(2024, 5, 1, tzinfo=UTC)),
        ("2024-05", datetime(2024, 5, 1, tzinfo=UTC)),
        ("2024", datetime(2024, 1, 1, tzinfo=UTC)),
    ],
)
def test_iso_8601_without_a_zone_is_utc(text, moment):
    assert iso8601(text) == moment.timestamp()


@pytest.mark.parametrize(
    "text", ["", "2024-13", "2024-00", "yesterday", "0000", "24-05-01", "9" * 200]
)
def test_what_is_not_iso_8601_is_no_date(text):
    assert iso8601(text) is None


@pytest.mark.parametrize(
    "text",
    ["25 Jun 2010 15:00:00 PDT", "25-Jun-2010 15:00:00 PDT", "Fri, 25 Jun 2010 15:00:00 -0700",
     "2010-06-25T22:00:00Z", "Fri, 25 Jun 2010 22:00:00 GMT", "Friday, 25-Jun-10 22:00:00 GMT"],
)  # fmt: skip
def test_dates_written_by_hand_are_read_with_their_zones(text):
    assert any_date(text, NOW) == datetime(2010, 6, 25, 22, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("120", 120.0), (" 120 ", 120.0), ("0", 0.0), ("1.5", 1.5), ("-5", 0.0),
        ("Wed, 18 Nov 2026 12:01:30 GMT", 90.0),
        ("Wednesday, 18-Nov-26 12:01:30 GMT", 90.0),
        ("Wed Nov 18 12:01:30 2026", 90.0),
        ("Wed, 18 Nov 2026 11:00:00 GMT", 0.0),
        ("2026-11-18T12:01:30Z", 90.0),
        ("", None), ("soon", None), ("12 minutes", None), ("1e9", None), ("9" * 50, None),
    ],
)  # fmt: skip
def test_retry_after_is_seconds_or_a_date_and_never_negative(header, seconds):
    assert retry_after(header, NOW) == seconds


@given(st.text(max_size=60) | st.text("0123456789:,- +GMTWedNov.", max_size=40))
def test_no_text_upsets_a_reader_of_dates(text):
    for read in (http_date, iso8601, any_date, lambda date: retry_after(date, NOW)):
        assert read(text) is None or isinstance(read(text), float)


@pytest.mark.parametrize("said", ["Sun, 06 Nov 1994 08:49:37 GMT", "yesterday", ""])
def test_when_a_page_changed_is_said_back_as_it_was_told(said):
    assert last_modified(said, NOW) == said


def test_a_page_cannot_have_changed_after_it_came():
    assert last_modified("Sun, 25 Jun 2999 15:00:00 GMT", NOW) == ""
