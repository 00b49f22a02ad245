"""One walk over the tree: marked text, and every element that refers to something.

Walking node by node costs no more than three CSS queries, and knows where an element ends: words of
neighbouring blocks never run together, words of one sentence never fall apart.
"""

from collections.abc import Callable

from selectolax.lexbor import LexborHTMLParser, LexborNode

from bowerbird.parse import marks, tags
from bowerbird.parse.blocks import headings_of, spoken
from bowerbird.parse.landmarks import Part, part_of
from bowerbird.parse.main_text import NO_WORDS, Words, main_text
from bowerbird.parse.marks import BLOCK
from bowerbird.parse.options import ParseOptions
from bowerbird.parse.references import HANDLERS, References


def read_walked(tree: LexborHTMLParser, references: References, options: ParseOptions) -> Words:
    """The main text and the headings; the references as told."""
    root = tree.root
    if root is None:
        return NO_WORDS
    references.root = root.attributes
    walk = Walk(references)
    walk.walk(root)
    references.rare_in(tree)
    if not options.text:
        return NO_WORDS
    marked = spoken("".join(walk.marked))
    headings = tuple(headings_of(marked, options.max_headings))
    return Words(main_text(marked, options.max_text), headings)


class Walk:
    """Walks one tree and keeps what it saw. Use once."""

    __slots__ = ("marked", "references")

    def __init__(self, references: References) -> None:
        self.references = references
        self.marked: list[str] = []  # marked text in pieces, see `marks`

    def walk(self, root: LexborNode) -> None:
        """Visit every node below `root`, in the order of the text."""
        meaning, say, text = _MEANING.get, self.marked.append, tags.TEXT
        stack: list[tuple[LexborNode, str]] = []
        node: LexborNode | None = root
        while node is not None:
            tag = node.tag_id
            if tag == text:
                say(node.text_content or "")
            else:
                entry = meaning(tag)
                if entry is None:
                    leave: str | None = ""
                elif isinstance(entry, tuple):
                    say(entry[0])
                    leave = entry[1]
                else:
                    leave = entry(self, node)
                if leave is not None:
                    child = node.first_child
                    if child is not None:
                        stack.append((node, leave))
                        node = child
                        continue
                    say(leave)
            following = node.next
            while following is None and stack:
                node, leave = stack.pop()
                say(leave)
                following = node.next
            node = following

    # ---- elements that need more than a mark -----------------------------------------------------

    def anchor(self, node: LexborNode) -> str:
        """<a>."""
        self.references.anchor(node.attributes, node)
        self.marked.append(marks.LINK)
        return marks.LINK_END

    def container(self, node: LexborNode) -> str:
        """A block that may say what it is."""
        attributes = node.attributes
        if not attributes:
            self.marked.append(BLOCK)
            return BLOCK
        if "background" in attributes and node.tag_id == tags.TABLE:
            HANDLERS[node.tag_id](self.references, attributes, node)
        before, after = _PARTS[part_of(attributes)]
        self.marked.append(before)
        return after

    def region(self, node: LexborNode) -> str:
        """<main> and <article>."""
        hidden = part_of(node.attributes) is Part.HIDDEN
        part = Part.MAIN if node.tag_id == tags.MAIN else Part.ARTICLE
        before, after = _PARTS[Part.HIDDEN if hidden else part]
        self.marked.append(before)
        return after

    def style(self, node: LexborNode) -> None:
        """<style>."""
        self.references.style(node.text(), node)

    def title(self, node: LexborNode) -> None:
        """<title>."""
        self.references.title_in(node)

    def form(self, node: LexborNode) -> str:
        """<form>: on some sites the whole page stands in one."""
        self.references.form(node.attributes, node)
        return self.container(node)


# What an element means: marks before and after it, or what gives them. Without a mark after it,
# nothing inside it is looked at.
Entry = tuple[str, str | None] | Callable[[Walk, LexborNode], str | None]

_PARTS = {
    Part.CONTENT: (BLOCK, BLOCK),
    Part.HIDDEN: (BLOCK + marks.MUTED, marks.SPOKEN + BLOCK),
    Part.AROUND: (marks.begin(marks.NAMED), marks.END),
    Part.LANDMARK: (marks.begin(marks.LANDMARK), marks.END),
    Part.MAIN: (marks.begin(marks.MAIN), marks.END),
    Part.ARTICLE: (marks.begin(marks.ARTICLE), marks.END),
}


def _refers(before: str, after: str | None) -> Callable[[Walk, LexborNode], str | None]:
    """An element with a handler of its own, and marks."""

    def enter(walk: Walk, node: LexborNode) -> str | None:
        attributes = node.attributes
        if attributes:
            HANDLERS[node.tag_id](walk.references, attributes, node)
        if before:
            walk.marked.append(before)
        return after

    return enter


def _meanings() -> dict[int, Entry]:
    plain: dict[int, tuple[str, str | None]] = dict.fromkeys(tags.BLOCKS, (BLOCK, BLOCK))
    plain |= dict.fromkeys(tags.CELLS, (" ", " "))
    plain |= dict.fromkeys(tags.MUTE, (marks.MUTED, marks.SPOKEN))
    plain |= dict.fromkeys(tags.OPAQUE, ("", None))
    plain |= dict.fromkeys(tags.LANDMARKS, _PARTS[Part.LANDMARK])
    plain[tags.HEADER] = (marks.begin(marks.HEADER), marks.END)
    plain[tags.BREAK] = ("\n", "")
    meanings: dict[int, Entry] = dict(plain)
    meanings |= {tag: _refers(*plain.get(tag, ("", ""))) for tag in HANDLERS}
    for tag, level in tags.HEADING_LEVELS.items():
        meanings[tag] = (f"{BLOCK}{marks.HEADING}{level}", BLOCK)
    meanings |= dict.fromkeys(tags.CONTAINERS, Walk.container)
    meanings |= {
        tags.ANCHOR: Walk.anchor,
        tags.MAIN: Walk.region,
        tags.ARTICLE: Walk.region,
        tags.FORM: Walk.form,
        tags.STYLE: Walk.style,
        tags.TITLE: Walk.title,
    }
    return meanings


_MEANING = _meanings()
