"""The X-Y tree of a page: cut at the widest white gap, down and across in turn, until none is left.

After Nagy and Seth (1984). A jump in size or weight of the print is a cut as well: titles stand
close above authors, but never in the same print.
"""

from collections.abc import Iterator
from statistics import median

from msgspec import Struct

from bowerbird.extract.metadata.lines import Line

ACROSS, DOWN = 0, 1  # the axis on which a cut separates: columns, or what stands below
# In heights of the page's usual characters: lines of a paragraph, words of a line stand closer.
GAP_DOWN, GAP_ACROSS = 0.85, 1.6  # best of those tried on 47 labelled title pages
LEAST_GAP = 0.4
LOOK_AHEAD = 12  # lines among which the next one of the same column is found
MOST_LEADING = 1.6  # heights; more is no paragraph
PARAGRAPHS = 10  # pairs of lines that show how far apart lines are
GUTTER = 0.6  # what parts two columns of several lines may be narrower than a gap inside a line
GUTTER_FIRST = 3.0  # before gaps between paragraphs: those of two columns seldom are level
COLUMN = 4  # lines that make a column
JUMP = 0.18  # relative difference of sizes
BARELY = 1.001  # weight of a cut by print: any white gap that counts is a better one
CLOSE = -0.6  # heights; lines of a paragraph overlap a little where print is tall


class Node(Struct, frozen=True):
    """A rectangle: either cut into parts, or a block of lines."""

    left: float
    top: float
    right: float
    bottom: float
    lines: tuple[Line, ...]
    parts: tuple["Node", ...] = ()


def xy_tree(lines: list[Line]) -> Node | None:
    """The tree of a page; None for one without lines."""
    if not lines:
        return None
    usual = median(line.size for line in lines)
    return _cut(lines, _Measures(usual, _gap_down(lines, usual)), 0)


class _Measures(Struct, frozen=True):
    """Of a page, in points."""

    usual: float  # height of its characters
    gap_down: float  # white from which on a paragraph ends


def _gap_down(lines: list[Line], usual: float) -> float:
    """More than what parts the lines of a paragraph, which may be printed with double space."""
    gaps = []
    for number, line in enumerate(lines):
        for below in lines[number + 1 : number + 1 + LOOK_AHEAD]:
            if below.left < line.right and below.right > line.left:
                gaps.append(below.top - line.bottom)
                break
    inside = [gap for gap in gaps if -0.5 * usual < gap < MOST_LEADING * usual]
    if len(inside) < PARAGRAPHS:
        return GAP_DOWN * usual
    return max(LEAST_GAP * usual, median(inside) + LEAST_GAP * usual)


def blocks_of(node: Node) -> Iterator[Node]:
    """The leaves in reading order."""
    if not node.parts:
        yield node
    for part in node.parts:
        yield from blocks_of(part)


DEEPEST = 200  # cuts in one another; what is left then is one block


def _cut(lines: list[Line], page: _Measures, depth: int) -> Node:
    left, top = min(line.left for line in lines), min(line.top for line in lines)
    right, bottom = max(line.right for line in lines), max(line.bottom for line in lines)
    parts: tuple[Node, ...] = ()
    halves = _best_cut(lines, page) if len(lines) > 1 and depth < DEEPEST else None
    if halves is None:
        lines = sorted(lines, key=lambda line: (line.top, line.left))
    else:
        parts = tuple(_cut(half, page, depth + 1) for half in halves)
        lines = [line for part in parts for line in part.lines]
    return Node(left, top, right, bottom, tuple(lines), parts)


def _best_cut(lines: list[Line], page: _Measures) -> tuple[list[Line], list[Line]] | None:
    weight, best, usual = 0.0, None, page.usual
    for axis, least in ((DOWN, page.gap_down), (ACROSS, GAP_ACROSS * usual)):
        ordered = sorted(lines, key=lambda line: line.box[axis])
        end = ordered[0].box[axis + 2]
        for number in range(1, len(ordered)):
            line, before = ordered[number], ordered[number - 1]
            gap = line.box[axis] - end
            worth = gap / least
            if axis == ACROSS and 0 < worth <= 1 and _are_columns(ordered, number):
                worth = GUTTER_FIRST * gap / (GUTTER * usual)
            if worth <= 1:
                by_print = axis == DOWN and gap > CLOSE * usual and _differ(line, before)
                worth = BARELY if by_print else 0.0
            if worth > weight:
                weight, best = worth, (ordered[:number], ordered[number:])
            end = max(end, line.box[axis + 2])
    return best


def _are_columns(ordered: list[Line], number: int) -> bool:
    """Several lines on either side, beside each other?"""
    one, other = ordered[:number], ordered[number:]
    if min(len(one), len(other)) < COLUMN:
        return False
    tops = [min(line.top for line in side) for side in (one, other)]
    bottoms = [max(line.bottom for line in side) for side in (one, other)]
    shared, height = min(bottoms) - max(tops), max(bottoms) - min(tops)
    beside = [
        sum(line.top < min(bottoms) and line.bottom > max(tops) for line in side)
        for side in (one, other)
    ]
    return shared > 0.4 * height and min(beside) >= COLUMN


def _differ(line: Line, before: Line) -> bool:
    jump = abs(line.size - before.size) / max(line.size, before.size)
    return jump > JUMP or (line.bold != before.bold and line.left - before.right < 0)
