"""A page to point at: what people see of it, without anything that acts or asks for anything.

Every element bears a number, and the number leads back to the very element that templates are
applied to: what somebody clicks on, and what a selector finds, are the same thing. The HTML is
written from a list of what may be in it, so that nothing has to be known of what may not.
"""

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from lxml import etree
from msgspec import Struct

from bowerbird.extract.clean import absolute
from bowerbird.extract.nodes import pictures_of
from bowerbird.extract.snapshot_styles import harmless_css
from bowerbird.extract.tree import Element
from bowerbird.model.parts import NO_PARTS, PageParts

NUMBER = "data-bowerbird"  # the attribute that bears an element's number
MOST_ELEMENTS = 20_000
MOST_BYTES = 8 * 1024 * 1024  # of the snapshot, pictures and styles and all
MOST_STYLES = 2 * 1024 * 1024  # characters of them

_TAGS = frozenset(
    {
        "a", "abbr", "address", "article", "aside", "b", "bdi", "bdo", "big", "blockquote", "body",
        "br", "button", "caption", "center", "cite", "code", "col", "colgroup", "data", "datalist",
        "dd", "del", "details", "dfn", "dialog", "dir", "div", "dl", "dt", "em", "fieldset",
        "figcaption", "figure", "font", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
        "header", "hgroup", "hr", "html", "i", "img", "input", "ins", "kbd", "label", "legend",
        "li", "main", "map", "mark", "menu", "meter", "nav", "nobr", "ol", "optgroup", "option",
        "output", "p", "picture", "pre", "progress", "q", "rp", "rt", "ruby", "s", "samp", "search",
        "section", "select", "slot", "small", "span", "strike", "strong", "sub", "summary", "sup",
        "table", "tbody", "td", "tfoot", "th", "thead", "time", "tr", "tt", "u", "ul", "var", "wbr",
        "svg", "g", "path", "circle", "rect", "ellipse", "line", "polyline", "polygon", "defs",
    }
)  # fmt: skip
# Shown as what they look like: as themselves they would act, load, or hold text of other rules.
_INSTEAD = {
    "amp-img": "img", "canvas": "div", "video": "div", "audio": "div", "textarea": "div",
    "xmp": "pre", "plaintext": "pre", "listing": "pre", "marquee": "div", "area": "span",
}  # fmt: skip
_GONE = frozenset(
    {
        "script", "style", "link", "meta", "base", "title", "iframe", "frame", "frameset", "object",
        "embed", "applet", "noscript", "template", "noembed", "noframes", "portal", "source",
        "track", "param", "animate", "set", "use", "image", "foreignobject", "head", "math",
    }
)  # fmt: skip
_VOID = frozenset({"br", "col", "hr", "img", "input", "wbr"})
_ATTRIBUTES = frozenset(
    {
        "id", "class", "title", "alt", "lang", "dir", "role", "width", "height", "colspan",
        "rowspan", "align", "valign", "bgcolor", "color", "face", "size", "border", "cellpadding",
        "cellspacing", "nowrap", "datetime", "value", "placeholder", "checked", "disabled",
        "selected", "open", "hidden", "start", "reversed", "min", "max", "low", "high", "optimum",
        "label", "for", "multiple", "rows", "cols", "viewbox", "d", "fill", "stroke",
        "stroke-width", "transform", "cx", "cy", "r", "rx", "ry", "x", "y", "x1", "x2", "y1", "y2",
        "points", "preserveaspectratio",
    }
)  # fmt: skip
_CUSTOM = "-"  # in a tag: a custom element, which nothing defines here
_KINDS = frozenset({"checkbox", "radio", "text", "search", "number", "range"})  # of inputs
_PICTURES = {
    "image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp",
    "image/svg+xml", "image/x-icon", "image/vnd.microsoft.icon",
}  # fmt: skip


class Snapshot(Struct, frozen=True):
    """The page as it may be shown, and the elements behind the numbers in it."""

    html: str
    elements: Sequence[Element]  # by number
    url: str  # what its links resolve against
    remarks: tuple[str, ...] = ()  # what is not shown as it was

    @property
    def root(self) -> Element:
        """The tree that templates are applied to."""
        return self.elements[0]


def snapshot_of(root: Element, url: str, parts: PageParts = NO_PARTS) -> Snapshot:
    """The snapshot of a tree; `parts` are what a browser knows beside it."""
    elements = list(root.iter(etree.Element))
    written = _Writer(elements, url, parts)
    html = written.html()
    return Snapshot(html, elements, url, tuple(written.remarks))


class _Writer:
    """Writes one snapshot."""

    def __init__(self, elements: Sequence[Element], url: str, parts: PageParts) -> None:
        self._root = elements[0]
        self._url = url
        self._numbers = {element: number for number, element in enumerate(elements)}
        self._styles = self._sheets(parts.styles)
        self._left = MOST_BYTES - len(self._styles.encode())
        self.remarks: dict[str, None] = {}
        if len(elements) > MOST_ELEMENTS:
            self._remark(f"only the first {MOST_ELEMENTS} of {len(elements)} elements are shown")
        self._pictures = self._shown_pictures(parts.pictures)

    def html(self) -> str:
        """All of it, as a document of its own."""
        body = "".join(self._cut(self._pieces()))
        style = f"<style>{self._styles}</style>" if self._styles else ""
        head = f'<head><meta charset="utf-8">{style}</head>'
        return f"<!DOCTYPE html>\n{body.replace('>', f'>{head}', 1)}"

    # ---- parts

    def _sheets(self, loaded: Sequence[str]) -> str:
        """Those that the browser applied; without one, those that the page itself bears."""
        sheets = loaded or [each.text or "" for each in self._root.iter("style")]
        taken, left = [], MOST_STYLES
        for sheet in sheets:
            if len(sheet) <= left:
                taken.append(harmless_css(sheet))
                left -= len(sheet)
        return "\n".join(taken)

    def _shown_pictures(self, loaded: Mapping[str, tuple[str, bytes]]) -> dict[str, str]:
        """As data: URLs; if there are too many, the small ones."""
        room, shown = self._left // 2, {}
        for url, (kind, content) in sorted(loaded.items(), key=lambda each: len(each[1][1])):
            if kind in _PICTURES and (room := room - len(content) * 4 // 3 - 100) > 0:
                shown[url] = f"data:{kind};base64,{b64encode(content).decode()}"
        if len(shown) < len(loaded):
            self._remark(f"{len(loaded) - len(shown)} large pictures are not shown")
        return shown

    def _remark(self, words: str) -> None:
        self.remarks[words] = None

    # ---- elements

    def _cut(self, pieces: Iterator[str]) -> Iterator[str]:
        """Within the bytes that are left; what is open then is closed all the same."""
        for piece in pieces:
            self._left -= len(piece.encode())
            if self._left > 0 or piece.startswith("</"):
                yield piece
            elif "</" not in piece:
                self._remark("the page is too large to be shown as a whole")

    def _pieces(self) -> Iterator[str]:
        walk = etree.iterwalk(self._root, events=("start", "end"))
        for event, element in walk:
            tag = self._tag(element)
            is_shown = bool(tag) and self._is_early(element)
            if event == "start":
                if not is_shown:
                    walk.skip_subtree()
                    continue
                yield f"<{tag}{self._attributes(element, tag)}>"
                if tag not in _VOID and element.text:
                    yield escape(element.text)
            else:
                if is_shown and tag not in _VOID:
                    yield f"</{tag}>"
                if element is not self._root and element.tail and self._is_early(element):
                    yield escape(element.tail)

    def _is_early(self, element: Element) -> bool:
        return self._numbers[element] < MOST_ELEMENTS

    def _tag(self, element: Element) -> str:
        """What it is shown as; empty if not at all."""
        tag = str(element.tag).lower()
        if tag in _GONE:
            if tag in ("iframe", "frame", "object", "embed"):
                self._remark("pages inside of the page are not shown")
            return ""
        if tag == "canvas":
            self._remark("what is painted on a canvas is not shown")
        tag = _INSTEAD.get(tag, tag)
        if tag in _TAGS:
            return tag
        is_custom = _CUSTOM in tag and tag.replace("-", "").isalnum() and tag.isascii()
        return tag if is_custom and tag[0].isalpha() else "span"

    def _attributes(self, element: Element, tag: str) -> str:
        kept = {NUMBER: str(self._numbers[element])}
        for name, value in element.attrib.items():
            name = str(name).lower()
            if name == "style":
                kept[name] = harmless_css(value)
            elif name in _ATTRIBUTES or name.startswith("aria-"):
                kept[name] = value
        match tag:
            case "a" if element.get("href") is not None:
                kept["href"] = "#"  # so that it looks like a link; it leads nowhere
            case "img":
                if picture := self._picture(element):
                    kept["src"] = picture
            case "button":
                kept["type"] = "button"
            case "input":
                kind = str(element.get("type") or "text").lower()
                kept["type"] = kind if kind in _KINDS else "button"
                if kind in ("password", "hidden"):
                    kept.pop("value", None)
            case _:
                pass
        return "".join(f' {name}="{escape(value)}"' for name, value in kept.items())

    def _picture(self, element: Element) -> str:
        for source in pictures_of(element):
            if source.startswith("data:"):
                kind = source[5:60].partition(";")[0].partition(",")[0].strip().lower()
                return source if kind in _PICTURES and len(source) < self._left else ""
            try:
                url = absolute(source, self._url)
            except ValueError:
                continue
            if url in self._pictures:
                return self._pictures[url]
        return ""
