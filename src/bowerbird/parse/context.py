"""What stands around a link: its words, its block, its path from the root.

Made on demand, because only the one to three new links of an ordinary page need it.
"""

from selectolax.lexbor import LexborNode

from bowerbird.model.document import LinkContext
from bowerbird.parse import tags

LONGEST_ANCHOR = 200
LONGEST_NEARBY = 200
LONGEST_PATH = 20  # elements; of a deeper one the innermost are told
LONGEST_CLASS = 40
ENOUGH_NEARBY = 40  # characters around the link; with less, the block around the block is told
WIDEST = 6  # blocks looked at, inside out
_BIGGEST = 4_000  # characters; a bigger block says little of one link in it
_REMEMBERED = 256  # block texts, at most 1 MB of them

_BLOCKS = tags.BLOCKS | tags.CONTAINERS | tags.CELLS | tags.LANDMARKS | {
    tags.MAIN, tags.ARTICLE, tags.FORM, *tags.HEADING_LEVELS
}  # fmt: skip
_TOO_WIDE = tags.tag_ids(["body", "html", "main", "tbody", "table"])


class Surroundings:
    """Tells contexts of one tree. A block that holds many links is read once."""

    def __init__(self) -> None:
        self._texts: dict[int, str] = {}

    def of(self, node: LexborNode) -> LinkContext:
        """Everything a judge of links wants to know, bounded."""
        anchor = _anchor(node)
        return LinkContext(anchor, self._nearby(node, anchor), path_of(node))

    def _nearby(self, node: LexborNode, anchor: str) -> str:
        said = ""
        at = node.parent
        for _ in range(WIDEST):
            while at is not None and at.tag_id not in _BLOCKS:
                at = at.parent
            if at is None or at.tag_id in _TOO_WIDE:
                break
            text = self._text(at)
            if text is None:
                break
            said = _around(text, anchor)
            if len(said) >= len(anchor) + ENOUGH_NEARBY:
                break
            at = at.parent
        return said or _siblings(node)

    def _text(self, block: LexborNode) -> str | None:
        """The words of a block, or nothing if it is too big to say much of one link in it."""
        text = self._texts.get(block.mem_id)
        if text is None:
            text = " ".join(block.text(separator=" ").split())[: _BIGGEST + 1]
            if len(self._texts) >= _REMEMBERED:
                self._texts.clear()
            self._texts[block.mem_id] = text
        return text if len(text) <= _BIGGEST else None


def path_of(node: LexborNode) -> str:
    """For example "html body main ul.results li a"."""
    steps: list[str] = []
    at: LexborNode | None = node
    while at is not None and len(steps) < LONGEST_PATH:
        name = at.tag
        if name and name[0] not in "-#":
            classes = (at.attributes.get("class") or "")[: 4 * LONGEST_CLASS].split(None, 1)
            steps.append(f"{name}.{classes[0][:LONGEST_CLASS]}" if classes else name)
        at = at.parent
    return " ".join(reversed(steps))


def _anchor(node: LexborNode) -> str:
    if node.tag_id in _WITHOUT_WORDS:
        return _label(node)
    said = _squeeze(node.text(separator=" "), LONGEST_ANCHOR)
    if said:
        return said
    label = _label(node)
    if label:
        return label
    for inner in node.css("img[alt], [aria-label], [title], svg title")[:5]:
        said = _label(inner) or _squeeze(inner.text(), LONGEST_ANCHOR)
        if said:
            return said
    return ""


def _label(node: LexborNode) -> str:
    attributes = node.attributes
    for name in ("alt", "aria-label", "title"):
        said = _squeeze(attributes.get(name) or "", LONGEST_ANCHOR)
        if said:
            return said
    return ""


def _siblings(node: LexborNode) -> str:
    """The words right before and after a link that stands in no block of its own."""
    half = LONGEST_NEARBY // 2
    before, after = _text_of(node.prev), _text_of(node.next)
    return _squeeze(f"{before[-half:]} {node.text()[:half]} {after[:half]}", LONGEST_NEARBY)


def _text_of(node: LexborNode | None) -> str:
    return (node.text_content or "") if node is not None and node.is_text_node else ""


def _around(text: str, anchor: str) -> str:
    """At most so many characters of the block, the link in their middle."""
    if len(text) <= LONGEST_NEARBY:
        return text
    at = max(text.find(anchor), 0)
    start = max(0, min(at + len(anchor) // 2 - LONGEST_NEARBY // 2, len(text) - LONGEST_NEARBY))
    return text[start : start + LONGEST_NEARBY].strip()


def _squeeze(text: str, limit: int) -> str:
    return " ".join(text[: 4 * limit].split())[:limit].strip()


_WITHOUT_WORDS = tags.tag_ids(
    [
        "img",
        "image",
        "link",
        "script",
        "source",
        "track",
        "embed",
        "input",
        "video",
        "audio",
        "iframe",
        "frame",
        "style",
        "meta",
    ]
)
