"""Records: what people take away from a crawl."""

from msgspec import Struct

Scalar = str | int | float | bool | None


class PageRef(Struct, frozen=True, array_like=True, gc=False):
    """Where a page lies in the WARC files of a shard."""

    segment: int
    offset: int
    length: int


class Origin(Struct, frozen=True, array_like=True, gc=False):
    """Which part of which page a record was taken from."""

    page: str  # its URL
    template: str = ""
    selector: str = ""  # of the record scope; empty where the page is the record
    place: int = 0  # the n-th match of it on the page
    alternates: dict[str, str] = {}  # fields that another selector than their first one found


class Record(Struct, frozen=True, array_like=True, gc=False):
    """One row of the record log. A later record of the same key replaces the earlier one."""

    key: bytes  # what it is about: for a page record, the URL's key
    kind: str  # "page", or the name of a template
    url: str
    fields: dict[str, Scalar | list[str]]
    run: str
    page: PageRef | None = None  # where it was read from
    created_at: float = 0.0
    seq: int = 0  # its place in the log; given at commit, never reused
    gone: bool = False  # a tombstone: whoever follows the log forgets this key
    origin: Origin | None = None  # of what a template found
