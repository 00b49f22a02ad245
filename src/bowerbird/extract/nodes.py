"""What a found element says, by the type of its field: text, where it links to, its picture."""

import re
from collections.abc import Iterator
from typing import Any

from lxml import etree

from bowerbird.extract.tree import Element

LONGEST_TEXT = 200_000  # characters kept of one value

_SILENT = frozenset({"script", "style", "template", "noscript"})
BLOCKS = frozenset(
    {
        "address", "article", "aside", "blockquote", "br", "dd", "div", "dl", "dt", "fieldset",
        "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header",
        "hr", "li", "main", "nav", "ol", "option", "p", "pre", "section", "table", "tbody",
        "td", "tfoot", "th", "thead", "tr", "ul",
    }
)  # fmt: skip
# Pictures that come late stand in one of these, with a placeholder in `src`.
_LAZY = ("data-src", "data-lazy-src", "data-original", "data-lazy", "data-image")
_SPACE = re.compile(r"\s+")
_SET = re.compile(r"\s*(\S*[^\s,])(?:\s+([\d.]+)[wx])?\s*(?:,|$)")


def said_by(found: Any, field_type: str, attribute: str) -> str:
    """The raw text of what a selector found; empty if it says nothing."""
    if isinstance(found, str):
        return found.strip()
    if attribute:
        return str(found.get(attribute.lower()) or "").strip()
    match field_type:
        case "link":
            return _link(found)
        case "image":
            return _image(found)
        case "html":
            return str(etree.tostring(found, encoding="unicode", method="html", with_tail=False))
        case "date":
            return str(found.get("datetime") or "").strip() or text_of(found)
        case _:
            return text_of(found)


def text_of(element: Element) -> str:
    """Its words as one line; blocks are set apart, scripts say nothing."""
    if element.tag == "meta":
        return str(element.get("content") or "").strip()
    if element.tag in ("input", "data", "meter"):
        return str(element.get("value") or "").strip() or _words(element)
    return _words(element)


def _words(element: Element) -> str:
    return _SPACE.sub(" ", "".join(_pieces(element))).strip()[:LONGEST_TEXT]


def _pieces(element: Element) -> Iterator[str]:
    for event, node in etree.iterwalk(element, events=("start", "end")):
        is_silent = node.tag in _SILENT
        if event == "start":
            if node.tag in BLOCKS:
                yield " "
            if node.text and not is_silent:
                yield node.text
        else:
            if node.tag in BLOCKS:
                yield " "
            if node.tail and node is not element:
                yield node.tail


def _link(element: Element) -> str:
    for name in ("href", "src", "action", "content", "data-href"):
        if value := str(element.get(name) or "").strip():
            return value
    inside = element.find(".//a[@href]")
    return "" if inside is None else str(inside.get("href")).strip()


def links_in(found: Any) -> Iterator[str]:
    """Every link in a part of a page, or the one that a selector found as text."""
    if isinstance(found, str):
        yield found.strip()
        return
    for each in found.iter("a", "area", "link", "iframe", "frame"):
        if href := str(each.get("href") or each.get("src") or "").strip():
            yield href


def _image(element: Element) -> str:
    if element.tag == "meta":
        return str(element.get("content") or "").strip()
    if element.tag in ("img", "source", "image", "amp-img"):
        return picture_of(element)
    inside = element.find(".//img")
    if inside is not None:
        return picture_of(inside)
    return str(element.get("href") or element.get("poster") or "").strip()


def picture_of(image: Element) -> str:
    """The largest of what is offered; what the page shows before it has loaded counts last."""
    source = str(image.get("src") or "").strip()
    late = [str(image.get(name) or "").strip() for name in _LAZY]
    largest = _largest(str(image.get("srcset") or image.get("data-srcset") or ""))
    is_placeholder = not source or source.startswith("data:")
    return next(filter(None, late), "") or (largest if is_placeholder else source) or source


def pictures_of(image: Element) -> Iterator[str]:
    """Every picture that it may show, the likeliest first."""
    offered = [picture_of(image), *(str(image.get(name) or "").strip() for name in ("src", *_LAZY))]
    for name in ("srcset", "data-srcset"):
        offered += [url for url, _ in _SET.findall(str(image.get(name) or ""))]
    yield from dict.fromkeys(filter(None, offered))


def _largest(srcset: str) -> str:
    """The candidate of the greatest width or density (HTML §4.8.4.2.1)."""
    sizes = [(float(size or 1), url) for url, size in _SET.findall(srcset)]
    return max(sizes, default=(0.0, ""), key=lambda each: each[0])[1]
