"""From characters to lines: what stands side by side, with spaces and accents put right."""

import unicodedata
from collections.abc import Callable, Iterable
from statistics import median

from msgspec import Struct

from bowerbird.extract.metadata.glyphs import Glyph, GlyphPage

MOST_LINES = 600  # of one page
COLUMN_GAP = 1.1  # heights of a character; wider gaps part columns, narrower ones words
ASIDE = 0.75  # heights; so far from each other only the same print goes on
WIDE = 0.5  # what is further apart is not said in one breath: two spaces
SPACE = 0.18  # of the height; in narrow print a space is a quarter
RAISED, LOWERED = "\x0e", "\x0f"  # around what is set as a superscript
_ACCENTS = {
    "´": "\u0301", "`": "\u0300", "¨": "\u0308", "ˆ": "\u0302", "˜": "\u0303", "ˇ": "\u030c",
    "¸": "\u0327", "˚": "\u030a", "¯": "\u0304", "˘": "\u0306", "˝": "\u030b", "˙": "\u0307",
}  # fmt: skip
_MARKS = str.maketrans("", "", RAISED + LOWERED)


class Line(Struct, frozen=True):
    """One line of one column."""

    marked: str  # its text, superscripts between RAISED and LOWERED
    left: float
    top: float
    right: float
    bottom: float
    size: float  # height of its characters
    bold: bool = False

    @property
    def text(self) -> str:
        """The text without the marks."""
        return self.marked.translate(_MARKS).replace("  ", " ")

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom."""
        return self.left, self.top, self.right, self.bottom


class _Run:
    """Characters that stand side by side."""

    __slots__ = ("bottom", "glyphs", "left", "right", "spaces", "top")

    def __init__(self, glyph: Glyph) -> None:
        self.glyphs = [glyph]
        self.spaces: set[int] = set()  # behind which characters the file has a space
        self.left, self.right = glyph.left, glyph.right
        self.top, self.bottom = glyph.top, glyph.bottom

    def add(self, glyph: Glyph) -> None:
        self.glyphs.append(glyph)
        if glyph.right > self.right:
            self.right = glyph.right
        if glyph.left < self.left:
            self.left = glyph.left
        if glyph.top < self.top:
            self.top = glyph.top
        if glyph.bottom > self.bottom:
            self.bottom = glyph.bottom

    def take(self, other: "_Run") -> None:
        self.glyphs += other.glyphs
        self.spaces |= other.spaces
        self.left, self.right = min(self.left, other.left), max(self.right, other.right)
        self.top, self.bottom = min(self.top, other.top), max(self.bottom, other.bottom)


def lines_of(page: GlyphPage, is_bold: Callable[[int], bool]) -> list[Line]:
    """The lines of a page, from top to bottom."""
    rows = _rows(_runs(page.glyphs))
    lines = [line for row in rows[:MOST_LINES] if (line := _line(row, is_bold))]
    return sorted(lines, key=lambda line: (line.top, line.left))


def _runs(glyphs: Iterable[Glyph]) -> list[_Run]:
    """In the order of the file, as far as one character follows the other on the page."""
    runs: list[_Run] = []
    run: _Run | None = None
    spaced: _Run | None = None  # whose last character has the space right before this glyph
    for glyph in glyphs:
        character = glyph.character
        if character in "\r\n":
            run = spaced = None
            continue
        if character.isspace() or glyph.bottom <= glyph.top:
            if run is not None and run.glyphs[-1].character not in _ACCENTS:
                run.spaces.add(run.glyphs[-1].place)
                spaced = run
            continue
        if spaced is not None and character in _ACCENTS:  # set apart, but no word begins with it
            spaced.spaces.discard(spaced.glyphs[-1].place)
        spaced = None
        if run is not None and _follows(glyph, run):
            run.add(glyph)
        elif len(runs) < 4 * MOST_LINES:
            run = _Run(glyph)
            runs.append(run)
    return runs


def _follows(glyph: Glyph, run: _Run) -> bool:
    last = run.glyphs[-1]
    if glyph.top == last.top and glyph.bottom == last.bottom:  # which most do: no more is asked
        gap, height = glyph.left - last.right, glyph.bottom - glyph.top
        return -2 * height < gap < COLUMN_GAP * height
    height = max(glyph.bottom - glyph.top, last.bottom - last.top)
    gap = glyph.left - last.right
    return _overlap(glyph, run) >= 0.5 and -2 * height < gap < COLUMN_GAP * height


def _overlap(one: Glyph | _Run, other: Glyph | _Run) -> float:
    """Of the lower of two heights, how much stands beside the other?"""
    shared = min(one.bottom, other.bottom) - max(one.top, other.top)
    lower = min(one.bottom - one.top, other.bottom - other.top)
    return shared / lower if lower > 0 else 0.0


def _rows(runs: list[_Run]) -> list[_Run]:
    """Runs joined that continue one another on the page though not in the file."""
    rows: list[_Run] = []
    for run in sorted(runs, key=lambda run: (run.top + run.bottom, run.left)):
        for row in reversed(rows[-12:]):  # sorted by height: those before are further up
            if _continues(run, row):
                row.take(run)
                break
        else:
            rows.append(run)
    return _joined(rows)


def _joined(rows: list[_Run]) -> list[_Run]:
    """Once more from left to right: a row may have closed the gap between two."""
    rows.sort(key=lambda row: row.left)
    rows.sort(key=lambda row: round(row.top))
    joined: list[_Run] = []
    for row in rows:
        for before in reversed(joined[-12:]):
            if _continues(row, before):
                before.take(row)
                break
        else:
            joined.append(row)
    return joined


def _continues(run: _Run, row: _Run) -> bool:
    low, height = sorted((run.bottom - run.top, row.bottom - row.top))
    gap = max(run.left - row.right, row.left - run.right)
    shared = _overlap(run, row)
    if low < 0.95 * height and abs(gap) < 0.6 * height:
        return shared >= 0.25  # a superscript, which stands out at the top
    if gap > ASIDE * height and not _is_same_print(run, row, height):
        return False  # a column beside it: a line that goes on does so in the same print
    return shared >= 0.6 and -2 * height < gap < COLUMN_GAP * height


def _is_same_print(run: _Run, row: _Run, height: float) -> bool:
    """As high, and on the same foot?"""
    tall = abs((run.bottom - run.top) - (row.bottom - row.top))
    return tall < 0.05 * height and abs(run.bottom - row.bottom) < 0.05 * height


def _line(run: _Run, is_bold: Callable[[int], bool]) -> Line | None:
    glyphs = sorted(run.glyphs, key=lambda glyph: glyph.left)
    size = median(glyph.bottom - glyph.top for glyph in glyphs)
    foot = median(glyph.bottom for glyph in glyphs)
    marked = _text(glyphs, run.spaces, size, foot)
    if not marked.strip():
        return None
    letters = [glyph for glyph in glyphs if glyph.character.isalpha()] or glyphs
    middle = letters[len(letters) // 2]  # a bold word at the start does not make a bold line
    return Line(marked, run.left, run.top, run.right, run.bottom, size, is_bold(middle.place))


def _text(glyphs: list[Glyph], spaces: set[int], size: float, foot: float) -> str:
    """The characters in a row, with spaces where there is one in the file or on the page."""
    pieces: list[str] = []
    up, end = False, glyphs[0].left
    small, high, space, wide, tight = (
        0.85 * size,
        foot - 0.1 * size,
        SPACE * size,
        WIDE * size,
        0.08 * size,
    )
    for number, glyph in enumerate(glyphs):
        mark = _ACCENTS.get(glyph.character)
        if mark and _put_on(mark, glyph, glyphs, number, pieces):
            continue
        raised = glyph.bottom < high and glyph.bottom - glyph.top < small
        if up and not raised:
            pieces.append(LOWERED)
        # pdfium sees spaces around superscripts where there are none.
        gap = glyph.left - end
        if number and (
            gap > space
            or (glyphs[number - 1].place in spaces and gap > (tight if up or raised else -tight))
        ):
            pieces.append("  " if gap > wide else " ")
        if raised and not up:
            pieces.append(RAISED)
        pieces.append(glyph.character)
        up, end = raised, max(end, glyph.right)
    if up:
        pieces.append(LOWERED)
    return unicodedata.normalize("NFKC", "".join(pieces)).strip()


def _put_on(mark: str, accent: Glyph, glyphs: list[Glyph], number: int, pieces: list[str]) -> bool:
    """Old fonts set an accent as a character of its own; it belongs to the letter below it."""
    middle = (accent.left + accent.right) / 2
    before = glyphs[number - 1] if number else None
    if before is not None and before.left <= middle <= before.right and before.character.isalpha():
        pieces[-1] = unicodedata.normalize("NFC", pieces[-1] + mark)
        return True
    after = glyphs[number + 1] if number + 1 < len(glyphs) else None
    if after is not None and after.left <= middle <= after.right and after.character.isalpha():
        letter = "i" if after.character == "ı" else after.character
        glyphs[number + 1] = after._replace(character=unicodedata.normalize("NFC", letter + mark))
        return True
    return False
