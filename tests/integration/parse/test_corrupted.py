"""Corrupted documents of every kind, in the worker; `benchmarks/corrupted.py` tries many more."""

import gzip
from collections.abc import AsyncIterator

import pytest
from benchmarks.corrupted import attack, page_of
from benchmarks.document_samples import SAMPLES

from bowerbird.model.outcomes import Failure
from bowerbird.parse.isolate import IsolatedParser, ParserTrouble, ReceivedDocument
from bowerbird.parse.options import IsolationOptions, ParseOptions

LIMITS = IsolationOptions(workers=1)


@pytest.fixture
async def parser() -> AsyncIterator[IsolatedParser]:
    async with IsolatedParser(ParseOptions(), "corrupted", LIMITS) as opened:
        yield opened


@pytest.mark.slow
async def test_no_corrupted_document_is_a_bug_or_takes_too_long(parser: IsolatedParser) -> None:
    results = [await attack(kind, 26, parser, LIMITS.seconds, every=4) for kind in SAMPLES]

    assert [f"{one.kind}: {wrong}" for one in results for wrong in one.wrong] == []
    assert sum(sum(one.reasons.values()) for one in results) > 30  # they are corrupted indeed


async def test_a_worker_that_ran_out_of_memory_is_replaced() -> None:
    media_type, make = SAMPLES["sitemap-gz"]
    random = bytes(range(256)) * 200_000
    large = gzip.compress(random * 7, 1)  # no bomb by its ratio, and too much for this worker
    limits = IsolationOptions(workers=1, memory_mib=256)
    patient = ParseOptions(max_unpacked_mib=1_024)
    async with IsolatedParser(patient, "corrupted", limits) as parser:
        died = await parser.parse(page_of(large, media_type))
        after = await parser.parse(page_of(make(), media_type))

    assert isinstance(died, ParserTrouble)
    assert died.reason is Failure.PARSER_DIED
    assert isinstance(after, ReceivedDocument)
    assert parser.restarts == 1
