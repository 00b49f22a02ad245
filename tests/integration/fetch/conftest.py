"""A hostile server, and fetchers whose limits are short enough for tests."""

import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest
from tests.integration.fetch.raw_server import RawServer, open_raw_server

from bowerbird.fetch.guard import Guard
from bowerbird.fetch.http import HttpFetcher, open_http_fetcher
from bowerbird.fetch.options import FetchOptions
from bowerbird.model.outcomes import Fetched, FetchOutcome, Redirected
from bowerbird.model.ports import FetchRequest, Validators
from bowerbird.testing.fetcher import a_url
from bowerbird.testing.resolver import FakeResolver

# What works has to work on a busy machine, too; what hangs is to end within the test.
PATIENT = {"connect_seconds": 10, "first_byte_seconds": 10, "total_seconds": 20}
QUICK = {
    "connect_seconds": 0.4,
    "first_byte_seconds": 0.3,
    "total_seconds": 1.2,
    "slow_after_seconds": 0.3,
    "minimum_speed": 1000,
}


SERVED_HERE = ("*.test", "*.one.test", "localhost")


class SystemClock:
    """The real time."""

    def now(self) -> float:
        return time.time()

    def ticks(self) -> float:
        return time.monotonic()


class Client:
    """A fetcher and the outcomes it gave; their bodies are closed in the end."""

    def __init__(self, fetcher: HttpFetcher, resolver: FakeResolver) -> None:
        self.fetcher = fetcher
        self.resolver = resolver
        self.outcomes: list[FetchOutcome] = []

    async def get(self, url: str, **request: Any) -> FetchOutcome:
        if "etag" in request or "last_modified" in request:
            request["validators"] = Validators(
                request.pop("etag", ""), request.pop("last_modified", "")
            )
        outcome = await self.fetcher.fetch(FetchRequest(a_url(url), **request))
        self.outcomes.append(outcome)
        return outcome

    def close(self) -> None:
        for outcome in self.outcomes:
            if isinstance(outcome, Fetched | Redirected):
                outcome.page.body.close()


OpenClient = Callable[..., Awaitable[Client]]


@pytest.fixture
async def server() -> AsyncIterator[RawServer]:
    async with open_raw_server() as served:
        yield served


@pytest.fixture
async def open_client() -> AsyncIterator[OpenClient]:
    """Opens a fetcher with these options; `limits` are added to the patient ones."""
    async with AsyncExitStack() as stack:

        async def open_one(guard: Guard | None = None, **options: Any) -> Client:
            options["limits"] = {**PATIENT, **options.get("limits", {})}
            resolver = FakeResolver(dict.fromkeys(SERVED_HERE, "127.0.0.1"))
            fetcher = await stack.enter_async_context(
                open_http_fetcher(
                    FetchOptions.model_validate(options),
                    resolver,
                    guard or Guard(allow_private=True),
                    SystemClock(),
                )
            )
            client = Client(fetcher, resolver)
            stack.callback(client.close)
            return client

        yield open_one


@pytest.fixture
async def client(open_client: OpenClient) -> Client:
    return await open_client()


@pytest.fixture
async def hasty(open_client: OpenClient) -> Client:
    """A client that soon gives up."""
    return await open_client(limits=QUICK)
