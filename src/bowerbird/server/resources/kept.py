"""What a project kept of the web, for programs to look at."""

from typing import Annotated, Any

from fastapi import Query, Response
from pydantic import Field

from bowerbird.model.options import Options
from bowerbird.server.asked import TheProject
from bowerbird.server.sections import Section

section = Section("pages")
Url = Annotated[str, Query(max_length=65_536)]


class Pictures(Options):
    """Addresses that may be pictures."""

    urls: list[Annotated[str, Field(max_length=65_536)]] = Field(max_length=1_000)


@section.get("/projects/{project}/kept-page")
def kept_page(
    project: TheProject,
    url: Url,
    record: Annotated[str, Query(max_length=128)] = "",
    field: Annotated[str, Query(max_length=500)] = "",
) -> Any:
    """The page that was kept of a URL, as HTML in which nothing acts or loads."""
    return project.kept_page(url, record=record, field=field)


@section.get("/projects/{project}/kept-picture")
def kept_picture(project: TheProject, url: Url) -> Response:
    """A picture that was kept."""
    media_type, content = project.kept_picture(url)
    return Response(content, media_type=media_type)


@section.post("/projects/{project}/kept-pictures")
def kept_pictures(project: TheProject, body: Pictures) -> dict[str, Any]:
    """Which of these URLs are pictures that were kept."""
    return {"items": sorted(project.kept_pictures(body.urls)), "next": None}
