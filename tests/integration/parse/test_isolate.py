"""The killable worker, with a real child process."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import psutil
import pytest
from tests.unit.parse.pages import AGENT, page_of

from bowerbird.model.outcomes import Failure
from bowerbird.parse.isolate import IsolatedParser, ParserTrouble, ReceivedDocument
from bowerbird.parse.options import IsolationOptions, ParseOptions

OTHERS: set[int] = set()  # children that other tests left behind


@pytest.fixture(autouse=True)
def _others() -> None:
    OTHERS.update(child.pid for child in psutil.Process().children())


def children() -> list[psutil.Process]:
    """Those that these tests have started, and that live."""
    found = (child for child in psutil.Process().children() if child.pid not in OTHERS)
    return [child for child in found if child.status() != psutil.STATUS_ZOMBIE]


@pytest.fixture
def seconds() -> float:
    return 60.0


@pytest.fixture
async def killer(monkeypatch: pytest.MonkeyPatch, seconds: float) -> AsyncIterator[IsolatedParser]:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    isolation = IsolationOptions(workers=1, seconds=seconds, memory_mib=1_024)
    async with IsolatedParser(ParseOptions(), AGENT, isolation, "killers:killers") as parser:
        yield parser
    assert not children()


async def trouble(parser: IsolatedParser, body: str) -> ParserTrouble:
    answer = await parser.parse(page_of(body))
    assert isinstance(answer, ParserTrouble)
    return answer


async def words(parser: IsolatedParser, body: str | bytes) -> str:
    answer = await parser.parse(page_of(body))
    assert isinstance(answer, ReceivedDocument), answer
    return answer.document.text


async def test_nothing_is_started_before_a_page_comes() -> None:
    async with IsolatedParser(ParseOptions(), AGENT) as parser:
        assert parser.starts == 0
        assert not children()


async def test_a_page_comes_back_with_its_links_and_their_surroundings() -> None:
    async with IsolatedParser(ParseOptions(), AGENT, IsolationOptions(max_contexts=1)) as parser:
        answer = await parser.parse(
            page_of("<title>t</title><p>See <a href=/x>one</a>, <a href=/y>two</a>")
        )

        assert isinstance(answer, ReceivedDocument)
        assert answer.document.title == "t"
        assert [answer.context(link).anchor for link in answer.document.links] == ["one", ""]
        assert parser.starts == 1


async def test_the_worker_starts_quickly() -> None:
    async with IsolatedParser(ParseOptions(), AGENT) as parser:
        await parser.parse(page_of("<p>x"))

        (worker,) = children()
        times = worker.cpu_times()
        assert times.user + times.system < 2.0  # 0.2 s where it was written


async def test_a_parser_that_dies_is_told_and_replaced(killer: IsolatedParser) -> None:
    assert (await trouble(killer, "abort")).reason is Failure.PARSER_DIED
    assert await words(killer, "<p>alive") == "alive"
    assert (killer.starts, killer.restarts) == (2, 1)


@pytest.mark.parametrize("seconds", [3.0], ids=["in three seconds"])
@pytest.mark.parametrize("way", ["sleep", "spin"])
async def test_a_parser_that_takes_too_long_is_killed(killer: IsolatedParser, way: str) -> None:
    start = time.monotonic()

    assert (await trouble(killer, way)).reason is Failure.PARSER_TIMEOUT
    assert time.monotonic() - start < 30
    assert await words(killer, "<p>alive") == "alive"


async def test_memory_is_limited(killer: IsolatedParser) -> None:
    assert (await trouble(killer, "eat")).reason is Failure.PARSER_DIED
    assert await words(killer, "<p>alive") == "alive"


async def test_a_bug_in_a_parser_is_told_and_the_worker_lives_on(killer: IsolatedParser) -> None:
    answer = await trouble(killer, "raise")

    assert answer.reason is Failure.BUG
    assert "no such bird" in answer.detail
    assert await words(killer, "<p>alive") == "alive"
    assert killer.starts == 1


async def test_what_a_parser_prints_is_not_taken_for_an_answer(killer: IsolatedParser) -> None:
    assert await words(killer, "print") == "print"


async def test_a_worker_that_died_while_idle_is_replaced(killer: IsolatedParser) -> None:
    await words(killer, "<p>x")
    child = children()[0]
    child.kill()
    child.wait(5)
    await asyncio.sleep(0.1)

    assert await words(killer, "<p>alive") == "alive"


async def test_cancelling_kills_the_worker(killer: IsolatedParser) -> None:
    task = asyncio.create_task(killer.parse(page_of("sleep")))
    await asyncio.sleep(0.6)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    assert not children()
    assert await words(killer, "<p>alive") == "alive"


@pytest.mark.parametrize(
    "body",
    [
        b"<div>" * 300_000,
        b"<p>" + b"word " * 2_000_000,
        b"<a href=/x " + b"a=b " * 100_000 + b">word</a>",
        b"\0" * 100_000 + b"<p>x",
        b"<table>" * 20_000 + b"x",
        b"<a><b>" * 30_000,
    ],
    ids=["nesting", "one line", "attributes", "nuls", "tables", "misnested"],
)
async def test_hostile_pages_are_read_or_given_up_within_the_limit(body: bytes) -> None:
    isolation = IsolationOptions(seconds=3)
    async with IsolatedParser(ParseOptions(), AGENT, isolation) as parser:
        start = time.monotonic()
        answer = await parser.parse(page_of(body))

        assert time.monotonic() - start < 30
        if isinstance(answer, ParserTrouble):
            assert answer.reason in {Failure.PARSER_TIMEOUT, Failure.PARSER_DIED}
        assert await words(parser, "<p>alive") == "alive"
    assert not children()


async def test_several_pages_wait_for_the_one_worker(killer: IsolatedParser) -> None:
    texts = await asyncio.gather(*(words(killer, f"<p>{number}") for number in range(8)))

    assert texts == [str(number) for number in range(8)]
    assert killer.starts == 1
