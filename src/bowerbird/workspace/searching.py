"""Searching the indexes of a project: opened once, and as new as their last commit."""

from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from bowerbird.index.naming import names_of
from bowerbird.index.near import NearestWords
from bowerbird.index.options import IndexOptions
from bowerbird.index.reader import IndexReader
from bowerbird.index.reading import Snapshot
from bowerbird.index.results import Results, Suggestion
from bowerbird.index.searcher import Searcher
from bowerbird.index.settings import SearchSettings
from bowerbird.index.warm import load_searching
from bowerbird.workspace.checked import checked
from bowerbird.workspace.indexes import in_use, outdated
from bowerbird.workspace.query_help import help_over

if TYPE_CHECKING:
    from bowerbird.index.suggest import Suggester

COLUMNS = ("text", "numbers", "labels", "dates")


class OpenIndex:
    """One index, ready for questions from any thread."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._reader = IndexReader(folder)
        load_searching()
        self._lock = Lock()
        self._ready: tuple[Snapshot, IndexOptions, Searcher] | None = None
        self._nearest = NearestWords(self._reader.snapshot())
        self._suggester: tuple[Snapshot, IndexOptions, Suggester] | None = None

    def search(self, query: str, asked: IndexOptions, settings: SearchSettings) -> Results:
        """What a query finds; `asked` is what the plan says of this index."""
        snapshot = self._reader.snapshot()
        results = self._searcher(snapshot, asked).search(query, settings)
        about = outdated(self._reader.options, asked)
        return replace(results, warnings=[*results.warnings, *about]) if about else results

    def columns(self) -> dict[str, list[str]]:
        """By which names it can be asked: fields of text, columns of numbers, labels and dates."""
        names = names_of(self._reader.snapshot())
        return {kind: sorted(getattr(names, kind)) for kind in COLUMNS}

    def suggest(self, prefix: str, asked: IndexOptions, limit: int) -> list[Suggestion]:
        from bowerbird.index.suggest import Suggester  # searching does not need it

        with self._lock:  # a suggester answers one at a time
            snapshot = self._reader.snapshot()
            known = self._suggester
            if known is None or known[1] != asked:
                options = in_use(self._reader.options, asked)
                suggester = Suggester(snapshot, options, self._folder)
            elif known[0] is not snapshot:
                suggester = known[2].renewed(snapshot)
            else:
                suggester = known[2]
            self._suggester = snapshot, asked, suggester
            return suggester.suggest(prefix, limit)

    def _searcher(self, snapshot: Snapshot, asked: IndexOptions) -> Searcher:
        with self._lock:
            known = self._ready
            if known is None or known[0] is not snapshot or known[1] != asked:
                options = in_use(self._reader.options, asked)
                self._nearest = self._nearest.renewed(snapshot)
                searcher = Searcher(snapshot, options, help_over(snapshot, options, self._nearest))
                self._ready = known = snapshot, asked, searcher
            return known[2]


def search_settings(values: dict[str, Any]) -> SearchSettings:
    """The checked settings of one search."""
    return checked(SearchSettings, values, "search")
