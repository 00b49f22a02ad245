"""What is remembered of links while a crawl works: which pages lead to a queued URL, what they are
worth, and what their other links led to. Bounded: the least promising is forgotten first."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from bowerbird.judge import learner_kernel as kernel
from bowerbird.judge.link_words_kernel import WIDTH

MOST_HOSTS = 65_536  # further hosts are looked at as one
MOST_EDGES = 262_144
ECHOES = 512  # links that were followed last, should their page turn out better than it looked
SCRATCH = 1  # rows for what is only looked at
GIVEN_UP = 4  # when full, one row in so many is forgotten

Rows = npt.NDArray[np.int64]


class LinkMemory:
    """Rows of queued URLs, and a ring of pages that were read."""

    def __init__(self, links: int, pages: int) -> None:
        size = links + ECHOES + SCRATCH
        self.facts = np.zeros((size, kernel.FACT_COLUMNS), np.float32)
        self.counts = np.zeros((size, kernel.COUNT_COLUMNS), np.int32)
        self.sources = np.zeros((size, kernel.MOST_SOURCES), np.int32)
        self.tokens = np.zeros((size, WIDTH), np.int32)
        self.pages = np.zeros((pages + 1, kernel.PAGE_COLUMNS), np.float32)
        self.page_hosts = np.zeros(pages, np.int32)
        self.hosts = np.zeros((MOST_HOSTS, kernel.HOST_COLUMNS), np.float32)
        self.scratch = size - 1
        self.latest = -1  # number of the last page
        self.edges = np.zeros((MOST_EDGES, 2), np.int32)
        self.edge_count = 0
        self.capacity = links
        self._names: list[str] = [""] * links
        self._rows: dict[str, int] = {}
        self.row = self._rows.get  # where a queued URL is remembered
        self._free = list(range(links - 1, -1, -1))
        self._page_names: list[str] = [""] * pages
        self._relevant = bytearray(pages)
        self._page_numbers: dict[str, int] = {}
        self.page_number = self._page_numbers.get  # of a page that was read not too long ago
        self._host_numbers: dict[str, int] = {"": 0}

    # ---- queued URLs -----------------------------------------------------------------------------

    def name(self, row: int) -> str:
        """The identity of the URL in this row; empty if there is none any more."""
        return self._names[row]

    @property
    def size(self) -> int:
        """How many are remembered."""
        return len(self._rows)

    def rows(self) -> Rows:
        """All rows in use."""
        return np.fromiter(self._rows.values(), np.int64, len(self._rows))

    def new_row(self, identity: str) -> int:
        """A row for a URL that is not remembered."""
        if not self._free:
            self._give_up()
        row = self._free.pop()
        self._rows[identity] = row
        self._names[row] = identity
        return row

    def forget(self, identity: str) -> None:
        """It is queued no more."""
        row = self._rows.pop(identity, None)
        if row is not None:
            self._names[row] = ""
            self._free.append(row)

    def rename(self, before: str, after: str) -> None:
        """It turned out to live elsewhere."""
        if after not in self._rows and (row := self._rows.pop(before, None)) is not None:
            self._rows[after] = row
            self._names[row] = after
        else:
            self.forget(before)

    def echo(self, row: int, number: int) -> None:
        """Keep what the link to this page looked like for a while."""
        at = self.echo_row(number)
        for array in (self.facts, self.counts, self.sources, self.tokens):
            array[at] = array[row]

    def echo_row(self, number: int) -> int:
        """Where it is kept."""
        return self.capacity + number % ECHOES

    def _give_up(self) -> None:
        rows = self.rows()
        promise = self.facts[rows, kernel.PROMISE]
        for row in rows[np.argpartition(promise, len(rows) // GIVEN_UP)[: len(rows) // GIVEN_UP]]:
            self.forget(self._names[row])

    # ---- pages that were read --------------------------------------------------------------------

    def new_page(self, identity: str, host: int) -> int:
        """The number of a page that was just read."""
        self.latest += 1
        at = self.latest % len(self._page_names)
        forgotten = self._page_names[at]
        if forgotten and self._page_numbers.get(forgotten) == self.latest - len(self._page_names):
            del self._page_numbers[forgotten]
        self._page_names[at] = identity
        self._page_numbers[identity] = self.latest
        self._relevant[at] = 0
        self.pages[at] = 0.0
        self.page_hosts[at] = host
        return self.latest

    def note_relevant(self, number: int) -> None:
        """A page turned out to be relevant."""
        self._relevant[number % len(self._relevant)] = 1

    def is_relevant(self, number: int) -> bool:
        """Was it? Of pages that are not forgotten."""
        return bool(self._relevant[number % len(self._relevant)])

    def page_name(self, number: int) -> str:
        """Its identity; empty if it is forgotten."""
        if number < 0 or number <= self.latest - len(self._page_names):
            return ""
        return self._page_names[number % len(self._page_names)]

    def page(self, number: int) -> npt.NDArray[np.float32]:
        """What is known of a page, to be read or changed."""
        page: npt.NDArray[np.float32] = self.pages[number % len(self._page_names)]
        return page

    def living_sources(self, row: int) -> list[int]:
        """The numbers of the pages that lead there, as far as they are remembered."""
        oldest = self.latest - len(self._page_names)
        known = self.sources[row, : self.counts[row, kernel.SOURCES]].tolist()
        return [number for number in known if number > oldest and number >= 0]

    def add_edges(self, pairs: Sequence[tuple[int, int]]) -> None:
        """Links between pages that were read, to relevant ones; the oldest make room."""
        for pair in pairs:
            self.edges[self.edge_count % MOST_EDGES] = pair
            self.edge_count += 1

    # ---- hosts -----------------------------------------------------------------------------------

    def host(self, name: str) -> int:
        """The number of a host."""
        number = self._host_numbers.get(name)
        if number is None:
            number = len(self._host_numbers) if len(self._host_numbers) < MOST_HOSTS else 0
            if number:
                self._host_numbers[name] = number
        return number

    @property
    def host_names(self) -> dict[str, int]:
        """All hosts by name."""
        return self._host_numbers
