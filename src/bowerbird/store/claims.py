"""Which page claims which record: a record lives as long as one page says that it is there.

Several pages may claim one record (the same item in two lists), and a detail page adds fields to
what a list claims. What holds is made of all claims together, always in the same order, so that it
does not depend on which page was read first. Everything is written into the batch of a visit.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Protocol

import msgspec
from msgspec import Struct

from bowerbird.model.extraction import Fields
from bowerbird.model.record import Origin, PageRef, Record
from bowerbird.model.storage import Batch, Family, Store

CLAIM = b"c"  # in RECORDS: this, the record's key, the role and the page's key → Claim
OF_PAGE = b"p"  # in RECORDS: this and a page's key → the (record's key, role) that it claims
WAITING = b"w"  # in RECORDS: this, a page's key and a record's key → the template that waits

NOINDEX = "noindex"  # the field that keeps a record out of search, as its page asks

HERE = b"\x00"  # the page shows the item
DETAIL = b"\x01"  # the page says more about an item that another shows

_encode = msgspec.msgpack.Encoder().encode


class Claim(Struct, frozen=True, array_like=True, gc=False):
    """What one page says about one record."""

    kind: str
    url: str
    fields: Fields
    run: str
    page: PageRef | None = None
    created_at: float = 0.0
    origin: Origin | None = None
    needs: tuple[str, ...] = ()  # fields without which there is no record yet


class Stake(Struct, frozen=True):
    """A claim and where it goes."""

    record: bytes
    claim: Claim
    role: bytes = HERE


class Booked(Struct):
    """What claims did to the records."""

    new: list[str] = []  # their kinds: not there before, or changed since an earlier run
    changed: int = 0
    gone: int = 0
    left_out: int = 0  # because no more were wanted


_decode_claim = msgspec.msgpack.Decoder(Claim).decode
_decode_list = msgspec.msgpack.Decoder(list[tuple[bytes, bytes]]).decode


class Log(Protocol):
    """The record log, as far as claims need it."""

    def append(self, records: Iterable[Record], batch: Batch) -> int: ...

    def holds(self, key: bytes) -> Record | None: ...


class Claims:
    """The claims of one shard. Commit each batch before the next is begun."""

    def __init__(self, store: Store, log: Log) -> None:
        self._store = store
        self._log = log

    def waiting_for(self, page: bytes) -> list[tuple[bytes, str]]:
        """Records that wait for this page to say more about them, and by which template."""
        start = WAITING + page
        return [
            (key[len(start) :], template.decode())
            for key, template in self._store.scan(Family.RECORDS, start, _after(start))
        ]

    def are_any(self) -> bool:
        """Does any page claim any record?"""
        claims = self._store.scan(Family.RECORDS, OF_PAGE, _after(OF_PAGE))
        return next(claims, None) is not None

    def claims_something(self, page: bytes) -> bool:
        """Does this page claim any record?"""
        return self._store.get(Family.RECORDS, OF_PAGE + page) is not None

    def shows_items(self, page: bytes) -> bool:
        """Does it claim a record that it shows itself, not only as a detail page?"""
        stored = self._store.get(Family.RECORDS, OF_PAGE + page)
        return stored is not None and any(role == HERE for _, role in _decode_list(stored))

    def has_detail(self, record: bytes, page: bytes) -> bool:
        """Does this page say more about that record already?"""
        return self._store.get(Family.RECORDS, CLAIM + record + DETAIL + page) is not None

    def book(
        self,
        page: bytes,
        stakes: Sequence[Stake],
        batch: Batch,
        *,
        others: Mapping[bytes, Sequence[Stake]] = MappingProxyType({}),
        most: int | None = None,
        in_part: bool = False,
    ) -> Booked:
        """All that this page claims now. What it claimed before and no longer does loses it, unless
        it was read only `in_part`; a record that nobody claims is gone. Of new records, at most
        `most` come into being. `others` are pages that claim something beside what they claimed
        before."""
        booking = _Booking(self._store, self._log, batch)
        if in_part:
            booking.add(page, booking.wanted(stakes, most))
            left_out = set[bytes]()
        else:
            left_out = booking.replace(page, stakes, most)
        for other, more in others.items():
            booking.add(other, [stake for stake in more if stake.record not in left_out])
        booking.settle()
        return booking.result

    def add(self, page: bytes, stakes: Sequence[Stake], batch: Batch) -> Booked:
        """More that a page claims, beside what it claimed before."""
        booking = _Booking(self._store, self._log, batch)
        booking.add(page, stakes)
        booking.settle()
        return booking.result

    def forget_who_waits(self, batch: Batch) -> None:
        """Before everything is booked anew: who still waits says so again."""
        batch.delete_range(Family.RECORDS, WAITING, _after(WAITING))

    def wait(self, record: bytes, page: bytes, template: str, batch: Batch) -> None:
        """When that page is read, its detail fields are part of this record."""
        batch.put(Family.RECORDS, WAITING + page + record, template.encode())


class _Booking:
    """One change of claims, which sees what it has written itself."""

    def __init__(self, store: Store, log: Log, batch: Batch) -> None:
        self._store = store
        self._log = log
        self._batch = batch
        self._written: dict[bytes, Claim | None] = {}
        self._touched: dict[bytes, None] = {}
        self.result = Booked()

    def replace(self, page: bytes, stakes: Sequence[Stake], most: int | None) -> set[bytes]:
        """Answers which records were left out, because no more were wanted."""
        before = self._claimed(page)
        all_stakes, stakes = stakes, self.wanted(stakes, most)
        after = [(stake.record, stake.role) for stake in stakes]
        for record, role in set(before).difference(after):
            key = CLAIM + record + role + page
            self._written[key] = None
            self._touched[record] = None
            self._batch.delete(Family.RECORDS, key)
        self._put(page, stakes)
        if after != before:
            self._list(page, after)
        return {stake.record for stake in all_stakes}.difference(key for key, _ in after)

    def add(self, page: bytes, stakes: Sequence[Stake]) -> None:
        self._put(page, stakes)
        claimed = [*self._claimed(page), *((stake.record, stake.role) for stake in stakes)]
        self._list(page, list(dict.fromkeys(claimed)))

    def _put(self, page: bytes, stakes: Sequence[Stake]) -> None:
        for stake in stakes:
            key = CLAIM + stake.record + stake.role + page
            self._written[key] = stake.claim
            self._touched[stake.record] = None
            self._batch.put(Family.RECORDS, key, _encode(stake.claim))

    def _claimed(self, page: bytes) -> list[tuple[bytes, bytes]]:
        stored = self._store.get(Family.RECORDS, OF_PAGE + page)
        return _decode_list(stored) if stored else []

    def _list(self, page: bytes, claimed: list[tuple[bytes, bytes]]) -> None:
        if claimed:
            self._batch.put(Family.RECORDS, OF_PAGE + page, _encode(claimed))
        else:
            self._batch.delete(Family.RECORDS, OF_PAGE + page)

    def wanted(self, stakes: Sequence[Stake], most: int | None) -> Sequence[Stake]:
        """Without the new records beyond as many as are wanted."""
        if most is None:
            return stakes
        room, wanted = most, []
        for stake in stakes:
            if stake.role == HERE and not self._is_there(stake.record):
                if room <= 0:
                    self.result.left_out += 1
                    continue
                room -= 1
            wanted.append(stake)
        return wanted

    def _is_there(self, record: bytes) -> bool:
        held = self._log.holds(record)
        return held is not None and not held.gone

    def settle(self) -> None:
        """Every record that a changed claim is about becomes what its claims make of it."""
        for key in self._touched:
            before = self._log.holds(key)
            was_there = before is not None and not before.gone
            after = _merged(key, list(self._claims_on(key)))
            if after is None:
                gone = Record(key, "", "", {}, "", gone=True)
                if before is not None:
                    gone = Record(key, before.kind, before.url, {}, before.run, gone=True)
                self.result.gone += self._log.append([gone], self._batch) if was_there else 0
            elif self._log.append([after], self._batch):
                self.result.changed += was_there
                if before is None or before.gone or before.run != after.run:
                    self.result.new.append(after.kind)

    def _claims_on(self, record: bytes) -> Iterator[tuple[bytes, Claim]]:
        """Role and page's key, and the claim; as they will be once the batch is committed."""
        start = CLAIM + record
        for key, value in self._store.scan(Family.RECORDS, start, _after(start)):
            if key not in self._written:
                yield key[len(start) :], _decode_claim(value)
        for key, claim in self._written.items():
            if claim is not None and key.startswith(start):
                yield key[len(start) :], claim


def _merged(key: bytes, claims: list[tuple[bytes, Claim]]) -> Record | None:
    """The record that these claims make; none if no page shows the item, or what it needs is not
    known yet. Later runs go before earlier ones, and within a run the order is that of the keys."""
    here = sorted((each for each in claims if each[0][:1] == HERE), key=_newest_first)
    far = sorted((each for each in claims if each[0][:1] == DETAIL), key=_newest_first)
    if not here:
        return None
    fields: Fields = {}
    for _, claim in (*here, *far):
        for name, value in claim.fields.items():
            if fields.get(name) in (None, "", []):
                fields[name] = value
    first = here[0][1]
    if any(fields.get(name) in (None, "", []) for name in first.needs):
        return None
    fields.pop(NOINDEX, None)
    if all(_is_hidden(each) for each in here) or any(_is_hidden(each) for each in far):
        fields[NOINDEX] = True
    return Record(
        key=key,
        kind=first.kind,
        url=first.url,
        fields=fields,
        run=max((claim.run for _, claim in (*here, *far)), key=_number),
        page=first.page,
        created_at=first.created_at,
        origin=first.origin,
    )


def _is_hidden(each: tuple[bytes, Claim]) -> bool:
    return each[1].fields.get(NOINDEX) is True


def _newest_first(each: tuple[bytes, Claim]) -> tuple[int, bytes]:
    return -_number(each[1].run), each[0]


def _number(run: str) -> int:
    return int(run) if run.isdigit() else 0


def _after(prefix: bytes) -> bytes:
    """The first key that does not begin so."""
    trimmed = prefix.rstrip(b"\xff")
    return trimmed[:-1] + bytes([trimmed[-1] + 1])
