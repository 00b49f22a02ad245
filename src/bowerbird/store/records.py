"""The record log: numbered in the order they became true, one living record per key."""

from collections.abc import Iterable, Iterator
from itertools import islice

import msgspec
import xxhash
from msgspec import Struct
from msgspec.structs import replace

from bowerbird.model.errors import CorruptError
from bowerbird.model.record import Record
from bowerbird.model.storage import Batch, Family, Store

NEXT_KEY = b"records:next"  # in META: the number that the next record gets, eight bytes
LOG = b"s"  # in RECORDS: this and eight bytes of number → record
HEAD = b"h"  # in RECORDS: this and a key → which record holds for it now

_AFTER_LOG = bytes([LOG[0] + 1])
_encode = msgspec.msgpack.Encoder().encode
_encode_content = msgspec.msgpack.Encoder(order="deterministic").encode
_decode = msgspec.msgpack.Decoder(Record).decode


class Head(Struct, frozen=True, array_like=True, gc=False):
    """Which record holds for a key, and what is in it."""

    seq: int
    content: bytes
    gone: bool


_decode_head = msgspec.msgpack.Decoder(Head).decode


class Records:
    """The record log of one shard.

    Commit batches in the order of their `append`: a follower that has read number 8 never looks
    back for 7.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._next = _first_free(store)
        self._batch: Batch | None = None  # heads written into it are not in the store yet
        self._in_batch: dict[bytes, Head] = {}

    def append(self, records: Iterable[Record], batch: Batch) -> int:
        """How many were new or changed; what equals its predecessor is not written again."""
        if batch is not self._batch:
            self._batch, self._in_batch = batch, {}
        first = self._next
        for record in records:
            self._append(record, batch)
        if self._next > first:
            batch.put(Family.META, NEXT_KEY, self._next.to_bytes(8))
        return self._next - first

    def read(self, after: int, limit: int) -> Iterator[Record]:
        """Records with seq > after, in order; numbers of replaced ones are missing."""
        start = LOG + (after + 1).to_bytes(8)
        for _, value in islice(self._store.scan(Family.RECORDS, start, _AFTER_LOG), limit):
            try:
                yield _decode(value)
            except msgspec.MsgspecError as error:
                raise CorruptError(
                    "the record log holds a record that cannot be read: put the store back from a"
                    " backup, or rebuild the records with `bowerbird records rebuild`"
                ) from error

    def holds(self, key: bytes) -> Record | None:
        """The record that holds for this key now; a tombstone if it is gone."""
        head = self._head(key)
        data = head and self._store.get(Family.RECORDS, LOG + head.seq.to_bytes(8))
        return _decode(data) if data else None

    def count(self) -> int:
        """How many keys have a record that is not gone. Looks at all of them."""
        end = bytes([HEAD[0] + 1])
        heads = self._store.scan(Family.RECORDS, HEAD, end)
        return sum(not _decode_head(value).gone for _, value in heads)

    @property
    def last(self) -> int:
        """No record has a larger number yet."""
        return self._next - 1

    def _append(self, record: Record, batch: Batch) -> None:
        content = _content(record)
        before = self._head(record.key)
        if before is None:
            if record.gone:
                return  # nobody could have heard of it
        elif before.content == content:
            return
        else:
            batch.delete(Family.RECORDS, LOG + before.seq.to_bytes(8))
        seq = self._next
        self._next += 1
        head = Head(seq, content, record.gone)
        batch.put(Family.RECORDS, LOG + seq.to_bytes(8), _encode(replace(record, seq=seq)))
        batch.put(Family.RECORDS, HEAD + record.key, _encode(head))
        self._in_batch[record.key] = head

    def _head(self, key: bytes) -> Head | None:
        known = self._in_batch.get(key)
        if known is None:
            stored = self._store.get(Family.RECORDS, HEAD + key)
            known = _decode_head(stored) if stored else None
        return known


def _content(record: Record) -> bytes:
    """What makes a record another one: not when, nor by which run, nor from which copy it came.

    Not proof against collisions made on purpose: who makes them hides a change of their own page.
    """
    if record.gone:
        return b""
    said = _encode_content((record.kind, record.url, record.fields))
    return xxhash.xxh3_128_digest(said)


def _first_free(store: Store) -> int:
    """Batches may be committed out of order, so the log itself has a say."""
    stored = store.get(Family.META, NEXT_KEY)
    last = next(store.scan(Family.RECORDS, LOG, _AFTER_LOG, reverse=True), None)
    by_log = int.from_bytes(last[0][1:]) + 1 if last else 1
    return max(int.from_bytes(stored) if stored else 1, by_log)
