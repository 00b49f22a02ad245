"""Patterns over URLs that no URL can make slow.

Regular expressions of people run in the linear-time engine that pydantic carries (Rust's `regex`):
no pattern backtracks, so `(a+)+$` costs what `a+$` costs. The price: no look-around and no
back-references; both are refused at load.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated
from urllib.parse import quote

from pydantic import StringConstraints, TypeAdapter
from pydantic_core import SchemaError

from bowerbird.web.url import InvalidUrl, normalise_escapes, parse, serialise

Test = Callable[[str], bool]


@lru_cache(maxsize=1_024)
def regex_test(pattern: str, ignore_case: bool = False) -> Test:
    """Is the pattern found anywhere in a text? `ValueError` says why it is not a pattern."""
    flags = "(?i)" if ignore_case else ""
    try:
        adapter = TypeAdapter(Annotated[str, StringConstraints(pattern=flags + pattern)])
    except SchemaError as error:
        raise ValueError(_reason(str(error))) from None
    return adapter.validator.isinstance_python


def glob_test(glob: str) -> Test:
    """Does the whole text fit? `*` is any run of characters, slashes too; all else is literal."""
    glob = as_in_urls(glob)
    head, star, tail = glob.partition("*")
    if not star:
        return glob.__eq__
    if not tail:
        return lambda text: text.startswith(head)
    if not head and "*" not in tail:
        return lambda text: text.endswith(tail)
    return regex_test(f"(?s)^{'.*'.join(map(re.escape, glob.split('*')))}$")


def as_in_urls(text: str) -> str:
    """The text as a serialised URL would hold it: `/ü` becomes `/%C3%BC`."""
    return normalise_escapes(quote(text, safe=_ASCII_OF_URLS))


def host_in_urls(host: str) -> str:
    """The host as `Url.host` would hold it: lower case, punycode; a leading `*.` stays."""
    star = "*." if host.startswith("*.") else ""
    name = host.removeprefix("*.").strip("[]")
    return star + parse(f"http://[{name}]/" if ":" in name else f"http://{name}/").host


def check_host(host: str) -> str:
    """What to write instead of this host; empty if it is one."""
    name = host.removeprefix("*.").strip("[]")
    if "*" in name:
        return "a * only at the start, as in *.example.org"
    try:
        host_in_urls(host)
    except InvalidUrl:
        return _A_HOST
    return _A_HOST if _MORE_THAN_A_HOST.search(name) else ""


_A_HOST = "a host alone, without scheme, port or path"
_MORE_THAN_A_HOST = re.compile(r"[/\\?#@\s]")  # a port fails already: colons make IPv6


def prefix_in_urls(prefix: str) -> str:
    """A path prefix, or a URL prefix that ends where the person ended it."""
    if prefix.startswith("/"):
        return as_in_urls(prefix)
    return normalise_escapes(serialise(prefix))


def check_prefix(prefix: str) -> str:
    """What to write instead of this prefix; empty if it is one."""
    if prefix.startswith("/"):
        return ""
    try:
        serialised = serialise(prefix)
    except InvalidUrl:
        serialised = ""
    if "://" in serialised:
        return ""
    return "a path that begins with / or a whole URL"


# Everything that may stand in a URL as it is; the rest is escaped.
_ASCII_OF_URLS = "".join(map(chr, range(0x21, 0x7F))).replace('"', "").replace("<", "")


def _reason(message: str) -> str:
    """Rust's last line is the sentence; the lines before it draw the place."""
    return message.strip().rpartition("\n")[2].strip().removeprefix("error: ").removesuffix(".")
