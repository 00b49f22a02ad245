"""Pages in WARC files: each record a gzip member of its own, each content stored once."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

import msgspec

from bowerbird.model.errors import CorruptError, StoreError
from bowerbird.model.page import Page
from bowerbird.model.ports import KeptPage, StoredPage
from bowerbird.model.record import PageRef
from bowerbird.model.storage import Batch, Family, Store
from bowerbird.store import segments, trouble
from bowerbird.store.member import packed, unpacked
from bowerbird.store.options import WarcOptions
from bowerbird.store.software import SOFTWARE
from bowerbird.store.warc_record import (
    Original,
    Read,
    fetched_at,
    head_of,
    original_of,
    payload_of,
    read_record,
    url_of,
    write_page,
    write_warcinfo,
)
from bowerbird.web.url import Url

END_KEY = b"pages:end"  # in META: where the last committed record ends
DIGEST = b"w"  # in CONTENT: this and the SHA-256 of a body → where it lies

# Without a recorded end nothing refers to what is there; more than this is no killed beginning.
_MOST_UNRECORDED = 256 << 20

_encode = msgspec.msgpack.Encoder().encode
_decode_original = msgspec.msgpack.Decoder(Original).decode
_decode_end = msgspec.msgpack.Decoder(tuple[int, int]).decode


class StoredBody:
    """The body of a page that was read back."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    @property
    def size(self) -> int:
        """Bytes."""
        return len(self._data)

    def open(self) -> BinaryIO:
        """A fresh reader at the first byte."""
        return io.BytesIO(self._data)

    def read(self) -> bytes:
        """The whole body."""
        return self._data

    def close(self) -> None:
        """Nothing is held."""


class WarcPages:
    """The page store of one shard. What it appends counts once `remember`'s batch is committed."""

    def __init__(
        self, folder: Path, store: Store, options: WarcOptions, *, read_only: bool
    ) -> None:
        self.suspects: tuple[Url, ...] = ()  # they were being read when a run died
        self.missing = 0  # bytes that the store knows of and the disk has lost (power loss)
        self._store = store
        self._level = options.level
        self._block_digests = options.block_digests
        self._read_only = read_only
        self._segments = segments.Segments(folder, options.segment_bytes, self._opening)
        self._pending: dict[bytes, Original] = {}  # appended, not yet in a batch

    def append(self, page: Page, run: str) -> KeptPage:
        """Handed to the operating system when this returns; if it raises, nothing was added."""
        if self._read_only:
            raise StoreError(f"{self._segments.folder} was opened read-only: open it for writing")
        body = page.body.read()
        hashed = sha256(body)
        digest = hashed.digest()
        original = self._find(digest) if body else None
        hexes = hashed.hexdigest()
        written = write_page(page, body, hexes, run, original, block_digest=self._block_digests)
        ref = self._segments.append(packed(written.data, self._level))
        if original is None and body:
            original = Original(ref, written.date, page.url.href, written.record_id)
            self._pending[digest] = original
            return KeptPage(ref, hexes)
        return KeptPage(ref, hexes, original.ref if original else None)

    def remember(self, batch: Batch) -> None:
        """Put into the batch what was appended since the last call, and where the files end.

        Belongs into the batch that refers to a page: without it the next opening cuts the page off.
        """
        for digest, original in self._pending.items():
            batch.put(Family.CONTENT, DIGEST + digest, _encode(original))
        self._pending.clear()
        batch.put(Family.META, END_KEY, _encode(self._segments.end))

    def read(self, ref: PageRef) -> StoredPage:
        """The page at `ref`; the content of a repeat is read from where it was stored first."""
        record = self._record(ref)
        try:
            first = original_of(record)
            payload = payload_of(self._record(first) if first else record)
            status, headers, raw_head = head_of(record)
            page = Page(
                url_of(record),
                status=status,
                headers=headers,
                body=StoredBody(payload),
                media_type=record.fields.get("WARC-Identified-Payload-Type", ""),
                fetched_at=fetched_at(record),
                raw_head=raw_head,
                address=record.fields.get("WARC-IP-Address", ""),
                truncated="WARC-Truncated" in record.fields,
                rendered=record.fields.get("Bowerbird-Rendered", ""),
            )
        except (LookupError, ValueError) as error:
            raise self._damaged(ref, error) from error
        return StoredPage(page, record.fields.get("Bowerbird-Run", ""))

    def sync(self) -> None:
        """What was appended is on the disk when this returns."""
        self._segments.sync()

    def recover(self) -> None:
        """Cut off what no committed batch knows of, after reading which URLs stand there."""
        folder = self._segments.folder
        end = recorded_end(self._store)
        number, offset = end or (0, 0)
        try:
            if end is None:
                _refuse_unrecorded(folder)
            self.suspects = tuple(_urls_behind(folder, (number, offset)))
            self.missing = max(0, offset - segments.size_of(folder, number))
            # A place that was given away once is never given to another page.
            self._segments.continue_at((number + 1, 0) if self.missing else (number, offset))
        except OSError as error:
            raise trouble.of_system(error, folder) from error

    def close(self) -> None:
        """Let go of every file."""
        self._segments.close()

    def _find(self, digest: bytes) -> Original | None:
        known = self._pending.get(digest)
        if known is None:
            stored = self._store.get(Family.CONTENT, DIGEST + digest)
            known = _decode_original(stored) if stored else None
        return known if known and self._segments.holds(known.ref) else None

    def _record(self, ref: PageRef) -> Read:
        member = self._segments.read(ref)
        try:
            return read_record(unpacked(member))
        except (LookupError, ValueError) as error:
            raise self._damaged(ref, error) from error

    def _damaged(self, ref: PageRef, error: Exception) -> CorruptError:
        file = self._segments.folder / segments.name_of(ref.segment)
        return CorruptError(
            f"{file} is damaged at byte {ref.offset} ({error}): put it back from a backup, or crawl"
            " the page again"
        )

    def _opening(self, file: str) -> bytes:
        return packed(write_warcinfo(file, SOFTWARE), self._level)


@contextmanager
def open_pages(
    folder: str | Path,
    store: Store,
    options: WarcOptions = WarcOptions(),  # noqa: B008 - frozen
    *,
    read_only: bool = False,
) -> Iterator[WarcPages]:
    """Open the pages that belong to `store`; whoever writes holds the shard open for writing."""
    folder = Path(folder)
    pages = WarcPages(folder, store, options, read_only=read_only)
    try:
        if not read_only:
            _make(folder)
            pages.recover()
        yield pages
    finally:
        pages.close()


def recorded_end(store: Store) -> segments.End | None:
    """Where the last committed record ends."""
    stored = store.get(Family.META, END_KEY)
    return None if stored is None else _decode_end(stored)


def _urls_behind(folder: Path, end: segments.End) -> Iterator[Url]:
    for head in segments.heads_behind(folder, end):
        try:
            record = read_record(head, whole=False)
            if record.fields["WARC-Type"] != "warcinfo":
                yield url_of(record)
        except (LookupError, ValueError):
            continue  # torn in the middle of its head: nobody was told of it


def _refuse_unrecorded(folder: Path) -> None:
    unknown = segments.total_size(folder)
    if unknown > _MOST_UNRECORDED:
        raise CorruptError(
            f"{folder} holds {unknown >> 20} MiB of pages that the store beside it does not know:"
            " put the store back from a backup, or move the pages away"
        )


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise trouble.of_system(error, folder) from error
