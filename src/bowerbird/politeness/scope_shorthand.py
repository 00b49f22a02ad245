"""Short forms of rules, for a command line: one bare word becomes a filter.

    *.zip                       extension(zip)                     *.tar.gz likewise
    /private/  /private/*       prefix(/private/); without the last slash /private-2 fits, too
    /a/*/print                  path like /a/*/print
    /search?q=*                 target like /search?q=*
    example.org                 domain(example.org)                127.0.0.1, localhost: host(…)
    *.example.org               host(*.example.org)
    example.org/docs/*          url like *://example.org/docs/*
    https://example.org/docs/   prefix(https://example.org/docs/)
    ?sort  ?sort=price          query has sort, query has sort = price;   ? alone: query
    *calendar*                  url like *calendar*
    regex:\\d{4}-\\d{2}           url matches /\\d{4}-\\d{2}/

Everything else is read as a whole expression. `?` is no wildcard: it begins a query.
"""

import re

from bowerbird.politeness.scope_rules import (
    AnyQuery,
    Like,
    ListKind,
    Matches,
    OneOf,
    Parameter,
    Rule,
    Subject,
)
from bowerbird.web.domains import is_address


def expand(text: str) -> str:
    """The expression that a short form stands for; any other text as it is."""
    text = text.strip()
    if text.startswith("regex:"):
        return str(Matches(Subject.URL, text.removeprefix("regex:").replace("\\/", "/")))
    if not text or _SPACE_OR_QUOTE.search(text):
        return text
    rule = _short_form(text)
    return text if rule is None else str(rule)


_SPACE_OR_QUOTE = re.compile(r'[\s"]')
_EXTENSION = re.compile(r"\*\.((?:tar\.)?[A-Za-z0-9]{1,8})")
_BELOW_HOST = re.compile(r"\*\.[\w-]+(?:\.[\w-]+)+")
_HOST = re.compile(r"(?:[\w-]+\.)+[\w-]+|localhost")
_HOST_AND_MORE = re.compile(r"(?:(?:[\w-]+\.)+[\w-]+|localhost)(?::\d+)?(?:/.*)?")
_WHOLE_URL = re.compile(r"[a-z][a-z0-9+.-]*://")


def _short_form(text: str) -> Rule | None:
    if text.startswith("/"):
        return _path(text)
    if text.startswith("?"):
        return _query(text[1:])
    if found := _EXTENSION.fullmatch(text):
        return OneOf(ListKind.EXTENSION, (found[1],))
    if _BELOW_HOST.fullmatch(text):
        return OneOf(ListKind.HOST, (text,))
    if _HOST.fullmatch(text):
        kind = ListKind.HOST if is_address(text) or text == "localhost" else ListKind.DOMAIN
        return OneOf(kind, (text,))
    if _WHOLE_URL.match(text):
        return _url(text)
    if _HOST_AND_MORE.fullmatch(text):
        return Like(Subject.URL, f"*://{text}" + ("" if "/" in text else "/*"))
    if "*" in text and "(" not in text:
        return Like(Subject.URL, text)
    return None


def _path(text: str) -> Rule:
    if "?" in text:
        return Like(Subject.TARGET, text)
    start = text.removesuffix("*")
    return Like(Subject.PATH, text) if "*" in start else OneOf(ListKind.PREFIX, (start,))


def _query(text: str) -> Rule:
    name, equals, value = text.partition("=")
    if name in {"", "*"}:
        return AnyQuery()
    return Parameter(name, value if equals and value != "*" else None)


def _url(text: str) -> Rule:
    start = text.removesuffix("*")
    return Like(Subject.URL, text) if "*" in start else OneOf(ListKind.PREFIX, (start,))
