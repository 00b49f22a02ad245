"""Element names, as such and as the numbers lexbor knows them by, and what each means for text.

Comparing numbers costs a fraction of comparing names, and the walk does it for every node.
"""

from collections.abc import Iterable

from selectolax.lexbor import create_tag

TEXT = 2
COMMENT = 4


def tag_ids(names: Iterable[str]) -> frozenset[int]:
    """The numbers of these elements."""
    return frozenset(tag_id(name) for name in names)


def tag_id(name: str) -> int:
    """The number of one element."""
    return create_tag(name).tag_id


HEADING_LEVELS = {tag_id(f"h{level}"): level for level in range(1, 7)}
_SINGLE = "a article br form header img main script style table title"
ANCHOR, ARTICLE, BREAK, FORM, HEADER, IMAGE, MAIN, SCRIPT, STYLE, TABLE, TITLE = (
    tag_id(name) for name in _SINGLE.split()
)

# Elements that begin a new line: their words never run into their neighbours'.
BLOCK_NAMES = [
    "address", "blockquote", "body", "caption", "center", "dd", "details", "dir", "dt", "fieldset",
    "figcaption", "figure", "hgroup", "hr", "li", "menu", "optgroup", "p", "pre", "summary",
    "tbody", "tfoot", "thead", "tr",
]  # fmt: skip
# Blocks whose attributes may say that they are hidden, a landmark, or boilerplate by name.
CONTAINER_NAMES = ["div", "dl", "ol", "section", "table", "ul"]
# Boilerplate by what they are.
LANDMARK_NAMES = ["aside", "dialog", "footer", "nav", "search"]
# Words that stand apart, on the same line.
CELL_NAMES = ["td", "th"]
# Nothing inside is an element, nor words of the page: markup in it is text, or no text at all.
RAW_NAMES = ["iframe", "noembed", "noframes", "script", "style"]
ESCAPED_NAMES = ["textarea", "title"]
# Not words of the page, though their inside may hold links.
MUTE_NAMES = [
    "audio", "button", "canvas", "datalist", "map", "math", "object", "select", "svg", "template",
    "video",
]  # fmt: skip

# Drawings and formulas, which have element names of their own.
FOREIGN_NAMES = ["math", "svg"]

BLOCKS, CONTAINERS, LANDMARKS = map(tag_ids, (BLOCK_NAMES, CONTAINER_NAMES, LANDMARK_NAMES))
CELLS, OPAQUE, MUTE = map(tag_ids, (CELL_NAMES, RAW_NAMES + ESCAPED_NAMES, MUTE_NAMES))
FOREIGN = tag_ids(FOREIGN_NAMES)
