"""Search: a query, and the records that answer it best."""

from typing import Annotated, Any

from fastapi import Query

from bowerbird.server.asked import TheProject
from bowerbird.server.sections import Section
from bowerbird.workspace.told import result_document

section = Section("search")


@section.page("/p/{project}/search", twin="/projects/{project}/search", template="search.html")
def search(
    project: TheProject,
    q: Annotated[str, Query(max_length=2_000, description="The query.")] = "",
    index: Annotated[str | None, Query(max_length=64)] = None,
    limit: Annotated[int, Query(ge=0, le=1_000)] = 25,
    offset: Annotated[int, Query(ge=0, le=100_000)] = 0,
    explain: bool = False,
) -> dict[str, Any]:
    """The records that a query finds, the best first."""
    nothing: dict[str, Any] = {"query": q, "total": None, "corrected": "", "warnings": []}
    nothing |= {"facets": {}, "hits": []}
    if not q.strip() or not project.has_records:
        return nothing
    results = project.search(q, index=index, limit=limit, offset=offset, explain=explain)
    return nothing | result_document(results)


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
