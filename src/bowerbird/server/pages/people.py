"""Who may come in, and who did what: for admins."""

from typing import Annotated, Any

from fastapi import Path, Query
from fastapi.responses import RedirectResponse
from pydantic import Field

from bowerbird.model.options import Options
from bowerbird.server.answers import Slice
from bowerbird.server.asked import TheWorkspace
from bowerbird.server.paging import Cursor, Limit, offset_of
from bowerbird.server.sections import Section
from bowerbird.workspace.users import Role

section = Section("access")
UserName = Annotated[str, Path(max_length=64)]


@section.page("/users", twin="/users", template="users.html")
def users(workspace: TheWorkspace) -> dict[str, Any]:
    """Everybody who may sign in, by name."""
    return {"items": workspace.users.all(), "next": None}


class UserForm(Options):
    """Somebody who may sign in."""

    name: str = Field(max_length=64)
    password: str = Field(max_length=1_000)
    role: Role = Role.VIEWER


@section.choice("/users")
def let_in(workspace: TheWorkspace, body: UserForm) -> Any:
    """One more who may sign in."""
    workspace.users.add(body.name, body.password, body.role)
    return RedirectResponse("/users", 303)


class ChangedForm(Options):
    """Another role, another password, or both."""

    password: str = Field("", max_length=1_000)
    role: Role


@section.choice("/users/{name}")
def change_person(workspace: TheWorkspace, name: UserName, body: ChangedForm) -> Any:
    """Another role, another password, or both."""
    workspace.users.change(name, role=body.role, password=body.password or None)
    return RedirectResponse("/users", 303)


@section.choice("/users/{name}/remove")
def let_out(workspace: TheWorkspace, name: UserName) -> Any:
    """They may not sign in any more."""
    workspace.users.remove(name)
    return RedirectResponse("/users", 303)


@section.page("/audit", twin="/audit", template="audit.html")
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
    wanted = {"who": who or None, "project": project or None, "action": action or None}
    found = workspace.audit.entries(limit, before=before, **wanted)
    return Slice(list(found), str(found[-1].number) if len(found) == limit else None)
