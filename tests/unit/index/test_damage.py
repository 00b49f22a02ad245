"""Whatever byte of an index is damaged: it is found, said in a sentence, and nothing dies of it."""

import os
import random
import re
import shutil
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bowerbird.index.entry import Entry
from bowerbird.index.options import AnalysisOptions, IndexOptions
from bowerbird.index.reader import IndexReader
from bowerbird.index.searcher import Searcher
from bowerbird.index.settings import SearchSettings
from bowerbird.index.writer import open_index
from bowerbird.model.errors import BowerbirdError, CorruptError

OPTIONS = IndexOptions(analysis=AnalysisOptions(compounds=True))
QUERIES = [
    ("word1 word2 tuer", SearchSettings(explain=True, facets=["kind"])),
    ('"same words" +word3 -word4', SearchSettings(sort="-votes")),
    ("wor* title:haus haustr votes>3 kind:odd", SearchSettings(formula="log(1+votes)")),
    ("", SearchSettings(sort="kind", limit=1000)),
]


def entry(number: int) -> Entry:
    text = f"same words word{number % 7} haus tuer haustuer " + "many " * (300 * (number == 5))
    return Entry(
        key=b"key%d" % number,
        serial=number,
        text={"title": f"haus {number}", "text": [text, f"another{number}"]},
        numbers={"votes": number % 9},
        labels={"kind": ["odd" if number % 2 else "even"]},
        stored={"title": f"haus {number}", "text": text, "url": f"file:{number}"},
    )


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two segments, one with dead documents, and the parts of compounds."""
    folder = tmp_path_factory.mktemp("index")
    with open_index(folder, OPTIONS) as writer:
        writer.add([entry(number) for number in range(1, 30)])
        writer.commit(29)
        writer.add([entry(number) for number in range(30, 40)])
        writer.add([Entry(key=b"key3", serial=40, gone=True)])
        writer.commit(40)
    assert len({file.suffix.partition("-")[0] for file in folder.iterdir()}) == 5
    return folder


def files_of(folder: Path) -> list[Path]:
    return sorted(file for file in folder.iterdir() if file.name != "LOCK")


def damages(data: bytes, rng: random.Random) -> Iterator[tuple[str, bytes]]:
    """One byte changed at many places, the end cut off, a stretch of zeros, everything gone."""
    places = {*range(0, min(len(data), 128), 3), len(data) - 1}
    places |= {rng.randrange(len(data)) for _ in range(100)}
    for place in sorted(places):
        other = data[place] ^ (1 << rng.randrange(8))
        yield f"byte {place}", data[:place] + bytes([other]) + data[place + 1 :]
    for size in {0, 1, 30, len(data) // 2, len(data) - 64, len(data) - 1} & {*range(len(data))}:
        yield f"cut to {size}", data[:size]
    middle = len(data) // 2
    yield "zeros", data[:middle] + bytes(min(64, len(data) - middle)) + data[middle + 64 :]
    yield "longer", data + b"\0" * 64


def in_a_child(work: Callable[[int], None]) -> str:
    """What a forked process says when it is done, or that it died: a crash there ends no test."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            work(writing)
            status = 0
        except (AssertionError, BowerbirdError, ValueError, LookupError, TypeError) as error:
            os.write(writing, "".join(traceback.format_exception(error)).encode())
            status = 1
        os._exit(status)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        said = told.read().decode()
    _, status = os.waitpid(child, 0)
    return f"{said}\nwait status {status}" if status else said


def use(folder: Path, file: Path) -> str:
    """Open and search; the sentence that said no, or nothing."""
    try:
        reader = IndexReader(folder)
        searcher = Searcher(reader.snapshot(), OPTIONS)
        for text, settings in QUERIES:
            searcher.search(text, settings)
    except CorruptError as error:
        said = str(error)
    else:
        return ""
    assert file.name in said
    assert re.search("bowerbird index build --name .+ --rebuild", said)
    return said


@pytest.mark.parametrize("number", range(7))
def test_damage_of_any_byte_is_found_and_kills_nobody(whole, tmp_path, number):
    files = files_of(whole)
    assert len(files) == 7
    shutil.copytree(whole, tmp_path / "index")
    sound = IndexReader(tmp_path / "index")
    file = tmp_path / "index" / files[number].name
    data = file.read_bytes()

    def harm(writing: int) -> None:
        for how, harmed in damages(data, random.Random(number)):
            if harmed == data:
                continue
            os.write(writing, f"{file.name}, {how}\n".encode())
            file.unlink()
            file.write_bytes(harmed)
            (said,) = sound.check()
            assert str(file) in said
            told = use(file.parent, file)
            # Only what is shown may wait until somebody looks at it.
            assert told or (".raw" in file.name and "(stored.blob)" in said) or "behind" in said
        os.write(writing, b"done")

    assert sound.check() == []
    said = in_a_child(harm)
    assert said.endswith("done"), said


def test_damage_of_what_is_shown_is_said_when_it_is_shown(whole, tmp_path):
    shutil.copytree(whole, tmp_path / "index")
    (file,) = (tmp_path / "index").glob("s000001.raw")
    data = bytearray(file.read_bytes())
    place = data.index(b"\x28\xb5\x2f\xfd")  # where a block packed by Zstandard begins
    data[place + 40] ^= 1
    file.unlink()
    file.write_bytes(data)

    searcher = Searcher(IndexReader(tmp_path / "index").snapshot(), OPTIONS)

    assert searcher.find("word1").ranked.total > 0
    with pytest.raises(CorruptError, match=r"s000001\.raw does not hold what was written"):
        searcher.search("word1")


def test_damage_is_not_merged_into_what_looks_sound(whole, tmp_path):
    shutil.copytree(whole, tmp_path / "index")
    (file,) = (tmp_path / "index").glob("s000001.raw")
    data = bytearray(file.read_bytes())
    data[data.index(b"\x28\xb5\x2f\xfd") + 40] ^= 1
    file.unlink()
    file.write_bytes(data)

    with (
        open_index(tmp_path / "index", OPTIONS) as writer,
        pytest.raises(CorruptError, match=r"s000001\.raw"),
    ):
        writer.merge(everything=True)
