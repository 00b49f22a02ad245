"""The registrable domain of a host: who is answerable for it, by the public suffix list."""

from functools import cache, lru_cache

from publicsuffixlist import PublicSuffixList


@lru_cache(maxsize=65_536)
def registrable_domain(host: str) -> str:
    """`www.example.co.uk` gives `example.co.uk`; an IP literal or a single label is its own.

    The list's private section counts, so `alice.github.io` and `bob.github.io` are two domains. A
    host that is a public suffix itself (`github.io`) is its own too. Takes hosts as `Url.host` has
    them: lower case, punycode.
    """
    if is_address(host):
        return host
    name = host.rstrip(".")
    return _suffixes().privatesuffix(name) or name or host


def is_address(host: str) -> bool:
    """Is this an IP literal? To WHATWG every host is IPv4 whose last label is a number."""
    if ":" in host:
        return True
    last = host.rpartition(".")[2]
    return last.isascii() and last.isdigit()


@cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()
