"""Where a crawler may connect: public addresses only, unless the plan opens the rest."""

import ipaddress
import socket
from collections.abc import Callable, Collection
from functools import lru_cache

from bowerbird.model.outcomes import Refusal, Refused

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
REMEMBERED_ADDRESSES = 50_000

# Everything in IANA's special-purpose registries that is not for the public, and multicast.
_CLOSED_IPV4 = tuple(
    ipaddress.IPv4Network(net)
    for net in (
        "0.0.0.0/8",  # this host
        "10.0.0.0/8",
        "100.64.0.0/10",  # carrier-grade NAT; cloud metadata of some providers lives here
        "127.0.0.0/8",
        "169.254.0.0/16",  # link-local; 169.254.169.254 is cloud metadata
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved and broadcast
        "168.63.129.16/32",  # a provider's host agent, reachable from its guests only
    )
)
_OPEN_IPV6 = ipaddress.IPv6Network("2000::/3")
_CLOSED_IPV6 = tuple(
    ipaddress.IPv6Network(net)
    for net in (
        "2001::/23",  # Teredo, benchmarking, ORCHID and other protocol assignments
        "2001:db8::/32",
        "3fff::/20",
    )
)
_SIX_TO_FOUR = ipaddress.IPv6Network("2002::/16")
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_ANY = frozenset({"0.0.0.0", "::"})  # noqa: S104 - compared with, never bound to


class Guard:
    """Judges addresses: what a name resolved to, and what is about to be connected to."""

    def __init__(
        self,
        *,
        allow_private: bool = False,
        own_servers: Callable[[], Collection[tuple[str, int]]] = tuple,
    ) -> None:
        """`own_servers` tells the (address, port) pairs of the product itself, as they are now:
        refused in any case. A server bound to every interface is told as 0.0.0.0 or ::."""
        self._allow_private = allow_private
        self._own_servers = own_servers
        self._public: dict[str, bool] = {}

    def refusal(self, address: str, port: int) -> Refused | None:
        """Why nothing may connect there, or None if it may."""
        own = self.own_server(address, port)
        if own is not None:
            return own
        if self._allow_private or self._is_public(address):
            return None
        return Refused(
            Refusal.PRIVATE_ADDRESS,
            f"guard: {address} is not a public address; --allow-private opens it",
        )

    def own_server(self, address: str, port: int) -> Refused | None:
        """The part of `refusal` that holds for a person's proxies too."""
        own = {_plain(where) for where, its_port in self._own_servers() if its_port == port}
        if not own or not _is_one_of(address, own):
            return None
        return Refused(
            Refusal.PRIVATE_ADDRESS,
            f"guard: {address} port {port} is Bowerbird's own server; it is never crawled",
        )

    def _is_public(self, address: str) -> bool:
        known = self._public.get(address)
        if known is None:
            if len(self._public) >= REMEMBERED_ADDRESSES:
                self._public.clear()
            known = self._public[address] = is_public(address)
        return known


def _is_one_of(address: str, own: set[str]) -> bool:
    """Does a connection to that address reach a server that listens on one of these?"""
    plain = _plain(address)
    if plain in own or plain in _ANY:  # connecting to 0.0.0.0 reaches this machine
        return True
    return not own.isdisjoint(_ANY) and not is_public(plain)


def is_public(address: str) -> bool:
    """Whether anybody on the internet would reach the same machine there."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv6Address):
        inner = _embedded(ip)
        if inner is None:
            return (
                not ip.scope_id
                and ip in _OPEN_IPV6
                and not any(ip in closed for closed in _CLOSED_IPV6)
            )
        ip = inner
    return not any(ip in closed for closed in _CLOSED_IPV4)


@lru_cache(maxsize=10_000)
def literal_address(host: str) -> str | None:
    """The address a host names by itself, in plain form: 127.0.0.1 for 0x7f.1, ::1 for [::1]."""
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    if ":" in host:
        try:
            return str(ipaddress.ip_address(host))
        except ValueError:
            return None
    if host and (host[0].isdigit() or host[:1] == "."):
        # inet_aton reads the old forms too: octal, hexadecimal, fewer than four parts.
        try:
            return socket.inet_ntoa(socket.inet_aton(host.rstrip(".")))
        except OSError:
            return None
    return None


def _embedded(ip: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    if ip.ipv4_mapped is not None:
        return ip.ipv4_mapped
    if ip in _SIX_TO_FOUR:
        return ip.sixtofour
    if ip in _NAT64:
        return ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
    return None


def _plain(address: str) -> str:
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(ip)
