"""Metadata as CSL-JSON, the form that Zotero, pandoc and citeproc read."""

from typing import Any

from bowerbird.extract.metadata.bibtex import key_of
from bowerbird.extract.metadata.names import split_name
from bowerbird.model.metadata import Metadata, Person

# https://docs.citationstyles.org/en/stable/specification.html#appendix-iv-variables
_PLAIN = {
    "title": "title", "abstract": "abstract", "language": "language", "doi": "DOI", "url": "URL",
    "publisher": "publisher", "journal": "container-title", "volume": "volume", "issue": "issue",
    "pages": "page",
}  # fmt: skip
_JOINED = {"keywords": "keyword", "isbn": "ISBN", "issn": "ISSN"}


def csl(found: Metadata) -> dict[str, Any]:
    """One item."""
    kind = found.type.value if found.type else "article-journal" if found.journal else "document"
    item: dict[str, Any] = {"id": key_of(found), "type": kind}
    for name, variable in _PLAIN.items():
        if (field := getattr(found, name)) is not None:
            item[variable] = field.value
    for name, variable in _JOINED.items():
        if (field := getattr(found, name)) is not None:
            item[variable] = ", ".join(field.value)
    if found.authors:
        item["author"] = [_name(person) for person in found.authors.value]
    if found.date:
        item["issued"] = {"date-parts": [[int(part) for part in found.date.value.split("-")]]}
    if found.arxiv:
        item["number"] = f"arXiv:{found.arxiv.value}"
    return item


def _name(person: Person) -> dict[str, str]:
    family, given = split_name(person)
    return {"family": family, "given": given} if given else {"literal": person.name}
