"""Asking services: each at its own pace, answers kept for a while, trouble in a sentence."""

import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec
import xxhash
from msgspec import Struct

from bowerbird.model.outcomes import Failed, Fetched, NotModified, Redirected, Refused
from bowerbird.model.ports import Fetcher, FetchRequest
from bowerbird.seeds.port import Asked, Declined, Question, Rest, Service, Steps
from bowerbird.web.dates import retry_after
from bowerbird.web.url import InvalidUrl, parse

T = TypeVar("T")

MOST_REDIRECTS = 3
MOST_QUESTIONS = 60  # for one call: whoever pages on for ever is stopped
LARGEST = 8 << 20  # bytes of an answer
PATIENCE = 20.0  # seconds; a service that wants longer quiet is told of, not waited for
LONGEST_QUIET = 86_400.0
NO_KEY = frozenset({401, 403})
BUSY = frozenset({429, 503})
WORDS = 160  # of a service's own complaint
# What a service that answers something else makes its reader stumble over.
STUMBLED = (ValueError, LookupError, TypeError, AttributeError, SyntaxError)


class Kept(Struct, Generic[T]):
    """What a service brought, on disk."""

    at: float
    found: list[T]


class Answered(Struct, Generic[T], frozen=True):
    """What a service brought; and in one sentence what went wrong, if anything did."""

    service: str
    found: tuple[T, ...] = ()
    trouble: str = ""
    kept: bool = False  # it was not asked again


class _Trouble(Exception):  # noqa: N818 - a question without an answer is usual
    """Why there is no answer, in words that follow the service's name."""


class Engines:
    """Asks services through a fetcher. `folder` keeps answers, for every project of a home; `wait`
    lets that many seconds pass."""

    def __init__(
        self,
        fetcher: Fetcher,
        folder: Path,
        kept_for: float,
        wait: Callable[[float], Awaitable[None]],
    ) -> None:
        self._fetcher = fetcher
        self._wait = wait
        self._folder = folder
        self._kept_for = kept_for

    async def ask(
        self, service: Service, steps: Steps[Sequence[T]], asked: Asked, kind: type[T]
    ) -> Answered[T]:
        """One call, in as many questions as the service needs. What came before the trouble counts;
        only what came without any is kept."""
        file = self._file_of(service, asked)
        if (kept := self._kept(file, kind)) is not None:
            return Answered(service.name, tuple(kept), kept=True)
        call = _Call(self, service, asked)
        try:
            found = await call.driven(steps)
        except _Trouble as error:
            said = f"{service.name} {_clean(str(error), asked)}"
            return Answered(service.name, trouble=f"{said}; {service.remedy}")
        except Declined as error:
            said = f"{service.name} declines: {_clean(str(error), asked)}"
            return Answered(service.name, trouble=f"{said}; {service.remedy}")
        except STUMBLED as error:
            said = f"{service.name} answered something else than its protocol says ({error})"
            return Answered(service.name, trouble=f"{_clean(said, asked)}; {service.remedy}")
        if call.trouble:
            told = f"{service.name} {call.trouble}; {service.remedy}"
            return Answered(service.name, tuple(found), told)
        self._folder.mkdir(parents=True, exist_ok=True)
        file.write_bytes(msgspec.json.encode(Kept(time.time(), list(found))))
        return Answered(service.name, tuple(found))

    def _file_of(self, service: Service, asked: Asked) -> Path:
        """Keys are in it only as part of a hash."""
        timeless = msgspec.structs.replace(asked, at=0.0)
        told = xxhash.xxh3_128_hexdigest(msgspec.msgpack.encode(timeless))
        return self._folder / f"{service.name}-{told}.json"

    def _kept(self, file: Path, kind: type[T]) -> list[T] | None:
        try:
            kept = msgspec.json.decode(file.read_bytes(), type=Kept[kind])  # type: ignore[valid-type]
        except (OSError, msgspec.MsgspecError):
            return None
        return list(kept.found) if time.time() - kept.at < self._kept_for else None

    # ---- pauses ----------------------------------------------------------------------------------

    async def wait_for_turn(self, service: Service) -> None:
        """Between two questions lies the pause that the service wants, whoever asks them here."""
        left = self._free_at(service) - time.time()
        if left > PATIENCE:
            raise _Trouble(f"wants {left:.0f} s more of quiet")
        if left > 0:
            await self._wait(left)

    def be_quiet(self, service: Service, seconds: float) -> None:
        """Nothing is asked of it before that many seconds have passed, by any project."""
        self._folder.mkdir(parents=True, exist_ok=True)
        until = time.time() + min(seconds, LONGEST_QUIET)
        (self._folder / f"{service.name}.asked").write_text(f"{until:.3f}")

    def _free_at(self, service: Service) -> float:
        with suppress(OSError, ValueError):
            return float((self._folder / f"{service.name}.asked").read_text())
        return 0.0

    async def fetch(self, question: Question) -> "Reply":
        """What the server says, of any status; `_Trouble` if it says nothing."""
        try:
            asked = origin = parse(question.url)
        except InvalidUrl as error:
            raise _Trouble(f"cannot be asked: {error}") from error
        for _ in range(MOST_REDIRECTS + 1):
            headers = question.headers if asked.origin == origin.origin else ()
            request = FetchRequest(asked, max_bytes=LARGEST, headers=headers)
            match await self._fetcher.fetch(request):
                case Fetched(page=page):
                    with page:
                        quiet = page.headers.get("retry-after")
                        wait = retry_after(quiet, page.fetched_at) if quiet else None
                        return Reply(page.status, page.body.read(), wait or 0.0)
                case Redirected(to=to, page=page):
                    page.body.close()
                    asked = parse(to, asked.href)
                case Failed(status=status, retry_after=wait) if status:
                    return Reply(status, b"", wait or 0.0)
                case Failed(detail=detail, reason=reason):
                    raise _Trouble(f"cannot be reached: {detail or reason}")
                case Refused(rule=rule, reason=reason):
                    raise _Trouble(f"may not be asked: {rule or reason}")
                case NotModified():
                    raise _Trouble("answered with nothing new though nothing was asked")
        raise _Trouble(f"redirects more than {MOST_REDIRECTS} times")


class Reply(Struct, frozen=True):
    """What a server said."""

    status: int
    body: bytes
    quiet: float  # seconds that it wants to be left alone


class _Call:
    """One call of one service, question after question."""

    def __init__(self, engines: Engines, service: Service, asked: Asked) -> None:
        self._engines = engines
        self._service = service
        self._asked = asked
        self.trouble = ""  # of a question that the service could do without

    async def driven(self, steps: Steps[T]) -> T:
        answer: bytes | None = None
        try:
            for _ in range(MOST_QUESTIONS):
                step = steps.send(answer)
                answer = None
                if isinstance(step, Rest):
                    self._engines.be_quiet(self._service, step.seconds)
                else:
                    answer = await self._answer(step)
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return]
        steps.close()
        raise _Trouble(f"has no end after {MOST_QUESTIONS} questions")

    async def _answer(self, question: Question) -> bytes | None:
        try:
            return await self._insist(question)
        except _Trouble as error:
            if not question.optional:
                raise
            self.trouble = self.trouble or _clean(str(error), self._asked)
            return None

    async def _insist(self, question: Question) -> bytes:
        """A service that asks for a little quiet is given it, once."""
        trouble = ""
        for is_last in (False, True):
            await self._engines.wait_for_turn(self._service)
            reply = await self._engines.fetch(question)
            quiet = reply.quiet if reply.status in BUSY else 0.0
            self._engines.be_quiet(self._service, quiet or self._service.pause)
            if reply.status < 400 or reply.status in question.also:
                return reply.body
            trouble = self._complaint(reply)
            if is_last or not 0 < quiet <= PATIENCE:
                break
        raise _Trouble(trouble)

    def _complaint(self, reply: Reply) -> str:
        words = _clean(_words_in(reply.body), self._asked)
        said = f": {words}" if words else ""
        if reply.status in NO_KEY:
            return f"refused to answer ({reply.status}{said})"
        if reply.status in BUSY:
            wants = f" and wants {reply.quiet:g} s of quiet" if reply.quiet else ""
            return f"is asked too often ({reply.status}{said}){wants}"
        return f"answered {reply.status}{said}"


def _words_in(body: bytes) -> str:
    """What a service says of an error, where it says so in JSON."""
    try:
        said: Any = msgspec.json.decode(body)
    except msgspec.DecodeError:
        return ""
    for name in ("error_message", "errorMessage", "message", "detail", "error"):
        value = said.get(name) if isinstance(said, dict) else None
        if isinstance(value, dict):
            value = value.get("message") or value.get("info")
        if isinstance(value, str):
            return value
    return ""


def _clean(words: str, asked: Asked) -> str:
    """One line, not long, without the key: services repeat what they were asked."""
    for secret in filter(None, (asked.key, asked.key.rpartition(":")[2])):
        words = words.replace(secret, "…")
    return " ".join(words.split())[:WORDS]
