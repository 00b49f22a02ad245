"""Our WARC files as warcio and fastwarc read them: record by record, at every recorded place."""

import hashlib
import io
import zlib
from pathlib import Path

import pytest
from fastwarc.warc import ArchiveIterator as FastIterator
from tests.unit.store.pages import a_page
from warcio.archiveiterator import ArchiveIterator

from bowerbird.model.record import PageRef
from bowerbird.store.options import WarcOptions
from bowerbird.store.warc import open_pages
from bowerbird.testing.memory_store import MemoryStore

PLAIN = b"HTTP/2 200 \nServer: lf only\n\n"


@pytest.fixture(params=[False, True], ids=["usual", "block digests"])
def block_digests(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture
def kept(tmp_path: Path, block_digests: bool) -> list[PageRef]:
    options = WarcOptions(segment_bytes=1 << 10, block_digests=block_digests)
    with open_pages(tmp_path, MemoryStore(), options) as pages:
        stored = [
            pages.append(a_page("http://site.test/a", b"A" * 9000), "run 1"),
            pages.append(a_page("http://site.test/b", b"A" * 9000), "run 1"),
            pages.append(a_page("http://site.test/c", b"", status=301), "run 1"),
            pages.append(a_page("https://site.test/d", b"D", raw_head=PLAIN), "run 1"),
            pages.append(a_page("file:///e.txt", b"E", raw_head=b""), "run 1"),
            pages.append(a_page("http://site.test/f", bytes(range(256)) * 40, truncated=True), "r"),
        ]
    return [page.ref for page in stored]


EXPECTED = [
    ("response", "http://site.test/a", b"A" * 9000),
    ("revisit", "http://site.test/b", b""),
    ("response", "http://site.test/c", b""),
    ("response", "https://site.test/d", b"D"),
    ("resource", "file:///e.txt", b"E"),
    ("response", "http://site.test/f", bytes(range(256)) * 40),
]


def member(folder: Path, ref: PageRef) -> bytes:
    with (folder / f"e{ref.segment:05d}.warc.gz").open("rb") as file:
        file.seek(ref.offset)
        return file.read(ref.length)


def test_each_record_is_exactly_one_gzip_member(tmp_path: Path, kept: list[PageRef]) -> None:
    for ref in kept:
        gzip = zlib.decompressobj(wbits=31)
        record = gzip.decompress(member(tmp_path, ref))

        assert record.startswith(b"WARC/1.1\r\n")
        assert record.endswith(b"\r\n\r\n")
        assert (gzip.eof, gzip.unused_data) == (True, b"")


def test_warcio_reads_every_record_where_it_was_recorded(
    tmp_path: Path, kept: list[PageRef]
) -> None:
    found = []
    for ref in kept:
        records = ArchiveIterator(io.BytesIO(member(tmp_path, ref)), check_digests="raise")
        for record in records:
            header = record.rec_headers
            body = record.content_stream().read()
            found.append((record.rec_type, header.get_header("WARC-Target-URI"), body))

    assert found == EXPECTED


def test_fastwarc_reads_every_record_where_it_was_recorded(
    tmp_path: Path, kept: list[PageRef], block_digests: bool
) -> None:
    found = []
    for ref in kept:
        for record in FastIterator(io.BytesIO(member(tmp_path, ref)), parse_http=False):
            assert record.verify_block_digest() is block_digests
            assert ("WARC-Block-Digest" in record.headers) is block_digests
            uri = record.headers["WARC-Target-URI"]
            if record.is_http:
                record.parse_http()
            if record.headers["WARC-Type"] != "revisit":
                assert record.verify_payload_digest() or not record.is_http
            found.append((record.headers["WARC-Type"], uri, record.reader.read()))

    assert found == EXPECTED


@pytest.mark.parametrize("reader", ["warcio", "fastwarc"])
def test_whole_files_read_from_their_first_byte(
    tmp_path: Path, kept: list[PageRef], reader: str
) -> None:
    kinds = []
    for file in sorted(tmp_path.iterdir()):
        with file.open("rb") as stream:
            if reader == "warcio":
                kinds += [record.rec_type for record in ArchiveIterator(stream)]
            else:
                kinds += [record.headers["WARC-Type"] for record in FastIterator(stream)]

    files = len(list(tmp_path.iterdir()))
    assert files > 1
    assert kinds.count("warcinfo") == files
    assert [kind for kind in kinds if kind != "warcinfo"] == [kind for kind, *_ in EXPECTED]


def test_a_record_says_where_it_is_from_and_what_it_is(tmp_path: Path, kept: list[PageRef]) -> None:
    (record,) = ArchiveIterator(io.BytesIO(member(tmp_path, kept[5])))
    header = dict(record.rec_headers.headers)

    digest = hashlib.sha256(bytes(range(256)) * 40).hexdigest()
    assert header["WARC-Payload-Digest"] == f"sha256:{digest}"
    assert header["WARC-IP-Address"] == "127.0.0.1"
    assert header["WARC-Date"] == "2026-09-21T14:13:20.250000Z"
    assert header["WARC-Truncated"] == "length"
    assert header["WARC-Identified-Payload-Type"] == "text/html"
    assert header["Bowerbird-Run"] == "r"


def test_a_stored_head_tells_the_truth_about_the_stored_body(
    tmp_path: Path, kept: list[PageRef]
) -> None:
    (record,) = ArchiveIterator(io.BytesIO(member(tmp_path, kept[0])))

    assert record.http_headers.headers == [
        ("Content-Type", "text/html; charset=utf-8"),
        ("X-Archive-Orig-Content-Encoding", "gzip"),
        ("X-Archive-Orig-content-length", "77"),
        ("X-Archive-Orig-Transfer-Encoding", "chunked"),
        ("X-Archive-Orig-X-Archive-Orig-Content-Length", "5"),
        ("Content-Length", "9000"),
    ]


def test_a_revisit_names_the_record_that_it_repeats(tmp_path: Path, kept: list[PageRef]) -> None:
    (first,) = ArchiveIterator(io.BytesIO(member(tmp_path, kept[0])))
    (again,) = ArchiveIterator(io.BytesIO(member(tmp_path, kept[1])))
    original, header = dict(first.rec_headers.headers), dict(again.rec_headers.headers)

    assert header["WARC-Profile"].endswith("/warc/1.1/revisit/identical-payload-digest")
    assert header["WARC-Refers-To"] == original["WARC-Record-ID"]
    assert header["WARC-Refers-To-Target-URI"] == "http://site.test/a"
    assert header["WARC-Refers-To-Date"] == original["WARC-Date"]
    assert header["WARC-Payload-Digest"] == original["WARC-Payload-Digest"]


def test_the_first_record_says_who_wrote_the_file(tmp_path: Path, kept: list[PageRef]) -> None:
    with (tmp_path / "e00000.warc.gz").open("rb") as stream:
        record = next(iter(ArchiveIterator(stream)))
        about = record.content_stream().read().decode()

    assert record.rec_headers.get_header("WARC-Filename") == "e00000.warc.gz"
    assert "software: bowerbird " in about
    assert "format: WARC File Format 1.1" in about
    assert "conformsTo: " in about
