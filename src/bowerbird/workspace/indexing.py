"""Records of the log become documents of an index."""

from collections.abc import Iterable
from pathlib import Path

from bowerbird.index.entries import entry_of
from bowerbird.index.options import IndexOptions
from bowerbird.index.reader import IndexReader
from bowerbird.index.suggest import FOLDER as SUGGESTIONS
from bowerbird.index.titles import keep_titles
from bowerbird.index.writer import IndexWriter, open_index
from bowerbird.model.record import Record
from bowerbird.workspace.indexes import Telling
from bowerbird.workspace.record_source import OpenLog, ReadOn

TOGETHER = 20_000  # records of one commit, where nobody waits to see them
EVERYTHING = 1 << 62
PATIENCE = 60.0  # seconds; whoever follows a run lets go of an index far sooner


def build(
    folder: Path,
    options: IndexOptions,
    log: OpenLog,
    *,
    rebuild: bool = False,
    telling: Telling = lambda _: None,
) -> int:
    """Make the index in this folder, or bring it up to date under these options; answers how many
    records it took in."""
    with open_index(folder, options, rebuild=rebuild, patience=PATIENCE) as writer:
        # A search sees the index as it was until all of it is there again.
        together = EVERYTHING if rebuild else TOGETHER
        taken = take_in(writer, log.read, telling, together=together)
        tidy(writer)
    return taken


def take_in(
    writer: IndexWriter,
    read: ReadOn,
    telling: Telling = lambda _: None,
    *,
    together: int = TOGETHER,
) -> int:
    """Take in all that the log has after what the index knows, so many records with each commit;
    answers how many."""
    taken, waiting, after = 0, 0, writer.cursor
    while records := read(after):
        add(writer, records)
        after = records[-1].seq
        taken += len(records)
        waiting += len(records)
        if waiting >= together:
            writer.commit(after)
            waiting = 0
        telling(taken)
    writer.commit(after)
    return taken


def add(writer: IndexWriter, records: Iterable[Record]) -> None:
    """Seen by readers after the next commit."""
    writer.add(entry_of(record, writer.options) for record in records)


def tidy(writer: IndexWriter, *, at_most: int | None = None) -> None:
    """Merge what is due, of segments that become one of so many documents at most."""
    merged = False
    while writer.merge(at_most=at_most):
        merged = True
    if merged:
        keep_titles(IndexReader(writer.folder).snapshot(), writer.folder / SUGGESTIONS)
