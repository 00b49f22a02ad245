"""Selectors as people write them, XPath or CSS, told apart by their form and compiled once.

`css:` or `xpath:` in front decides where the form does not. CSS may end in `::text` or
`::attr(name)`, as other tools have taught people to write.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import cssselect
from lxml import etree

Found = Any  # an lxml element, or the text of an attribute or text node
Select = Callable[[Any], list[Found]]

LONGEST = 2_000  # characters of a selector

_XPATH_START = re.compile(r"[/(@]|\.{1,2}(?:/|$)|[a-z-]+\s*\(")
_AXIS = re.compile(
    r"\b(?:ancestor|ancestor-or-self|attribute|child|descendant|descendant-or-self|following"
    r"|following-sibling|parent|preceding|preceding-sibling|self)::"
)
_NESTED = re.compile(r"\[[^\]]*\]|\"[^\"]*\"|'[^']*'|\([^()]*\)")
_ANYWHERE = re.compile(r"(^|[(|])(\s*)//")
_TBODY = re.compile(r"/tbody(?:\[1\])?(?=/)|(?<=>)\s*tbody(?::nth-child\(1\))?\s*>")
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_CALLED = re.compile(r"(?<![\w:-])(?:[a-z-]+::)?([a-zA-Z_][\w-]*(?::[\w-]+)?)\s*\(")
_PREFIXED = re.compile(r"(?<![\w:-])[a-zA-Z_][\w-]*:(?!:)[a-zA-Z_*]")
_FUNCTIONS = frozenset(
    {
        "last", "position", "count", "id", "local-name", "namespace-uri", "name", "string",
        "concat", "starts-with", "contains", "substring-before", "substring-after", "substring",
        "string-length", "normalize-space", "translate", "boolean", "not", "true", "false",
        "lang", "number", "sum", "floor", "ceiling", "round", "text", "node", "comment",
        "processing-instruction", "and", "or", "div", "mod",
    }
)  # fmt: skip

_translator = cssselect.HTMLTranslator()


def is_xpath(selector: str) -> bool:
    """Is this XPath, by its prefix or by its form? Everything else is CSS."""
    text = selector.strip()
    if text.startswith(("css:", "xpath:")):
        return text.startswith("xpath:")
    if _XPATH_START.match(text) or _AXIS.search(text):
        return True
    return "/" in _NESTED.sub("", text)


@lru_cache(maxsize=4_096)
def selector_of(text: str, *, inside: bool = False) -> Select:
    """The selector as a function from an element to what it finds, in document order.

    `inside` is for the fields of a record: `//a` finds only what stands below the element then,
    while `/html/...` still begins at the top. `ValueError` says why a text is no selector.
    """
    if len(text) > LONGEST:
        raise ValueError(f"a selector has at most {LONGEST} characters")
    select = _compiled(text, inside)
    # Browsers put a tbody into every table, and into the paths that they offer to copy.
    without = _TBODY.sub("", text)
    if without == text:
        return select
    fallback = _compiled(without, inside)
    return lambda element: select(element) or fallback(element)


def checked(text: str) -> str:
    """The same text, if it is a selector or empty."""
    if text:
        selector_of(text)
    return text


def _compiled(text: str, inside: bool) -> Select:
    body = text.strip().removeprefix("xpath:").removeprefix("css:").strip()
    if not body:
        raise ValueError("a selector is an XPath such as //h1, or CSS such as h1.title")
    if is_xpath(text):
        path = _ANYWHERE.sub(r"\1\2.//", body) if inside else body
    else:
        path = _path_of_css(body, "descendant::" if inside else "descendant-or-self::")
    _check_names(text, path)
    try:
        # No EXSLT: its regular expressions backtrack.
        compiled = etree.XPath(path, regexp=False, smart_strings=False)
        compiled(etree.Element("html"))  # some of what cannot work shows only so
    except etree.XPathError as error:
        raise ValueError(f"{text!r} is not XPath: {error}") from None

    def select(element: Any) -> list[Found]:
        try:
            return _as_list(compiled(element))
        except etree.XPathError:  # a function was given what it cannot take: nothing is found
            return []

    return select


def _check_names(text: str, path: str) -> None:
    """lxml finds out about unknown functions and prefixes only on a page that reaches them."""
    bare = _QUOTED.sub("''", path)
    for name in _CALLED.findall(bare):
        if name not in _FUNCTIONS:
            raise ValueError(f"{text!r} is not XPath 1.0: there is no function {name}()")
    if prefixed := _PREFIXED.search(bare):
        raise ValueError(f"{text!r}: pages have no prefixes such as {prefixed[0]}")


def _path_of_css(css: str, axis: str) -> str:
    try:
        return " | ".join(_path_of_one(each, axis) for each in cssselect.parse(css))
    except cssselect.SelectorError as error:
        raise ValueError(f"{css!r} is not CSS: {error}; XPath begins with / or xpath:") from None


def _path_of_one(selector: Any, axis: str) -> str:
    path = str(_translator.selector_to_xpath(selector, prefix=axis))
    match selector.pseudo_element:
        case None:
            return path
        case "text":
            return f"{path}/text()"
        case cssselect.parser.FunctionalPseudoElement(name="attr", arguments=[name]):
            return f"{path}/@{str(name.value).lower()}"
        case other:
            raise cssselect.SelectorError(f"the end of it ({other}) is not ::text or ::attr(name)")


def _as_list(found: Any) -> list[Found]:
    """lxml answers with elements and texts, or with one text, number or truth of a function."""
    match found:
        case list():
            return found
        case bool():
            return ["true"] if found else []
        case float():
            return [] if found != found else [f"{found:.15g}"]
        case "":
            return []
        case _:
            return [found]
