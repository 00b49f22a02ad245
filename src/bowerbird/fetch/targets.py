"""Where a URL is to be had: its name looked up, the addresses vetted."""

import asyncio
from collections.abc import Sequence

from msgspec import Struct

from bowerbird.fetch.guard import Guard, literal_address
from bowerbird.fetch.options import FetchOptions, port_of
from bowerbird.fetch.overrides import Overrides, parse_override
from bowerbird.model.outcomes import Failed, Failure, Refused
from bowerbird.model.ports import Resolver
from bowerbird.web.url import Url

MAX_ADDRESSES = 3  # of one host, tried in turn when connecting fails


class Target(Struct, frozen=True, gc=False):
    """Vetted addresses, at least one, and the port to connect to."""

    addresses: tuple[str, ...]
    port: int
    name_lookup: float = 0.0


class Targets:
    """Overrides first, then literals, then the resolver; the guard judges all of them."""

    def __init__(self, options: FetchOptions, resolver: Resolver, guard: Guard) -> None:
        self._resolver = resolver
        self._guard = guard
        self._overrides = Overrides([parse_override(entry) for entry in options.resolve])
        self._loop = asyncio.get_running_loop()

    async def find(self, url: Url) -> Target | Refused | Failed:
        """Does not suspend when the resolver does not."""
        return await self.locate(url.host, port_of(url))

    async def locate(self, host: str, port: int) -> Target | Refused | Failed:
        """The same, for what a browser asks for: a name and a port."""
        override = self._overrides.find(host)
        if override is not None:
            return self._vetted((override.address,), override.port or port)
        literal = literal_address(host)
        if literal is not None:
            return self._vetted((literal,), port)
        started = self._loop.time()
        try:
            addresses = await self._resolver.resolve(host)
        except OSError as trouble:
            return Failed(Failure.DNS, str(trouble))
        if not addresses:
            return Failed(Failure.DNS, f"{host} has no address")
        return self._vetted(addresses, port, self._loop.time() - started)

    def overrides(self, url: Url) -> bool:
        """Whether a person said where this host is."""
        return self.overridden(url.host)

    def overridden(self, host: str) -> bool:
        """The same, by name."""
        return self._overrides.find(host) is not None

    def _vetted(
        self, addresses: Sequence[str], port: int, name_lookup: float = 0.0
    ) -> Target | Refused:
        """A name may have public and private addresses: only the public ones are used."""
        refused = None
        open_to_us: list[str] = []
        for address in addresses:
            refusal = self._guard.refusal(address, port)
            if refusal is None:
                open_to_us.append(address)
            else:
                refused = refused or refusal
        if refused is not None and not open_to_us:
            return refused
        return Target(tuple(open_to_us[:MAX_ADDRESSES]), port, name_lookup)


def pin(address: str, port: int) -> str:
    """For CONNECT_TO: libcurl connects to the vetted address and never looks for another one."""
    shown = f"[{address}]" if ":" in address else address
    return f"::{shown}:{port}"
