"""What the compiled scan tells of a page, as Python values: references, main text, headings.

Importing this module loads numba and the compiled code (0.3 s); `html` does so when it needs them.
"""

import re

import numpy as np
from numpy.typing import NDArray

from bowerbird.model.document import Heading
from bowerbird.parse import scan_state
from bowerbird.parse.choosing import choose
from bowerbird.parse.main_text import NO_WORDS, Words
from bowerbird.parse.options import ParseOptions
from bowerbird.parse.references import NAMED_HANDLERS, Attributes, References
from bowerbird.parse.rewrite_table import table_of_names
from bowerbird.parse.rewriting import rewrite
from bowerbird.parse.scanning import scan
from bowerbird.parse.tree import Tree
from bowerbird.parse.vocabulary import vocabulary

_ATTRIBUTE = re.compile(r' ([^ ][^ =]*)="([^"]*)"')
_VOCABULARY = vocabulary()
_NAMES = table_of_names()
_HANDLERS = {_VOCABULARY.words.index(name): handler for name, handler in NAMED_HANDLERS.items()}


def read_scanned(tree: Tree, references: References, options: ParseOptions) -> Words | None:
    """The main text and the headings; the references as told. Nothing at all, and no reference,
    where the page is one for the walk."""
    page, root = _written(tree)
    state, blocks, records, words, strings = scan(page, _VOCABULARY.table, options.text)
    told = _text(strings).split("\0")
    if state[scan_state.ODD] or len(told) != 2 * len(records) + 1:
        return None
    references.root = root
    _refer(records, told, references)
    if not options.text:
        return NO_WORDS
    text, levels, headings = choose(words, blocks)
    said = _text(headings).split("\n")
    found = tuple(map(Heading, levels.tolist()[: options.max_headings], said))
    return Words(_text(text)[: options.max_text], found)


def _written(tree: Tree) -> tuple[NDArray[np.uint8], Attributes]:
    """The page as lexbor writes it, and the attributes of its <html>: by rewriting it where its
    markup is in order, which takes a quarter of the time, else by way of the tree."""
    content = tree.content
    data = content.encode("utf-8", "replace") if isinstance(content, str) else content
    in_order, written, start, end = rewrite(np.frombuffer(data, np.uint8), _NAMES)
    if in_order:
        return written, _attributes(_text(written[start:end])) if start < end else {}
    root = tree.root
    return np.frombuffer(tree.written(), np.uint8), root.attributes if root is not None else {}


def _text(written: NDArray[np.uint8]) -> str:
    return str(written.data, "utf-8", "replace")


def _refer(records: NDArray[np.int64], told: list[str], references: References) -> None:
    """Hand the records over: plain anchors, which most are, in runs; the rare carriers last."""
    kinds, origins = records[:, 0].tolist(), records[:, 1].tolist()
    values = told[::2]
    run, rare = 0, []
    for at in [at for at, kind in enumerate(kinds) if kind != scan_state.PLAIN]:
        if run < at:
            references.found.add_plain(values[run:at], origins[run:at])
        run = at + 1
        if kinds[at] == scan_state.RARE:
            rare.append(at)
        else:
            _refer_one(kinds[at], values[at], told[2 * at + 1], origins[at], references)
    references.found.add_plain(values[run : len(origins)], origins[run:])
    for at in rare:
        references.rare(_attributes(values[at]), told[2 * at + 1], origins[at])


def _refer_one(kind: int, value: str, more: str, origin: int, references: References) -> None:
    if kind == scan_state.ANCHOR:
        references.found.add(value, "a", more, origin)
    elif kind == scan_state.TITLE:
        references.name_page(value)
    elif kind == scan_state.STYLE:
        references.style(value, origin)
    else:
        _HANDLERS[kind](references, _attributes(value), origin)


def _attributes(written: str) -> dict[str, str | None]:
    """Attributes as lexbor writes them."""
    attributes: dict[str, str | None] = dict(_ATTRIBUTE.findall(written))
    if "&" in written:
        for name, value in attributes.items():
            attributes[name] = _decoded(value or "")
    return attributes


def _decoded(value: str) -> str:
    for entity, character in _ENTITIES:
        value = value.replace(entity, character)
    return value


_ENTITIES = (
    ("&nbsp;", "\xa0"), ("&quot;", '"'), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")
)  # fmt: skip
