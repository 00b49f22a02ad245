"""Search: a query with every knob, the records that answer it best, and why."""

from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import Query
from fastapi.responses import RedirectResponse
from pydantic import Field

from bowerbird.model.options import Options
from bowerbird.server.asked import TheProject, ThisAddress, WhoAsks
from bowerbird.server.searches import Asked, AskedSearch, elsewhere
from bowerbird.server.sections import Section
from bowerbird.workspace import Project
from bowerbird.workspace.told import result_document

section = Section("search")
NOTHING: dict[str, list[str]] = {"text": [], "numbers": [], "labels": [], "dates": []}
COUNTED_BY_ITSELF = ("kind", "language")  # where an index has such columns


@section.page("/p/{project}/search", twin="/projects/{project}/search", template="search.html")
def search(project: TheProject, asked: AskedSearch, here: ThisAddress) -> dict[str, Any]:
    """The records that a query finds, the best first."""
    columns = project.columns(asked.index) if project.has_records else NOTHING
    found = _found(project, asked, columns)
    return found | {
        "query": asked.q,
        "asked": asked.model_dump(),
        "columns": columns,
        "pictures": _pictures(project, asked.show, found["hits"]),
        "indexes": [each["name"] for each in project.indexes()] if project.has_records else [],
        "elsewhere": elsewhere(project.name, asked, here),
    }


def _found(project: Project, asked: Asked, columns: dict[str, list[str]]) -> dict[str, Any]:
    nothing: dict[str, Any] = {"total": None, "took_ms": 0.0, "corrected": "", "warnings": []}
    nothing |= {"facets": {}, "hits": [], "below": 0}
    if not asked.q.strip() or not project.has_records:
        return nothing
    usual = [name for name in COUNTED_BY_ITSELF if name in columns["labels"]]
    settings = {"facets": usual} | asked.settings()
    results = project.search(asked.q, index=asked.index, **settings)
    told = result_document(results)
    grades, names = project.grades(asked.q), project.names_of_hits(results.hits)
    hits = [
        hit | {"name": name, "grade": grades.get(name, grades.get(hit["key"]))}
        for hit, name in zip(told["hits"], names, strict=True)
    ]
    near = [hit for hit in hits if asked.sort or hit["score"] >= (asked.least or float("-inf"))]
    return nothing | told | {"hits": near, "below": len(hits) - len(near)}


def _pictures(project: Project, shown: list[str], hits: list[dict[str, Any]]) -> list[str]:
    """Which cells are addresses of pictures that were kept."""
    cells = [hit["fields"].get(name) for hit in hits for name in shown if name != "text"]
    urls = {cell for cell in cells if isinstance(cell, str) and cell.startswith("http")}
    return sorted(project.kept_pictures(sorted(urls)))


@section.get("/projects/{project}/suggest")
def suggest(
    project: TheProject,
    q: Annotated[str, Query(max_length=200, description="What was typed so far.")] = "",
    index: Annotated[str | None, Query(max_length=64)] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 10,
) -> dict[str, Any]:
    """How to go on with what somebody has typed so far."""
    found = project.suggest(q, index=index, limit=limit) if project.has_records else []
    return {"suggestions": found}


class GradeForm(Options):
    """A grade given beside a hit."""

    query: str = Field(min_length=1, max_length=2_000)
    document: str = Field(min_length=1, max_length=8_192)
    grade: int = Field(ge=0, le=3)


@section.choice("/p/{project}/search/judge")
def judge_hit(project: TheProject, who: WhoAsks, body: GradeForm) -> Any:
    """A grade from 0 to 3 for a hit of a query; back to where it was given."""
    project.judge(body.query, body.document, body.grade, by=who.name if who else "")
    return RedirectResponse(f"/p/{project.name}/search?{urlencode({'q': body.query})}", 303)
