"""Stored pages read again: what templates and parsers make of them now, without asking anybody."""

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from bowerbird.crawl.digest import reread
from bowerbird.crawl.harvest import Harvest
from bowerbird.crawl.page_record import page_record
from bowerbird.crawl.reading import Reading, Templated
from bowerbird.model.pagerow import PageRow
from bowerbird.model.ports import PageStore, RecordLog
from bowerbird.model.storage import Family, Store
from bowerbird.store.claims import Claims

_decode_row = msgspec.msgpack.Decoder(PageRow).decode
_LAST_KEY = b"\xff" * 17  # above every URL key


class Replayed(Struct):
    """How many pages were read again."""

    pages: int = 0
    unread: int = 0  # their records stay as they are


class Replay:
    """Reads every stored page once, and books what it yields in place of what it yielded."""

    def __init__(
        self, store: Store, records: RecordLog, claims: Claims, pages: PageStore, reading: Reading
    ) -> None:
        self._store = store
        self._records = records
        self._claims = claims
        self._pages = pages
        self._reading = reading
        self._harvest = Harvest(claims, self._row, reading, pages)
        self._speakers: dict[int, str] = {}  # fingerprint → the page that claims these items

    async def run(self) -> Replayed:
        """One commit for each page; what was half done is done again by the next run."""
        done = Replayed()
        self._forget_who_waits()
        for key in self._in_order():
            row = self._row(key)
            row = row.last_read if row else None
            if row is not None and await self._page(key, row):
                done.pages += 1
            else:
                done.unread += 1
        return done

    def _forget_who_waits(self) -> None:
        """Which items wait for which page is found out anew."""
        batch = self._store.batch()
        self._claims.forget_who_waits(batch)
        self._store.commit(batch)

    def _in_order(self) -> Iterator[bytes]:
        """The keys of all pages that were read: those that show items first, so that a copy of one
        of them stays a copy, those that only say more about items last; else as they were
        fetched."""
        order = []
        for key, value in self._store.scan(Family.PAGES, b"", _LAST_KEY):
            row = _decode_row(value).last_read
            if row is not None:
                order.append(self._rank(key) + int(1e6 * row.fetched_at).to_bytes(8) + key)
        order.sort()
        return (each[9:] for each in order)

    def _rank(self, key: bytes) -> bytes:
        if self._claims.shows_items(key):
            return b"\x00"
        return b"\x02" if self._claims.claims_something(key) else b"\x01"

    async def _page(self, key: bytes, row: PageRow) -> bool:
        assert row.page is not None
        details = self._harvest.templates_waiting_for(key)
        with self._pages.read(row.page).page as page:
            if self._reading.is_risky(page, suspect=False):
                reply = await self._reading.parse_apart(page, details)
            else:
                reply = self._reading.parse_here(page, details)
            if not isinstance(reply, Templated):
                return False
            found = reread(reply, page, row, self._speaker_of)
        batch = self._store.batch()
        self._harvest.book(found, row, key, batch, None)
        self._records.append([page_record(row, found, key)], batch)
        self._store.commit(batch)
        return True

    def _speaker_of(self, fingerprint: int, identity: str) -> str:
        """Another page that spoke for the same items before; if there is none, this one does."""
        speaker = self._speakers.setdefault(fingerprint, identity)
        return "" if speaker == identity else speaker

    def _row(self, key: bytes) -> PageRow | None:
        data = self._store.get(Family.PAGES, key)
        return None if data is None else _decode_row(data)
