"""One index of a project."""

from typing import Annotated, Any

from fastapi import Path

from bowerbird.server.asked import TheProject
from bowerbird.server.sections import Section

section = Section("indexes")


@section.get("/projects/{project}/indexes/{index}")
def index(
    project: TheProject, index: Annotated[str, Path(max_length=64)], check: bool = False
) -> dict[str, Any]:
    """What an index amounts to; `check` reads every byte and says what is damaged."""
    return project.index(index, check=check)
