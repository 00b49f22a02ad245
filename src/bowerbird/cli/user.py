"""`bowerbird user …`: who may sign in to the web UI and the API, and `bowerbird audit`."""

import sys
from datetime import datetime
from typing import Annotated

import msgspec
import typer
from rich.table import Table

from bowerbird.cli.output import AsJson, Home, out, print_json
from bowerbird.workspace import Workspace

app = typer.Typer(help="List, add, change and remove users.", no_args_is_help=True)
UserName = Annotated[str, typer.Argument(metavar="NAME", help="The user's name.")]
NewRole = Annotated[
    str, typer.Option("--role", metavar="viewer|editor|admin", help="What the user may do.")
]


@app.command("list")
def list_users(home: Home = None, as_json: AsJson = False) -> None:
    """Every user with the role they have."""
    users = Workspace(home).users.all()
    if as_json:
        return print_json(msgspec.to_builtins(users))
    if not users:
        return out.print("There is no user yet; make the first with `bowerbird user add NAME`.")
    table = Table("user", "role", "since")
    for user in users:
        table.add_row(user.name, user.role, _date(user.created_at))
    return out.print(table)


@app.command("add")
def add(
    name: UserName, role: NewRole = "viewer", home: Home = None, as_json: AsJson = False
) -> None:
    """Somebody new; the password is asked for, or read from standard input."""
    user = Workspace(home).users.add(name, _password(), role)
    print_json(msgspec.to_builtins(user)) if as_json else out.print(
        f"{user.name} is {user.role} now."
    )


@app.command("role")
def change_role(name: UserName, role: NewRole, home: Home = None, as_json: AsJson = False) -> None:
    """Give a user another role."""
    user = Workspace(home).users.change(name, role=role)
    print_json(msgspec.to_builtins(user)) if as_json else out.print(
        f"{user.name} is {user.role} now."
    )


@app.command("password")
def change_password(name: UserName, home: Home = None, as_json: AsJson = False) -> None:
    """Give a user another password; it is asked for, or read from standard input."""
    user = Workspace(home).users.change(name, password=_password())
    print_json(msgspec.to_builtins(user)) if as_json else out.print(
        f"{user.name} has a new password."
    )


@app.command("remove")
def remove(name: UserName, home: Home = None, as_json: AsJson = False) -> None:
    """Remove a user; what they did stays in the audit."""
    Workspace(home).users.remove(name)
    print_json({"removed": name}) if as_json else out.print(f"{name} is no user any more.")


def audit(
    home: Home = None,
    as_json: AsJson = False,
    limit: Annotated[int, typer.Option(help="How many at most.", min=1)] = 100,
    who: Annotated[str | None, typer.Option(help="Only what this user did.")] = None,
) -> None:
    """Who did what, the newest first."""
    actions = Workspace(home).audit.entries(limit, who=who)
    if as_json:
        return print_json(msgspec.to_builtins(actions))
    table = Table("when", "who", "by", "what", "project", "about")
    for each in actions:
        table.add_row(_date(each.at), each.who, each.via, each.action, each.project, each.subject)
    return out.print(table)


def _password() -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    return str(typer.prompt("Password", hide_input=True, confirmation_prompt=True))


def _date(at: float) -> str:
    return datetime.fromtimestamp(at).astimezone().strftime("%Y-%m-%d %H:%M")
