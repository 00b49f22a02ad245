"""Index: what each index of a project amounts to, and building it."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from bowerbird.server.asked import TheProject, WhoAsks
from bowerbird.server.reach import check_changes
from bowerbird.server.sections import Section
from bowerbird.workspace.indexes import DEFAULT

section = Section("indexes", tab="index")


class Build(BaseModel):
    """Which index is built, and how; what is left out stays as it is."""

    model_config = ConfigDict(extra="forbid")
    name: str | None = Field(None, description="The index; the default if left out.")
    rebuild: bool = Field(False, description="Begin anew: for other fields, or after damage.")
    changes: dict[str, Any] = Field({}, description="Dotted keys of the index's options.")


@section.page("/p/{project}/index", twin="/projects/{project}/indexes", template="index.html")
def indexes(project: TheProject) -> dict[str, Any]:
    """What each index of the project amounts to."""
    return {"items": project.indexes() if project.has_records else [], "next": None}


@section.action("/p/{project}/index", twin="/projects/{project}/indexes", then="/p/{project}/index")
def build_index(project: TheProject, identity: WhoAsks, body: Build) -> dict[str, Any]:
    """Make an index of the records, or bring it up to date."""
    of_the_plan = {f"indexes.{body.name or DEFAULT}.{key}": v for key, v in body.changes.items()}
    check_changes(identity, project.plan, of_the_plan)
    return project.build_index(body.name, rebuild=body.rebuild, changes=body.changes)
