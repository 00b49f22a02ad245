"""Reading judgements: TREC qrels with their queries, our JSON, and lines of query and documents.

A line that does not hold is never skipped: the error names file, line and remedy.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from bowerbird.model.errors import UsageError
from bowerbird.tuning.judgements import JudgedQuery, Judgements
from bowerbird.tuning.scale import AS_WRITTEN, Scale

REMEDY = "see docs/tuning.md for the forms that can be read"
ANOTHER_SCALE = "or say what its grades mean, as with --grades 4=3,-1= or --threshold 1"


class JudgementFile(Struct, frozen=True):
    """What a file of judgements says."""

    judgements: Judgements
    named: bool  # its queries have ids of their own, not just the numbers of their lines
    left_out: int = 0  # judgements whose grade is to be left out


def read_judgements(path: Path, queries: Path | None = None) -> Judgements:
    """What a file of judgements says. `queries` (TSV: id, text) makes `path` TREC qrels."""
    return read_judgement_file(path, queries).judgements


def read_judgement_file(
    path: Path,
    queries: Path | None = None,
    scale: Scale = AS_WRITTEN,
    known: Mapping[str, str] | None = None,
) -> JudgementFile:
    """The same with grades on another scale. `known`: texts of queries, by their ids, for qrels
    that come without."""
    text = _text_of(path)
    if queries is not None:
        return _joined(path, text, _read_queries(queries), f"add it to {queries.name}", scale)
    if text.lstrip().startswith("{"):
        return _from_json(path, text, scale)
    if known and _looks_like_qrels(text):
        remedy = "give the file of the queries, too (id TAB text)"
        asked = {line.split()[0] for _, line in _lines(path, text)}
        texts = {query: said for query, said in known.items() if query in asked}
        return _joined(path, text, texts, remedy, scale)
    return JudgementFile(Judgements(tuple(_benchmark_lines(path, text))), named=False)


def _looks_like_qrels(text: str) -> bool:
    first = next((line for line in text.split("\n") if line.strip()), "")
    return len(first.split()) == 4 and first.count("\t") in (0, 3)


def _joined(
    path: Path, text: str, texts: Mapping[str, str], remedy: str, scale: Scale
) -> JudgementFile:
    grades: dict[str, dict[str, int | None]] = {query: {} for query in texts}
    for at, line in _lines(path, text):
        columns = line.split()
        if len(columns) != 4:
            raise _wrong(
                path, at, f"has {len(columns)} columns", "write: query iteration document grade"
            )
        query, _, document, written = columns
        grade = _grade(path, at, written, scale)
        if query not in texts:
            raise _wrong(path, at, f"judges query {query!r}, which has no text", remedy)
        if grades[query].setdefault(document, grade) != grade:
            raise _wrong(
                path, at, f"gives document {document!r} a second grade", "leave one of the two"
            )
    return _without_left_out(
        [(query, text, grades[query]) for query, text in texts.items()], named=True
    )


def _without_left_out(
    queries: list[tuple[str, str, dict[str, int | None]]], *, named: bool
) -> JudgementFile:
    kept = [
        JudgedQuery(id_, text, {name: g for name, g in grades.items() if g is not None})
        for id_, text, grades in queries
    ]
    left_out = sum(grade is None for _, _, grades in queries for grade in grades.values())
    return JudgementFile(Judgements(tuple(kept)), named, left_out)


def _read_queries(path: Path) -> dict[str, str]:
    texts: dict[str, str] = {}
    for at, line in _lines(path, _text_of(path)):
        query, tab, text = line.partition("\t")
        query, text = query.strip(), text.strip()
        if not (tab and query and text):
            raise _wrong(path, at, "is no query", "write: id TAB text")
        if query in texts:
            raise _wrong(path, at, f"has query {query!r} again", "give each query an id of its own")
        texts[query] = text
    return texts


def _benchmark_lines(path: Path, text: str) -> Iterator[JudgedQuery]:
    """query TAB document, document, …: all of them relevant (the thesis' form)."""
    for number, (at, line) in enumerate(_lines(path, text), start=1):
        query, tab, written = line.partition("\t")
        documents = [name for name in (part.strip() for part in written.split(",")) if name]
        if not (tab and query.strip() and documents):
            raise _wrong(path, at, "has no query with its documents", _remedy_for(line))
        yield JudgedQuery(str(number), query.strip(), dict.fromkeys(documents, 1))


def _remedy_for(line: str) -> str:
    if len(line.split()) == 4:
        return "if these are TREC qrels, give the file of the queries too (id TAB text)"
    return "write: query TAB document, document; " + REMEDY


def _from_json(path: Path, text: str, scale: Scale) -> JudgementFile:
    try:
        read = msgspec.json.decode(text, type=Judgements)
    except msgspec.ValidationError as trouble:
        raise UsageError(f"{path}: {trouble}; {REMEDY}") from None
    except RecursionError:
        raise UsageError(f"{path} is nested too deeply to be judgements; {REMEDY}") from None
    except msgspec.DecodeError as trouble:
        place = _line_of_fault(text)
        raise UsageError(f"{path}:{place}: this is no JSON ({trouble}); {REMEDY}") from None
    known: set[str] = set()
    told: list[tuple[str, str, dict[str, int | None]]] = []
    for query in read.queries:
        where = f"{path}:{_line_naming(text, query.id)}: query {query.id!r}"
        if query.id in known:
            raise UsageError(f"{where} stands there twice: give each query an id of its own")
        known.add(query.id)
        grades: dict[str, int | None] = {}
        for document, grade in query.documents.items():
            try:
                grades[document] = scale.of(grade)
            except ValueError:
                raise UsageError(
                    f"{where} gives document {document!r} the grade {grade}: "
                    f"give it 0, 1, 2 or 3, or leave it out; {ANOTHER_SCALE}"
                ) from None
        told.append((query.id, query.text, grades))
    return _without_left_out(told, named=True)


def _line_of_fault(text: str) -> int:
    try:
        json.loads(text)
    except json.JSONDecodeError as fault:
        return fault.lineno
    return 1


def _line_naming(text: str, query: str) -> int:
    """Where the query's id is written last: the only place, or the one that is too many."""
    at = text.rfind(msgspec.json.encode(query).decode())
    return text.count("\n", 0, max(at, 0)) + 1


def _grade(path: Path, at: int, written: str, scale: Scale) -> int | None:
    try:
        return scale.of(int(written))
    except ValueError:
        raise _wrong(
            path,
            at,
            f"has the grade {written}",
            "give it 0 (of no use), 1, 2 or 3 (exactly what was wanted), or take the line out; "
            + ANOTHER_SCALE,
        ) from None


def _text_of(path: Path) -> str:
    try:
        data = path.read_bytes()
    except OSError as trouble:
        raise UsageError(
            f"{path} cannot be read ({trouble.strerror}): give a file of judgements"
        ) from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as trouble:
        at = data.count(b"\n", 0, trouble.start) + 1
        raise _wrong(path, at, "is not UTF-8", "save the file as UTF-8") from None


def _lines(path: Path, text: str) -> Iterator[tuple[int, str]]:
    """Lines that say something, with their numbers; an empty file is a mistake."""
    found = False
    for at, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            found = True
            yield at, line.rstrip("\r")
    if not found:
        raise UsageError(f"{path} is empty: {REMEDY}")


def _wrong(path: Path, at: int, what: str, remedy: str) -> UsageError:
    return UsageError(f"{path}:{at}: this line {what}: {remedy}")
