"""Dates as people write them in queries and formulas, as seconds since 1970."""

import re
from datetime import UTC, datetime, timedelta

_DATE = re.compile(r"(\d{4})-(\d{1,2})(?:-(\d{1,2})(?:T(\d{1,2}):(\d{2})(?::(\d{2}))?Z?)?)?")


def span_of(text: str) -> tuple[float, float] | None:
    """The first second of a month, day or minute, and the first after it."""
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
    """The first second of a date."""
    span = span_of(text)
    return span[0] if span else None
