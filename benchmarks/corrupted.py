"""Corrupted documents of every kind, read by the worker as a crawl reads them.

    python -m benchmarks.corrupted [--number 200] [--kind NAME …] [--json]

Promise: none kills or blocks the crawl; each ends as a document, a reason or nothing within the
time limit, and the worker reads the next sound document.
"""

import argparse
import asyncio
import json
import sys
import time
from itertools import islice

from msgspec import Struct, to_builtins

from benchmarks.corrupting import variants
from benchmarks.document_samples import SAMPLES
from bowerbird.model.outcomes import Failure
from bowerbird.model.page import Headers, Page
from bowerbird.parse.isolate import IsolatedParser, ParserTrouble, ReceivedDocument
from bowerbird.parse.isolated import ReceivedBody
from bowerbird.parse.options import IsolationOptions, ParseOptions
from bowerbird.web.url import parse

SLACK = 3.0  # seconds beyond the limit that killing and starting a worker may take


class Result(Struct):
    """What became of the variants of one kind."""

    kind: str
    read: int = 0
    reasons: dict[str, int] = {}
    restarts: int = 0
    slowest: float = 0.0
    slowest_variant: str = ""
    wrong: list[str] = []


def page_of(body: bytes, media_type: str) -> Page:
    return Page(
        parse("http://corrupted.test/file"), status=200, headers=Headers(()),
        body=ReceivedBody(body), media_type=media_type, fetched_at=0.0,
    )  # fmt: skip


async def attack(
    kind: str, number: int, parser: IsolatedParser, limit: float, every: int = 1
) -> Result:
    """Every variant of one kind (or every n-th of them), then the sound document."""
    media_type, make = SAMPLES[kind]
    sound = make()
    result = Result(kind, reasons={}, wrong=[])
    lost = parser.restarts
    for name, body in islice(variants(kind, sound, number), 0, None, every):
        started = time.monotonic()
        answer = await parser.parse(page_of(body, media_type))
        _note(result, name, answer, time.monotonic() - started, limit)
    result.restarts = parser.restarts - lost
    answer = await parser.parse(page_of(sound, media_type))
    if not isinstance(answer, ReceivedDocument):
        result.wrong.append("afterwards a sound document is not read")
    return result


def _note(result: Result, name: str, answer: object, seconds: float, limit: float) -> None:
    if seconds > result.slowest:
        result.slowest, result.slowest_variant = seconds, name
    if seconds > limit + SLACK:
        result.wrong.append(f"{name}: took {seconds:.1f} s")
    if not isinstance(answer, ParserTrouble):
        result.read += 1
        return
    reason = str(answer.reason)
    result.reasons[reason] = result.reasons.get(reason, 0) + 1
    if answer.reason is Failure.BUG:
        result.wrong.append(f"{name}: {answer.detail}")


def _print(result: Result) -> None:
    reasons = ", ".join(f"{reason} {n}" for reason, n in sorted(result.reasons.items()))
    slowest = f"slowest {result.slowest:.1f} s ({result.slowest_variant})"
    print(f"{result.kind:12} read {result.read:3}  {reasons or '-'}; "
          f"workers lost {result.restarts}; {slowest}")  # fmt: skip
    for wrong in result.wrong:
        print(f"    WRONG {wrong}")


async def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--number", type=int, default=200)
    arguments.add_argument("--kind", action="append", choices=sorted(SAMPLES))
    arguments.add_argument("--json", action="store_true")
    asked = arguments.parse_args()
    limits = IsolationOptions(workers=1)
    results = []
    async with IsolatedParser(ParseOptions(), "corrupted", limits) as parser:
        for kind in asked.kind or SAMPLES:
            result = await attack(kind, asked.number, parser, limits.seconds)
            results.append(result)
            if not asked.json:
                _print(result)
    if asked.json:
        print(json.dumps([to_builtins(result) for result in results]))
    return int(any(result.wrong for result in results))


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
