"""A sample page, taken apart once: nodes in document order, sets of them as the bits of one number.

A node is an element, or a piece of text that stands among elements. Node `i` holds the nodes
`i + 1 … end[i] - 1`, so that a record is an interval, and asking which nodes bear a mark inside it
is one `&`.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from bowerbird.extract.infer_marks import (
    TEXT,
    Kind,
    Mark,
    can_be_quoted,
    meant_attributes,
    telling_classes,
    telling_id,
)
from bowerbird.extract.nodes import BLOCKS, text_of
from bowerbird.extract.surroundings import column_of, label_of, label_text

UNSEEN = frozenset({"script", "style", "noscript", "template", "head", "svg", "option"})
SHAPE_DEPTH = 3

Bits = int


class SamplePage:
    """A page as inference sees it; keeps what it worked out."""

    def __init__(self, root: Any, url: str = "") -> None:
        self.root, self.url = root, url
        self.nodes: list[Any] = []  # the element; of a piece of text its parent
        self.tags: list[str] = []
        self.parent: list[int] = []
        self.end: list[int] = []
        self.classes: list[list[str]] = []
        self._texts: list[str | None] = []
        self._marked: dict[Mark, list[int]] = {}
        self._bits: dict[Mark, Bits] = {}
        self._below: dict[Bits, Bits] = {}
        self._children: list[Bits] = []
        self._shapes: dict[int, Counter[str]] = {}
        self._labels: dict[int, list[Mark]] = {}
        self._columns: dict[int, str] = {}
        self._own_marks: list[list[Mark]] = []
        body = root.find(".//body")
        self._take(root if body is None else body, -1)
        self._size = len(self.nodes)
        self._link()

    def __len__(self) -> int:
        return self._size

    # ---- taking apart ----------------------------------------------------------------------------

    def _take(self, top: Any, above: int) -> None:
        """Without recursion: pages nest as deep as they like."""
        pending: list[tuple[Any, int, str]] = [(top, above, "")]
        while pending:
            element, parent, text = pending.pop()
            if element is None:
                self.end[parent] = len(self.nodes)
                continue
            here = self._add(element, parent, text)
            if text:
                continue
            pending.append((None, here, ""))
            pending.extend(reversed(list(_inside(element, here))))

    def _add(self, element: Any, parent: int, text: str) -> int:
        here = len(self.nodes)
        self.nodes.append(element)
        self.parent.append(parent)
        self.end.append(here + 1)
        self._texts.append(text or None)
        self.tags.append(TEXT if text else element.tag)
        self.classes.append([] if text else telling_classes((element.get("class") or "").split()))
        return here

    def _link(self) -> None:
        children: list[list[int]] = [[] for _ in self.nodes]
        for node, parent in enumerate(self.parent):
            if parent >= 0:
                children[parent].append(node)
        self.children = children
        self._places = [0] * self._size
        self._children = [_bits_of(below) for below in children]
        for node in range(self._size):
            marks = self._marks(node)
            self._own_marks.append(marks)
            for mark in marks:
                self._marked.setdefault(mark, []).append(node)
        self._number_siblings()

    def _marks(self, node: int) -> list[Mark]:
        tag = self.tags[node]
        marks = [Mark(Kind.TAG, tag)]
        if tag == TEXT:
            return marks
        attributes = self.nodes[node].attrib
        marks += [Mark(Kind.CLASS, name) for name in self.classes[node]]
        if len(attributes) > bool(self.classes[node]):
            marks += meant_attributes(attributes)
            if (name := attributes.get("id", "")) and telling_id(name):
                marks.append(Mark(Kind.ID, name))
        return marks

    def _number_siblings(self) -> None:
        for below in self.children:
            counts: Counter[str] = Counter()
            last: dict[str, int] = {}
            for place, node in enumerate(below):
                self._places[node] = place
                tag = self.tags[node]
                counts[tag] += 1
                last[tag] = node
                self._marked.setdefault(Mark(Kind.NTH, tag, str(counts[tag])), []).append(node)
            for tag, node in last.items():
                self._marked.setdefault(Mark(Kind.LAST, tag), []).append(node)

    # ---- sets ------------------------------------------------------------------------------------

    def bits(self, mark: Mark) -> Bits:
        """The nodes that bear the mark."""
        known = self._bits.get(mark)
        if known is None:
            known = self._bits[mark] = self._find(mark)
        return known

    def _find(self, mark: Mark) -> Bits:
        every = (1 << self._size) - 1
        match mark.kind, mark.inner:
            case Kind.HAS, Mark() as inner:
                return self.above(self.bits(inner))
            case Kind.LACKS, Mark() as inner:
                return every & ~self.above(self.bits(inner))
            case Kind.NOT, Mark() as inner:
                return every & ~self.bits(inner)
            case Kind.LABEL, _:
                return _bits_of([n for n in range(self._size) if mark in self.labels(n)])
            case Kind.COLUMN, _:
                return _bits_of([n for n in range(self._size) if self.column(n) == mark.value])
            case _:
                return _bits_of(self._marked.get(mark, ()))

    def below(self, some: Bits) -> Bits:
        """Everything inside any of them."""
        known = self._below.get(some)
        if known is None:
            known = 0
            reached = 0
            for node in places(some):
                if node >= reached:
                    reached = self.end[node]
                    known |= ((1 << (reached - node - 1)) - 1) << (node + 1)
            self._below[some] = known
        return known

    def just_below(self, some: Bits) -> Bits:
        """Their children."""
        found = 0
        for node in places(some):
            found |= self._children[node]
        return found

    def above(self, some: Bits) -> Bits:
        """Everything that holds any of them."""
        found = 0
        for node in places(some):
            up = self.parent[node]
            while up >= 0 and not found >> up & 1:
                found |= 1 << up
                up = self.parent[up]
        return found

    # ---- one node --------------------------------------------------------------------------------

    def own_marks(self, node: int) -> list[Mark]:
        return self._own_marks[node]

    def text(self, node: int) -> str:
        """Its whole text, white space put in order."""
        known = self._texts[node]
        if known is None:
            known = self._texts[node] = " ".join(self._raw(node).split())
        return known

    def _raw(self, node: int) -> str:
        """As `nodes.text_of` reads it, put together from what is inside."""
        element = self.nodes[node]
        if not self.children[node] or element.tag in ("input", "data", "meter"):
            return text_of(element)
        pieces = [element.text or ""]
        below = (n for n in self.children[node] if self.tags[n] != TEXT)
        for child in element:
            if isinstance(child.tag, str):
                space = " " if child.tag in BLOCKS else ""
                inside = text_of(child) if child.tag in UNSEEN else self.text(next(below))
                pieces += (space, _padded(inside, child), space)
            pieces.append(child.tail or "")
        return "".join(pieces)

    def find(self, element: Any) -> int:
        """The node of an element; -1 if the page has no such one."""
        return next(
            (n for n, it in enumerate(self.nodes) if it is element and self.tags[n] != TEXT), -1
        )

    def up(self, node: int) -> Iterator[int]:
        """The node, what holds it, and so on, without the top."""
        while node > 0:
            yield node
            node = self.parent[node]

    def place_among_alike(self, node: int) -> int:
        """The how-manieth of its tag among its siblings."""
        parent, tag = self.parent[node], self.tags[node]
        if parent < 0:
            return 1
        return sum(self.tags[n] == tag for n in self.children[parent] if n <= node)

    def place_among_siblings(self, node: int) -> int:
        return self._places[node]

    def alone(self, node: int) -> bool:
        """Is it all that its parent holds?"""
        parent = self.parent[node]
        return parent > 0 and len(self.children[parent]) == 1

    def label(self, node: int) -> str:
        """What stands before it, if that is a label."""
        return "".join(mark.value for mark in self.labels(node))

    def labels(self, node: int) -> list[Mark]:
        known = self._labels.get(node)
        if known is None:
            tag, text = self._label(node)
            known = self._labels[node] = (
                [Mark(Kind.LABEL, tag, text)] if text and can_be_quoted(text) else []
            )
        return known

    def _label(self, node: int) -> tuple[str, str]:
        if self.tags[node] != TEXT:
            return label_of(self.nodes[node])
        place = self._places[node]
        before = self.children[self.parent[node]][place - 1] if place else node
        if self.tags[before] in (TEXT, "td"):
            return "", ""
        return self.tags[before], label_text(self.nodes[before])

    def column(self, node: int) -> str:
        """The heading of the column of a table's cell."""
        if self.tags[node] not in ("td", "th"):
            return ""
        known = self._columns.get(node)
        if known is None:
            text = column_of(self.nodes[node])
            known = self._columns[node] = text if can_be_quoted(text) else ""
        return known

    def shape(self, node: int) -> Counter[str]:
        """The tag paths inside it, a few steps deep, counted."""
        known = self._shapes.get(node)
        if known is None:
            known = Counter()
            pending = [(node, "", SHAPE_DEPTH)]
            while pending:
                here, path, steps = pending.pop()
                path = f"{path}/{self.tags[here]}"
                known[path] += 1
                if steps:
                    pending.extend((below, path, steps - 1) for below in self.children[here])
            self._shapes[node] = known
        return known

    def likeness(self, one: int, other: int) -> float:
        """From 0 to 1: half by classes, half by what is inside."""
        if self.tags[one] != self.tags[other]:
            return 0.0
        mine, theirs = set(self.classes[one]), set(self.classes[other])
        classes = len(mine & theirs) / len(mine | theirs) if mine or theirs else 1.0
        a, b = self.shape(one), self.shape(other)
        shared = sum(min(count, b[path]) for path, count in a.items())
        inside = shared / (sum(a.values()) + sum(b.values()) - shared)
        return 0.5 * classes + 0.5 * inside


def places(some: Bits) -> Iterator[int]:
    """The numbers of the bits that are set, from the lowest."""
    while some:
        low = some & -some
        yield low.bit_length() - 1
        some ^= low


def _bits_of(nodes: Any) -> Bits:
    if not nodes:
        return 0
    room = bytearray(max(nodes) // 8 + 1)
    for node in nodes:
        room[node >> 3] |= 1 << (node & 7)
    return int.from_bytes(room, "little")


def _inside(element: Any, here: int) -> Iterator[tuple[Any, int, str]]:
    """Child elements, and between them the texts, where there are elements at all."""
    below = [child for child in element if isinstance(child.tag, str)]
    if below and (text := _neat(element.text)):
        yield element, here, text
    for child in element:
        if isinstance(child.tag, str) and child.tag not in UNSEEN:
            yield child, here, ""
        if below and (text := _neat(child.tail)):
            yield element, here, text


def _padded(text: str, element: Any) -> str:
    """The white space at the ends of an element's own text still parts it from its neighbours."""
    before = " " if (element.text or "")[:1].isspace() else ""
    last = element[-1].tail if len(element) else element.text
    return before + text + (" " if (last or "")[-1:].isspace() else "")


def _neat(text: str | None) -> str:
    return " ".join(text.split()) if text else ""
