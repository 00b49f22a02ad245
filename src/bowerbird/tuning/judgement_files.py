"""Reading judgements: TREC qrels with their queries, our JSON, and lines of query and documents.

A line that does not hold is never skipped: the error names file, line and remedy.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec

from bowerbird.model.errors import UsageError
from bowerbird.tuning.judgements import GRADES, JudgedQuery, Judgements

REMEDY = "see docs/tuning.md for the forms that can be read"


def read_judgements(path: Path, queries: Path | None = None) -> Judgements:
    """What a file of judgements says. `queries` (TSV: id, text) makes `path` TREC qrels."""
    if queries is not None:
        return _joined(path, queries)
    text = _text_of(path)
    if text.lstrip().startswith("{"):
        return _from_json(path, text)
    return Judgements(tuple(_benchmark_lines(path, text)))


def _joined(path: Path, queries: Path) -> Judgements:
    texts = _read_queries(queries)
    grades: dict[str, dict[str, int]] = {}
    for at, line in _lines(path, _text_of(path)):
        columns = line.split()
        if len(columns) != 4:
            raise _wrong(
                path, at, f"has {len(columns)} columns", "write: query iteration document grade"
            )
        query, _, document, written = columns
        grade = _grade(path, at, written)
        if query not in texts:
            raise _wrong(
                path, at, f"judges query {query!r}, which has no text", f"add it to {queries.name}"
            )
        if grades.setdefault(query, {}).setdefault(document, grade) != grade:
            raise _wrong(
                path, at, f"gives document {document!r} a second grade", "leave one of the two"
            )
    return Judgements(
        tuple(JudgedQuery(query, text, grades.get(query, {})) for query, text in texts.items())
    )


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


def _from_json(path: Path, text: str) -> Judgements:
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
    for query in read.queries:
        where = f"{path}:{_line_naming(text, query.id)}: query {query.id!r}"
        if query.id in known:
            raise UsageError(f"{where} stands there twice: give each query an id of its own")
        known.add(query.id)
        for document, grade in query.documents.items():
            if grade not in GRADES:
                raise UsageError(
                    f"{where} gives document {document!r} the grade {grade}: "
                    "give it 0, 1, 2 or 3, or leave it out"
                )
    return read


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


def _grade(path: Path, at: int, written: str) -> int:
    try:
        grade = int(written)
    except ValueError:
        grade = -1
    if grade not in GRADES:
        raise _wrong(
            path,
            at,
            f"has the grade {written}",
            "give it 0 (of no use), 1, 2 or 3 (exactly what was wanted), or take the line out",
        )
    return grade


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
