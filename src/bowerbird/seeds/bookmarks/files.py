"""A file of bookmarks, whoever wrote it."""

import re
from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from bowerbird.model.errors import StoreError, UsageError
from bowerbird.model.seed import Bookmark
from bowerbird.seeds.bookmarks.netscape import is_netscape, read_netscape
from bowerbird.seeds.bookmarks.people import pseudonym
from bowerbird.seeds.bookmarks.services import read_csv, read_json, read_xml
from bowerbird.seeds.bookmarks.triples import is_numbered, is_users, read_papers, read_users
from bowerbird.web.url import InvalidUrl, parse

LARGEST = 256 << 20  # bytes
_HOST = re.compile(r"(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?(?:[/?#]|$)", re.IGNORECASE)
_URL = re.compile(r"[a-z]+://\S+$", re.IGNORECASE)


class BookmarkFile(Struct, frozen=True):
    """What a file held."""

    form: str
    bookmarks: tuple[Bookmark, ...]
    others: tuple[Bookmark, ...] = ()  # without a URL that can be crawled: notes, scripts, queries

    @property
    def left_out(self) -> int:
        """How many these are."""
        return len(self.others)


def read_bookmarks(path: Path) -> BookmarkFile:
    """Netscape's HTML in any dialect, JSON and XML of services, CSV, or a URL a line."""
    try:
        if path.stat().st_size > LARGEST:
            raise UsageError(f"{path} is larger than {LARGEST >> 20} MiB: split it")
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise UsageError(f"there is no file {path}: give a file of bookmarks") from error
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror or error}") from error
    form, found = _read(path, data)
    sorted_out = [(each, crawlable(each)) for each in found]
    kept = tuple(clean for _, clean in sorted_out if clean is not None)
    return BookmarkFile(form, kept, tuple(each for each, clean in sorted_out if clean is None))


def _read(path: Path, data: bytes) -> tuple[str, list[Bookmark]]:
    head = data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    if head in (b"{", b"[") and (known := read_json(data)) is not None:
        return known
    if head == b"<" and (posts := read_xml(data)) is not None:
        return "bibsonomy", posts
    if head == b"<" or is_netscape(data):
        if not is_netscape(data):
            raise UsageError(f"{path} is markup, but no file of bookmarks: export them as HTML")
        return "netscape", list(read_netscape(data, pseudonym("file", str(path.resolve()))))
    if is_users(path):
        return "citeulike", list(read_users(path))
    text = data.decode("utf-8-sig", "replace")
    if is_numbered(text.partition("\n")[0]):
        return "sciencewise", list(read_papers(text, path.parent))
    if path.suffix.lower() in (".csv", ".tsv"):
        return "csv", list(read_csv(text))
    lines = [line.strip() for line in text.splitlines()]
    urls = [line for line in lines if line and not line.startswith("#")]
    if urls and all(_URL.match(url) for url in urls):
        return "list", [Bookmark(url) for url in urls]
    if not data.strip():
        return "empty", []
    raise UsageError(
        f"{path} is no file of bookmarks that is known: give Netscape's HTML, the JSON of a "
        "bookmarking service, CSV with a column `url`, or a URL a line"
    )


def crawlable(bookmark: Bookmark) -> Bookmark | None:
    """With its URL in one form; None where it is no address that can be crawled. Some people write
    addresses without http://."""
    text = bookmark.url.strip()
    try:
        url = parse(f"http://{text}" if _HOST.match(text) else text)
    except InvalidUrl:
        return None
    if url.scheme not in ("http", "https", "ftp"):
        return None
    return replace(bookmark, url=url.href)


def tags_of(bookmarks: Iterable[Bookmark]) -> dict[str, int]:
    """How often each tag was given, the commonest first."""
    counts: dict[str, int] = {}
    for bookmark in bookmarks:
        for tag in bookmark.tags:
            counts[tag] = counts.get(tag, 0) + 1
    return dict(sorted(counts.items(), key=lambda each: (-each[1], each[0])))
