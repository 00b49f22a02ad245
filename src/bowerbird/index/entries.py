"""From a record to what an index keeps of it: texts, numbers, labels, and what is shown.

Numbers are numbers, truth values, ISO dates, and texts that are nothing but a number. Labels are
lists, short texts of one line and truth values, together with `kind` and `site`, the URL's host.
"""

import re
from collections.abc import Iterator
from math import isfinite
from urllib.parse import urlsplit

from bowerbird.index.entry import Entry
from bowerbird.index.instants import is_date
from bowerbird.index.options import IndexOptions
from bowerbird.model.record import Record, Scalar
from bowerbird.web.dates import iso8601

LONGEST_LABEL = 80  # characters
MOST_LABELS = 200  # of one field of one record
# What tells records apart for the crawl; nobody filters by it.
NO_LABELS = frozenset(
    {"content_hash", "fingerprint", "canonical", "description", "url", "variants"}
)

_NUMBER = re.compile(r"[-+]?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?", re.ASCII)

Value = Scalar | list[str]


def entry_of(record: Record, options: IndexOptions) -> Entry:
    """What this index keeps of the record; of one that it must not show, that it is gone."""
    if record.gone or not _belongs(record, options):
        return Entry(record.key, record.seq, gone=True)
    values: dict[str, Value] = {"url": record.url, **record.fields}
    return Entry(
        key=record.key,
        serial=record.seq,
        text=dict(_texts(values, options)),
        numbers={"created_at": record.created_at, **dict(_numbers(values))},
        labels={**dict(_sites(record)), **dict(_labels(values, options)), "kind": [record.kind]},
        stored={**{name: value for name, value in values.items() if value not in _EMPTY},
                "kind": record.kind},
    )  # fmt: skip


_EMPTY: tuple[Value, ...] = (None, "", [])


def _belongs(record: Record, options: IndexOptions) -> bool:
    """A page that asks not to be found is not; one that says "not found" or "log in" is no
    answer."""
    if options.kinds and record.kind not in options.kinds:
        return False
    return not any(record.fields.get(name) is True for name in ("noindex", "soft_404", "wall"))


def _texts(
    values: dict[str, Value], options: IndexOptions
) -> Iterator[tuple[str, str | list[str]]]:
    for name in options.fields:
        match values.get(name):
            case None | "" | []:
                continue
            case bool():
                continue
            case str() | list() as words:
                yield name, words
            case number:
                yield name, str(number)


def _numbers(values: dict[str, Value]) -> Iterator[tuple[str, float]]:
    for name, value in values.items():
        number = _number(value)
        if number is not None and isfinite(number):
            yield name, number


def _number(value: Value) -> float | None:
    match value:
        case bool() | int() | float():
            return float(value)
        case str() if len(value) <= LONGEST_LABEL:
            if _NUMBER.fullmatch(value):
                return float(value)
            return iso8601(value) if is_date(value) else None
        case _:
            return None


def _sites(record: Record) -> Iterator[tuple[str, list[str]]]:
    try:
        host = urlsplit(record.url).hostname if record.url else None
    except ValueError:  # somebody's file may hold any text under `url`
        return
    if host:
        yield "site", [host]


def _labels(values: dict[str, Value], options: IndexOptions) -> Iterator[tuple[str, list[str]]]:
    for name, value in values.items():
        if name in NO_LABELS:
            continue
        match value:
            case bool():
                yield name, ["true" if value else "false"]
            case list():
                if short := [label for label in value[:MOST_LABELS] if _is_label(label)]:
                    yield name, short
            case str() if name not in options.fields and _is_label(value):
                yield name, [value]
            case _:
                continue


def _is_label(text: str) -> bool:
    return 0 < len(text) <= LONGEST_LABEL and "\n" not in text
