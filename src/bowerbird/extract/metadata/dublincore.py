"""Metadata as Dublin Core: simple elements with a few terms, as XML or as a mapping."""

from collections.abc import Iterator
from xml.sax.saxutils import escape

from bowerbird.model.metadata import Metadata

_ELEMENTS = "http://purl.org/dc/elements/1.1/"
_TERMS = "http://purl.org/dc/terms/"
_OAI = "http://www.openarchives.org/OAI/2.0/oai_dc/"
_SINGLE = {
    "title": "dc:title", "abstract": "dcterms:abstract", "date": "dc:date",
    "language": "dc:language", "publisher": "dc:publisher", "type": "dc:type",
    "licence": "dcterms:license", "journal": "dcterms:isPartOf",
}  # fmt: skip


def dublin_core(found: Metadata) -> dict[str, list[str]]:
    """Every element with its values."""
    elements: dict[str, list[str]] = {}
    for name, value in _elements(found):
        elements.setdefault(name, []).append(value)
    return elements


def dublin_core_xml(found: Metadata) -> str:
    """An `oai_dc` document, with terms where simple Dublin Core has no word."""
    lines = [f"  <{name}>{escape(value)}</{name}>" for name, value in _elements(found)]
    spaces = f'xmlns:oai_dc="{_OAI}" xmlns:dc="{_ELEMENTS}" xmlns:dcterms="{_TERMS}"'
    return "\n".join(
        (
            '<?xml version="1.0" encoding="UTF-8"?>',
            f"<oai_dc:dc {spaces}>",
            *map(_printable, lines),
            "</oai_dc:dc>",
            "",
        )
    )


def _elements(found: Metadata) -> Iterator[tuple[str, str]]:
    for name, element in _SINGLE.items():
        if (field := getattr(found, name)) is not None:
            yield element, field.value
    if found.authors:
        yield from (("dc:creator", person.name) for person in found.authors.value)
    if found.keywords:
        yield from (("dc:subject", word) for word in found.keywords.value)
    yield from (("dc:identifier", value) for value in _identifiers(found))
    if found.references:
        yield from (("dcterms:references", each.text) for each in found.references.value)


def _identifiers(found: Metadata) -> Iterator[str]:
    if found.doi:
        yield f"doi:{found.doi.value}"
    if found.arxiv:
        yield f"arXiv:{found.arxiv.value}"
    if found.isbn:
        yield from (f"urn:isbn:{isbn}" for isbn in found.isbn.value)
    if found.issn:
        yield from (f"urn:issn:{issn}" for issn in found.issn.value)
    if found.url:
        yield found.url.value


def _printable(line: str) -> str:
    """XML 1.0 has no control characters, not even escaped."""
    return "".join(letter for letter in line if letter >= " " or letter == "\t")
