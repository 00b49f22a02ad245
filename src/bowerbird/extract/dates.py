"""Dates as pages print them, made ISO 8601: such texts sort, and an index reads them as dates."""

import re
from datetime import UTC, datetime
from typing import Literal

from bowerbird.web.dates import any_date

DateOrder = Literal["auto", "dmy", "mdy"]

LONGEST = 300  # characters looked at

# How the names of the months begin in English, German, French, Spanish, Italian, Portuguese, Dutch.
_MONTHS = (
    ("jan", "jän", "ene", "gen"),
    ("feb", "fév", "fev"),
    ("mar", "mär", "mrz", "maa", "mrt"),
    ("apr", "avr", "abr"),
    ("may", "mai", "mag", "mei"),
    ("jun", "juin", "giu"),
    ("jul", "juil", "lug"),
    ("aug", "aoû", "aou", "ago"),
    ("sep", "set"),
    ("oct", "okt", "ott", "out"),
    ("nov",),
    ("dec", "dez", "déc", "dic"),
)
_MONTH_OF = {name: number for number, names in enumerate(_MONTHS, 1) for name in names}
_NAME = "(?P<name>" + "|".join(sorted(_MONTH_OF, key=len, reverse=True)) + r")[^\W\d_]*\.?"
_TIME = (
    r"(?:[T,]?\s*(?:at|um|à|-|\|)?\s*(?P<hour>\d{1,2})[:h](?P<minute>\d\d)"
    r"(?::(?P<second>\d\d))?\s*(?P<half>[ap])?)?"
)
_NUMERIC = (
    r"(?<!\d)(?P<year>\d{4})(?P<sign>[-/.])(?P<month>\d\d?)(?P=sign)(?P<day>\d\d?)(?!\d)",
    r"(?<!\d)(?P<first>\d\d?)(?P<sign>[-/.])\s?(?P<second_>\d\d?)(?P=sign)\s?"
    r"(?P<year>\d{4}|\d\d)(?!\d)",
)
_NAMED = (
    r"(?<!\d)(?P<day>\d\d?)(?:st|nd|rd|th|er|º|\.)?[\s-]+(?:de\s+|of\s+)?"
    + _NAME
    + r",?[\s-]+(?:de\s+)?(?P<year>\d{4})(?!\d)",
    r"\b" + _NAME + r"\s+(?P<day>\d\d?)(?:st|nd|rd|th)?,?\s+(?P<year>\d{4})(?!\d)",
)
_FORMS = tuple(re.compile(form + _TIME, re.IGNORECASE) for form in (*_NUMERIC, *_NAMED))


def date_of(text: str, order: DateOrder = "auto", form: str = "") -> str:
    """The first date in the text, with its time if it has one; else `ValueError`.

    A date without a zone stays as it is printed; one with a zone is told in UTC.
    """
    text = text[:LONGEST].strip()
    if form:
        return _by_form(text, form)
    for pattern in _FORMS:
        if (found := pattern.search(text)) and not _has_zone(text):
            return _iso(_moment(found, order))
    seconds = any_date(text)
    if seconds is None:
        raise ValueError(f"{_shown(text)} is not a date")
    return _iso(datetime.fromtimestamp(seconds, UTC))


def _by_form(text: str, form: str) -> str:
    try:
        return _iso(datetime.strptime(text, form))  # noqa: DTZ007 - few forms name a zone
    except ValueError:
        raise ValueError(f"{_shown(text)} is not of the form {form}") from None


def _has_zone(text: str) -> bool:
    return bool(
        re.search(
            r"(?:\d\d:\d\d(?::\d\d)?(?:\.\d+)?\s*(?:Z|[-+]\d\d:?\d\d|GMT|UTC|[A-Z]{3}\b))", text
        )
    )


def _moment(found: re.Match[str], order: DateOrder) -> datetime:
    parts = found.groupdict()
    if parts.get("name"):
        month, day = _MONTH_OF[parts["name"].lower()], int(parts["day"])
    elif "first" in parts:
        day, month = _day_and_month(found, order)
    else:
        month, day = int(parts["month"]), int(parts["day"])
    hour = int(parts["hour"] or 0)
    if parts["half"]:
        hour = hour % 12 + (12 if parts["half"].lower() == "p" else 0)
    try:
        return datetime(  # noqa: DTZ001 - as printed
            _full_year(parts["year"]), month, day,
            hour, int(parts["minute"] or 0), int(parts["second"] or 0),
        )  # fmt: skip
    except ValueError:
        raise ValueError(f"{_shown(found[0])} is not a date") from None


def _day_and_month(found: re.Match[str], order: DateOrder) -> tuple[int, int]:
    first, second = int(found["first"]), int(found["second_"])
    if order == "auto":
        if found["sign"] == "/" and first <= 12 and second <= 12 and first != second:
            raise ValueError(f"{_shown(found[0])} may be two dates; say order dmy or mdy")
        order = "mdy" if second > 12 else "dmy"
    return (second, first) if order == "mdy" else (first, second)


def _full_year(year: str) -> int:
    """Two digits mean the century in which the date is not over 20 years ahead of 2030."""
    number = int(year)
    return number if len(year) == 4 else number + (2000 if number < 50 else 1900)


def _iso(moment: datetime) -> str:
    whole_day = (moment.hour, moment.minute, moment.second, moment.microsecond) == (0, 0, 0, 0)
    if whole_day:
        return moment.date().isoformat()
    return (moment.astimezone(UTC) if moment.tzinfo else moment).isoformat()


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:39] + "…")
