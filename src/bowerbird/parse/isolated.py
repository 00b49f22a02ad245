"""The child's side of the killable worker: reads pages from its standard input, one at a time.

Run as `python -m bowerbird.parse.isolated SETTINGS`. It ends with its parent, at the end of input,
or when a page costs more memory or processor time than the settings allow.
"""

import contextlib
import ctypes
import io
import os
import resource
import signal
import sys
import time
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from typing import Any, BinaryIO

import msgspec
from msgspec import Struct

from bowerbird.model.document import Document, LinkContext
from bowerbird.model.extraction import NOTHING_EXTRACTED, Extracted
from bowerbird.model.outcomes import Failed
from bowerbird.model.page import Headers, Page
from bowerbird.model.ports import Extractor, Parser
from bowerbird.parse.chooser import ParserByMediaType
from bowerbird.parse.documents.parser import DocumentParser
from bowerbird.parse.html import HtmlParser
from bowerbird.parse.markdown import MarkdownParser
from bowerbird.parse.options import ParseOptions
from bowerbird.parse.plain import PlainTextParser
from bowerbird.parse.tex import TexParser
from bowerbird.web.url import Url

ExtractorOf = Callable[[bytes], Extractor]

LENGTH = 8  # bytes before every message, big-endian
_PR_SET_PDEATHSIG = 1


class Settings(Struct, frozen=True):
    """What the parent tells the child once, as JSON on its command line."""

    parsers: str  # "module:function"; the function takes (options, agent) and gives the chooser
    options: dict[str, bool | int | float | str]
    agent: str
    memory: int  # bytes of address space
    seconds: int  # of processor time per page
    contexts: int  # links whose surroundings cross over
    extractor: str = ""  # "module:function"; the function takes templates and gives an Extractor
    more: str = ""  # a third argument for the function, where it takes one


class Question(Struct, frozen=True, array_like=True):
    """A page on its way to the child."""

    url: Url
    status: int
    headers: tuple[tuple[str, str], ...]
    media_type: str
    body: bytes
    templates: bytes = b""  # to be applied to it; none: it is only parsed
    details: tuple[str, ...] = ()  # those that wait for it as a detail page


class Answer(Struct, frozen=True, array_like=True):
    """What the child made of it: a document, a failure, a bug in the parser, or nothing at all."""

    document: Document | None = None
    contexts: tuple[LinkContext, ...] = ()
    error: str = ""  # a bug
    failed: Failed | None = None
    extracted: Extracted = NOTHING_EXTRACTED


def default_parsers(options: ParseOptions, agent: str) -> ParserByMediaType:
    """Everything; what needs further libraries loads them when the first such page comes."""
    html = HtmlParser(options, agent, compiled=False)
    texts = (made(options, agent) for made in (PlainTextParser, MarkdownParser, TexParser))
    return ParserByMediaType.of([html, *texts, DocumentParser(options, agent)])


class ReceivedBody:
    """A body that came over the pipe."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    @property
    def size(self) -> int:
        """Its length."""
        return len(self._content)

    def open(self) -> BinaryIO:
        """A fresh reader."""
        return io.BytesIO(self._content)

    def read(self) -> bytes:
        """All of it."""
        return self._content

    def close(self) -> None:
        """Nothing is held."""


def answer(
    question: Question, parsers: ParserByMediaType, contexts: int, extractor_of: ExtractorOf
) -> Answer:
    """Parse one page, and apply templates to it if some came with it."""
    page = Page(
        question.url,
        status=question.status,
        headers=Headers(question.headers),
        body=ReceivedBody(question.body),
        media_type=question.media_type,
        fetched_at=0.0,
    )
    parser: Parser | None = parsers.parser_for(page)
    if parser is None:
        return Answer(error=f"no parser for {question.media_type}")
    parsed = parser.parse(page)
    if parsed is None:
        return Answer()
    if isinstance(parsed, Failed):
        return Answer(failed=parsed)
    document = parsed.document
    around = tuple(parsed.context(link) for link in document.links[:contexts])
    extracted = NOTHING_EXTRACTED
    if question.templates:
        extractor = extractor_of(question.templates)
        extracted = extractor.extract(page, document, question.details)
    return Answer(document, around, extracted=extracted)


def main() -> None:
    """Answer until the input ends."""
    settings = msgspec.json.decode(sys.argv[1], type=Settings)
    source, sink = _pipes()
    _limit(settings)
    make: Callable[..., ParserByMediaType] = _named(settings.parsers)
    extractor_of: ExtractorOf = lru_cache(1)(_named(settings.extractor) or _no_extractor)
    more = (settings.more,) if settings.more else ()
    parsers = make(ParseOptions.model_validate(settings.options), settings.agent, *more)
    questions = msgspec.msgpack.Decoder(Question)
    while message := _received(source):
        _allow_processor_time(settings.seconds)
        try:
            reply = answer(questions.decode(message), parsers, settings.contexts, extractor_of)
        except MemoryError:
            os._exit(3)
        except Exception as error:  # noqa: BLE001 - the parent reports it, and the child lives on
            reply = Answer(error=f"{type(error).__name__}: {error}"[:500])
        encoded = msgspec.msgpack.encode(reply)
        sink.write(len(encoded).to_bytes(LENGTH, "big") + encoded)
        sink.flush()


def _named(path: str) -> Any:
    """What "module:function" names; None for nothing."""
    module, _, name = path.partition(":")
    return getattr(import_module(module), name) if path else None


def _no_extractor(_: bytes) -> Extractor:
    raise ValueError("templates came to a worker that has no extractor")


def _pipes() -> tuple[BinaryIO, BinaryIO]:
    """Standard input, and the standard output as it was: a stray print must not speak on it."""
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return sys.stdin.buffer, sink


def _limit(settings: Settings) -> None:
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent to act on
    resource.setrlimit(resource.RLIMIT_AS, (settings.memory, settings.memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _allow_processor_time(seconds: int) -> None:
    used = int(time.process_time()) + 1
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (used + seconds, hard))


def _received(source: BinaryIO) -> bytes:
    length = source.read(LENGTH)
    return source.read(int.from_bytes(length, "big")) if len(length) == LENGTH else b""


if __name__ == "__main__":
    main()
