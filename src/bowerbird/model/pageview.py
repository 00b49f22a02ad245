"""A page as page judges see it."""

from typing import TYPE_CHECKING

from bowerbird.model.document import Document
from bowerbird.text.similarity import fingerprints
from bowerbird.web.url import Url

if TYPE_CHECKING:
    from bowerbird.text.word_hashes import TextRead, Words


class PageView:
    """What a page says, where it is, and how it was come by. Its text is read once, for judges and
    fingerprints together."""

    __slots__ = ("_read", "depth", "document", "found_on", "tagged", "url")

    def __init__(
        self,
        document: Document,
        url: Url,
        *,
        depth: int = 0,
        found_on: str = "",
        tagged: float = 0.0,
    ) -> None:
        self.document = document
        self.url = url
        self.depth = depth  # links from a seed
        self.found_on = found_on  # identity of the page that led here; empty for a seed
        self.tagged = tagged  # how much bookmarking sites that were crawled say for it, up to 1
        self._read: TextRead | None = None

    @property
    def is_seed(self) -> bool:
        """Did the crawl start here? A seed may have moved: what it redirects to is as deep."""
        return self.depth == 0

    @property
    def words(self) -> "Words":
        """The words of its text as numbers (`text.word_hashes`)."""
        if self._read is None:
            from bowerbird.text.word_hashes import read_text  # loads numba: only where it is needed

            self._read = read_text(self.document.text)
        return self._read.words

    @property
    def fingerprints(self) -> tuple[int, int]:
        """See `text.similarity.fingerprints`; free where the words were asked for."""
        if self._read is None:
            return fingerprints(self.document.text)
        return self._read.fingerprint, self._read.simhash
