"""The one that writes an index: takes entries in, seals them as segments, commits."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from bowerbird.index import disk, manifest, merging, parts
from bowerbird.index.analysis import Analysis
from bowerbird.index.arrays import Check
from bowerbird.index.compounds import parts_in
from bowerbird.index.entry import Entry
from bowerbird.index.keys import hashes_of
from bowerbird.index.manifest import Listed, Manifest
from bowerbird.index.opening import alive_of, raw_file
from bowerbird.index.options import IndexOptions
from bowerbird.index.raw import Raw
from bowerbird.index.reader import IndexFacts, IndexReader, analysis_of
from bowerbird.index.view import documents_per_word, view_of
from bowerbird.index.waiting import Waiting
from bowerbird.model.errors import PlanError, StoreError

_OURS = re.compile(r"s\d{6,}\.(raw|view-|dead-)|parts-|manifest\.json\.new")
SEAL_AT = 256 << 20  # characters of text that become one segment without a merge


@contextmanager
def open_index(
    folder: Path,
    options: IndexOptions | None = None,
    *,
    create: bool = True,
    rebuild: bool = False,
    patience: float = 0.0,
) -> Iterator["IndexWriter"]:
    """The only writer of the index in this folder. What is not committed when it closes is lost.

    `options` other than the index's own are taken over (see `IndexWriter.configure`); with
    `rebuild` the index begins anew from record 0, whatever state it is in; readers have the old one
    until the first commit. `LockedError`: somebody
    writes already, and does not let go of it within `patience` seconds. `PlanError`: the options
    want it rebuilt. `StoreError`: there is none, and `create` is false.
    """
    if not create and not (folder / manifest.NAME).exists():
        raise StoreError(f"there is no index in {folder}: make one with `bowerbird index build`")
    with disk.only_writer(folder, patience):
        replaces = rebuild and (folder / manifest.NAME).exists()
        found = None if rebuild else manifest.read(folder)
        if found is None:
            beginning = _beginning(folder, options or IndexOptions())
            if not replaces:
                manifest.write(folder, beginning)
            writer = IndexWriter(folder, beginning, replaces=replaces)
        else:
            writer = IndexWriter(folder, found)
            if options is not None:
                writer.configure(options)
        yield writer


class _Live:
    """A segment as its writer sees it."""

    def __init__(self, listed: Listed, raw: Raw, alive: NDArray[np.bool_]) -> None:
        self.listed = listed
        self.raw = raw
        self.alive = alive
        self.changed = False

    @property
    def living(self) -> int:
        return int(self.alive.sum())

    def kill(self, keys: list[bytes], hashes: NDArray[np.uint64]) -> None:
        found = self.raw.keys.find(keys, hashes)
        if found and self.alive[found].any():
            self.alive[found] = False
            self.changed = True


class IndexWriter:
    """Made by `open_index`. If a call fails, close it and open the index again: it is as of the
    last commit."""

    def __init__(self, folder: Path, found: Manifest, *, replaces: bool = False) -> None:
        """`replaces`: what the folder holds is another index, and stays until the first commit."""
        self.folder = folder
        self._replaces = replaces
        self._manifest = found
        self._analysis = analysis_of(folder, found)
        self._next = found.next_segment
        self._segments = [self._opened(listed) for listed in found.segments]
        self._waiting = Waiting(found.options.fields)
        self._last = max((int(live.raw.serials[-1]) for live in self._segments), default=-1)
        if not replaces:
            self._sweep()

    @property
    def cursor(self) -> int:
        """The last record that was taken in and committed: go on after it."""
        return self._manifest.cursor

    @property
    def options(self) -> IndexOptions:
        """What the index is made with."""
        return self._manifest.options

    @property
    def segments(self) -> int:
        """How many there are; the fewer, the quicker a search."""
        return len(self._segments)

    def facts(self) -> IndexFacts:
        """As of the last commit."""
        return IndexReader(self.folder).facts()

    def add(self, entries: Iterable[Entry]) -> None:
        """Take entries in, their serials ascending over all calls. Seen after the next commit."""
        for entry in entries:
            if entry.serial <= self._last:
                raise ValueError(f"serial {entry.serial} comes after {self._last}")
            self._last = entry.serial
            self._waiting.add(entry)
            if self._waiting.size >= SEAL_AT:
                self._seal()

    def commit(self, cursor: int) -> int:
        """All that was added is on disk and seen by readers when this returns. `cursor` is the last
        record of the log that went in, or was passed over. Answers the generation."""
        if self._waiting.keys or cursor != self.cursor or self._is_unsettled():
            self._seal()
            if self._wants_to_learn():
                self._learn()
            self._publish(cursor)
        return self._manifest.generation

    def configure(self, options: IndexOptions) -> None:
        """Take these options from now on. If they change which words count, every segment gets its
        words anew, from the words it holds. `PlanError`: other fields or kinds want a rebuild."""
        before = self._manifest.options
        if options == before:
            return
        self._must_be_settled()
        for name in ("fields", "kinds"):
            if getattr(options, name) != getattr(before, name):
                raise PlanError(
                    f"the index {self.folder.name} was made with other {name}"
                    f" ({', '.join(getattr(before, name)) or 'all'}): "
                    f"{disk.anew(self.folder)}"
                )
        self._manifest = replace(self._manifest, options=options)
        if options.analysis != before.analysis:
            self._analysis = Analysis(options.analysis, self._analysis.parts)
            if options.analysis.compounds:
                self._learn()
            self._look_again()
        self._publish(self.cursor)

    def merge(self, *, everything: bool = False, at_most: int | None = None) -> bool:
        """Make one segment of several neighbours, if enough of about one size have gathered, or of
        all. Call it after commits until it answers False; the dead are gone then. `at_most`: of so
        many documents together, where somebody waits."""
        self._must_be_settled()
        sizes = [(len(live.raw), live.living) for live in self._segments]
        chosen = merging.all_of(sizes) if everything else merging.due(sizes, at_most)
        if chosen is None:
            return False
        given = self._segments[chosen]
        for live in given:  # packed blocks are copied as they are: damage must not go with them
            parts.read_raw(raw_file(self.folder, live.listed), "everything")
        raw = merging.merged([(live.raw, live.alive) for live in given])
        self._segments[chosen] = [self._written(raw)] if len(raw) else []
        self._publish(self.cursor)
        return True

    def _seal(self) -> None:
        """Waiting entries become a segment; what they replace dies."""
        waiting = self._waiting
        if not waiting.keys:
            return
        if self._segments:
            keys = list(waiting.keys)
            hashes = hashes_of(keys)
            for live in self._segments:
                live.kill(keys, hashes)
        raw = waiting.raw()
        if raw is not None:
            self._segments.append(self._written(raw))
        self._waiting = Waiting(self.options.fields)

    def _written(self, raw: Raw) -> _Live:
        """A new segment on disk; nobody knows of it yet."""
        name = f"s{self._next:06}"
        listed = Listed(name, len(raw), len(raw), self._view_of(name))
        self._next += 1
        parts.write_raw(raw_file(self.folder, listed), raw)
        parts.write_view(self.folder / listed.view, view_of(raw, self._analysis))
        return self._opened(listed, "nothing")

    def _opened(self, listed: Listed, check: Check = "opening") -> _Live:
        raw = parts.read_raw(raw_file(self.folder, listed), check)
        return _Live(listed, raw, alive_of(self.folder, listed))

    def _look_again(self) -> None:
        """Every segment under the analysis as it is now."""
        for live in self._segments:
            view = self._view_of(live.listed.name)
            if live.listed.view != view:
                parts.write_view(self.folder / view, view_of(live.raw, self._analysis))
                live.listed = replace(live.listed, view=view)

    def _wants_to_learn(self) -> bool:
        if not self.options.analysis.compounds:
            return False
        return self._living >= 2 * max(self._manifest.learned_at, 1)

    def _learn(self) -> None:
        """Words of the index become what its compounds are split into, until it has doubled."""
        learned = parts_in(
            each for live in self._segments for each in documents_per_word(live.raw, live.alive)
        )
        self._analysis = Analysis(self.options.analysis, learned)
        name = f"parts-{self._analysis.name}"
        if name != self._manifest.parts:
            parts.write_words(self.folder / name, learned)
        self._manifest = replace(self._manifest, parts=name, learned_at=self._living)
        self._look_again()

    def _publish(self, cursor: int) -> None:
        generation = self._manifest.generation + 1
        for live in self._segments:
            if live.changed:
                file = f"{live.listed.name}.dead-{generation:06}"
                parts.write_dead(self.folder / file, live.alive)
                live.listed = replace(live.listed, dead=file, living=live.living)
                live.changed = False
        disk.sync(self.folder)
        self._manifest = replace(
            self._manifest,
            generation=generation,
            cursor=cursor,
            segments=tuple(live.listed for live in self._segments),
            next_segment=self._next,
        )
        manifest.write(self.folder, self._manifest)
        self._replaces = False
        self._sweep()

    def _sweep(self) -> None:
        """Take away what the manifest does not name: of older states, or left by a crash. Whoever
        reads an older state has it open."""
        named = {self._manifest.parts}
        for each in self._manifest.segments:
            named |= {f"{each.name}.raw", each.view, each.dead}
        for file in self.folder.iterdir():
            if _OURS.match(file.name) and file.name not in named:
                file.unlink(missing_ok=True)

    def _is_unsettled(self) -> bool:
        listed = tuple(live.listed for live in self._segments)
        changed = any(live.changed for live in self._segments)
        return self._replaces or changed or listed != self._manifest.segments

    def _must_be_settled(self) -> None:
        if self._waiting.keys or self._is_unsettled():
            raise ValueError("commit first")

    @property
    def _living(self) -> int:
        return sum(live.living for live in self._segments)

    def _view_of(self, segment: str) -> str:
        return f"{segment}.view-{self._analysis.name}"


def _beginning(folder: Path, options: IndexOptions) -> Manifest:
    """An empty index, to come in place of whatever is here."""
    Analysis(options.analysis)  # says what is wrong with the options before anything is written
    try:
        before = manifest.read(folder)
        generation, free = (before.generation, before.next_segment) if before else (0, 1)
    except StoreError:
        # No state had a number like the time at which that file was written.
        generation = int((folder / manifest.NAME).stat().st_mtime)
        free = 1 + max((int(file.name[1:7]) for file in folder.glob("s*.raw")), default=0)
    return Manifest(generation + 1, cursor=0, options=options, next_segment=free)
