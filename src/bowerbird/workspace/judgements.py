"""Judgements of a project in and out of files, and the keys that names of documents stand for."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace
from pydantic import Field

from bowerbird.model.errors import UsageError
from bowerbird.model.options import Options
from bowerbird.model.record import Scalar
from bowerbird.store.importing import key_of
from bowerbird.tuning.judgement_files import JudgementFile, read_judgement_file
from bowerbird.tuning.judgements import Judgements
from bowerbird.tuning.scale import Scale
from bowerbird.web.url import IdentityRules, InvalidUrl, parse
from bowerbird.workspace.checked import checked
from bowerbird.workspace.files import write_whole
from bowerbird.workspace.judgement_book import Imported, JudgementBook

_KEY = re.compile(r"[0-9a-f]{32,64}")


class JudgementOptions(Options):
    """How a file of judgements is taken in."""

    threshold: int | None = Field(
        None,
        ge=1,
        description="Grades from here on become 1, others 0; negative ones are left out.",
    )
    grades: dict[int, int | None] = Field(
        {}, description="What grades of the file mean here, from 0 to 3; none: left out."
    )
    field: str = Field(
        "", description="The field of the records whose value the file names documents by."
    )
    judged_by: str = Field("", max_length=200, description="Who judged.")
    replace: bool = Field(False, description="Forget all other judgements of the project.")


def judgement_options(values: Mapping[str, object]) -> JudgementOptions:
    """The checked options of one import."""
    options = checked(JudgementOptions, values, "judgements")
    if bad := [grade for grade in options.grades.values() if grade not in (None, 0, 1, 2, 3)]:
        raise UsageError(f"judgements, `grades`: {bad[0]} is none of ours: 0, 1, 2 or 3")
    return options


def import_judgements(
    book: JudgementBook, path: Path, queries: Path | None, options: JudgementOptions
) -> Imported:
    known, _ = book.judgements()
    scale = Scale(options.grades, options.threshold)
    texts = {query.id: query.text for query in known.queries}
    read = read_judgement_file(path, queries, scale, texts)
    if options.field:
        read = _named_by(read, options.field)
    return book.put(read, options.judged_by, replace=options.replace)


def export_judgements(judgements: Judgements, path: Path, queries: Path | None) -> None:
    """As JSON, or, with a file for the queries, as TREC qrels."""
    if queries is None:
        write_whole(path, judgements.to_json())
        return
    write_whole(path, "".join(_qrels(judgements)).encode())
    write_whole(queries, "".join(f"{q.id}\t{q.text}\n" for q in judgements.queries).encode())


def keys_of(identity: IdentityRules) -> Callable[[str, Collection[str]], Iterator[bytes]]:
    """The keys of records that a name may stand for."""

    def keys(name: str, kinds: Collection[str]) -> Iterator[bytes]:
        if _KEY.fullmatch(name) and len(name) % 2 == 0:
            yield bytes.fromhex(name)
        if "://" in name:
            with suppress(InvalidUrl):
                yield parse(name, None, identity).key
        for kind in kinds:
            yield key_of(kind, [name])

    return keys


def name_of(key: bytes, stored: Mapping[str, Scalar | list[str]], identity: IdentityRules) -> str:
    """The name of a record that a person can read and that finds it again: the URL of a page, the
    value that it was imported under; else its key."""
    url, kind = stored.get("url"), str(stored.get("kind", ""))
    if isinstance(url, str):
        with suppress(InvalidUrl):
            if parse(url, None, identity).key == key:
                return url
    for value in stored.values():
        if isinstance(value, (str, int, float)) and key_of(kind, [value]) == key:
            return str(value)
    return key.hex()


def _named_by(read: JudgementFile, field: str) -> JudgementFile:
    named = (
        replace(query, documents={f"{field}={name}": g for name, g in query.documents.items()})
        for query in read.judgements.queries
    )
    return replace(read, judgements=Judgements(tuple(named)))


def _qrels(judgements: Judgements) -> Iterator[str]:
    for query in judgements.queries:
        for document, grade in query.documents.items():
            for name in (query.id, document):
                if len(name.split()) != 1:
                    raise UsageError(
                        f"{name!r} cannot stand in qrels, whose names have no blanks: "
                        "export as JSON, without --queries"
                    )
            yield f"{query.id} 0 {document} {grade}\n"
