"""Dates as people write them in queries and formulas, as seconds since 1970."""

import re
from datetime import UTC, datetime, timedelta

_DATE = re.compile(r"(\d{4})-(\d{1,2})(?:-(\d{1,2})(?:T(\d{1,2}):(\d{2})(?::(\d{2}))?Z?)?)?")

_YEAR = re.compile(r"\d{4}", re.ASCII)
_WRITTEN = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d\S*)?", re.ASCII)  # … in a record


def span_of(text: str, *, years: bool = False) -> tuple[float, float] | None:
    """The first second of a month, day or minute, and the first after it; with `years`, of a year,
    too, which elsewhere is a number like any other."""
    if years and _YEAR.fullmatch(text.strip()):
        return _year(int(text))
    parts = _DATE.fullmatch(text.strip())
    if parts is None:
        return None
    year, month, day, hour, minute, second = (
        int(part) if part else None for part in parts.groups()
    )
    if year is None or month is None:
        return None
    try:
        start = datetime(year, month, day or 1, hour or 0, minute or 0, second or 0, tzinfo=UTC)
        if day is None:
            end = start.replace(year=year + month // 12, month=month % 12 + 1)
        elif hour is None:
            end = start + timedelta(days=1)
        else:
            end = start + (timedelta(minutes=1) if second is None else timedelta(seconds=1))
    except (ValueError, OverflowError):
        return None
    return start.timestamp(), end.timestamp()


def instant_of(text: str) -> float | None:
    """The first second of a date, or of a year."""
    span = span_of(text, years=True)
    return span[0] if span else None


def is_date(text: str) -> bool:
    """Whether a field that says so holds a day or an instant."""
    return bool(_WRITTEN.fullmatch(text))


def _year(number: int) -> tuple[float, float] | None:
    try:
        first, after = (datetime(year, 1, 1, tzinfo=UTC) for year in (number, number + 1))
    except ValueError:
        return None
    return first.timestamp(), after.timestamp()
