"""A project as a whole: what it is, and its plan."""

from typing import Any

from fastapi import Response
from fastapi.responses import RedirectResponse

from bowerbird.server.asked import TheProject
from bowerbird.server.pages.home import card
from bowerbird.server.sections import Section

section = Section("projects")


@section.get("/projects/{project}")
def project(project: TheProject) -> dict[str, Any]:
    """What its last run came to."""
    return card(project)


@section.html.get("/p/{project}")
def front(project: str) -> Response:
    """A project opens with its crawl."""
    return RedirectResponse(f"/p/{project}/crawl", 303)
