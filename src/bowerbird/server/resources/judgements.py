"""Judgements: given, read, taken in from files, written to files."""

from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import Query, Response, UploadFile
from pydantic import Field

from bowerbird.model.options import Options
from bowerbird.server.asked import TheProject, WhoAsks
from bowerbird.server.sections import Section
from bowerbird.server.uploads import OptionsText, made_file, on_disk, options_in
from bowerbird.workspace.judgements import JudgementOptions

section = Section("tuning")
HERE = "/projects/{project}/judgements"
AskedQuery = Annotated[str, Query(min_length=1, max_length=2_000, description="Its text or id.")]


class Given(Options):
    """A grade for a document."""

    query: str = Field(min_length=1, max_length=2_000)
    document: str = Field(min_length=1, max_length=8_192, description="A URL, a key, FIELD=VALUE.")
    grade: int = Field(ge=0, le=3, description="From 0, of no use, to 3, exactly what was wanted.")


@section.post(HERE)
def judge(project: TheProject, identity: WhoAsks, body: Given) -> Any:
    """Give a document a grade for a query."""
    by = identity.name if identity else ""
    return project.judge(body.query, body.document, body.grade, by=by)


@section.get(HERE)
def judgements(project: TheProject) -> dict[str, Any]:
    """What was judged, query by query."""
    return {"items": list(project.judgements().queries), "next": None}


@section.get(HERE + "/of")
def judgements_of(project: TheProject, query: AskedQuery) -> dict[str, Any]:
    """Those of one query, with who judged and when; the best grades first."""
    return {"items": project.judgements_of(query), "next": None}


@section.delete(HERE)
def forget_judgements(
    project: TheProject,
    query: Annotated[str | None, Query(max_length=2_000)] = None,
    document: Annotated[list[str], Query(max_length=1_000)] = [],  # noqa: B006 - FastAPI copies it
) -> dict[str, int]:
    """Those of these documents for a query, all of a query, or all."""
    return {"forgotten": project.forget_judgements(query, *document)}


@section.post(HERE + "/import")
def import_judgements(
    project: TheProject,
    file: UploadFile,
    queries: UploadFile | None = None,
    options: OptionsText = "{}",
) -> dict[str, Any]:
    """Take in qrels with the file of their queries, JSON, or lines of query and documents."""
    given = options_in(options, JudgementOptions).model_dump(exclude_unset=True)
    with on_disk(file) as path:
        if queries is None:
            return project.import_judgements(path, **given)
        with on_disk(queries) as texts:
            return project.import_judgements(path, texts, **given)


@section.get(HERE + "/export")
def export_judgements(
    project: TheProject,
    form: Annotated[Literal["json", "qrels", "queries"], Query()] = "json",
) -> Response:
    """As JSON, or as qrels and their queries."""
    if form == "json":
        name = f"{project.name}-judgements.json"
        return made_file(name, "application/json", project.export_judgements)
    name = f"{project.name}.{'qrels' if form == 'qrels' else 'tsv'}"

    def write(path: Path) -> int:
        other = path.with_suffix(".other")
        return project.export_judgements(*((path, other) if form == "qrels" else (other, path)))

    return made_file(name, "text/plain; charset=utf-8", write)
