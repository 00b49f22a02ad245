"""Killed at any instant: nothing acknowledged is lost, every batch is whole or not there."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from tests.integration.store.writer import NEXT, body_of, url_of

from bowerbird.model.record import PageRef
from bowerbird.model.storage import Family
from bowerbird.store.records import Records
from bowerbird.store.shard import Durability, ShardStore, open_shard
from bowerbird.store.warc import WarcPages, open_pages

ROOT = Path(__file__).parents[3]
KILLS = 20


@pytest.mark.slow
@pytest.mark.parametrize("durability", ["process", "power"])
def test_nothing_acknowledged_is_lost_however_often_it_is_killed(
    tmp_path: Path, durability: Durability
) -> None:
    random = Random(durability)
    whole = 0
    for _ in range(KILLS):
        acknowledged = _killed_after(tmp_path, durability, random.uniform(0.005, 0.15))
        with open_shard(tmp_path) as shard, open_pages(tmp_path / "p", shard) as pages:
            numbers = int(shard.get(Family.META, NEXT) or b"0")

            assert numbers >= acknowledged
            _assert_whole(shard, pages, whole, numbers)
            whole = numbers

    assert whole > KILLS  # the writer did get on between the kills


def _killed_after(path: Path, durability: str, seconds: float) -> int:
    """Start a writer, kill it some time after its first word, answer its last."""
    writer = subprocess.Popen(
        [sys.executable, "-m", "tests.integration.store.writer", str(path), durability],
        cwd=ROOT,
        stdout=subprocess.PIPE,
    )
    assert writer.stdout is not None
    with writer, writer.stdout as said:
        first = os.read(said.fileno(), 1 << 16)
        time.sleep(seconds)
        writer.send_signal(signal.SIGKILL)
        rest = said.read()
        writer.wait()
    assert writer.returncode == -signal.SIGKILL
    lines = (first + rest).split(b"\n")[:-1]  # what follows the last line end is torn
    return int(lines[-1])


def _assert_whole(shard: ShardStore, pages: WarcPages, known: int, numbers: int) -> None:
    expected = [b"%08d" % number for number in range(numbers)]
    for family in (Family.SEEN, Family.FRONTIER, Family.HOSTS, Family.OUTBOX, Family.PAGES):
        assert [key for key, _ in shard.scan(family, b"", b"\xff")] == expected
    # Every URL in flight was in the tail that was cut, or had not been written at all.
    assert {url.href for url in pages.suspects} <= {url_of(numbers + i) for i in range(8)}
    for number in range(max(0, known - 5), numbers):
        place = shard.get(Family.PAGES, b"%08d" % number)
        assert place is not None
        page = pages.read(PageRef(*map(int, place.split()))).page
        assert (page.url.href, page.body.read()) == (url_of(number), body_of(number))
    log = Records(shard)
    records = list(log.read(0, numbers + 10))
    assert [record.fields["number"] for record in records] == list(range(numbers))
    assert log.count() == numbers
