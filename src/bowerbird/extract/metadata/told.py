"""Metadata as plain values: for a JSON document, and for the fields of a record."""

from typing import Any

import msgspec

from bowerbird.model.metadata import IDENTIFIERS, Field, Metadata
from bowerbird.model.record import Scalar

# Fields of a page's record; title, text, language and URL are there already.
_IN_RECORDS = (
    "abstract", "date", "doi", "arxiv", "publisher", "journal", "volume", "issue", "pages", "type",
    "licence", "keywords", "isbn", "issn", "affiliations",
)  # fmt: skip


def as_document(found: Metadata) -> dict[str, Any]:
    """Every field, null where nobody named it; the identifiers together."""
    fields = {name: _told(getattr(found, name)) for name in found.__struct_fields__}
    identifiers = {name: fields.pop(name) for name in IDENTIFIERS}
    known = {name: field for name, field in identifiers.items() if field is not None}
    return {**fields, "identifiers": known}


def record_fields(found: Metadata) -> dict[str, Scalar | list[str]]:
    """What a page's record says of its work beyond what every page says."""
    fields: dict[str, Scalar | list[str]] = {}
    if found.authors is not None:
        fields["authors"] = [person.name for person in found.authors.value]
    for name in _IN_RECORDS:
        field = getattr(found, name)
        if field is not None:
            fields[name] = list(field.value) if isinstance(field.value, tuple) else field.value
    if found.references is not None:
        fields["references"] = len(found.references.value)
    if fields:
        fields["metadata_sources"] = sorted(_sources(found))
    return fields


def _told(field: Field[Any] | None) -> Any:
    return None if field is None else msgspec.json.decode(msgspec.json.encode(field))


def _sources(found: Metadata) -> set[str]:
    fields = (getattr(found, name) for name in found.__struct_fields__)
    return {str(field.source) for field in fields if field is not None}
