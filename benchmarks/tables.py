"""How long a page of a table takes, over so many records, known URLs and queued URLs.

    python -m benchmarks.tables [ROWS]

Prints, for each question, the median and the slowest of 20 asks, in milliseconds; before them the
seconds that it takes to bring each table up to date for the first time.
"""

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import msgspec

from bowerbird.frontier.disk import DiskFrontier
from bowerbird.frontier.options import FrontierOptions
from bowerbird.model.candidate import Candidate, Via
from bowerbird.model.pagerow import PageRow, PageState
from bowerbird.model.record import Record, Scalar
from bowerbird.model.storage import Family
from bowerbird.store.records import Records
from bowerbird.store.shard import open_shard
from bowerbird.web.url import parse
from bowerbird.workspace import Workspace
from bowerbird.workspace.catalogue import Catalogue
from bowerbird.workspace.places import shard_folder
from bowerbird.workspace.tables.project import ProjectTables

TOGETHER = 1_000
WORDS = (
    *("tapir", "bower", "nest", "solar", "panel", "market", "garden", "river", "stone", "paper"),
    *("music", "Märchen"),
)


def fill(folder: Path, rows: int) -> None:
    """A shard with so many of each."""
    random = Random(1)
    with open_shard(shard_folder(folder)) as store:
        log = Records(store)
        frontier = DiskFrontier(store, FrontierOptions(), 1)
        for start in range(0, rows, TOGETHER):
            batch = store.batch()
            numbers = range(start, min(rows, start + TOGETHER))
            log.append([_record(number, random) for number in numbers], batch)
            for number in numbers:
                key, row = _page(number, random)
                batch.put(Family.PAGES, key, msgspec.msgpack.encode(row))
            frontier.add([_candidate(number, random) for number in numbers], batch)
            store.commit(batch)


def _text(random: Random, words: int) -> str:
    return " ".join(random.choices(WORDS, k=words))


def _record(number: int, random: Random) -> Record:
    url = f"https://h{number % 300}.example.org/{number}"
    fields: dict[str, Scalar | list[str]] = {
        "title": _text(random, 5),
        "text": _text(random, 120),
        "price": round(random.uniform(1, 500), 2),
        "votes": random.randrange(1_000) if random.random() < 0.7 else None,
        "published": f"20{random.randrange(10, 26)}-0{random.randrange(1, 10)}-11",
        "tags": random.sample(WORDS, 3),
        "image": f"https://img.example.org/{number}.jpg",
        "relevant": random.random() < 0.3,
        "language": random.choice(["en", "de", "fr"]),
        "author": f"{random.choice(WORDS)} {number % 5_000}",
    }
    return Record(number.to_bytes(16), "item", url, fields, run="1", created_at=float(number))


def _page(number: int, random: Random) -> tuple[bytes, PageRow]:
    url = parse(f"https://h{number % 300}.example.org/page/{number}")
    state = random.choice([PageState.FETCHED] * 8 + [PageState.FAILED, PageState.REFUSED])
    return url.key, PageRow(
        url=url.href, identity=url.identity, run="1", state=state, status=200, depth=number % 7,
        media_type="text/html", fetched_at=float(number), bytes=random.randrange(90_000),
        fingerprint=number // 3 + 1, title=_text(random, 5), language="en",
        relevance=random.random(), relevant=random.random() < 0.3, order=number,
    )  # fmt: skip


def _candidate(number: int, random: Random) -> Candidate:
    url = parse(f"https://h{number % 300}.example.org/wanted/{_text(random, 1)}-{number}")
    return Candidate(url, number % 7, random.random(), Via.LINK, "https://example.org/", "more")


def questions(tables: ProjectTables) -> dict[str, Callable[[], object]]:
    """What people ask."""

    def records(**page: Any) -> Callable[[], object]:
        return lambda: tables.records("item", patience=0.1, **page)

    def pages(**page: Any) -> Callable[[], object]:
        return lambda: tables.pages(patience=0.1, **page)

    def queue(**page: Any) -> Callable[[], object]:
        return lambda: tables.queue(patience=0.1, **page)

    return {
        "records, first page": records(),
        "records, page 1,900": records(offset=95_000),
        "records by price": records(sort="-price"),
        "records by title, far in": records(sort="title", offset=90_000),
        "records, title has a word": records(filters=["title~tapir"]),
        "records, title has Märchen": records(filters=["title~märchen"]),
        "records, price in a range, by votes": records(
            filters=["price>=100", "price<=120"], sort="-votes"
        ),
        "records, votes missing": records(filters=["votes="]),
        "records, each content once": lambda: tables.records(
            "item", duplicates="once", patience=0.1
        ),
        "records, facet of languages": lambda: tables.facet("records", "language", kind="item"),
        "records, facet of authors": lambda: tables.facet("records", "author", kind="item"),
        "records, columns": lambda: tables.columns("item", patience=0.1),
        "records, kinds": lambda: tables.kinds(patience=0.1),
        "pages, first page": pages(),
        "pages by relevance, failed": pages(filters=["state=failed"], sort="-relevance"),
        "pages of a host": pages(filters=["host=h7.example.org"]),
        "pages, title has a word, far in": pages(filters=["title~river"], offset=20_000),
        "pages, facet of hosts": lambda: tables.facet("pages", "host"),
        "queue, first page": queue(),
        "queue by priority": queue(sort="-priority"),
        "queue by priority, far in": queue(sort="-priority", offset=90_000),
        "queue, url has a word": queue(filters=["url~tapir"]),
        "queue, facet of hosts": lambda: tables.facet("queue", "host"),
    }


def main() -> int:
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as home:
        project = Workspace(home).project("many")
        fill(project.folder, rows)
        Catalogue(Path(home)).new_run("many")
        tables = project.tables
        first_time: dict[str, Callable[[], object]] = {
            "records": lambda: tables.kinds(),
            "pages": lambda: tables.pages(),
            "queue": lambda: tables.queue(),
        }
        for name, first in first_time.items():
            started = time.perf_counter()
            first()
            print(f"{name}: first time {time.perf_counter() - started:.2f} s")
        tables.records("item")
        tables.close()  # somebody looks at the table before they sort it
        tables = Workspace(home).project("many").tables
        print(f"{'':42} {'first':>8} {'median':>8} {'slowest':>8}")
        worst = 0.0
        for name, ask in questions(tables).items():
            took = [_milliseconds(ask) for _ in range(21)]
            worst = max(worst, *took[1:])
            print(f"{name:42} {took[0]:8.1f} {median(took[1:]):8.1f} {max(took[1:]):8.1f}")
    return 0 if worst < 150 else 1


def _milliseconds(ask: Callable[[], object]) -> float:
    started = time.perf_counter()
    ask()
    return 1_000 * (time.perf_counter() - started)


if __name__ == "__main__":
    sys.exit(main())
