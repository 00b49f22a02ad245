"""Who may come in, and who did what."""

from typing import Annotated, Any

from fastapi import Path, Query
from pydantic import Field

from bowerbird.model.options import Options
from bowerbird.server.answers import Slice
from bowerbird.server.asked import TheAccess, TheOptions, TheWorkspace
from bowerbird.server.paging import Cursor, Limit, offset_of
from bowerbird.server.sections import Section
from bowerbird.workspace.users import Role

section = Section("access")
UserName = Annotated[str, Path(max_length=64)]


class NewUser(Options):
    """Somebody who may sign in."""

    name: str = Field(max_length=64)
    password: str = Field(max_length=1_000)
    role: Role = Role.VIEWER


class ChangedUser(Options):
    """Another role, another password, or both."""

    password: str | None = Field(None, max_length=1_000)
    role: Role | None = None


@section.get("/users")
def users(workspace: TheWorkspace) -> dict[str, Any]:
    """Everybody who may sign in, by name."""
    return {"items": workspace.users.all(), "next": None}


@section.post("/users")
def add_user(workspace: TheWorkspace, body: NewUser) -> Any:
    """Let somebody sign in."""
    return workspace.users.add(body.name, body.password, body.role)


@section.patch("/users/{name}")
def change_user(workspace: TheWorkspace, name: UserName, body: ChangedUser) -> Any:
    """Another role, another password, or both."""
    return workspace.users.change(name, role=body.role, password=body.password)


@section.delete("/users/{name}")
def remove_user(workspace: TheWorkspace, name: UserName) -> dict[str, str]:
    """Gone; what they did stays in the book."""
    workspace.users.remove(name)
    return {"removed": name}


@section.post("/users/links")
def new_link(access: TheAccess, options: TheOptions) -> dict[str, str]:
    """An address that lets one browser in as the owner, once."""
    return {"link": f"/?token={access.new_link()}"}


@section.get("/audit")
def audit(
    workspace: TheWorkspace,
    cursor: Cursor = "",
    limit: Limit = 100,
    who: Annotated[str | None, Query(max_length=64)] = None,
    project: Annotated[str | None, Query(max_length=64)] = None,
    action: Annotated[str | None, Query(max_length=64)] = None,
) -> Slice:
    """Who did what, the newest first."""
    before = offset_of(cursor) or None
    found = workspace.audit.entries(limit, before=before, who=who, project=project, action=action)
    return Slice(list(found), str(found[-1].number) if len(found) == limit else None)
