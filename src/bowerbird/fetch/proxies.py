"""Which proxy to ask through: a list that rotates, where one that fails rests for a while."""

from collections import OrderedDict
from hashlib import blake2b
from urllib.parse import urlsplit

from bowerbird.fetch.options import ProxyOptions
from bowerbird.fetch.secrets import revealed

REMEMBERED_HOSTS = 10_000
BLOCKING = frozenset({403, 407, 429, 451, 503})


class Proxies:
    """Never falls back to asking directly: a person who names proxies wants to be behind them."""

    def __init__(self, options: ProxyOptions) -> None:
        self._urls = tuple(revealed(url) for url in options.urls)
        self._policy = options.policy
        self._rest_seconds = options.rest_seconds
        self._rests_until = dict.fromkeys(self._urls, 0.0)
        self._next = 0
        self._moves: OrderedDict[str, int] = OrderedDict()  # host → how often it blocked us

    def __bool__(self) -> bool:
        return bool(self._urls)

    def choose(self, host: str, now: float) -> str | None:
        """The proxy for a request to this host, or None while all of them rest."""
        awake = [url for url in self._urls if self._rests_until[url] <= now]
        if not awake:
            return None
        if self._policy == "round-robin":
            self._next += 1
            return awake[(self._next - 1) % len(awake)]
        if self._policy == "per-host":
            # The highest hash wins: when a proxy rests, only its own hosts move.
            return max(awake, key=lambda url: blake2b(f"{url} {host}".encode()).digest())
        moves = self._moves.get(host, 0)
        in_turn = [self._urls[(moves + step) % len(self._urls)] for step in range(len(self._urls))]
        return next(url for url in in_turn if url in awake)

    def failed(self, url: str, now: float) -> None:
        """This proxy did not do its work."""
        self._rests_until[url] = now + self._rest_seconds

    def answered(self, host: str, status: int) -> None:
        """Learn from an answer; under `on-block` a blocking host gets the next proxy."""
        if self._policy != "on-block" or status not in BLOCKING:
            return
        self._moves[host] = self._moves.pop(host, 0) + 1
        if len(self._moves) > REMEMBERED_HOSTS:
            self._moves.popitem(last=False)

    def back_in(self, now: float) -> float:
        """Seconds until the first of them is back."""
        return max(0.0, min(self._rests_until.values()) - now)


def shown(url: str) -> str:
    """A proxy as it may be logged: without its password."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.hostname}:{parts.port}" if parts.port else (
        f"{parts.scheme}://{parts.hostname}"
    )  # fmt: skip


def resolves_names_itself(url: str) -> bool:
    """Whether the name goes to the proxy as it is; other proxies are given a vetted address."""
    return url.lower().startswith(("http://", "https://", "socks4a://", "socks5h://"))
