"""Names in URLs that no person wrote: sessions, hashes, other long rows of hexadecimal digits."""

import re

_TOKEN = re.compile(r"[0-9a-fA-F]{16,}")
# A row of sixteen holds four neighbours of every fourth character: a short look rules most out.
_OF_EVERY_FOURTH = re.compile(r"[0-9a-fA-F]{4}")


def has_token(url: str) -> bool:
    """Is there one in it?"""
    return bool(_OF_EVERY_FOURTH.search(url[::4]) and _TOKEN.search(url))


def without_tokens(text: str, stand_in: str = "") -> str:
    """The text with something else in place of each."""
    return _TOKEN.sub(stand_in, text)
