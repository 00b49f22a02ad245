"""Bodies: in memory while small, then in a file, always from the start."""

import os

import pytest

from bowerbird.fetch.body import IN_MEMORY, BodyWriter, FileBody, MemoryBody
from bowerbird.fetch.listing import Entry, read_listing


@pytest.mark.parametrize(
    ("size", "kind"), [(0, MemoryBody), (IN_MEMORY, MemoryBody), (IN_MEMORY + 1, FileBody)]
)
def test_a_body_of_any_size_reads_the_same(size, kind, tmp_path):
    content = os.urandom(size)
    writer = BodyWriter(str(tmp_path))
    for start in range(0, size, 1000):
        writer.write(content[start : start + 1000])

    body = writer.finish()

    assert isinstance(body, kind)
    assert body.size == size
    assert body.read() == body.read() == content
    with body.open() as reader:
        reader.seek(size // 2)
        assert reader.read() == content[size // 2 :]
    body.close()
    assert os.listdir(tmp_path) == []
    with pytest.raises(ValueError, match="closed"):
        body.read()


def test_listings_of_three_kinds_are_read():
    text = (
        "total 3\r\ndrwxr-xr-x 2 a b 4096 Jan 01 10:00 my dir\r\n"
        "01-02-20  10:00AM       <DIR>          dos dir\r\n01-02-2020  10:00 12 dos file\r\n"
        "type=dir;size=0; mlsd dir\r\ntype=cdir; .\r\nnonsense\r\n"
    )

    assert read_listing(text) == [
        Entry("my dir", is_folder=True), Entry("dos dir", is_folder=True), Entry("dos file"),
        Entry("mlsd dir", is_folder=True),
    ]  # fmt: skip
