"""One searcher answers several threads at a time as it answers one."""

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from bowerbird.index.entry import Entry
from bowerbird.index.memory import snapshot_of
from bowerbird.index.near import NearestWords
from bowerbird.index.options import IndexOptions
from bowerbird.index.searcher import Searcher
from bowerbird.index.settings import SearchSettings

WORDS = [f"{start}{middle}{end}" for start in ("bow", "moss", "straw") for middle in "aeiou"
         for end in ("birds", "nests", "eggs", "trees")]  # fmt: skip
THREADS, ROUNDS = 4, 40


@pytest.fixture(autouse=True)
def threads_that_change_often() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.fixture(scope="module")
def snapshot():
    entries = [
        Entry(b"%d" % n, n + 1, text={"text": f"{word} {WORDS[-n]}"}, stored={"text": word})
        for n, word in enumerate(WORDS)
    ]
    return snapshot_of(entries, IndexOptions(fields=["text"]), segments=3)


def as_alone(ask: Callable[[str], Any], asked: list[str]) -> bool:
    """Whether everybody is told what one who asks alone is told."""
    alone = [ask(each) for each in asked]
    with ThreadPoolExecutor(THREADS) as threads:
        return all(
            told == alone[place % len(asked)]
            for place, told in enumerate(threads.map(ask, asked * ROUNDS))
        )


def test_nearest_words(snapshot):
    nearest = NearestWords(snapshot)

    assert as_alone(nearest.nearest, [f"{word[:3]}x{word[4:]}" for word in WORDS])


def test_searches(snapshot):
    searcher = Searcher(snapshot, IndexOptions(fields=["text"]))
    asked = [*WORDS[::4], *(f"x{word} {word[:-1]}x" for word in WORDS[::4]), "bow*", '"bowa eggs"']

    def found(query: str) -> Any:
        results = searcher.search(query, SearchSettings(explain=True))
        return results.total, results.corrected, results.hits

    assert as_alone(found, asked)
