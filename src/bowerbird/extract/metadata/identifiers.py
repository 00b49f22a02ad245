"""Identifiers of works: DOI, arXiv, ISBN, ISSN; in one form, and only where check digits hold."""

import re
from urllib.parse import unquote

# https://www.crossref.org/blog/dois-and-matching-regular-expressions/, with what may follow one
# in running text left out.
_DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"'<>{}|\\^`\[\]]{1,200}", re.IGNORECASE)
_ARXIV = re.compile(
    r"arxiv(?:\.org/(?:abs|pdf)/|\s*[:.]\s*|/)"
    r"((?:\d{4}\.\d{4,5}|[a-z-]{2,12}(?:\.[a-z]{2})?/\d{7})(?:v\d{1,2})?)\b",
    re.IGNORECASE,
)
_BARE_ARXIV = re.compile(r"\d{4}\.\d{4,5}(?:v\d{1,2})?")
_ISBN = re.compile(r"(?:97[89][\s-]?)?(?:\d[\s-]?){9}[\dXx]\b")
_ISSN = re.compile(r"(?:ISSN\W{0,3}|urn:issn:)?\b(\d{4})-?(\d{3}[\dXx])\b", re.IGNORECASE)
_ISSN_IN_TEXT = re.compile(r"\be?-?ISSN\W{0,3}(\d{4})-(\d{3}[\dX])\b", re.IGNORECASE)
_ISBN_IN_TEXT = re.compile(r"\bISBN(?:-1[03])?\W{0,3}((?:97[89][ -]?)?(?:\d[ -]?){9}[\dX])\b", re.I)
_TAILS = ".,;:"


def doi_of(text: str) -> str:
    """The first DOI in a text, in lower case; empty if there is none."""
    if "10." not in text:
        return ""
    found = _DOI.search(unquote(text) if "%" in text else text)
    return "" if found is None else _trimmed(found[0])


def arxiv_of(text: str) -> str:
    """An arXiv identifier, without the word arXiv."""
    if found := _ARXIV.search(text):
        return found[1].lower()
    text = text.strip()
    return text.lower() if _BARE_ARXIV.fullmatch(text) else ""


def isbn_of(text: str) -> str:
    """A valid ISBN as thirteen digits."""
    found = _ISBN.search(text)
    if found is None:
        return ""
    digits = re.sub(r"[\s-]", "", found[0]).upper()
    if len(digits) == 13:
        return digits if _is_isbn_13(digits) else ""
    if len(digits) != 10 or not _is_isbn_10(digits):
        return ""
    body = "978" + digits[:9]
    return body + str(-_weighted(body) % 10)


def issn_of(text: str) -> str:
    """A valid ISSN as 1234-567X; the text must be one, not hold one."""
    found = _ISSN.fullmatch(text.strip())
    return "" if found is None else _checked_issn(found[1] + found[2].upper())


def identifiers_in(text: str) -> dict[str, str]:
    """What the running text of a first page names, by kind; the first of each."""
    found = {"doi": doi_of(text), "arxiv": arxiv_of(text)}
    if issn := _ISSN_IN_TEXT.search(text):
        found["issn"] = _checked_issn(issn[1] + issn[2].upper())
    if isbn := _ISBN_IN_TEXT.search(text):
        found["isbn"] = isbn_of(isbn[1])
    return {kind: value for kind, value in found.items() if value}


def _trimmed(doi: str) -> str:
    doi = doi.rstrip(_TAILS)
    while doi.endswith(")") and doi.count(")") > doi.count("("):
        doi = doi[:-1].rstrip(_TAILS)
    for tail in ("/pdf", "/full", "/abstract", "/meta"):
        doi = doi.removesuffix(tail)
    return doi.partition("?")[0].lower()


def _weighted(digits: str) -> int:
    return sum(int(digit) * (3 if at % 2 else 1) for at, digit in enumerate(digits))


def _is_isbn_13(digits: str) -> bool:
    return digits.isdecimal() and digits[:3] in ("978", "979") and _weighted(digits) % 10 == 0


def _is_isbn_10(digits: str) -> bool:
    values = [10 if digit == "X" else int(digit) for digit in digits]
    return sum((10 - at) * value for at, value in enumerate(values)) % 11 == 0


def _checked_issn(digits: str) -> str:
    values = [10 if digit == "X" else int(digit) for digit in digits]
    holds = sum((8 - at) * value for at, value in enumerate(values)) % 11 == 0
    return f"{digits[:4]}-{digits[4:]}" if holds else ""
