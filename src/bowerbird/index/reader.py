"""An index as others read it, while somebody may be writing it."""

from collections.abc import Iterator
from pathlib import Path
from threading import Lock

from msgspec import Struct

from bowerbird.index import disk, manifest, parts
from bowerbird.index.analysis import Analysis
from bowerbird.index.manifest import Manifest
from bowerbird.index.opening import Opening, alive_of, raw_file
from bowerbird.index.options import IndexOptions
from bowerbird.index.reading import Snapshot
from bowerbird.index.words import Words
from bowerbird.model.errors import StoreError

_ATTEMPTS = (
    50  # a file is missing when a writer has moved on meanwhile: then there is a newer state
)


class IndexFacts(Struct, frozen=True):
    """What an index amounts to."""

    documents: int  # that live
    terms: int  # distinct words that count
    bytes: dict[str, int]  # per segment
    generation: int
    cursor: int


class IndexReader:
    """Gives the newest snapshot whenever asked. Any number of these, in any processes and threads.

    Snapshots stay valid, whatever becomes of the files.
    """

    def __init__(self, folder: Path) -> None:
        """`StoreError`: there is no index, or it cannot be read."""
        self.folder = folder
        self._lock = Lock()
        self._opening = Opening(folder)
        self._stamp = (0, 0)
        self._manifest: Manifest
        self._snapshot: Snapshot
        self._analysis: Analysis | None = None
        self._refresh()

    def snapshot(self) -> Snapshot:
        """The newest state; the same object while nothing is committed."""
        with self._lock:
            if self._newest() != self._stamp:
                self._refresh()
            return self._snapshot

    @property
    def options(self) -> IndexOptions:
        """As of the newest snapshot."""
        self.snapshot()
        return self._manifest.options

    @property
    def cursor(self) -> int:
        """The last record of the log that the newest snapshot knows."""
        self.snapshot()
        return self._manifest.cursor

    def facts(self) -> IndexFacts:
        """Looks at every distinct word."""
        snapshot, words = self.snapshot(), Words()
        for segment in snapshot.segments:
            words.add(segment.vocabulary)
        return IndexFacts(
            documents=snapshot.documents,
            terms=len(words),
            bytes={s.name: self._bytes_of(s.name) for s in snapshot.segments},
            generation=snapshot.generation,
            cursor=self._manifest.cursor,
        )

    def check(self) -> list[str]:
        """See `damage_in`."""
        return damage_in(self.folder)

    def _bytes_of(self, segment: str) -> int:
        return sum(file.stat().st_size for file in self.folder.glob(f"{segment}.*"))

    def _refresh(self) -> None:
        for attempt in range(_ATTEMPTS):
            stamp = self._newest()
            try:
                self._open()
            except StoreError:
                if attempt + 1 == _ATTEMPTS or self._newest() == stamp:
                    raise
                continue
            self._stamp = stamp
            return

    def _open(self) -> None:
        found = manifest.read(self.folder)
        if found is None:
            raise StoreError(
                f"there is no index in {self.folder}: make one with `bowerbird index build`"
            )
        analysis = analysis_of(self.folder, found)
        if self._analysis is None or self._analysis.name != analysis.name:
            self._analysis = analysis  # else the one that has worked out many words already
        self._snapshot = Snapshot(
            generation=found.generation,
            fields=tuple(found.options.fields),
            segments=self._opening.segments(found.segments, found.options.fields),
            analyse=self._analysis,
        )
        self._manifest = found

    def _newest(self) -> tuple[int, int]:
        try:
            found = (self.folder / manifest.NAME).stat()
        except FileNotFoundError:
            return 0, 0
        except OSError as error:
            raise disk.trouble(error, self.folder) from error
        return found.st_ino, found.st_mtime_ns


def damage_in(folder: Path) -> list[str]:
    """Reads every byte of an index. What is damaged: one sentence each, with the remedy."""
    damaged: list[str] = []
    for _ in range(_ATTEMPTS):
        try:
            found = manifest.read(folder)
        except StoreError as error:
            return [str(error)]
        damaged = list(_damage(folder, found)) if found else []
        if not damaged or manifest.read(folder) == found:
            break  # else a writer moved on, and took away what was to be read
    return damaged


def _damage(folder: Path, found: Manifest) -> Iterator[str]:
    if found.parts:
        try:
            parts.read_words(folder / found.parts, "everything")
        except StoreError as error:
            yield str(error)
    for each in found.segments:
        for look in (
            lambda each=each: parts.read_raw(raw_file(folder, each), "everything"),
            lambda each=each: parts.read_view(folder / each.view, "everything"),
            lambda each=each: alive_of(folder, each, "everything"),
        ):
            try:
                look()
            except StoreError as error:
                yield str(error)


def analysis_of(index: Path, listed: Manifest) -> Analysis:
    """The analysis that an index was made with."""
    learned = parts.read_words(index / listed.parts) if listed.parts else ()
    return Analysis(listed.options.analysis, learned)
