"""A sample page, taken apart once: nodes in document order, sets of them as the bits of one number.

A node is an element, or a piece of text that stands among elements. Node `i` holds the nodes
`i + 1 … end[i] - 1`, so that a record is an interval, and asking which nodes bear a mark inside it
is one `&`.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from bowerbird.extract.infer_marks import (
    OWN_TEXT,
    TEXT,
    Kind,
    Mark,
    can_be_quoted,
    meant_attributes,
    stems,
    telling_classes,
    telling_id,
)
from bowerbird.extract.nodes import BLOCKS, text_of
from bowerbird.extract.surroundings import (
    LONGEST_LABEL,
    column_of,
    label_of,
    label_text,
)

UNSEEN = frozenset({"script", "style", "noscript", "template", "head", "svg", "option"})
MANY = 12  # set bits from which numpy finds them sooner
MOST_NODES = 20_000  # of a sample; a list shows what it is long before
SHAPE_DEPTH = 3
OFTEN = 3  # a text that stands so often on a page may be a label
LANDMARKS = frozenset({"nav", "aside", "main"})
CELLS = frozenset({"td", "th", "dt", "dd"})
OF_A_PART = frozenset({"article", "section", "main", "li", "td", "header"})

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
        self._shapes: dict[int, Counter[str]] = {}
        self._labels: dict[int, list[Mark]] = {}
        self._columns: dict[int, str] = {}
        self._written_labels: set[str] = set()
        self._units: dict[int, list[Mark]] = {}
        self._leaf_texts: Counter[str] = Counter()
        self._landmarks: dict[int, int] = {}
        self._likeness: dict[tuple[int, int], float] = {}
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
            if len(self.nodes) >= MOST_NODES:
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
        marks += [Mark(Kind.STEM, stem) for stem in stems(self.classes[node])]
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
                return self._holding(inner)
            case Kind.LACKS, Mark() as inner:
                return every & ~self._holding(inner)
            case Kind.OUTSIDE, Mark() as inner:
                return every & ~self.below(self.bits(inner))
            case Kind.NOT, Mark() as inner:
                return every & ~self.bits(inner)
            case Kind.LABEL, _:
                return _bits_of([n for n in range(self._size) if mark in self.labels(n)])
            case Kind.UNIT, _:
                return _bits_of([n for n in range(self._size) if mark in self.units(n)])
            case Kind.COLUMN, _:
                return _bits_of([n for n in range(self._size) if self.column(n) == mark.value])
            case _:
                return _bits_of(self._marked.get(mark, ()))

    def _holding(self, inner: Mark) -> Bits:
        if inner == OWN_TEXT:  # words of its own, not of what is inside it
            return _bits_of([self.parent[node] for node in places(self.bits(inner))])
        return self.above(self.bits(inner))

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
        return _bits_of([below for node in places(some) for below in self.children[node]])

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
        """What stands before it, if that is written as a label."""
        text = "".join(mark.value for mark in self.labels(node))
        return text if text in self._written_labels else ""

    def labels(self, node: int) -> list[Mark]:
        known = self._labels.get(node)
        if known is None:
            tag, text = self._written_label(node)
            if text:
                self._written_labels.add(text)
            else:
                tag, text = self._guessed_label(node)
            known = self._labels[node] = (
                [Mark(Kind.LABEL, tag, text)] if text and can_be_quoted(text) else []
            )
        return known

    def _written_label(self, node: int) -> tuple[str, str]:
        if self.tags[node] != TEXT:
            return label_of(self.nodes[node])
        before = self._before(node)
        if before < 0 or self.tags[before] == "td":
            return "", ""
        return self.tags[before], label_text(self.nodes[before])

    def _guessed_label(self, node: int) -> tuple[str, str]:
        before = self._before(node)
        if before < 0 or self.tags[node] in CELLS or self.tags[before] in CELLS:
            return "", ""
        return self.tags[before], self._constant(before)

    def _before(self, node: int) -> int:
        """The element just before it; -1 if there is none."""
        place = self._places[node]
        before = self.children[self.parent[node]][place - 1] if place and node else -1
        return -1 if before >= 0 and self.tags[before] == TEXT else before

    def holds_one(self, node: int) -> bool:
        """Is its text one piece?"""
        said = 0
        for each in range(node, self.end[node]):
            if not self.children[each] and self.text(each):
                said += 1
                if said > 1:
                    return False
        return True

    def units(self, node: int) -> list[Mark]:
        """What stands after it, if the page says the same again and again."""
        known = self._units.get(node)
        if known is None:
            siblings = self.children[self.parent[node]] if node else []
            after = siblings[self._places[node] + 1 :][:1]
            tag = self.tags[after[0]] if after else TEXT
            text = "" if tag == TEXT or tag in CELLS else self._constant(after[0])
            known = [Mark(Kind.UNIT, tag, text)] if text and can_be_quoted(text) else []
            self._units[node] = known
        return known

    def _constant(self, node: int) -> str:
        """A short text that stands on the page several times: no value, but the name of one."""
        if not self._leaf_texts:
            self._leaf_texts.update(
                self.text(each) for each in range(self._size) if not self.children[each]
            )
        if self.children[node]:
            return ""
        text = self.text(node)
        is_word = 1 < len(text) <= LONGEST_LABEL and not any(c.isdigit() for c in text)
        return text if is_word and self._leaf_texts[text] >= OFTEN else ""

    def column(self, node: int) -> str:
        """The heading of the column of a table's cell."""
        if self.tags[node] not in ("td", "th"):
            return ""
        known = self._columns.get(node)
        if known is None:
            text = column_of(self.nodes[node])
            known = self._columns[node] = text if can_be_quoted(text) else ""
        return known

    def landmark(self, node: int) -> int:
        """The part of the page that it stands in: a `nav`, a `main`, a header of the page; or 0."""
        known = self._landmarks.get(node)
        if known is None:
            above = self.parent[node]
            known = 0 if above < 0 else above if self._is_landmark(above) else self.landmark(above)
            self._landmarks[node] = known
        return known

    def _is_landmark(self, node: int) -> bool:
        if self.tags[node] in ("header", "footer"):
            return all(self.tags[each] not in OF_A_PART for each in self.up(self.parent[node]))
        return self.tags[node] in LANDMARKS

    def shape(self, node: int) -> Counter[str]:
        """The tag paths inside it, a few steps deep, counted."""
        known = self._shapes.get(node)
        if known is None:
            known = Counter({"": 1})
            pending = [(below, "", SHAPE_DEPTH) for below in self.children[node]]
            while pending:
                here, path, steps = pending.pop()
                path = f"{path}/{self.tags[here]}"
                known[path] += 1
                if steps > 1:
                    pending.extend((below, path, steps - 1) for below in self.children[here])
            self._shapes[node] = known
        return known

    def likeness(self, one: int, other: int) -> float:
        """From 0 to 1: half by classes (if there are any), half by what is inside."""
        known = self._likeness.get((one, other))
        if known is None:
            known = self._likeness[one, other] = self._compare(one, other)
        return known

    def _compare(self, one: int, other: int) -> float:
        mine, theirs = set(self.classes[one]), set(self.classes[other])
        same_tag = self.tags[one] == self.tags[other]
        if not same_tag and not mine & theirs:
            return 0.0
        a, b = self.shape(one), self.shape(other)
        shared = sum(min(count, b[path]) for path, count in a.items())
        inside = shared / (sum(a.values()) + sum(b.values()) - shared)
        if not mine and not theirs:
            return inside
        classes = len(mine & theirs) / len(mine | theirs)
        return (0.5 * classes + 0.5 * inside) * (1.0 if same_tag else 0.9)


def places(some: Bits) -> Iterator[int]:
    """The numbers of the bits that are set, from the lowest."""
    if some.bit_count() > MANY:
        raw = some.to_bytes((some.bit_length() + 7) // 8, "little")
        bits = np.unpackbits(np.frombuffer(raw, np.uint8), bitorder="little")
        yield from np.flatnonzero(bits).tolist()
        return
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
    below = any(isinstance(child.tag, str) and child.tag not in UNSEEN for child in element)
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
