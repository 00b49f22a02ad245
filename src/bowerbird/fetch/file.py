"""file: URLs, below the folders that the plan names and nowhere else."""

import asyncio
import mimetypes
import os
import stat
import time
from email.utils import formatdate
from itertools import islice
from pathlib import Path
from urllib.parse import unquote_to_bytes, urlsplit

from bowerbird.fetch.body import BodyWriter
from bowerbird.fetch.head import Head
from bowerbird.fetch.intake import Intake
from bowerbird.fetch.listing import MAX_ENTRIES, Entry, folder_page
from bowerbird.fetch.media import media_type_of
from bowerbird.fetch.options import FetchOptions
from bowerbird.model.outcomes import (
    Failed,
    Failure,
    Fetched,
    FetchOutcome,
    NotModified,
    Redirected,
    Refusal,
    Refused,
)
from bowerbird.model.page import Headers, Page, Timing
from bowerbird.model.ports import Clock, FetchRequest
from bowerbird.web.url import Url

PIECE = 256 * 1024


class FileFetcher:
    """Files as pages, folders as pages of links. Reads in a thread: disks may be slow."""

    def __init__(self, options: FetchOptions, clock: Clock) -> None:
        self._options = options
        self._clock = clock
        self._folders = tuple(Path(folder).expanduser().resolve() for folder in options.folders)

    async def fetch(self, request: FetchRequest) -> FetchOutcome:
        """See the port."""
        url = request.url
        if url.scheme != "file":
            return Refused(Refusal.SCHEME, f"{url.scheme} is not read from files")
        if url.host not in ("", "localhost"):
            return Refused(Refusal.OUTSIDE_FOLDERS, f"file: {url.host} is another machine")
        return await asyncio.to_thread(self._read, request)

    def _read(self, request: FetchRequest) -> FetchOutcome:
        started = time.monotonic()
        try:
            path = _path(request.url).resolve()  # where it really is, all links followed
            if not any(path.is_relative_to(folder) for folder in self._folders):
                return Refused(
                    Refusal.OUTSIDE_FOLDERS,
                    f"file: {path} is not below a folder named in the plan",
                )
            # The path is free of links now; a link that appears since is not followed.
            descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
        except (OSError, RuntimeError, ValueError) as trouble:  # missing, a loop of links, a NUL
            return Failed(Failure.NOT_FOUND, getattr(trouble, "strerror", None) or str(trouble))
        try:
            found = os.fstat(descriptor)
            if stat.S_ISDIR(found.st_mode):
                return self._folder(request.url, descriptor, started)
            if not stat.S_ISREG(found.st_mode):
                return Failed(Failure.NOT_FOUND, "neither a file nor a folder")
            return self._file(request, descriptor, found, started)
        finally:
            os.close(descriptor)

    def _file(
        self, request: FetchRequest, descriptor: int, found: os.stat_result, started: float
    ) -> FetchOutcome:
        headers = _headers(request.url, found)
        if _is_unchanged(request, headers):
            return NotModified(Timing(total=time.monotonic() - started))
        head = Head(200, headers, b"")
        intake = Intake(head, self._options.limits, request.max_bytes, self._options.spool_folder)
        try:
            while piece := os.read(descriptor, PIECE):
                if not intake.take(piece):
                    break
        except BaseException:
            intake.writer.discard()
            raise
        if intake.verdict is not None:
            intake.writer.discard()
            return Failed(intake.verdict.reason, intake.verdict.detail)
        page = self._page(request.url, headers, intake.writer, started, truncated=intake.cut)
        if intake.too_large_for(page.media_type):
            page.body.close()
            detail = f"{page.body.size} bytes are too many for {page.media_type}"
            return Failed(Failure.TOO_LARGE, detail)
        return Fetched(page)

    def _folder(self, url: Url, descriptor: int, started: float) -> FetchOutcome:
        with os.scandir(descriptor) as items:
            entries = [Entry(item.name, item.is_dir()) for item in islice(items, MAX_ENTRIES)]
        entries.sort(key=lambda entry: entry.name)
        writer = BodyWriter(self._options.spool_folder)
        writer.write(folder_page(os.fsdecode(unquote_to_bytes(url.href)), entries))
        headers = Headers((("Content-Type", "text/html; charset=utf-8"),))
        page = self._page(url, headers, writer, started, truncated=len(entries) == MAX_ENTRIES)
        if url.href.endswith("/"):
            return Fetched(page)
        return Redirected(url.href + "/", 301, page)

    def _page(
        self, url: Url, headers: Headers, writer: BodyWriter, started: float, *, truncated: bool
    ) -> Page:
        body = writer.finish()
        return Page(
            url,
            status=200,
            headers=headers,
            body=body,
            media_type=media_type_of(headers, body, url),
            fetched_at=self._clock.now(),
            wire_bytes=body.size,
            timing=Timing(total=time.monotonic() - started),
            truncated=truncated,
        )


def _path(url: Url) -> Path:
    return Path(os.fsdecode(unquote_to_bytes(urlsplit(url.href).path)))


def _headers(url: Url, found: os.stat_result) -> Headers:
    kind = mimetypes.guess_type(url.href)[0] or "application/octet-stream"
    return Headers(
        (
            ("Content-Type", kind),
            ("Content-Length", str(found.st_size)),
            ("Last-Modified", formatdate(found.st_mtime, usegmt=True)),
            ("ETag", f'"{found.st_mtime_ns:x}-{found.st_size:x}"'),
        )
    )


def _is_unchanged(request: FetchRequest, headers: Headers) -> bool:
    validators = request.validators
    if validators is None:
        return False
    if validators.etag:
        return validators.etag == headers.get("etag")
    return validators.last_modified == headers.get("last-modified")
