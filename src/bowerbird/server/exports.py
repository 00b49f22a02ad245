"""Records as files of any form."""

from functools import partial
from typing import Annotated, Any, Literal

from fastapi import Query, Response

from bowerbird.server.uploads import made_file
from bowerbird.workspace import Project

MEDIA_TYPES = {
    "jsonl": "application/x-ndjson",
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "parquet": "application/vnd.apache.parquet",
}
Format = Literal["jsonl", "csv", "xlsx", "parquet"]
Columns = Annotated[
    list[str] | None, Query(max_length=1_000, description="Only these fields, in this order.")
]
Kinds = Annotated[list[str], Query(max_length=100, description="Only records of these kinds.")]


def exported(project: Project, form: str, columns: list[str] | None, kinds: list[str]) -> Response:
    """The file, made for this answer."""
    options: dict[str, Any] = {"columns": columns} if columns else {}
    write = partial(project.export, form, kinds=kinds, **options)
    return made_file(f"{project.name}.{form}", MEDIA_TYPES[form], write)
