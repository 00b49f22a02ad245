"""Links that travel in headers: `Link` (RFC 8288) and `Refresh` (WHATWG declarative refresh)."""

import re
from collections.abc import Iterable

from msgspec import Struct


class HeaderLink(Struct, frozen=True):
    """One link-value. Parameter names are lower case; of a repeated one the first counts."""

    target: str  # as written; to be resolved against the page, or against `anchor` by its reader
    params: dict[str, str]

    @property
    def relations(self) -> tuple[str, ...]:
        """The words of `rel`, lower case."""
        return tuple(self.params.get("rel", "").lower().split())


class Refresh(Struct, frozen=True):
    """Where a page wants its reader to go, and after how many seconds."""

    seconds: float
    target: str  # as written; empty means the page itself


_MOST_LINKS = 500  # per response; preload headers of real sites stay below 100
_MOST_CHARACTERS = 65_536


def parse_links(values: Iterable[str]) -> list[HeaderLink]:
    """All link-values of all `Link` headers. Junk between them is skipped, never fatal."""
    links: list[HeaderLink] = []
    for value in values:
        _read_links(value[:_MOST_CHARACTERS], links)
    return links


def parse_refresh(text: str) -> Refresh | None:
    """`5; url=/next`, as the header and `<meta http-equiv=refresh content>` both write it."""
    found = _DELAY.match(text)
    if found is None:
        return None
    digits, rest = found[1], text[found.end() :]
    if rest and rest[0] not in _AFTER_DELAY:
        return None
    # WHATWG ignores the fraction; very long numbers are "never".
    seconds = float(digits[:_MOST_DIGITS] or 0)
    return Refresh(seconds, _refresh_target(rest))


# ---- Link ----------------------------------------------------------------------------------------

_TARGET = re.compile(r"[\s,]*<([^>]*)>")
_PARAMETER = re.compile(
    r"""\s*;\s*([^\s=;,"<>]*)  # name; it may be empty: a stray semicolon
        (?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^\s;,]*)))?""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


def _read_links(value: str, links: list[HeaderLink]) -> None:
    at = 0
    while len(links) < _MOST_LINKS:
        found = _TARGET.match(value, at)
        if found is None:
            at = value.find("<", at + 1)  # skip junk to the next thing that may be a target
            if at < 0:
                return
            found = _TARGET.match(value, at)
            if found is None:
                return  # no closing bracket anywhere behind
        params, at = _read_parameters(value, found.end())
        links.append(HeaderLink(found[1].strip(), params))


def _read_parameters(value: str, at: int) -> tuple[dict[str, str], int]:
    params: dict[str, str] = {}
    while found := _PARAMETER.match(value, at):
        name, quoted, plain = found.groups()
        if name:
            written = _ESCAPED.sub(r"\1", quoted) if quoted is not None else plain or ""
            params.setdefault(name.lower(), written)
        at = found.end()
    return params, at


# ---- Refresh -------------------------------------------------------------------------------------

_DELAY = re.compile(r"[\t\n\f\r ]*(?=[0-9.])([0-9]*)[0-9.]*")
_AFTER_DELAY = ";, \t\n\f\r"
_MOST_DIGITS = 9
_URL_MARK = re.compile(r"[uU][rR][lL][\t\n\f\r ]*=[\t\n\f\r ]*")


def _refresh_target(rest: str) -> str:
    """The steps of WHATWG's "shared declarative refresh" after the number."""
    rest = rest.lstrip("\t\n\f\r ")
    if rest[:1] in {";", ","}:
        rest = rest[1:].lstrip("\t\n\f\r ")
    if not rest:
        return ""
    if mark := _URL_MARK.match(rest):
        rest = rest[mark.end() :]
    quote = rest[:1]
    if quote in {'"', "'"}:
        rest = rest[1:].partition(quote)[0]
    return rest.strip()
