"""FTP: files as pages, folders as pages of links."""

import asyncio
import mimetypes
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import unquote

import pycurl

from bowerbird.fetch.answers import Answered, outcome_of
from bowerbird.fetch.body import BodyWriter
from bowerbird.fetch.guard import Guard
from bowerbird.fetch.handles import Handles
from bowerbird.fetch.head import Head
from bowerbird.fetch.listing import folder_page, read_listing
from bowerbird.fetch.options import FetchOptions
from bowerbird.fetch.targets import Target, Targets, pin
from bowerbird.fetch.threads import TransferThreads
from bowerbird.fetch.transfer import Asking
from bowerbird.model.outcomes import (
    Failed,
    Failure,
    Fetched,
    FetchOutcome,
    Redirected,
    Refusal,
    Refused,
)
from bowerbird.model.page import Headers, Page
from bowerbird.model.ports import Clock, FetchRequest, Resolver
from bowerbird.web.url import Url

SCHEMES = ("ftp", "ftps")


class FtpFetcher:
    """Passive, anonymous unless a login is named for the origin. Use `open_ftp_fetcher`.

    Conditional requests are answered in full: few ftp servers say when a file changed.
    """

    def __init__(
        self,
        options: FetchOptions,
        targets: Targets,
        guard: Guard,
        clock: Clock,
        threads: TransferThreads,
    ) -> None:
        self._options = options
        self._targets = targets
        self._clock = clock
        self._threads = threads
        self._loop = asyncio.get_running_loop()
        self._handles = Handles(options, guard, pycurl.PROTO_FTP | pycurl.PROTO_FTPS)
        self._logins = {login.origin: login for login in options.logins}

    async def fetch(self, request: FetchRequest) -> FetchOutcome:
        """See the port."""
        url = request.url
        if url.scheme not in SCHEMES:
            return Refused(Refusal.SCHEME, f"{url.scheme} is not read over FTP")
        if self._options.proxies.urls:
            return Refused(Refusal.SCHEME, "ftp is not asked for through proxies")
        target = await self._targets.find(url)
        if not isinstance(target, Target):
            return target
        outcome = await self._ask(request, url.href, target)
        if url.href.endswith("/"):
            return self._as_folder(outcome) if isinstance(outcome, Fetched) else outcome
        if isinstance(outcome, Failed) and outcome.reason is Failure.NOT_FOUND:
            return await self._perhaps_a_folder(request, target, outcome)
        return outcome

    def close(self) -> None:
        """After the engine."""
        self._handles.close()

    async def _perhaps_a_folder(
        self, request: FetchRequest, target: Target, otherwise: Failed
    ) -> FetchOutcome:
        """A folder named without its slash is sent on to its name with one, as web servers do."""
        listed = await self._ask(request, request.url.href + "/", target)
        if not isinstance(listed, Fetched):
            return otherwise
        page = self._as_folder(listed).page
        return Redirected(request.url.href + "/", 301, page)

    async def _ask(self, request: FetchRequest, href: str, target: Target) -> FetchOutcome:
        url = request.url
        login = self._logins.get(url.origin)
        asking = Asking(
            href,
            (),
            connect_to=pin(target.addresses[0], target.port),
            login=login.credentials if login else None,
            max_bytes=request.max_bytes,
            head=_assumed_head(url),
        )
        transfer = self._handles.take()
        try:
            transfer.prepare(asking, self._loop.time())
            ending = await self._threads.perform(transfer)
            if transfer.trouble is not None:
                raise transfer.trouble
            answered = Answered(url, ending, self._clock.now(), target.name_lookup)
            return outcome_of(transfer, answered)
        except BaseException:
            transfer.discard()
            raise
        finally:
            self._handles.give_back(transfer)

    def _as_folder(self, listed: Fetched) -> Fetched:
        page = listed.page
        with page:
            text = page.body.read().decode("utf-8", "surrogateescape")
        writer = BodyWriter(self._options.spool_folder)
        writer.write(folder_page(unquote(page.url.href), read_listing(text)))
        return Fetched(
            Page(
                page.url,
                status=page.status,
                headers=Headers((("Content-Type", "text/html; charset=utf-8"),)),
                body=writer.finish(),
                media_type="text/html",
                fetched_at=page.fetched_at,
                address=page.address,
                wire_bytes=page.wire_bytes,
                timing=page.timing,
                truncated=page.truncated,
            )
        )


@asynccontextmanager
async def open_ftp_fetcher(
    options: FetchOptions, resolver: Resolver, guard: Guard, clock: Clock
) -> AsyncIterator[FtpFetcher]:
    """A fetcher with a few threads of its own; leaving waits for what they are still at."""
    threads = TransferThreads(options.limits)
    fetcher = FtpFetcher(options, Targets(options, resolver, guard), guard, clock, threads)
    try:
        yield fetcher
    finally:
        await threads.close()
        fetcher.close()


def _assumed_head(url: Url) -> Head:
    """FTP says nothing of a file: its name does."""
    kind = mimetypes.guess_type(url.href)[0] or "application/octet-stream"
    return Head(200, Headers((("Content-Type", kind),)), b"")
