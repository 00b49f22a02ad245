"""From a page as it was sent to the same page as a browser shows it."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from bowerbird.fetch.actions import ActionChain
from bowerbird.fetch.body import BodyWriter
from bowerbird.fetch.cookies import CookieJar
from bowerbird.model.outcomes import Fetched, FetchOutcome, Redirected
from bowerbird.model.page import Headers, Page
from bowerbird.model.parts import PageParts
from bowerbird.model.ports import Clock
from bowerbird.web.url import Url

SHOWN_TYPES = frozenset({"text/html", "application/xhtml+xml"})


Chains = Callable[[Url], Sequence[ActionChain]]  # what is to be done on the page of a URL


def no_chains(_: Url) -> Sequence[ActionChain]:
    """Where nothing is to be done."""
    return ()


class Surroundings(Struct, frozen=True):
    """What a browser at work has to know of the run."""

    clock: Clock
    pause: Callable[[str], float] = lambda _: 0.0  # seconds between two requests to a host
    screenshots: Path | None = None  # where pictures go; None: none are taken
    chains: Chains = no_chains
    cookies: CookieJar | None = None  # shared with the fetcher of main documents
    parts: Callable[[PageParts], None] | None = None  # who wants to know what a page had loaded


class Renderer(Protocol):
    """Makes of a page what a browser shows of it."""

    async def render(self, page: Page, because: str) -> FetchOutcome:
        """What the browser shows; the page that was given is left to the caller."""


class Shown(Struct, frozen=True):
    """What came of a page in the browser."""

    html: str
    moved_to: str = ""  # where the page itself wants to be instead; empty if nowhere
    truncated: bool = False
    seconds: float = 0.0
    bytes: int = 0  # of the parts that it loaded


def is_shown(page: Page) -> bool:
    """Is this something that a browser shows more of than was sent?"""
    return page.status == 200 and page.media_type in SHOWN_TYPES and not page.truncated


def rendered_page(page: Page, shown: Shown, because: str, spool: str) -> Page:
    """The page with what the browser showed as its body: UTF-8, and the headers say so."""
    writer = BodyWriter(spool)
    writer.write(shown.html.encode("utf-8", "replace"))
    pairs = [pair for pair in page.headers.pairs if pair[0].lower() not in OF_THE_BODY]
    return Page(
        page.url,
        status=page.status,
        headers=Headers((("Content-Type", "text/html; charset=utf-8"), *pairs)),
        body=writer.finish(),
        media_type="text/html",
        fetched_at=page.fetched_at,
        address=page.address,
        wire_bytes=page.wire_bytes + shown.bytes,
        timing=replace(page.timing, rendering=shown.seconds),
        truncated=shown.truncated,
        rendered=because,
    )


OF_THE_BODY = frozenset(
    {"content-type", "content-encoding", "content-length", "transfer-encoding", "etag",
     "last-modified", "content-md5", "digest"}
)  # fmt: skip


def outcome_of(page: Page, shown: Shown, because: str, spool: str) -> FetchOutcome:
    """A page, or where it leads by itself."""
    made = rendered_page(page, shown, because, spool)
    if shown.moved_to:
        return Redirected(shown.moved_to, page.status, made)
    return Fetched(made)
