"""Metadata as a BibTeX entry, escaped so that LaTeX prints what was meant, under a stable key."""

import re
import unicodedata

from bowerbird.extract.metadata.names import split_name
from bowerbird.model.metadata import Metadata, Person

_ESCAPES = str.maketrans(
    {
        "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "&": r"\&", "%": r"\%", "$": r"\$",
        "#": r"\#", "_": r"\_", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    }
)  # fmt: skip
_KINDS = {
    "article-journal": "article", "article-newspaper": "article", "article": "article",
    "paper-conference": "inproceedings", "chapter": "incollection", "book": "book",
    "thesis": "phdthesis", "report": "techreport",
}  # fmt: skip
_CONTAINERS = {"article": "journal", "inproceedings": "booktitle", "incollection": "booktitle"}
_PUBLISHERS = {"phdthesis": "school", "techreport": "institution"}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
# Words that a key does not begin its title with.
_SMALL = frozenset(
    [
        "a",
        "an",
        "the",
        "on",
        "of",
        "for",
        "in",
        "to",
        "and",
        "or",
        "with",
        "from",
        "towards",
        "toward",
        "der",
        "die",
        "das",
        "ein",
        "eine",
        "le",
        "la",
        "les",
        "un",
        "une",
        "el",
        "los",
        "las",
        "il",
        "lo",
    ]
)


def bibtex(found: Metadata) -> str:
    """One entry."""
    kind = _kind(found)
    fields = {
        "title": _protected(found.title.value) if found.title else "",
        "author": " and ".join(map(_author, found.authors.value)) if found.authors else "",
        **_place(found, kind),
        **_when(found),
        "doi": _verbatim(found.doi.value) if found.doi else "",
        **_eprint(found),
        "isbn": ", ".join(found.isbn.value) if found.isbn else "",
        "issn": ", ".join(found.issn.value) if found.issn else "",
        "url": _verbatim(found.url.value) if found.url else "",
        "keywords": _escaped(", ".join(found.keywords.value)) if found.keywords else "",
        "abstract": _escaped(found.abstract.value) if found.abstract else "",
        "language": found.language.value if found.language else "",
    }
    lines = [f"  {name} = {_delimited(name, value)}," for name, value in fields.items() if value]
    return "\n".join((f"@{kind}{{{key_of(found)},", *lines, "}")) + "\n"


def key_of(found: Metadata) -> str:
    """The first author's family name, the year and the first word of the title that tells: the same
    for the same work, whoever asks."""
    family = split_name(found.authors.value[0])[0] if found.authors else ""
    year = found.date.value[:4] if found.date else ""
    words = re.findall(r"\w+", found.title.value) if found.title else []
    telling = [word for word in words if word.lower() not in _SMALL]
    parts = (_ascii(family), year, _ascii((telling or words or [""])[0]))
    return "".join(parts) or "unknown"


def _kind(found: Metadata) -> str:
    told = found.type.value if found.type else ""
    if kind := _KINDS.get(told):
        return kind if kind != "article" or found.journal else "misc"
    return "article" if found.journal and not told else "misc"


def _place(found: Metadata, kind: str) -> dict[str, str]:
    fields = {
        _CONTAINERS.get(kind, "howpublished"): found.journal,
        "volume": found.volume,
        "number": found.issue,
        _PUBLISHERS.get(kind, "publisher"): found.publisher,
    }
    place = {name: _escaped(field.value) for name, field in fields.items() if field}
    if found.pages:
        place["pages"] = _escaped(re.sub(r"\s*[-–—]+\s*", "--", found.pages.value))
    return place


def _when(found: Metadata) -> dict[str, str]:
    if found.date is None:
        return {}
    year, *rest = found.date.value.split("-")
    return {"year": year, **({"month": _MONTHS[int(rest[0]) - 1]} if rest else {})}


def _eprint(found: Metadata) -> dict[str, str]:
    if found.arxiv is None:
        return {}
    return {"eprint": found.arxiv.value, "archiveprefix": "arXiv"}


def _author(person: Person) -> str:
    family, given = split_name(person)
    if not given:
        return f"{{{_escaped(family)}}}"  # a group, or a single name: not to be taken apart
    return f"{_escaped(family)}, {_escaped(given)}"


def _protected(title: str) -> str:
    """Styles make small letters of titles; words with capitals inside keep them."""
    words = _escaped(title).split(" ")
    return " ".join(
        f"{{{word}}}" if re.search(r"\w[A-ZÄÖÜ]", word) or re.search(r"[A-Z]\d", word) else word
        for word in words
    )


def _delimited(name: str, value: str) -> str:
    return value if name == "month" else f"{{{value}}}"


def _escaped(text: str) -> str:
    return text.translate(_ESCAPES)


def _verbatim(text: str) -> str:
    """Addresses are taken as they are; only what would end the field or the line is quoted."""
    quoted = {"{": "%7B", "}": "%7D", "\\": "%5C", " ": "%20"}
    return "".join(quoted.get(character, character) for character in text)


def _ascii(text: str) -> str:
    text = text.replace("ß", "ss").replace("ø", "o").replace("Ø", "O").replace("ł", "l")
    spread = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in spread.lower() if letter.isascii() and letter.isalnum())
