"""Segments of an index folder, mapped; what did not change is not mapped again."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bowerbird.index import parts
from bowerbird.index.arrays import Check
from bowerbird.index.manifest import Listed
from bowerbird.index.raw import Raw
from bowerbird.index.reading import Segment
from bowerbird.index.segment import segment_of
from bowerbird.index.view import View


@dataclass(frozen=True)
class _Opened:
    listed: Listed
    raw: Raw
    view: View
    segment: Segment


class Opening:
    """What a reader holds open."""

    def __init__(self, index: Path) -> None:
        self._index = index
        self._opened: dict[str, _Opened] = {}

    def segments(self, listed: Sequence[Listed], fields: Sequence[str]) -> tuple[Segment, ...]:
        """These, and nothing else stays open."""
        self._opened = {each.name: self._open(each, fields) for each in listed}
        return tuple(opened.segment for opened in self._opened.values())

    def _open(self, listed: Listed, fields: Sequence[str]) -> _Opened:
        before = self._opened.get(listed.name)
        if before and before.listed == listed:
            return before
        raw = before.raw if before else parts.read_raw(raw_file(self._index, listed))
        same = before if before and before.listed.view == listed.view else None
        view = same.view if same else parts.read_view(self._index / listed.view)
        alive = alive_of(self._index, listed)
        segment = segment_of(listed.name, fields, raw, view, alive, same.segment if same else None)
        return _Opened(listed, raw, view, segment)


def raw_file(index: Path, listed: Listed) -> Path:
    """The part of a segment that never changes."""
    return index / f"{listed.name}.raw"


def alive_of(index: Path, listed: Listed, check: Check = "opening") -> NDArray[np.bool_]:
    """Which documents of a segment live."""
    if not listed.dead:
        return np.ones(listed.documents, np.bool_)
    return parts.read_alive(index / listed.dead, listed.documents, check)
