"""HTTP and HTTPS: one question, one outcome."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import assert_never

import pycurl

from bowerbird.fetch.answers import Answered, outcome_of
from bowerbird.fetch.cookies import CookieJar
from bowerbird.fetch.engine import Engine, open_engine
from bowerbird.fetch.guard import Guard
from bowerbird.fetch.handles import Handles
from bowerbird.fetch.options import FetchOptions, beat_of
from bowerbird.fetch.proxies import Proxies, resolves_names_itself
from bowerbird.fetch.targets import Target, Targets, pin
from bowerbird.fetch.transfer import Asking
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
from bowerbird.model.ports import Clock, FetchRequest, Resolver

ACCEPT_ENCODING = "gzip, deflate, br, zstd"
SCHEMES = ("http", "https")


class HttpFetcher:
    """Use `open_http_fetcher`."""

    def __init__(
        self,
        options: FetchOptions,
        targets: Targets,
        guard: Guard,
        clock: Clock,
        engine: Engine,
        cookies: CookieJar | None,
    ) -> None:
        self._options = options
        self._targets = targets
        self._clock = clock
        self._engine = engine
        self._loop = asyncio.get_running_loop()
        self._handles = Handles(options, guard, pycurl.PROTO_HTTP | pycurl.PROTO_HTTPS)
        self._proxies = Proxies(options.proxies)
        self._cookies = cookies
        self._logins = {login.origin: login for login in options.logins}
        self._headers = _common_headers(options)

    async def fetch(self, request: FetchRequest) -> FetchOutcome:
        """See the port."""
        url = request.url
        if url.scheme not in SCHEMES:
            return Refused(Refusal.SCHEME, f"{url.scheme} is not read over HTTP")
        if self._proxies:
            return await self._fetch_through_proxy(request)
        target = await self._targets.find(url)
        if not isinstance(target, Target):
            return target
        outcome: FetchOutcome = Failed(Failure.DNS, f"{url.host} has no address")
        for number, address in enumerate(target.addresses, 1):
            asking = self._asking(request, pin(address, target.port))
            outcome = await self._ask(request, asking, target.name_lookup)
            if number == len(target.addresses) or not _next_address_may_help(outcome):
                break
        return outcome

    def close(self) -> None:
        """After the engine."""
        self._handles.close()

    async def _fetch_through_proxy(self, request: FetchRequest) -> FetchOutcome:
        url, now = request.url, self._clock.ticks()
        proxy = self._proxies.choose(url.host, now)
        if proxy is None:
            back_in = self._proxies.back_in(now)
            return Failed(
                Failure.PROXY,
                f"every proxy rests; the first is back in {back_in:.0f} s",
                retry_after=back_in,
            )
        target = await self._targets.find(url)
        # A proxy that resolves names may know some that we do not; it is asked all the same.
        leave_name = resolves_names_itself(proxy)
        if isinstance(target, Refused) or (isinstance(target, Failed) and not leave_name):
            return target
        connect_to = ""
        if isinstance(target, Target) and (not leave_name or self._targets.overrides(url)):
            connect_to = pin(target.addresses[0], target.port)
        outcome = await self._ask(request, self._asking(request, connect_to, proxy))
        self._learn_of_proxy(proxy, url.host, outcome)
        return outcome

    def _learn_of_proxy(self, proxy: str, host: str, outcome: FetchOutcome) -> None:
        match outcome:
            case Failed(reason=Failure.PROXY):
                self._proxies.failed(proxy, self._clock.ticks())
            case Failed(status=status):
                self._proxies.answered(host, status)
            case Fetched(page=page):
                self._proxies.answered(host, page.status)
            case Redirected() | NotModified() | Refused():
                pass
            case _:
                assert_never(outcome)

    # ---- asking

    def _asking(self, request: FetchRequest, connect_to: str, proxy: str = "") -> Asking:
        url = request.url
        headers = self._headers
        validators = request.validators
        if validators is not None:
            if validators.etag:
                headers += (f"If-None-Match: {_one_line(validators.etag)}",)
            if validators.last_modified:
                headers += (f"If-Modified-Since: {_one_line(validators.last_modified)}",)
        if request.referrer and not (
            request.referrer.startswith("https:") and url.scheme == "http"
        ):
            headers += (f"Referer: {_one_line(request.referrer)}",)
        if request.headers:
            headers += tuple(f"{name}: {_one_line(value)}" for name, value in request.headers)
        if self._cookies is not None:
            cookies = self._cookies.header(url, self._clock.now())
            if cookies:
                headers += (f"Cookie: {cookies}",)
        login = self._logins.get(url.origin) if self._logins else None
        return Asking(
            url.href,
            headers,
            connect_to,
            proxy,
            login.credentials if login else None,
            request.max_bytes,
        )

    async def _ask(
        self, request: FetchRequest, asking: Asking, name_lookup: float = 0.0
    ) -> FetchOutcome:
        transfer = self._handles.take()
        try:
            transfer.prepare(asking, self._loop.time())
            ending = await self._engine.perform(transfer)
            if transfer.trouble is not None:
                raise transfer.trouble
            answered = Answered(request.url, ending, self._clock.now(), name_lookup, asking.proxy)
            outcome = outcome_of(transfer, answered)
        except BaseException:
            transfer.discard()
            raise
        finally:
            self._handles.give_back(transfer)
        if self._cookies is not None and transfer.head is not None:
            set_cookies = transfer.head.headers.all("set-cookie")
            if set_cookies:
                self._cookies.store(request.url, set_cookies, self._clock.now())
        return outcome


@asynccontextmanager
async def open_http_fetcher(
    options: FetchOptions,
    resolver: Resolver,
    guard: Guard,
    clock: Clock,
    cookies: CookieJar | None = None,
) -> AsyncIterator[HttpFetcher]:
    """A fetcher on the running loop, with its connections; its cookies may be shared."""
    async with open_engine(options.kept_connections, beat_of(options.limits)) as engine:
        targets = Targets(options, resolver, guard)
        jar = (cookies if cookies is not None else CookieJar()) if options.cookies else None
        fetcher = HttpFetcher(options, targets, guard, clock, engine, jar)
        yield fetcher
    fetcher.close()


def _common_headers(options: FetchOptions) -> tuple[str, ...]:
    headers = [f"Accept: {options.accept}", f"Accept-Encoding: {ACCEPT_ENCODING}"]
    if options.accept_language:
        headers.append(f"Accept-Language: {options.accept_language}")
    return tuple(headers)


def _next_address_may_help(outcome: FetchOutcome) -> bool:
    return isinstance(outcome, Failed) and outcome.reason is Failure.CONNECT


def _one_line(text: str) -> str:
    return text.replace("\r", "").replace("\n", "")
