"""URL-seen: exact, on disk, one row per identity and run."""

from bowerbird.frontier.keys import WAITING, held_row, settled_row, waiting_row
from bowerbird.frontier.recent import Recent
from bowerbird.model.candidate import Candidate
from bowerbird.model.storage import Batch, Family, Store
from bowerbird.web.url import Url, key_of


class SeenTable:
    """What became of every identity in this run. Rows of earlier runs count as unseen."""

    def __init__(self, store: Store, run: bytes, remembered: int) -> None:
        self._store = store
        self._run = run
        self._recent: Recent[bytes] = Recent(remembered)
        self._settled = settled_row(run)
        self.begin = self._recent.begin
        self.recently = self._recent.get  # identity → row, only if it is still in memory

    def stored(self, key: bytes, identity: str) -> bytes | None:
        """The row on disk; for an identity that `recently` does not know."""
        row = self._store.get(Family.SEEN, key)
        if row is None or row[:4] != self._run:
            return None
        self._recent.put(identity, row)
        return row

    def row(self, url: Url) -> bytes | None:
        """What is known of a URL in this run: see `keys` for the form."""
        return self._recent.get(url.identity) or self.stored(url.key, url.identity)

    def known(self, identity: str) -> bytes | None:
        """The same, where only the identity is at hand."""
        return self._recent.get(identity) or self.stored(key_of(identity), identity)

    def wait(self, candidate: Candidate, key: bytes, place: bytes, batch: Batch) -> None:
        """It waits at this place."""
        row = waiting_row(self._run, candidate, place)
        batch.put(Family.SEEN, key, row)
        self._recent.put(candidate.url.identity, row)

    def hold(self, candidate: Candidate, key: bytes, place: bytes, batch: Batch) -> None:
        """A brake holds it at this place."""
        row = held_row(self._run, place)
        batch.put(Family.SEEN, key, row)
        self._recent.put(candidate.url.identity, row)

    def settle(self, identity: str, key: bytes, batch: Batch) -> None:
        """It is done and does not come back in this run."""
        batch.put(Family.SEEN, key, self._settled)
        self._recent.put(identity, self._settled)

    def forget(self, identity: str, key: bytes, batch: Batch) -> None:
        """It was never seen."""
        batch.delete(Family.SEEN, key)
        self._recent.forget(identity)

    def is_stale(self, identity: str, place: bytes) -> bool:
        """Does a queue row contradict what happened since? Only memory is asked: what is older
        than memory has been committed, and then the row would not be on disk."""
        row = self._recent.get(identity)
        return row is not None and not (row[4] == WAITING and row.endswith(place))
