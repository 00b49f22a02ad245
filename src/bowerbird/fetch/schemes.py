"""One fetcher for every scheme that is switched on."""

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager

from bowerbird.fetch import ftp, http
from bowerbird.fetch.cookies import CookieJar
from bowerbird.fetch.file import FileFetcher
from bowerbird.fetch.ftp import open_ftp_fetcher
from bowerbird.fetch.guard import Guard
from bowerbird.fetch.http import open_http_fetcher
from bowerbird.fetch.options import FetchOptions
from bowerbird.model.outcomes import FetchOutcome, Refusal, Refused
from bowerbird.model.ports import Clock, Fetcher, FetchRequest, Resolver


class SchemeFetcher:
    """Hands a request to the fetcher of its scheme."""

    def __init__(self, fetchers: Mapping[str, Fetcher]) -> None:
        self._fetchers = dict(fetchers)

    async def fetch(self, request: FetchRequest) -> FetchOutcome:
        """See the port."""
        fetcher = self._fetchers.get(request.url.scheme)
        if fetcher is None:
            known = ", ".join(sorted(self._fetchers))
            return Refused(
                Refusal.SCHEME, f"nothing here fetches {request.url.scheme}:; known: {known}"
            )
        return await fetcher.fetch(request)


@asynccontextmanager
async def open_fetcher(
    options: FetchOptions,
    resolver: Resolver,
    guard: Guard,
    clock: Clock,
    more: Mapping[str, Fetcher] | None = None,
    cookies: CookieJar | None = None,
) -> AsyncIterator[SchemeFetcher]:
    """http, https, ftp, ftps and file; `more` adds schemes, or takes one over. `cookies` are those
    that a browser shares."""
    async with AsyncExitStack() as stack:
        over_http = await stack.enter_async_context(
            open_http_fetcher(options, resolver, guard, clock, cookies)
        )
        over_ftp = await stack.enter_async_context(
            open_ftp_fetcher(options, resolver, guard, clock)
        )
        fetchers: dict[str, Fetcher] = dict.fromkeys(http.SCHEMES, over_http)
        fetchers |= dict.fromkeys(ftp.SCHEMES, over_ftp)
        fetchers["file"] = FileFetcher(options, clock)
        yield SchemeFetcher(fetchers | dict(more or {}))
