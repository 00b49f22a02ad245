"""The words about links as numbers: hashed tokens, and what the topic has to do with them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bowerbird.judge import link_words_kernel as kernel
from bowerbird.model.document import LinkContext
from bowerbird.model.links import Outlink
from bowerbird.model.topic import Topic
from bowerbird.text.stop_lists import STOP_LISTS
from bowerbird.text.tokens import fold
from bowerbird.web.url import Url

AROUND = 80  # characters before and behind an anchor that belong to it
FIELDS = ("anchor", "around", "url", "path")
_MASK = (1 << 64) - 1
_ODD = 0x9E3779B97F4A7C15


class LinkWords(NamedTuple):
    """Of some links: tokens in rows, how many of each are filled, and the topic's share."""

    tokens: npt.NDArray[np.int32]
    counts: npt.NDArray[np.int32]
    hits: npt.NDArray[np.float32]


class LinkReader:
    """Reads what stands around links, for one topic."""

    def __init__(self, topic: Topic) -> None:
        self._stops = np.zeros(kernel.STOP_TABLE, np.uint64)
        stop_words = " ".join(word for words in STOP_LISTS.values() for word in words)
        for word in hashes(stop_words, plural=True):
            self._stops[_place(word, self._stops)] = word
        self._terms = np.zeros(kernel.TABLE, np.uint64)
        self._weights = np.zeros(kernel.TABLE, np.float32)
        chosen = topic.terms[: kernel.TABLE // 4]
        self._norm = float(np.sqrt(sum(term.weight**2 for term in chosen))) or 1.0
        for term in chosen:
            self._enter(hashes(term.term, plural=False), term.weight)

    def read(self, links: Sequence[tuple[Url, LinkContext] | Outlink]) -> LinkWords:
        """The tokens of these links. Pure."""
        fields: list[str] = []
        for link in links:
            href, context = link[0].href, link[1]
            near = context.nearby
            if len(near) > 2 * AROUND:
                near = _near(context)
            fields += (context.anchor, near, href[href.find("://") + 3 :], context.path)
        # Folding may change lengths: each field is folded by itself unless all of it is ASCII.
        text = "".join(fields)
        if text.isascii():
            data = text.lower().encode()
            sizes = list(map(len, fields))
        else:
            parts = [fold(field).encode() for field in fields]
            data = b"".join(parts)
            sizes = [len(part) for part in parts]
        ends = np.cumsum(np.array(sizes, np.int32), dtype=np.int32)
        count = len(links)
        words = LinkWords(
            np.zeros((count, kernel.WIDTH), np.int32),
            np.zeros(count, np.int32),
            np.zeros((count, 3), np.float32),
        )
        kernel.hash_links(data, ends, self._stops, self._terms, self._weights, *words)
        words.hits[:, kernel.CONCEPT] /= self._norm
        return words

    def _enter(self, words: Sequence[int], weight: float) -> None:
        """A term of several words is found by its first two."""
        if not words:
            return
        one = words[0] if len(words) == 1 else ((words[0] * _ODD) & _MASK) ^ words[1]
        at = _place(one, self._terms)
        self._terms[at], self._weights[at] = one, weight


def hashes(text: str, *, plural: bool) -> list[int]:
    """The words of a text as the kernel sees them; `plural` leaves an s at their end."""
    data = fold(text).encode()
    out = np.zeros(len(data) + 1, np.uint64)
    return [int(word) for word in out[: kernel.hash_words(data, out, plural)]]


def word_tokens(word: str) -> list[int]:
    """The tokens of a word in each field: in the anchor, around it, in the URL."""
    data = fold(word).encode()
    out = np.zeros(3, np.int32)
    kernel.token_of_word(data, out)
    tokens: list[int] = out.tolist()
    return tokens


def address(url: Url) -> str:
    """What of a URL may say something about the page."""
    return url.href.partition("://")[2]


def _place(word: int, table: npt.NDArray[np.uint64]) -> int:
    """Where a word belongs in a table that the kernel looks into."""
    at = word % len(table)
    while table[at] and int(table[at]) != word:
        at = (at + 1) % len(table)
    return at


def _near(context: LinkContext) -> str:
    """As much of a long text as belongs to the anchor in it."""
    near = context.nearby
    at = max(0, near.find(context.anchor))
    return near[max(0, at - AROUND) : at + len(context.anchor) + AROUND]
