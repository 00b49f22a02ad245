"""What is known of every URL, and why."""

from itertools import islice
from typing import Annotated, Any

from fastapi import Query
from pydantic import Field

from bowerbird.model.options import Options
from bowerbird.server.answers import Slice
from bowerbird.server.asked import TheProject
from bowerbird.server.paging import Cursor, Limit, offset_of
from bowerbird.server.sections import Section

section = Section("pages")


class Thumb(Options):
    """What a person says of a page."""

    url: str = Field(max_length=65_536, description="A page that was read.")
    relevant: bool = Field(description="Is it about the topic?")


@section.get("/projects/{project}/pages")
def pages(project: TheProject, cursor: Cursor = "", limit: Limit = 100) -> Slice:
    """One row for each known URL."""
    start = offset_of(cursor)
    found = list(islice(project.pages(), start, start + limit + 1))
    return Slice(found[:limit], str(start + limit) if len(found) > limit else None)


@section.get("/projects/{project}/explain")
def explain(project: TheProject, url: Annotated[str, Query(max_length=65_536)]) -> dict[str, Any]:
    """Why this URL was, or was not, crawled."""
    return project.explain(url)


@section.post("/projects/{project}/ratings")
def rate(project: TheProject, body: Thumb) -> dict[str, Any]:
    """Say whether a page that was read is relevant; its judge learns from it."""
    return project.rate_page(body.url, body.relevant)
