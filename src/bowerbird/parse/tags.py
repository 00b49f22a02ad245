"""Element names as the numbers lexbor knows them by, and what each kind of element means for text.

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
_SINGLE = [
    "a",
    "article",
    "br",
    "form",
    "head",
    "header",
    "img",
    "main",
    "script",
    "style",
    "svg",
    "title",
]
ANCHOR, ARTICLE, BREAK, FORM, HEAD, HEADER, IMAGE, MAIN, SCRIPT, STYLE, DRAWING, TITLE = (
    tag_id(name) for name in _SINGLE
)

# Elements that begin a new line: their words never run into their neighbours'.
BLOCKS = tag_ids(
    [
        "address",
        "blockquote",
        "body",
        "caption",
        "center",
        "dd",
        "details",
        "dir",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "hgroup",
        "hr",
        "li",
        "menu",
        "optgroup",
        "p",
        "pre",
        "summary",
        "tbody",
        "tfoot",
        "thead",
        "tr",
    ]
)
# Blocks whose attributes may say that they are hidden, a landmark, or boilerplate by name.
CONTAINERS = tag_ids(["div", "dl", "ol", "section", "table", "ul"])
# Boilerplate by what they are.
LANDMARKS = tag_ids(["aside", "dialog", "footer", "nav", "search"])
# Words that stand apart, on the same line.
CELLS = tag_ids(["td", "th"])
# Nothing inside is an element, nor words of the page.
OPAQUE = tag_ids(["iframe", "noembed", "noframes", "script", "style", "textarea", "title"])
# Not words of the page, though their inside may hold links.
MUTE = tag_ids(
    [
        "audio",
        "button",
        "canvas",
        "datalist",
        "map",
        "math",
        "object",
        "select",
        "svg",
        "template",
        "video",
    ]
)
