"""What a reader is given, and what it fills in; both know the limits, so that no reader has to."""

import time
from collections.abc import Iterable
from urllib.parse import unquote

from bowerbird.model.document import Heading, Link, LinkContext
from bowerbird.model.outcomes import Failure
from bowerbird.parse.bare_urls import bare_urls
from bowerbird.parse.link_list import LinkList
from bowerbird.parse.options import ParseOptions

LONGEST_TITLE = 300
NEARBY = 200  # characters
BOMB_RATIO = 200  # ordinary XML packs to a twentieth, a sheet of equal cells to a hundredth
BOMB_AFTER = 4 * 1024 * 1024  # bytes; below, any ratio will do
_MIB = 1024 * 1024


class DocumentTroubleError(Exception):
    """The file cannot be read; `parser.py` makes an outcome of it."""

    def __init__(self, reason: Failure, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


class NotADocumentError(Exception):
    """The bytes are of a kind that nothing here reads."""


def broken(detail: object) -> DocumentTroubleError:
    """The file is not what it says it is, or it is damaged beyond reading."""
    return DocumentTroubleError(Failure.BROKEN, str(detail)[:200])


def encrypted() -> DocumentTroubleError:
    """Nobody reads this without its password."""
    return DocumentTroubleError(Failure.ENCRYPTED, "it is protected by a password")


def file_name(href: str) -> str:
    """The last part of a URL's path, as people read it."""
    return unquote(href.partition("?")[0].rstrip("/").rpartition("/")[2])


class Source:
    """The bytes of one document, and how much may be made of them."""

    def __init__(self, body: bytes, href: str, charset: str, options: ParseOptions) -> None:
        self.body = body
        self.href = href
        self.charset = charset  # as the server declared it
        self.options = options
        self.pictures_left = options.ocr_pages  # for OCR, which is slow
        self._until = time.process_time() + options.document_seconds

    @property
    def unpacked_limit(self) -> int:
        """Bytes that everything packed in the file may come to."""
        return self.options.max_unpacked_mib * _MIB

    def may_become(self, packed: int) -> int:
        """Bytes that so many packed ones may come to before they are a bomb."""
        return min(self.unpacked_limit, max(BOMB_AFTER, BOMB_RATIO * packed))

    def is_late(self) -> bool:
        """Is the time for this document used up? Then what was read has to do."""
        return time.process_time() > self._until


class Content:
    """A document in the making. What is beyond a limit is dropped; `is_full` says so."""

    def __init__(self, options: ParseOptions, max_links: int | None = None) -> None:
        self.title = ""
        self.language = ""
        self.description = ""
        self.charset = ""
        self.replaced = False  # bytes that the charset could not read
        self.headings: list[Heading] = []
        self.metadata: dict[str, str] = {}
        self.contexts: list[LinkContext] = []
        self._options = options
        self._found = LinkList(options.max_links if max_links is None else max_links)
        self._lines: list[str] = []
        self._room = options.max_text

    @property
    def text(self) -> str:
        """Everything said, one block per line."""
        return "\n".join(self._lines) if self._options.text else ""

    @property
    def links(self) -> tuple[Link, ...]:
        return tuple(self._found.links)

    def is_full(self) -> bool:
        """Nothing more that is said will be kept."""
        return self._room <= 0

    @property
    def first_line(self) -> str:
        """What a document without a title begins with."""
        return self._lines[0] if self._lines else ""

    def say(self, line: str) -> None:
        """A block of text; white space in it does not count."""
        line = " ".join(line.split())[: max(self._room, 0)]
        if line:
            self._lines.append(line)
            self._room -= len(line) + 1

    def head(self, level: int, text: str) -> None:
        """A heading; it is not said by this."""
        text = " ".join(text.split())[:LONGEST_TITLE]
        if text and len(self.headings) < self._options.max_headings:
            self.headings.append(Heading(min(max(level, 1), 6), text))

    def note(self, key: str, value: object) -> None:
        """A fact about the document; the first of a name stays, an empty one is none."""
        text = " ".join(str(value).split())[: self._options.max_metadata_length]
        if text and key not in self.metadata and len(self.metadata) < self._options.max_metadata:
            self.metadata[key[:100]] = text

    def note_all(self, key: str, values: Iterable[str]) -> None:
        """Several values of one name, as people list them."""
        self.note(key, "; ".join(filter(None, (" ".join(value.split()) for value in values))))

    def link(
        self, href: str, carrier: str, anchor: str = "", nearby: str = "",
        modified: float | None = None,
    ) -> None:  # fmt: skip
        """A reference to somewhere else."""
        before = len(self._found.links)
        self._found.add(href.replace("\0", ""), carrier, "", None)
        if len(self._found.links) > before:
            anchor = " ".join(anchor[:1_000].split())[:NEARBY]
            around = " ".join(nearby[:1_000].split())[:NEARBY]
            self.contexts.append(LinkContext(anchor, around, "", modified))

    def bare_links(self, text: str) -> None:
        """URLs that stand in the text itself."""
        for url, start, end in bare_urls(text):
            if self._found.full:
                break
            self.link(url, "text", url, text[max(0, start - NEARBY // 2) : end + NEARBY // 2])

    @property
    def links_full(self) -> bool:
        """No further link will be kept."""
        return self._found.full
