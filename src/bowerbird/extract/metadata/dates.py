"""Dates of publication in the form YYYY, YYYY-MM or YYYY-MM-DD, only as exact as they were told."""

import re
from datetime import UTC, date, datetime

from bowerbird.web.dates import any_date

EARLIEST, LATEST = 1400, 2100  # print begins; a year beyond is a number, no year
_MONTHS = (
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"
)  # fmt: skip
_NAMES = "|".join(_MONTHS)
_YEAR_FIRST = re.compile(r"(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?:[T ].*)?")
_COMPACT = re.compile(r"(?:D:)?(\d{4})(\d\d)(\d\d)(?:\d{2,6})?(?:[Z+-].*)?")
_DAY_FIRST = re.compile(
    rf"(\d{{1,2}})(?:[a-z]{{2}}|\.)?\s+(?:of\s+)?({_NAMES})[a-z]*\.?,?\s+(\d{{4}})\b"
)
_MONTH_FIRST = re.compile(rf"\b({_NAMES})[a-z]*\.?\s+(\d{{1,2}})(?:[a-z]{{2}})?,?\s+(\d{{4}})\b")
_MONTH_YEAR = re.compile(rf"\b({_NAMES})[a-z]*\.?,?\s+(\d{{4}})\b")
_NUMBERS = re.compile(r"(\d{1,2})[./-](\d{1,2})[./-](\d{4})")
_YEAR = re.compile(r"\b(1[4-9]\d\d|20\d\d)\b")


def date_of(text: str) -> str:
    """A date written on its own; empty if it is none."""
    text = text.strip()[:60]
    if found := _COMPACT.fullmatch(text):
        return _checked(*found.groups())
    if found := _YEAR_FIRST.fullmatch(text):
        return _checked(*found.groups())
    if found := _NUMBERS.fullmatch(text):
        return _told_apart(found[1], found[2], found[3])
    if inside := date_in(text):
        return inside
    seconds = any_date(text)
    return "" if seconds is None else _from_seconds(seconds)


def date_in(text: str) -> str:
    """The first date with a month's name in a running text, else the first ISO date."""
    lower = text.lower()
    if found := _DAY_FIRST.search(lower):
        return _checked(found[3], str(_MONTHS.index(found[2]) + 1), found[1])
    if found := _MONTH_FIRST.search(lower):
        return _checked(found[3], str(_MONTHS.index(found[1]) + 1), found[2])
    if found := _MONTH_YEAR.search(lower):
        return _checked(found[2], str(_MONTHS.index(found[1]) + 1))
    if found := re.search(r"\b(\d{4})-(\d\d)-(\d\d)\b", lower):
        return _checked(*found.groups())
    return ""


def year_in(text: str) -> str:
    """The first number that can be a year."""
    found = _YEAR.search(text)
    return "" if found is None else found[1]


def _checked(year: str, month: str | None = None, day: str | None = None) -> str:
    """As exact as it holds: a 31 February is a February."""
    if not EARLIEST <= int(year) <= LATEST:
        return ""
    if not month or not 1 <= int(month) <= 12:
        return year
    try:
        return date(int(year), int(month), int(day or 0)).isoformat()
    except ValueError:
        return f"{year}-{int(month):02d}"


def _told_apart(first: str, second: str, year: str) -> str:
    """30/08/2018 has one reading, 08/07/2018 two: then only the year is sure."""
    if int(first) > 12:
        return _checked(year, second, first)
    if int(second) > 12:
        return _checked(year, first, second)
    return _checked(year, first, second) if first == second else _checked(year)


def _from_seconds(seconds: float) -> str:
    try:
        return datetime.fromtimestamp(seconds, UTC).date().isoformat()
    except (OverflowError, OSError, ValueError):
        return ""
