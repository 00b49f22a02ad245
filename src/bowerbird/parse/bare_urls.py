"""URLs that stand in running text, without the punctuation around them."""

import re
from collections.abc import Iterator

_URL = re.compile(r"\b(?:https?|ftp)://[^\s<>\"'`\u201c\u201d\u3000-\u303f]{1,2048}", re.IGNORECASE)
_AFTER_URL = ".,;:!?*_~'\u2019"  # the sentence's, not the URL's
_BRACKETS = {")": "(", "]": "[", "}": "{"}


def bare_urls(text: str) -> Iterator[tuple[str, int, int]]:
    """Each URL with where it begins and ends."""
    for match in _URL.finditer(text):
        url = _trimmed(match[0])
        if url:
            yield url, match.start(), match.start() + len(url)


def _trimmed(url: str) -> str:
    """Without the punctuation behind it, and without a bracket that was opened before it."""
    while url:
        last = url[-1]
        opening = _BRACKETS.get(last)
        if last not in _AFTER_URL and (opening is None or url.count(opening) >= url.count(last)):
            break
        url = url[:-1]
    return url
