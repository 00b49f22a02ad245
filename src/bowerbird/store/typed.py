"""Values of imported records: what a person's word `number`, `text`, `date` or `list` makes of a
cell. What cannot be made so raises `ValueError` with a reason for people."""

import re
from datetime import UTC, datetime
from typing import Any, Literal, cast

import msgspec

from bowerbird.model.record import Scalar
from bowerbird.web.dates import any_date

FieldType = Literal["text", "number", "date", "list"]
Value = Scalar | list[str]

_NUMBER = re.compile(r"[-+]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?", re.ASCII)
_IN_TEXT = re.compile(r"[-+−]?\d+(?:,\d{3})+(?:\.\d+)?|[-+−]?\d+(?:\.\d+)?|[-+−]?\.\d+", re.ASCII)
_CODE = re.compile(r"[-+]?0\d")  # 01234 is a code, not a number
_BETWEEN = re.compile(r"[;|\n]")
_LONGEST = 100  # characters; no number is longer
_BIGGEST = 2**63  # the record log keeps whole numbers of 64 bits


def typed(value: Any, wanted: FieldType) -> Value:
    """The value as that type; what is empty stays empty."""
    if value is None or value == "":
        return [] if wanted == "list" else None
    match wanted:
        case "text":
            return as_text(value)
        case "number":
            return _number(value)
        case "date":
            return _date(value)
        case "list":
            return _list(value)


def as_it_came(value: Any) -> Value:
    """A value of a JSON document as a record can hold it."""
    match value:
        case int() if abs(value) >= _BIGGEST:
            return float(value)
        case None | bool() | int() | float():
            return cast(Value, value)
        case str():
            return as_text(value)
        case list():
            return [as_text(each) for each in value]
        case _:
            return msgspec.json.encode(value).decode()


def as_text(value: Any) -> str:
    """The value as it would be read aloud."""
    match value:
        case str():  # JSON can hold half a character, which no file of ours can
            return value if value.isascii() else value.encode(errors="replace").decode()
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
        case _:
            return msgspec.json.encode(value).decode()


def plain_number(text: str) -> int | float | None:
    """The number that this text is and nothing else; codes such as 01234 are none."""
    text = text.strip()
    if len(text) > _LONGEST or not _NUMBER.fullmatch(text) or _CODE.match(text) or "_" in text:
        return None
    if text.lstrip("+-").isdigit() and abs(int(text)) < _BIGGEST:
        return int(text)
    number = float(text)
    return None if number in (float("inf"), float("-inf")) else number


def _number(value: Any) -> int | float:
    """Also the one number in a text: 3 votes, $1,234.50."""
    if isinstance(value, (bool, int, float)):
        return value
    text = as_text(value)
    plain = plain_number(text)
    if plain is not None:
        return plain
    found = _IN_TEXT.findall(text[:_LONGEST])
    if len(found) != 1:
        raise ValueError(f"{_short(text)} is not a number")
    digits = found[0].replace(",", "").replace("−", "-")
    return float(digits) if "." in digits else int(digits)


def _date(value: Any) -> str:
    """ISO 8601, whatever it was before: such texts sort, and an index reads them as dates."""
    if isinstance(value, (int, float)) and not isinstance(value, bool) and value >= 10_000:
        return _iso(float(value))  # seconds since 1970; what is smaller is a year
    text = as_text(value)
    seconds = any_date(text)
    if seconds is None:
        raise ValueError(f"{_short(text)} is not a date; write it as 2024-05-31")
    return _iso(seconds)


def _iso(seconds: float) -> str:
    try:
        moment = datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        raise ValueError(f"{seconds:g} is not a date") from None
    whole_day = (moment.hour, moment.minute, moment.second, moment.microsecond) == (0, 0, 0, 0)
    return moment.date().isoformat() if whole_day else moment.isoformat()


def _list(value: Any) -> list[str]:
    if isinstance(value, list):
        return [as_text(each) for each in value]
    parts = (part.strip() for part in _BETWEEN.split(as_text(value)))
    return [part for part in parts if part]


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:39] + "…")
