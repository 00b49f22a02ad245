"""The killable worker: pages that might kill or block a parser are read in a process of their own.

The worker starts with the first such page, and is replaced when it dies or takes too long. The page
that did it is answered with `ParserTrouble`; it must not be tried in the crawl process.
"""

import asyncio
import contextlib
import sys
from collections.abc import Collection
from typing import Self

import msgspec
from msgspec import Struct

from bowerbird.model.document import Document, Link, LinkContext
from bowerbird.model.extraction import Extracted
from bowerbird.model.outcomes import Failure
from bowerbird.model.page import Page
from bowerbird.parse.isolated import LENGTH, Answer, Question, Settings
from bowerbird.parse.options import IsolationOptions, ParseOptions


class ParserTrouble(Struct, frozen=True):
    """A page that could not be read, or that its parser did not survive."""

    reason: Failure
    detail: str = ""


class ExtractorSource(Struct, frozen=True):
    """How the worker comes by templates: this room does not know what they are."""

    maker: str = ""  # "module:function"; the function takes `templates` and gives an Extractor
    templates: bytes = b""


NO_EXTRACTOR = ExtractorSource()


class ReceivedDocument:
    """A document from the worker, with the surroundings of its first links."""

    __slots__ = ("_contexts", "document", "extracted")

    def __init__(
        self, document: Document, contexts: tuple[LinkContext, ...], extracted: Extracted
    ) -> None:
        self.document = document
        self.extracted = extracted
        self._contexts = contexts

    def context(self, link: Link) -> LinkContext:
        """What stands around a link; empty for those beyond the bound."""
        known = 0 <= link.position < len(self._contexts)
        return self._contexts[link.position] if known else LinkContext()


class IsolatedParser:
    """Parses in workers. Open it with `async with`; it starts nothing until a page comes."""

    def __init__(
        self,
        options: ParseOptions,
        agent: str,
        isolation: IsolationOptions | None = None,
        parsers: str = "bowerbird.parse.isolated:default_parsers",
        extractor: ExtractorSource = NO_EXTRACTOR,
        more: str = "",
    ) -> None:
        """`parsers` names the function that makes them in the worker; `more` is told to it."""
        self._isolation = isolation or IsolationOptions()
        self._settings = Settings(
            parsers=parsers,
            options=options.model_dump(),
            agent=agent,
            memory=self._isolation.memory_mib * 1024 * 1024,
            seconds=int(self._isolation.seconds) + 1,
            contexts=self._isolation.max_contexts,
            extractor=extractor.maker,
            more=more,
        )
        self._templates = extractor.templates
        self._turns = asyncio.Semaphore(self._isolation.workers)
        self._idle: list[asyncio.subprocess.Process] = []
        self._answers = msgspec.msgpack.Decoder(Answer)
        self.starts = 0
        self.restarts = 0  # workers that a page killed or blocked

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        while self._idle:
            await _end(self._idle.pop())

    async def parse(
        self, page: Page, details: Collection[str] = (), *, extract: bool = False
    ) -> ReceivedDocument | ParserTrouble | None:
        """Read a page, and apply the templates if `extract` says so; whatever it does to the
        worker, it does not do to us.

        None: nothing here reads it.
        """
        question = Question(
            page.url,
            page.status,
            page.headers.pairs,
            page.media_type,
            page.body.read(),
            self._templates if extract else b"",
            tuple(details),
        )
        message = msgspec.msgpack.encode(question)
        async with self._turns:
            worker = await self._worker()
            try:
                async with asyncio.timeout(self._isolation.seconds):
                    reply = await _ask(worker, message)
            except TimeoutError:
                await self._lose(worker)
                return ParserTrouble(
                    Failure.PARSER_TIMEOUT, f"no answer within {self._isolation.seconds:g} s"
                )
            except (asyncio.IncompleteReadError, ConnectionError):
                code = await self._lose(worker)
                return ParserTrouble(Failure.PARSER_DIED, f"the worker ended with status {code}")
            except BaseException:  # cancelled: what the worker would say next answers nobody
                await _end(worker)
                raise
            self._idle.append(worker)
        return self._read(reply)

    def _read(self, reply: bytes) -> ReceivedDocument | ParserTrouble | None:
        answer = self._answers.decode(reply)
        if answer.document is not None:
            return ReceivedDocument(answer.document, answer.contexts, answer.extracted)
        if answer.failed is not None:
            return ParserTrouble(answer.failed.reason, answer.failed.detail)
        return ParserTrouble(Failure.BUG, answer.error) if answer.error else None

    async def _worker(self) -> asyncio.subprocess.Process:
        while self._idle:
            worker = self._idle.pop()
            if worker.returncode is None:
                return worker
            await _end(worker)
        self.starts += 1
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bowerbird.parse.isolated",
            msgspec.json.encode(self._settings).decode(),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )

    async def _lose(self, worker: asyncio.subprocess.Process) -> int | None:
        self.restarts += 1
        await _end(worker)
        return worker.returncode


async def _ask(worker: asyncio.subprocess.Process, message: bytes) -> bytes:
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write(len(message).to_bytes(LENGTH, "big") + message)
    await worker.stdin.drain()
    length = int.from_bytes(await worker.stdout.readexactly(LENGTH), "big")
    return await worker.stdout.readexactly(length)


async def _end(worker: asyncio.subprocess.Process) -> None:
    """Killed and waited for: no zombie stays."""
    if worker.returncode is None:
        with contextlib.suppress(ProcessLookupError):  # it was quicker
            worker.kill()
    if worker.stdin is not None:
        worker.stdin.close()
    await worker.wait()
