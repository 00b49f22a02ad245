"""What goes into an index: a record, sorted into words, numbers, labels and what is shown."""

from collections.abc import Mapping

from msgspec import Struct

from bowerbird.model.record import Scalar


class Entry(Struct, frozen=True):
    """One document of an index."""

    key: bytes  # a later entry of the same key replaces the earlier one
    serial: int  # the record's number in the record log
    text: Mapping[str, str | list[str]] = {}  # per searched field
    numbers: Mapping[str, float] = {}  # numbers, truth values, dates as seconds since 1970
    labels: Mapping[str, list[str]] = {}  # short texts to filter and count by
    stored: Mapping[str, Scalar | list[str]] = {}  # for showing and snippets
    gone: bool = False  # only forget the key
