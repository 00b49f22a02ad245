"""Names to addresses: c-ares behind a cache, one question per name at a time."""

import asyncio
import socket
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from math import inf
from typing import Literal

import aiodns
from msgspec import Struct

from bowerbird.fetch.guard import literal_address
from bowerbird.fetch.hosts import read_hosts
from bowerbird.fetch.options import DnsOptions
from bowerbird.fetch.overrides import Overrides, parse_override
from bowerbird.model.ports import Clock

RecordType = Literal["A", "AAAA"]
AAAA_GRACE = 0.05  # RFC 8305 §3: once one family has answered, the other gets 50 ms


class Answer(Struct, frozen=True, gc=False):
    """What a server said: addresses, and for how long."""

    addresses: tuple[str, ...]
    ttl: float


class NameMissingError(OSError):
    """The name, or an address for it, does not exist."""


Query = Callable[[str, RecordType], Awaitable[Answer]]  # raises NameMissingError or OSError


class _Known(Struct, frozen=True, gc=False):
    until: float
    addresses: tuple[str, ...] = ()
    trouble: str = ""


class CachingResolver:
    """Answers from literals, overrides, the hosts file, its cache, and only then by asking."""

    def __init__(
        self, options: DnsOptions, query: Query, clock: Clock, hosts: Mapping[str, Sequence[str]]
    ) -> None:
        """Use `open_resolver`; this constructor is for other ways of asking."""
        self._options = options
        self._query = query
        self._clock = clock
        self._hosts = hosts
        self._overrides = Overrides([parse_override(entry) for entry in options.resolve])
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._asking: dict[str, asyncio.Task[_Known]] = {}
        self._slots = asyncio.Semaphore(options.in_flight)

    async def resolve(self, host: str) -> Sequence[str]:
        """Addresses, the preferred family first. Does not suspend when the answer is at hand."""
        known = self._known.get(host)
        if known is None or known.until <= self._clock.ticks():
            fixed = self._fixed(host)
            if fixed:
                self._remember(host, _Known(inf, tuple(fixed)))
                return fixed
            name = host.lower().rstrip(".")
            task = self._asking.get(name)
            if task is None:
                task = self._asking[name] = asyncio.create_task(self._ask(name))
                task.add_done_callback(lambda _: self._asking.pop(name, None))
            known = await asyncio.shield(task)  # others may wait for the same answer
            self._remember(host, known)
        if known.trouble:
            raise OSError(f"{host}: {known.trouble}")
        return known.addresses

    async def close(self) -> None:
        """End the questions that are still open."""
        tasks = list(self._asking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _fixed(self, host: str) -> Sequence[str]:
        override = self._overrides.find(host)
        if override is not None:
            return (override.address,)
        literal = literal_address(host)
        if literal is not None:
            return (literal,)
        name = host.lower().rstrip(".")
        if name.endswith(".localhost"):  # RFC 6761 §6.3
            name = "localhost"
        return self._hosts.get(name, ())

    async def _ask(self, name: str) -> _Known:
        async with self._slots:
            found, trouble = await self._both_families(name)
        now, options = self._clock.ticks(), self._options
        if found:
            first = "." if options.prefer == "ipv4" else ":"
            addresses = sorted(
                (ip for a in found for ip in a.addresses), key=lambda i: first not in i
            )
            ttl = min(max(min(a.ttl for a in found), options.shortest_ttl), options.longest_ttl)
            return _Known(now + ttl, tuple(dict.fromkeys(addresses)))
        missing = all(isinstance(each, NameMissingError) for each in trouble)
        sentence = "; ".join(dict.fromkeys(str(each) for each in trouble)) or "no address"
        return _Known(now + (options.missing_ttl if missing else options.trouble_ttl), (), sentence)

    async def _both_families(self, name: str) -> tuple[list[Answer], list[OSError]]:
        """A and AAAA at once; nobody waits long for the second when the first is there."""
        types: tuple[RecordType, RecordType] = ("A", "AAAA")
        tasks = [asyncio.ensure_future(self._query(name, each)) for each in types]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if any(_answered(task) for task in tasks):
                await asyncio.wait(tasks, timeout=AAAA_GRACE)
            else:
                await asyncio.wait(tasks)
        finally:
            for task in tasks:
                task.cancel()
        done = [task for task in tasks if task.done() and not task.cancelled()]
        found = [task.result() for task in done if _answered(task)]
        trouble = [error for task in done if isinstance(error := task.exception(), OSError)]
        for task in done:
            if task.exception() is not None and not isinstance(task.exception(), OSError):
                task.result()  # a bug: let it be seen
        return found, trouble

    def _remember(self, host: str, known: _Known) -> None:
        self._known[host] = known
        self._known.move_to_end(host)
        if len(self._known) > self._options.cached_names:
            self._known.popitem(last=False)


def _answered(task: "asyncio.Future[Answer]") -> bool:
    if not task.done() or task.cancelled() or task.exception() is not None:
        return False
    return bool(task.result().addresses)


@asynccontextmanager
async def open_resolver(options: DnsOptions, clock: Clock) -> AsyncIterator[CachingResolver]:
    """A resolver that asks the options' name servers, or the system's."""
    channel = aiodns.DNSResolver(
        nameservers=options.servers or None,
        timeout=options.timeout_seconds,
        tries=options.tries,
    )
    resolver = CachingResolver(options, _ares(channel), clock, read_hosts())
    try:
        yield resolver
    finally:
        await resolver.close()
        await channel.close()


def _ares(channel: aiodns.DNSResolver) -> Query:
    missing = {aiodns.error.ARES_ENOTFOUND, aiodns.error.ARES_ENODATA, aiodns.error.ARES_EBADNAME}

    async def query(name: str, record: RecordType) -> Answer:
        try:
            result = await channel.query_dns(name, record)
        except aiodns.error.DNSError as trouble:
            code, sentence = trouble.args[0], str(trouble.args[-1])
            raise (NameMissingError if code in missing else OSError)(sentence) from trouble
        family = socket.AF_INET if record == "A" else socket.AF_INET6
        found = {
            address: each.ttl
            for each in result.answer
            if _is_address(address := getattr(each.data, "addr", ""), family)
        }
        if not found:
            raise NameMissingError(f"no {record} record")
        return Answer(tuple(found), float(min(found.values())))

    return query


def _is_address(text: str, family: socket.AddressFamily) -> bool:
    try:
        socket.inet_pton(family, text)
    except OSError:
        return False
    return True
