"""What a project has kept on disk, read without the product's own crawl: rows, records, WARC."""

import io
from collections.abc import Iterator
from pathlib import Path

from fastwarc.warc import ArchiveIterator as FastIterator
from warcio.archiveiterator import ArchiveIterator

from bowerbird.model.pagerow import PageRow
from bowerbird.model.record import PageRef, Record
from bowerbird.store.records import Records
from bowerbird.store.shard import open_shard
from bowerbird.workspace.inspect import page_rows


def shard_of(project: Path) -> Path:
    return project / "shards" / "s000"


def rows(project: Path) -> dict[str, PageRow]:
    """Every known URL, by its identity."""
    with open_shard(shard_of(project), read_only=True) as store:
        return {row.identity: row for _, row in page_rows(store)}


def records(project: Path) -> list[Record]:
    with open_shard(shard_of(project), read_only=True) as store:
        log = Records(store)
        return list(log.read(0, log.last))


def warcio_reads(project: Path, ref: PageRef) -> tuple[str, str, bytes]:
    """Kind, target and body of the one record at this place."""
    (found,) = (
        (r.rec_type, r.rec_headers.get_header("WARC-Target-URI"), r.content_stream().read())
        for r in ArchiveIterator(io.BytesIO(_member(project, ref)), check_digests="raise")
    )
    return found


def fastwarc_reads(project: Path, ref: PageRef) -> tuple[str, str, bytes]:
    """The same, as the other library sees it."""
    (found,) = _read_fast(FastIterator(io.BytesIO(_member(project, ref)), parse_http=False))
    return found


def whole_archive(project: Path) -> list[tuple[str, str]]:
    """Kind and target of every record of every file, from the first byte to the last."""
    found = []
    for file in sorted((shard_of(project) / "pages").glob("*.warc.gz")):
        with file.open("rb") as stream:
            found += [
                (record.rec_type, record.rec_headers.get_header("WARC-Target-URI"))
                for record in ArchiveIterator(stream)
                if record.rec_type != "warcinfo"
            ]
    return found


def _read_fast(archive: FastIterator) -> Iterator[tuple[str, str, bytes]]:
    for record in archive:
        if record.is_http:
            record.parse_http()
        assert record.verify_payload_digest()
        yield record.headers["WARC-Type"], record.headers["WARC-Target-URI"], record.reader.read()


def _member(project: Path, ref: PageRef) -> bytes:
    with (shard_of(project) / "pages" / f"e{ref.segment:05d}.warc.gz").open("rb") as file:
        file.seek(ref.offset)
        return file.read(ref.length)
