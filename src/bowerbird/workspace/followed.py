"""One index that follows the record log."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from bowerbird.index import manifest
from bowerbird.index.options import IndexOptions
from bowerbird.index.writer import IndexWriter, open_index
from bowerbird.model.errors import PlanError
from bowerbird.model.record import Record
from bowerbird.workspace.indexing import PATIENCE, add, take_in, tidy
from bowerbird.workspace.record_source import ReadOn

SEEN_WITHIN = 0.25  # seconds from a record's arrival here to the commit
SITTING = 2.0  # seconds for which an index is held at a time; then others may write
PROMPTLY = (
    8_000  # documents of a merge that the next commit may wait for: 0.2 s of CPU for long texts
)
MOST_SEGMENTS = 64  # then a larger merge is due, too: some seconds, once in half a million records


class FollowedIndex:
    """It is open only while records are taken in: others may write it, too, and its manifest alone
    says where to go on."""

    def __init__(self, folder: Path, options: IndexOptions) -> None:
        self.rests_until = 0.0  # after trouble
        self.remarks: list[str] = []  # for the log
        self._folder = folder
        self._options: IndexOptions | None = options
        self._seen: tuple[int, int] = (0, 0)
        self._cursor = 0

    def look(self, read: ReadOn) -> None:
        """Take in what is new, if anything is; readers see it when this returns."""
        after = self._where_to_go_on()
        if records := read(after):
            with self._writer() as writer:
                if writer.cursor != after:  # somebody took some in meanwhile, or began anew
                    records = read(writer.cursor)
                self._sit(writer, records, read)
                tidy(writer, at_most=PROMPTLY if writer.segments <= MOST_SEGMENTS else None)

    def catch_up(self, read: ReadOn) -> None:
        """Take in all that there is, however long it takes."""
        with self._writer(PATIENCE) as writer:
            take_in(writer, read)

    def tidy(self) -> None:
        """Merge all that is due."""
        with self._writer(PATIENCE) as writer:
            tidy(writer)

    def _sit(self, writer: IndexWriter, records: list[Record], read: ReadOn) -> None:
        began = committed = time.monotonic()
        after = writer.cursor
        while records:
            add(writer, records)
            after = records[-1].seq
            now = time.monotonic()
            if now - began >= SITTING:
                break
            if now - committed >= SEEN_WITHIN:
                writer.commit(after)
                committed = now
            records = read(after)
        writer.commit(after)

    @contextmanager
    def _writer(self, patience: float = 0.0) -> Iterator[IndexWriter]:
        with ExitStack() as stack:
            try:
                opening = open_index(self._folder, self._options, patience=patience)
                writer = stack.enter_context(opening)
            except PlanError as error:
                self.remarks.append(str(error))
                self._options = None  # it goes on as it was made
                opening = open_index(self._folder, create=False, patience=patience)
                writer = stack.enter_context(opening)
            yield writer

    def _where_to_go_on(self) -> int:
        try:
            found = (self._folder / manifest.NAME).stat()
        except FileNotFoundError:
            return 0
        if (found.st_ino, found.st_mtime_ns) != self._seen:
            made = manifest.read(self._folder)
            self._cursor = made.cursor if made else 0
            self._seen = found.st_ino, found.st_mtime_ns
        return self._cursor
