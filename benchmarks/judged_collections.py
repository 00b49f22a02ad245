"""Collections with judged queries, read as they lie in the data folder beside the repository.

Cranfield and CISI are in the form of the SMART system; the posts of the thesis are rows of fields.
"""

import csv
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bowerbird.index.entry import Entry
from bowerbird.tuning.judgement_files import read_judgements
from bowerbird.tuning.judgements import JudgedQuery, Judgements

DATA = Path(__file__).resolve().parents[1] / "../shared/data"
_FIELD = re.compile(r"^\.([A-Z])\s*$")


@dataclass(frozen=True)
class Collection:
    """Documents, each stored with its `id`, and what people judged of them."""

    name: str
    entries: list[Entry]
    judgements: Judgements


def cranfield(data: Path = DATA) -> Collection:
    """1,400 abstracts on aerodynamics. A query's number is its place in the file, not its `.I`;
    grade −1, which marks the text that a query came from, is dropped, every other is relevant."""
    folder = data / "ir/cran"
    grades: dict[int, dict[str, int]] = {}
    for line in (folder / "cranqrel").read_text("ascii").splitlines():
        query, document, code = line.split()
        if int(code) > 0:
            grades.setdefault(int(query), {})[document] = 1
    return Collection(
        "Cranfield",
        _entries(folder / "cran.all.1400"),
        _judged(folder / "cran.qry", grades),
    )


def cisi(data: Path = DATA) -> Collection:
    """1,460 abstracts on documentation; 76 of its 112 queries were judged."""
    folder = data / "ir/cisi"
    grades: dict[int, dict[str, int]] = {}
    for line in (folder / "CISI.REL").read_text("ascii").splitlines():
        query, document, *_ = line.split()
        grades.setdefault(int(query), {})[document] = 1
    return Collection("CISI", _entries(folder / "CISI.ALL"), _judged(folder / "CISI.QRY", grades))


def thesis(data: Path = DATA) -> Collection:
    """2,415 posts with title, summary and votes; six queries."""
    folder = data / "thesis"
    rows: dict[int, dict[str, list[str]]] = {}
    with (folder / "stack_overflow_posts_dataset.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            fields = rows.setdefault(int(row["document id"]), {})
            fields.setdefault(row["inspetor name"], []).append(row["value"])
    entries = [_post(number, fields) for number, fields in sorted(rows.items())]
    return Collection("thesis", entries, read_judgements(folder / "benchmark.txt"))


def written(collection: Collection, folder: Path) -> tuple[Path, Path, Path]:
    """The files that commands import: documents (JSONL, by `id`), qrels, and their queries."""
    documents, qrels, queries = (folder / name for name in ("documents.jsonl", "qrels", "queries"))
    rows = ({"id": e.stored["id"], **e.text, **e.numbers} for e in collection.entries)
    documents.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    judged = collection.judgements.queries
    queries.write_text("".join(f"{q.id}\t{' '.join(q.text.split())}\n" for q in judged), "utf-8")
    lines = (f"{q.id} 0 {name} {g}\n" for q in judged for name, g in q.documents.items())
    qrels.write_text("".join(lines), "utf-8")
    return documents, qrels, queries


def cranfield_grades(data: Path = DATA) -> str:
    """Cranfield's qrels as they are, −1 included: four columns instead of three."""
    lines = (data / "ir/cran/cranqrel").read_text("ascii").splitlines()
    return "".join("{} 0 {} {}\n".format(*line.split()) for line in lines)


def _post(number: int, fields: dict[str, list[str]]) -> Entry:
    # Two posts carry each field twice; the second is the same.
    title, summary = fields["Title"][0], fields["Summary"][0]
    votes = float(fields["Votes"][0].split()[0])
    return Entry(
        key=str(number).encode(),
        serial=number,
        text={"title": title, "summary": summary},
        numbers={"votes": votes},
        stored={"id": str(number), "title": title},
    )


def _entries(path: Path) -> list[Entry]:
    return [
        Entry(
            key=number.encode(),
            serial=int(number),
            text={"title": parts.get("T", ""), "text": parts.get("W", "")},
            stored={"id": number},
        )
        for number, parts in _smart(path)
    ]


def _judged(path: Path, grades: dict[int, dict[str, int]]) -> Judgements:
    return Judgements(
        tuple(
            JudgedQuery(str(nth), parts["W"], grades.get(nth, {}))
            for nth, (_, parts) in enumerate(_smart(path), start=1)
        )
    )


def _smart(path: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """(number, text by the letter of its field) of each document."""
    for whole in re.split(r"^\.I ", path.read_text("latin-1"), flags=re.M)[1:]:
        number, *lines = whole.splitlines()
        parts: dict[str, list[str]] = {}
        into: list[str] = []
        for line in lines:
            if found := _FIELD.match(line):
                into = parts.setdefault(found[1], [])
            else:
                into.append(line)
        yield number.strip(), {letter: " ".join(text) for letter, text in parts.items()}
