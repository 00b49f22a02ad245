"""`--resolve PATTERN=ADDRESS[:PORT]`: a person's own answer to where a name is served."""

import ipaddress
from collections.abc import Sequence

from msgspec import Struct

from bowerbird.model.errors import UsageError

REMEMBERED_HOSTS = 10_000


class Override(Struct, frozen=True):
    """Names that match `pattern` are at `address`, and at `port` unless that is 0."""

    pattern: str
    address: str
    port: int = 0

    def matches(self, host: str) -> bool:
        """`*.test` takes every name below test, `*` every name, anything else itself."""
        if self.pattern.startswith("*."):
            return host.endswith(self.pattern[1:])
        return self.pattern in ("*", host)


class OverrideError(UsageError, ValueError):
    """Also a ValueError, so that options report it with its path."""


def parse_override(text: str) -> Override:
    """Read one PATTERN=ADDRESS[:PORT]; an IPv6 address with a port stands in brackets."""
    pattern, separator, target = text.strip().partition("=")
    if not separator or not pattern or not target or not _is_pattern(pattern):
        raise _error(text)
    address, port = _split_port(text, target)
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        raise _error(text) from None
    return Override(pattern.lower().rstrip("."), str(ip), port)


class Overrides:
    """A list of overrides; the first that matches answers."""

    def __init__(self, entries: Sequence[Override]) -> None:
        self._entries = tuple(entries)
        self._known: dict[str, Override | None] = {}

    def find(self, host: str) -> Override | None:
        """What was said about this name, if anything."""
        if not self._entries:
            return None
        if host in self._known:
            return self._known[host]
        if len(self._known) >= REMEMBERED_HOSTS:
            self._known.clear()
        name = host.lower().rstrip(".")
        found = next((entry for entry in self._entries if entry.matches(name)), None)
        self._known[host] = found
        return found


def _split_port(text: str, target: str) -> tuple[str, int]:
    if target.startswith("["):
        address, closed, rest = target[1:].partition("]")
        if not closed or (rest and not rest.startswith(":")):
            raise _error(text)
        port = rest[1:] if rest else None
    elif target.count(":") > 1:  # a bare IPv6 address
        address, port = target, None
    else:
        address, separator, digits = target.partition(":")
        port = digits if separator else None
    if port is None:
        return address, 0
    if not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise _error(text)
    return address, int(port)


def _is_pattern(pattern: str) -> bool:
    name = pattern.removeprefix("*.")
    return pattern == "*" or ("*" not in name and "/" not in name and name != "")


def _error(text: str) -> OverrideError:
    return OverrideError(
        f"override '{text}' cannot be read; write PATTERN=ADDRESS[:PORT], "
        "for example *.test=127.0.0.1:8081"
    )
