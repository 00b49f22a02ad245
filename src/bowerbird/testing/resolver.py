"""Names to addresses without a network."""

from collections.abc import Mapping, Sequence


class FakeResolver:
    """Answers from a table; a name not in it has no address. `asked` records every question."""

    def __init__(self, addresses: Mapping[str, Sequence[str] | str] | None = None) -> None:
        self._addresses = dict(addresses or {})
        self.asked: list[str] = []

    def set(self, host: str, *addresses: str) -> None:
        """From now on `host` has these addresses; with none it has no address any more."""
        self._addresses[host] = addresses

    async def resolve(self, host: str) -> Sequence[str]:
        """The addresses of `host`; `*.example.org` in the table stands for every name below it."""
        self.asked.append(host)
        known = self._addresses.get(host)
        if known is None:
            known = self._addresses.get("*." + host.partition(".")[2], ())
        addresses = (known,) if isinstance(known, str) else tuple(known)
        if not addresses:
            msg = f"no address for {host}"
            raise OSError(msg)
        return addresses
