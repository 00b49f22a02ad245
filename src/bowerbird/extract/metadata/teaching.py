"""A layout taught: somebody says what stands on one page, and pages like it are read by that."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from bowerbird.extract.metadata.labelling import label
from bowerbird.extract.metadata.layouts import (
    Label,
    LabelledPage,
    LayoutBook,
    generic_book,
    labelled_page,
)
from bowerbird.extract.metadata.names import folded
from bowerbird.extract.metadata.papers import first_page
from bowerbird.extract.metadata.xy_tree import Node
from bowerbird.model.errors import UsageError

LABELS = {name.lower(): kind for name, kind in Label.__members__.items()}
SHARE = 0.25  # of a block's letters have to be those of a field; not everybody has to be named


class ShownBlock(Struct, frozen=True):
    """A block of a page, as somebody chooses it."""

    number: int
    label: str  # what it is taken for
    text: str
    left: float
    top: float
    right: float
    bottom: float


class Taught(Struct, frozen=True):
    """The page to keep, and what each of its blocks is now."""

    page: LabelledPage
    blocks: tuple[ShownBlock, ...]


def blocks_shown(content: bytes) -> tuple[ShownBlock, ...]:
    """The blocks of a paper's first page with what they are taken for. Raises `PdfTrouble`."""
    page = first_page(content)
    votes = label(page.features, LayoutBook(), generic_book()).shares
    guessed = [Label(int(row.argmax())) for row in votes]
    return _shown(page.blocks, guessed)


def taught(
    content: bytes,
    name: str,
    fields: Mapping[str, Sequence[str]],
    numbers: Mapping[int, str],
) -> Taught:
    """The first page with its labels: by the words of the fields, and by numbers of blocks."""
    page = first_page(content)
    if not page.blocks:
        raise UsageError("there is no text on its first pages: nothing can be taught by it")
    known = {_label(field): [folded(text) for text in texts] for field, texts in fields.items()}
    labels = [_by_words(block, known) for block in page.blocks]
    for number, field in numbers.items():
        if not 0 <= number < len(labels):
            raise UsageError(f"there is no block {number}; they count from 0 to {len(labels) - 1}")
        labels[number] = _label(field)
    missing = [kind for kind, texts in known.items() if texts and kind not in labels]
    if missing:
        raise UsageError(
            f"no block of the first page says that {missing[0].name.lower()}; look at the blocks "
            "with --blocks, and label one by its number"
        )
    return Taught(labelled_page(name, page.features, labels), _shown(page.blocks, labels))


def _label(field: str) -> Label:
    if field not in LABELS:
        raise UsageError(f"unknown label {field!r}; known: {', '.join(sorted(LABELS))}")
    return LABELS[field]


def _by_words(block: Node, known: Mapping[Label, list[str]]) -> Label:
    letters = [folded(line.text) for line in block.lines]
    whole = sum(map(len, letters))
    covered = {
        kind: sum(_covered(line, texts) for line in letters) for kind, texts in known.items()
    }
    best = max(covered, key=lambda kind: covered[kind], default=Label.OTHER)
    return best if whole and covered.get(best, 0) >= SHARE * whole else Label.OTHER


def _covered(line: str, texts: list[str]) -> int:
    """How many letters of a line belong to these texts, or the whole of it to one of them."""
    if len(line) > 2 and any(line in text for text in texts):
        return len(line)
    return sum(len(text) for text in texts if len(text) > 3 and text in line)


def _shown(blocks: list[Node], labels: Sequence[Label]) -> tuple[ShownBlock, ...]:
    return tuple(
        ShownBlock(
            number=number,
            label=kind.name.lower(),
            text=" ".join(line.text for line in block.lines),
            left=round(block.left, 1),
            top=round(block.top, 1),
            right=round(block.right, 1),
            bottom=round(block.bottom, 1),
        )
        for number, (block, kind) in enumerate(zip(blocks, labels, strict=True))
    )
