"""A writer killed at any instant leaves the state before or after its commit."""

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.index.counting import assert_holds

from bowerbird.index.entry import Entry
from bowerbird.index.reader import IndexReader
from bowerbird.index.writer import open_index

KILLS = 12
PER_COMMIT = 5
# Starts writers by fork, so that numba is loaded once; answers with the process number of each.
NURSERY = """
import os, sys
from pathlib import Path
from bowerbird.index.reader import IndexReader
from bowerbird.index.writer import open_index
from tests.unit.index.test_crash import log
folder = Path(sys.argv[1])
for _ in sys.stdin:
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        print("dead", flush=True)
        continue
    with open_index(folder) as writer:
        print(os.getpid(), flush=True)
        for number, entries in log(writer.cursor):
            writer.add(entries)
            writer.commit(number)
            os.write(1, b"%d\\n" % number)
            writer.merge()
"""


def log(after: int) -> Iterator[tuple[int, list[Entry]]]:
    """A record log without end, read on from some number: new keys, old keys, forgotten keys."""
    while True:
        numbers = range(after + 1, after + PER_COMMIT + 1)
        after = numbers[-1]
        yield after, [record(number) for number in numbers]


def record(number: int) -> Entry:
    key = b"%d" % (number % 13 if number % 3 else number)
    texts: dict[str, str | list[str]] = {"title": f"word{number % 5}"}
    texts["text"] = [f"same word{number}", "same again"]
    return Entry(key=key, serial=number, text=texts, gone=number % 7 == 0)


@pytest.mark.slow
def test_a_killed_writer_leaves_an_index_whose_cursor_and_content_agree(tmp_path):
    chance = random.Random(5)
    cursor = 0
    with subprocess.Popen(
        [sys.executable, "-c", NURSERY, str(tmp_path)],
        cwd=Path(__file__).parents[3],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as nursery:
        assert nursery.stdin
        assert nursery.stdout
        for _ in range(KILLS):
            nursery.stdin.write("another\n")
            nursery.stdin.flush()
            writer = int(nursery.stdout.readline())
            said = [nursery.stdout.readline() for _ in range(chance.randrange(1, 12))]
            # From here on anything may be under way: a moment more or less.
            sum(range(chance.randrange(1_000_000)))
            os.kill(writer, signal.SIGKILL)
            while (line := nursery.stdout.readline()) != "dead\n":
                said.append(line)

            reader = IndexReader(tmp_path)
            assert reader.cursor >= int(said[-1]) > cursor
            cursor = reader.cursor
            assert_holds(reader.snapshot(), [record(number) for number in range(1, cursor + 1)])
            assert reader.check() == []
        nursery.stdin.close()

    with open_index(tmp_path) as last:
        last.merge(everything=True)
    names = sorted(file.name.partition("-")[0] for file in tmp_path.iterdir())
    assert [name.partition(".")[2] for name in names] == ["", "json", "raw", "view"]
