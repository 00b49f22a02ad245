"""What a page store promises, over every store that may hold its index."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace
from tests.unit.store.pages import HEAD, HEADERS, a_page
from warcio.archiveiterator import ArchiveIterator

from bowerbird.model.errors import CorruptError, StoreError
from bowerbird.model.page import Headers
from bowerbird.model.ports import KeptPage, PageStore
from bowerbird.model.record import PageRef
from bowerbird.model.storage import Store
from bowerbird.store.options import WarcOptions
from bowerbird.store.shard import Durability, open_shard
from bowerbird.store.warc import WarcPages, open_pages
from bowerbird.testing.memory_store import MemoryStore


@pytest.fixture(params=["memory", "shard", "grouped"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    if request.param == "memory":
        yield MemoryStore()
        return
    durability: Durability = "power" if request.param == "grouped" else "process"
    with open_shard(tmp_path / "s000", durability=durability) as shard:
        yield shard


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "pages"


@pytest.fixture
def pages(folder: Path, store: Store) -> Iterator[PageStore]:
    with opened(folder, store) as warc:
        yield warc


@contextmanager
def opened(folder: Path, store: Store) -> Iterator[WarcPages]:
    with open_pages(folder, store, WarcOptions(segment_bytes=64 << 10)) as warc:
        yield warc


def commit(pages: PageStore, store: Store) -> None:
    batch = store.batch()
    pages.remember(batch)
    store.commit(batch)


def test_a_page_comes_back_as_it_was(pages: PageStore) -> None:
    page = a_page("http://site.test/page?x=%7Eé", "naïve café".encode(), truncated=True)

    stored = pages.read(pages.append(page, "run 7").ref)

    back = stored.page
    assert stored.run == "run 7"
    assert back.url == page.url
    assert back.body.read() == "naïve café".encode()
    assert back.body.open().read(3) == b"na\xc3"
    assert (back.status, back.media_type, back.truncated) == (200, "text/html", True)
    assert (back.fetched_at, back.address) == (page.fetched_at, "127.0.0.1")
    assert back.raw_head == HEAD
    assert back.headers.pairs == HEADERS.pairs


def test_the_content_hash_is_of_the_decoded_body(pages: PageStore) -> None:
    kept = pages.append(a_page(body=b"abc"), "r")

    assert kept.content_hash == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_equal_content_is_stored_once_and_read_from_both(pages: PageStore, store: Store) -> None:
    body = b"the same words " * 500
    first = pages.append(a_page("http://site.test/a", body), "r")
    commit(pages, store)

    second = pages.append(a_page("http://site.test/b", body), "r")

    assert first.repeats is None
    assert second.repeats == first.ref
    again = pages.read(second.ref).page
    assert again.url.href == "http://site.test/b"
    assert again.body.read() == body


def test_equal_content_is_recognised_before_anything_is_committed(pages: PageStore) -> None:
    first = pages.append(a_page("http://site.test/a"), "r")

    assert pages.append(a_page("http://site.test/b"), "r").repeats == first.ref


def test_a_repeat_holds_although_the_first_page_was_never_committed(
    folder: Path, store: Store
) -> None:
    with opened(folder, store) as pages:
        pages.append(a_page("http://site.test/a"), "r")
        repeat = pages.append(a_page("http://site.test/b"), "r")
        commit(pages, store)

    with opened(folder, store) as pages:
        assert pages.read(repeat.ref).page.body.read() == b"<p>Bowerbirds gather.</p>"


def test_empty_bodies_are_not_repeats(pages: PageStore) -> None:
    pages.append(a_page("http://site.test/a", b""), "r")

    kept = pages.append(a_page("http://site.test/b", b""), "r")

    assert kept.repeats is None
    assert pages.read(kept.ref).page.body.read() == b""


def test_a_file_is_kept_as_a_resource_with_what_was_said_of_it(pages: PageStore) -> None:
    headers = Headers((("Last-Modified", "yesterday"), ("Content-Type", "text/plain")))
    page = a_page("file:///notes.txt", b"notes", raw_head=b"", headers=headers, media_type="")

    back = pages.read(pages.append(page, "r").ref).page

    assert back.url == page.url
    assert back.headers.pairs == headers.pairs
    assert (back.status, back.body.read(), back.raw_head) == (200, b"notes", b"")


def test_a_repeated_file_is_read_from_where_it_was_stored_first(pages: PageStore) -> None:
    pages.append(a_page("ftp://site.test/a.txt", b"notes", raw_head=b""), "r")

    repeat = pages.append(a_page("ftp://site.test/b.txt", b"notes", raw_head=b""), "r")

    assert repeat.repeats is not None
    assert pages.read(repeat.ref).page.body.read() == b"notes"


def test_an_answer_without_a_head_gets_one_made_of_its_headers(pages: PageStore) -> None:
    headers = Headers((("X-Odd", "two\r\nlines"), ("Content-Type", "text/html")))
    page = a_page(raw_head=b"", headers=headers, status=404)

    back = pages.read(pages.append(page, "r").ref).page

    assert back.status == 404
    assert back.headers.get("content-type") == "text/html"
    assert back.headers.get("x-odd") == "two lines"


def test_an_identity_of_its_own_is_kept(pages: PageStore) -> None:
    page = a_page()
    page.url = replace(page.url, identity="http://site.test/other")

    assert pages.read(pages.append(page, "r").ref).page.url == page.url


def test_a_head_in_any_bytes_comes_back_byte_for_byte(pages: PageStore) -> None:
    head = b"HTTP/1.1 404 Nicht gefunden\r\nX-Wo: M\xfcnchen\r\nCONTENT-ENCODING:br\r\n\r\n"

    back = pages.read(pages.append(a_page(raw_head=head), "r").ref).page

    assert back.raw_head == head
    assert back.headers.get("x-wo") == "München"
    assert back.status == 404


def test_a_body_may_look_like_anything(pages: PageStore) -> None:
    body = b"\r\n\r\nWARC/1.1\r\nContent-Length: 3\r\n\r\nHTTP/1.1 200\nX-Archive-Orig-a: b\r\n\r\n"

    assert pages.read(pages.append(a_page(body=body), "r").ref).page.body.read() == body


def test_many_pages_fill_several_files(pages: PageStore, folder: Path) -> None:
    kept = [pages.append(a_page(f"http://site.test/{i}", _noise(i)), "r") for i in range(12)]

    assert len(list(folder.iterdir())) > 2
    assert [pages.read(k.ref).page.body.read() for k in kept] == [_noise(i) for i in range(12)]


def test_what_was_committed_stands_after_opening_again(folder: Path, store: Store) -> None:
    with opened(folder, store) as pages:
        kept = [pages.append(a_page(f"http://site.test/{i}", _noise(i)), "r") for i in range(11)]
        commit(pages, store)

    with opened(folder, store) as pages:
        assert pages.suspects == ()
        assert pages.read(kept[0].ref).page.body.read() == _noise(0)
        assert pages.read(kept[10].ref).page.body.read() == _noise(10)
        later = pages.append(a_page("http://site.test/later"), "r")
        assert later.ref.offset == kept[10].ref.offset + kept[10].ref.length


def test_pages_that_no_batch_remembers_are_cut_off_and_named(folder: Path, store: Store) -> None:
    with opened(folder, store) as pages:
        first = pages.append(a_page("http://site.test/0", b"first"), "r")
        commit(pages, store)
        lost = [pages.append(a_page(f"http://site.test/{i}", _noise(i)), "r") for i in range(1, 9)]
    assert lost[-1].ref.segment > first.ref.segment

    with opened(folder, store) as pages:
        assert [url.href for url in pages.suspects] == [
            f"http://site.test/{i}" for i in range(1, 9)
        ]
        assert [file.name for file in folder.iterdir()] == ["e00000.warc.gz"]
        again = pages.append(a_page("http://site.test/1", _noise(1)), "r")
        assert again.ref.offset == lost[0].ref.offset
        assert again.repeats is None


@pytest.mark.parametrize("torn_off", [1, 9, 300])
def test_a_torn_end_is_cut_off(folder: Path, store: Store, torn_off: int) -> None:
    with opened(folder, store) as pages:
        kept = pages.append(a_page(body=b"kept"), "r")
        commit(pages, store)
        pages.append(a_page("http://site.test/whole", b"whole"), "r")
        pages.append(a_page("http://site.test/torn", _noise(1)), "r")
    file = folder / "e00000.warc.gz"
    file.write_bytes(file.read_bytes()[:-torn_off])

    with opened(folder, store) as pages:
        assert [url.href for url in pages.suspects] == ["http://site.test/whole"]
        assert file.stat().st_size == kept.ref.offset + kept.ref.length


def test_nothing_committed_means_an_empty_beginning(folder: Path, store: Store) -> None:
    with opened(folder, store) as pages:
        pages.append(a_page(), "r")

    with opened(folder, store) as pages:
        assert [url.href for url in pages.suspects] == ["http://site.test/page"]
        kept = pages.append(a_page(), "r")
        assert pages.read(kept.ref).page.body.read() == b"<p>Bowerbirds gather.</p>"


def test_pages_of_a_lost_store_are_not_cut_off(folder: Path, store: Store) -> None:
    folder.mkdir()
    with (folder / "e00000.warc.gz").open("wb") as file:
        file.truncate(300 << 20)  # a hole; takes no room

    with pytest.raises(CorruptError, match="move the pages away"), opened(folder, store):
        pass

    assert (folder / "e00000.warc.gz").stat().st_size == 300 << 20


def test_bytes_that_a_power_cut_took_are_counted_and_their_place_is_not_given_away(
    folder: Path, store: Store
) -> None:
    with opened(folder, store) as pages:
        kept = [pages.append(a_page(f"http://site.test/{i}", _noise(i)), "r") for i in (1, 2)]
        commit(pages, store)
    file = folder / "e00000.warc.gz"
    file.write_bytes(file.read_bytes()[: kept[1].ref.offset])

    with opened(folder, store) as pages:
        assert pages.missing == kept[1].ref.length
        later = pages.append(a_page("http://site.test/3", _noise(3)), "r")
        assert later.ref.segment == 1
        assert pages.read(kept[0].ref).page.body.read() == _noise(1)
        with pytest.raises(CorruptError, match=r"e00000\.warc\.gz"):
            pages.read(kept[1].ref)
        again = pages.append(a_page("http://site.test/2", _noise(2)), "r")
        assert again.repeats is None
        assert pages.read(again.ref).page.body.read() == _noise(2)


def test_a_damaged_record_is_named_and_its_neighbours_are_well(
    pages: PageStore, folder: Path
) -> None:
    kept = [pages.append(a_page(f"http://site.test/{i}", _noise(i)), "r") for i in (1, 2)]
    file = folder / "e00000.warc.gz"
    data = bytearray(file.read_bytes())
    data[kept[0].ref.offset + kept[0].ref.length // 2] ^= 0xFF
    file.write_bytes(data)

    place = rf"e00000\.warc\.gz is damaged at byte {kept[0].ref.offset}"
    with pytest.raises(CorruptError, match=place):
        pages.read(kept[0].ref)
    assert pages.read(kept[1].ref).page.body.read() == _noise(2)


@pytest.mark.parametrize("ref", [PageRef(0, 3, 50), PageRef(7, 0, 10), PageRef(0, 10**9, 10)])
def test_a_wrong_place_is_an_error_and_not_a_page(pages: PageStore, ref: PageRef) -> None:
    pages.append(a_page(), "r")

    with pytest.raises(CorruptError):
        pages.read(ref)


def test_a_reader_beside_the_writer_reads_and_changes_nothing(
    pages: PageStore, folder: Path, store: Store
) -> None:
    kept: KeptPage = pages.append(a_page(), "r")
    size = (folder / "e00000.warc.gz").stat().st_size

    with open_pages(folder, store, read_only=True) as reader:
        assert reader.read(kept.ref).page.body.read() == b"<p>Bowerbirds gather.</p>"
        with pytest.raises(StoreError, match="read-only"):
            reader.append(a_page(), "r")

    assert (folder / "e00000.warc.gz").stat().st_size == size


def _noise(seed: int) -> bytes:
    """16 KiB that hardly compress."""
    return Random(seed).randbytes(16 << 10)


def test_a_rendered_page_comes_back_as_rendered_and_is_no_response_of_a_server(
    pages: PageStore, folder: Path
) -> None:
    page = a_page("http://site.test/list", b"<p>drawn by a script</p>", rendered="an action chain")

    stored = pages.read(pages.append(page, "run 7").ref).page

    assert (stored.rendered, stored.status) == ("an action chain", page.status)
    assert stored.body.read() == b"<p>drawn by a script</p>"
    assert stored.headers.pairs == page.headers.pairs
    with (folder / "e00000.warc.gz").open("rb") as file:
        kinds = [(record.rec_type, record.rec_headers["Bowerbird-Rendered"])
                 for record in ArchiveIterator(file)]  # fmt: skip
    assert kinds == [("warcinfo", None), ("resource", "an action chain")]
