"""Who may come in, and who did what."""

from typing import Annotated, Any

from fastapi import Path
from pydantic import Field

from bowerbird.model.options import Options
from bowerbird.server.asked import TheAccess, TheOptions, TheWorkspace
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
