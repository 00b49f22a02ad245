"""Asking the engines: each at its own pace, answers kept for a while, trouble in a sentence."""

import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import xxhash
from msgspec import Struct

from bowerbird.model.outcomes import Failed, Fetched, NotModified, Redirected, Refused
from bowerbird.model.ports import Fetcher, FetchRequest
from bowerbird.model.seed import Hit
from bowerbird.seeds.metasearch.port import Asked, Provider, Question
from bowerbird.web.url import InvalidUrl, parse

MOST_REDIRECTS = 3
LARGEST = 8 << 20  # bytes of an answer
NO_KEY = frozenset({401, 403})
BUSY = frozenset({429, 503})


class Kept(Struct):
    """An answer on disk."""

    at: float
    hits: list[Hit]


class Answered(Struct, frozen=True):
    """What a provider brought, or in one sentence why it brought nothing."""

    provider: str
    hits: tuple[Hit, ...] = ()
    trouble: str = ""
    kept: bool = False  # it was not asked again


class Engines:
    """Asks providers through a fetcher. `folder` keeps answers, for every project of a home; `wait`
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

    async def ask(self, provider: Provider, asked: Asked) -> Answered:
        """One question to one provider."""
        try:
            question = provider.question(asked)
        except ValueError as error:
            return Answered(provider.name, trouble=f"{provider.name}: {error}; {provider.remedy}")
        file = (
            self._folder
            / f"{provider.name}-{xxhash.xxh3_128_hexdigest(question.url.encode())}.json"
        )
        if (kept := self._kept(file)) is not None:
            return Answered(provider.name, tuple(kept.hits), kept=True)
        await self._wait_for_turn(provider)
        answer, trouble = await self._answer(question)
        if answer is None:
            return Answered(provider.name, trouble=f"{provider.name} {trouble}; {provider.remedy}")
        try:
            hits = list(provider.hits(answer))[: asked.most]
        except (ValueError, LookupError, TypeError, AttributeError, SyntaxError) as error:
            told = f"{provider.name} answered something else than its protocol says ({error})"
            return Answered(provider.name, trouble=f"{told}; {provider.remedy}")
        self._folder.mkdir(parents=True, exist_ok=True)
        file.write_bytes(msgspec.json.encode(Kept(time.time(), hits)))
        return Answered(provider.name, tuple(hits))

    def _kept(self, file: Path) -> Kept | None:
        try:
            kept = msgspec.json.decode(file.read_bytes(), type=Kept)
        except (OSError, msgspec.MsgspecError):
            return None
        return kept if time.time() - kept.at < self._kept_for else None

    async def _wait_for_turn(self, provider: Provider) -> None:
        """Between two questions lies the pause that the provider wants, whoever asks them here."""
        self._folder.mkdir(parents=True, exist_ok=True)
        last = self._folder / f"{provider.name}.asked"
        try:
            left = provider.pause - (time.time() - last.stat().st_mtime)
        except FileNotFoundError:
            left = 0.0
        if left > 0:
            await self._wait(min(left, provider.pause))
        last.touch()

    async def _answer(self, question: Question) -> tuple[bytes | None, str]:
        """(the body, or None; then why in words that follow the provider's name)."""
        try:
            asked = origin = parse(question.url)
        except InvalidUrl as error:
            return None, f"cannot be asked: {error}"
        for _ in range(MOST_REDIRECTS + 1):
            headers = question.headers if asked.origin == origin.origin else ()
            outcome = await self._fetcher.fetch(
                FetchRequest(asked, max_bytes=LARGEST, headers=headers)
            )
            match outcome:
                case Fetched(page=page):
                    with page:
                        if page.status < 400:
                            return page.body.read(), ""
                        return None, _refusal(page.status, page.headers.get("retry-after"))
                case Redirected(to=to, page=page):
                    page.body.close()
                    asked = parse(to, asked.href)
                case Failed(detail=detail, reason=reason, status=status, retry_after=wait):
                    told = _refusal(status, f"{wait:g}" if wait else "") if status else ""
                    return None, told or f"cannot be reached: {detail or reason}"
                case Refused(rule=rule, reason=reason):
                    return None, f"may not be asked: {rule or reason}"
                case NotModified():
                    return None, "answered with nothing new though nothing was asked"
        return None, f"redirects more than {MOST_REDIRECTS} times"


def _refusal(status: int, wait: str) -> str:
    if status in NO_KEY:
        return f"refused to answer ({status})"
    if status in BUSY:
        return f"is asked too often ({status})" + (f" and wants {wait} s of quiet" if wait else "")
    return f"answered {status}"
