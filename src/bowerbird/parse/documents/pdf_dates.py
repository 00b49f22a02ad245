"""Dates as PDF writes them, `D:20260503101530+02'00'`, in ISO 8601."""

import re

_DATE = re.compile(
    r"(?:D:)?\s*(\d{4})(?:(\d\d)(?:(\d\d)(?:(\d\d)(?:(\d\d)(?:(\d\d))?)?)?)?)?"
    r"(?:(Z)|([+-])(\d\d)'?(\d\d)?)?"
)


def pdf_date(text: str) -> str:
    """As much of the date as is there; empty for what is none."""
    found = _DATE.match(text.strip())
    if found is None:
        return ""
    year, month, day, hour, minute, second, zulu, sign, hours, minutes = found.groups()
    date = "-".join(filter(None, (year, month, day)))
    if not (hour and day):
        return date
    zone = "Z" if zulu else f"{sign}{hours}:{minutes or '00'}" if sign else ""
    return f"{date}T{hour}:{minute or '00'}:{second or '00'}{zone}"
