"""Index: what each index of a project amounts to, and building it."""

from typing import Annotated, Any

from fastapi import Query
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, ConfigDict, Field

from bowerbird.model.options import Options
from bowerbird.server.asked import TheProject, WhoAsks
from bowerbird.server.index_forms import GROUPS, IndexForm
from bowerbird.server.reach import check_changes
from bowerbird.server.sections import Section
from bowerbird.workspace.indexes import DEFAULT, planned

section = Section("indexes", tab="index")


class Build(BaseModel):
    """Which index is built, and how; what is left out stays as it is."""

    model_config = ConfigDict(extra="forbid")
    name: str | None = Field(None, description="The index; the default if left out.")
    rebuild: bool = Field(False, description="Begin anew: for other fields, or after damage.")
    changes: dict[str, Any] = Field({}, description="Dotted keys of the index's options.")


@section.page("/p/{project}/index", twin="/projects/{project}/indexes", template="index.html")
def indexes(
    project: TheProject,
    check: Annotated[str, Query(max_length=64, description="Read every byte of that one.")] = "",
) -> dict[str, Any]:
    """What each index of the project amounts to, and what its plan says of it."""
    asked = planned(project.plan)
    items = project.indexes() if project.has_records else []
    for each in items:
        wanted = asked[each["name"]].model_dump(mode="json")
        each |= {"planned": wanted, "differs": _differs(each["options"], wanted)}
        if each["name"] == check:
            each["damaged"] = project.index(check, check=True)["damaged"]
    return {"items": items, "next": None}


@section.action("/p/{project}/index", twin="/projects/{project}/indexes", then="/p/{project}/index")
def build_index(project: TheProject, identity: WhoAsks, body: Build) -> dict[str, Any]:
    """Make an index of the records, or bring it up to date."""
    of_the_plan = {f"indexes.{body.name or DEFAULT}.{key}": v for key, v in body.changes.items()}
    check_changes(identity, project.plan, of_the_plan)
    return project.build_index(body.name, rebuild=body.rebuild, changes=body.changes)


@section.choice("/p/{project}/index/settings")
def set_index(project: TheProject, identity: WhoAsks, body: IndexForm) -> Any:
    """Let these options hold, and make of the index what they say."""
    changes = body.changes()
    of_the_plan = {f"indexes.{body.name}.{key}": value for key, value in changes.items()}
    check_changes(identity, project.plan, of_the_plan)
    project.build_index(body.name, rebuild=body.rebuild, changes=changes)
    return RedirectResponse(f"/p/{project.name}/index", 303)


class Named(Options):
    """One of the indexes."""

    name: str = Field(min_length=1, max_length=64)


@section.action(
    "/p/{project}/index/remove",
    twin="/projects/{project}/indexes/remove",
    then="/p/{project}/index",
)
def remove_index(project: TheProject, body: Named) -> dict[str, Any]:
    """Take an index away; the records stay."""
    project.remove_index(body.name)
    return {"removed": body.name}


def _differs(built: dict[str, Any], wanted: dict[str, Any]) -> list[dict[str, Any]]:
    """Options that hold now and that the index was not made with."""
    pairs = [(key, built.get(key), wanted[key]) for key in wanted]
    for group in GROUPS:
        pairs += [
            (f"{group}.{key}", (built.get(group) or {}).get(key), wanted[group][key])
            for key in wanted[group]
        ]
    return [
        {"option": key, "built": before, "now": now}
        for key, before, now in pairs
        if before != now and key not in GROUPS
    ]
