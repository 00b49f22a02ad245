"""A fetcher that asks nobody, and the pages it hands out."""

from collections.abc import Callable, Mapping
from io import BytesIO
from typing import BinaryIO
from urllib.parse import urlsplit

from bowerbird.model.outcomes import Fetched, FetchOutcome, Redirected
from bowerbird.model.page import Headers, Page, Timing
from bowerbird.model.ports import FetchRequest
from bowerbird.web.url import Url

Answer = FetchOutcome | Callable[[FetchRequest], FetchOutcome]


class MemoryBody:
    """A body that lives in memory; `closed` tells whether its page gave it back."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self.closed = False

    @property
    def size(self) -> int:
        """Bytes after decoding."""
        return len(self._content)

    def open(self) -> BinaryIO:
        """A fresh reader at the first byte."""
        return BytesIO(self._content)

    def read(self) -> bytes:
        """The whole body."""
        return self._content

    def close(self) -> None:
        """Nothing to give back; remembered for tests."""
        self.closed = True


class FakeFetcher:
    """Hands out what it was given, by URL. A URL it does not know answers 404.

    `requests` records every question in order.
    """

    def __init__(self, answers: Mapping[str, Answer] | None = None) -> None:
        self._answers = dict(answers or {})
        self.requests: list[FetchRequest] = []

    @property
    def asked(self) -> list[str]:
        """The URLs asked for, in order."""
        return [request.url.href for request in self.requests]

    def answer(self, url: str, answer: Answer) -> None:
        """From now on `url` is answered so."""
        self._answers[url] = answer

    async def fetch(self, request: FetchRequest) -> FetchOutcome:
        """The answer for this URL; a callable is asked anew each time."""
        self.requests.append(request)
        answer = self._answers.get(request.url.href)
        if answer is None:
            return Fetched(a_page(request.url, "<title>Not found</title>", status=404))
        return answer(request) if callable(answer) else answer


def a_url(href: str) -> Url:
    """A `Url` of plain, already normal text: enough for tests that are not about URLs."""
    parts = urlsplit(href)
    if not parts.scheme or (parts.hostname is None and parts.scheme != "file"):
        msg = f"{href!r} is not an absolute URL; write it as http://host.test/path"
        raise ValueError(msg)
    bare = href.partition("#")[0]
    if not parts.path:
        bare = f"{parts.scheme}://{parts.netloc}/" + (f"?{parts.query}" if parts.query else "")
    origin = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
    return Url(bare, bare, parts.scheme, parts.hostname or "", origin)


def a_page(
    url: str | Url,
    content: str | bytes = "",
    *,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    media_type: str = "text/html",
    fetched_at: float = 1_700_000_000.0,
) -> Page:
    """A page as a fetcher would bring it; text is encoded as UTF-8 and the headers say so."""
    body = content.encode() if isinstance(content, str) else content
    sent = {"Content-Length": str(len(body)), **(headers or {})}
    if not any(name.lower() == "content-type" for name in sent):
        charset = "; charset=utf-8" if isinstance(content, str) else ""
        sent["Content-Type"] = f"{media_type}{charset}"
    lines = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
    return Page(
        a_url(url) if isinstance(url, str) else url,
        status=status,
        headers=Headers(tuple(sent.items())),
        body=MemoryBody(body),
        media_type=media_type,
        fetched_at=fetched_at,
        raw_head=f"HTTP/1.1 {status} \r\n{lines}\r\n".encode("latin-1"),
        address="127.0.0.1",
        wire_bytes=len(body),
        timing=Timing(total=0.01, first_byte=0.005),
    )


def a_redirect(url: str | Url, to: str, *, status: int = 302) -> Redirected:
    """The outcome of asking for `url` when the server sends us on to `to`."""
    return Redirected(to, status, a_page(url, "", status=status, headers={"Location": to}))
