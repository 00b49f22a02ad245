"""Microdata and RDFa Lite: the items that the tags of a page describe, as nodes of schema.org."""

from typing import Any

from msgspec import Struct, field

from bowerbird.extract.metadata.claims import Claims
from bowerbird.extract.metadata.head import Said, text_after
from bowerbird.extract.metadata.markup import Tag
from bowerbird.extract.metadata.schema_org import Node, main_work, say, works_in
from bowerbird.model.metadata import Source

SURE = {Source.MICRODATA: 0.8, Source.RDFA: 0.8}
MOST_ITEMS = 1_000
DEEPEST = 64  # elements of the same name, one in another
MOST_OPEN = 500
_VOID = frozenset(
    [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param",
        "source", "track", "wbr"
    ]
)  # fmt: skip
# Which attribute holds the value, by element: https://html.spec.whatwg.org/#property-value
_VALUES = {
    "meta": "content", "link": "href", "a": "href", "area": "href", "img": "src", "audio": "src",
    "video": "src", "iframe": "src", "source": "src", "embed": "src", "object": "data",
    "data": "value", "meter": "value", "time": "datetime",
}  # fmt: skip


class _Names(Struct, frozen=True):
    """How a syntax spells an item: its start, its kind, its properties."""

    source: Source
    kind: str
    property: str
    scope: str


_SYNTAXES = (
    _Names(Source.MICRODATA, "itemtype", "itemprop", "itemscope"),
    _Names(Source.RDFA, "typeof", "property", "typeof"),
)


class _Open(Struct):
    """Elements that are open, and the items they began."""

    elements: list[tuple[str, Node | None]] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    items: list[Node] = field(default_factory=list)


def claims_of(said: Said, url: str) -> list[Claims]:
    """What the page's main item says, by microdata and by RDFa."""
    return [_read(said, names, url) for names in _SYNTAXES]


def _read(said: Said, names: _Names, url: str) -> Claims:
    claims = Claims(names.source, SURE[names.source])
    roots: list[Node] = []
    open_ = _Open()
    for number, tag in enumerate(said.tags):
        if tag.closes:
            _close(tag.name, open_)
        elif len(open_.items) < MOST_ITEMS or names.scope not in tag.attributes:
            _begin(tag, number, said, names, open_, roots)
    if (work := main_work(works_in(roots), url)) is not None:
        say(work, {}, claims)
    return claims


def _begin(
    tag: Tag, number: int, said: Said, names: _Names, open_: _Open, roots: list[Node]
) -> None:
    attributes = tag.attributes
    item: Node | None = None
    properties = attributes.get(names.property, "").split()
    around = next((each for _, each in reversed(open_.elements) if each is not None), None)
    if names.scope in attributes:
        item = {"@type": attributes.get(names.kind, "").split()}
        if address := attributes.get("itemid") or attributes.get("resource"):
            item["@id"] = address
        open_.items.append(item)
        if not properties or around is None:
            roots.append(item)
    if properties and around is not None:
        value: Any = _value(tag, number, said) if item is None else item
        for name in properties:
            around.setdefault(name.rpartition("/")[2].rpartition(":")[2], []).append(value)
    nested = open_.counts.get(tag.name, 0)
    if tag.name not in _VOID and nested < DEEPEST and len(open_.elements) < MOST_OPEN:
        open_.counts[tag.name] = nested + 1
        open_.elements.append((tag.name, item))


def _value(tag: Tag, number: int, said: Said) -> str:
    if content := tag.attributes.get("content"):
        return content
    attribute = _VALUES.get(tag.name)
    told = tag.attributes.get(attribute, "") if attribute else ""
    shown = "" if tag.name in _VOID else text_after(said, number)
    # A link around a name tells the name: nobody is called https://…
    return shown or told if tag.name in ("a", "object") else told or shown


def _close(name: str, open_: _Open) -> None:
    """Back to the element that this tag closes; what was left open inside ends with it."""
    if not open_.counts.get(name):
        return
    while open_.elements:
        opened, _ = open_.elements.pop()
        open_.counts[opened] -= 1
        if opened == name:
            return
