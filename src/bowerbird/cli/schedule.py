"""`bowerbird schedule …`: crawls that come again by themselves; and `bowerbird notices`."""

from datetime import datetime
from typing import Annotated

import msgspec
import typer
from rich.table import Table

from bowerbird.cli.output import AsJson, Home, ProjectName, out, print_json
from bowerbird.workspace import Workspace

app = typer.Typer(
    help="Crawl projects again by themselves, while a server is at work.", no_args_is_help=True
)
Number = Annotated[int, typer.Argument(metavar="NUMBER", help="The schedule's number.")]


@app.command("add")
def add(
    rhythm: Annotated[
        str,
        typer.Argument(metavar="RHYTHM", help="hourly, 'every 6 hours', 'daily at 06:30 UTC' …"),
    ],
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    missed: Annotated[
        str,
        typer.Option(
            "--missed", metavar="once|skip", help="Whether one run makes up for missed ones."
        ),
    ] = "once",
) -> None:
    """Crawl the project in this rhythm, by its plan as it is then."""
    schedule = Workspace(home).schedules.add(project, rhythm, missed=missed)
    print_json(msgspec.to_builtins(schedule)) if as_json else out.print(
        f"Schedule {schedule.number}: the next run is on {_date(schedule.next_at)}, "
        "if `bowerbird serve` is at work then."
    )


@app.command("list")
def list_schedules(home: Home = None, as_json: AsJson = False) -> None:
    """Every schedule with its next run, the next to come first."""
    schedules = Workspace(home).schedules.all()
    if as_json:
        return print_json(msgspec.to_builtins(schedules))
    table = Table("number", "project", "rhythm", "next", "last", "what became of it")
    for each in schedules:
        following = "paused" if each.paused else _date(each.next_at)
        last = _date(each.last_at)
        table.add_row(str(each.number), each.project, each.rhythm, following, last, each.remark)
    return out.print(table)


@app.command("pause")
def pause(number: Number, home: Home = None, as_json: AsJson = False) -> None:
    """No more runs until it is resumed."""
    schedule = Workspace(home).schedules.pause(number)
    print_json(msgspec.to_builtins(schedule)) if as_json else out.print("It is paused.")


@app.command("resume")
def resume(number: Number, home: Home = None, as_json: AsJson = False) -> None:
    """Runs again, from the next time on."""
    schedule = Workspace(home).schedules.resume(number)
    print_json(msgspec.to_builtins(schedule)) if as_json else out.print(
        f"The next run is on {_date(schedule.next_at)}."
    )


@app.command("now")
def run_now(number: Number, home: Home = None, as_json: AsJson = False) -> None:
    """Due at once; its rhythm goes on as it was."""
    schedule = Workspace(home).schedules.run_now(number)
    print_json(msgspec.to_builtins(schedule)) if as_json else out.print(
        "The server starts a run within seconds."
    )


@app.command("remove")
def remove(number: Number, home: Home = None, as_json: AsJson = False) -> None:
    """Remove a schedule; the runs that it made stay."""
    Workspace(home).schedules.remove(number)
    print_json({"removed": number}) if as_json else out.print("It is gone.")


def notices(
    home: Home = None,
    as_json: AsJson = False,
    limit: Annotated[int, typer.Option(help="How many at most.", min=1)] = 50,
    unread: Annotated[bool, typer.Option("--unread", help="Only what nobody has seen.")] = False,
) -> None:
    """What happened: ends of runs, warnings, changed pages; the newest first."""
    found = Workspace(home).notices.all(limit, unread=unread)
    if as_json:
        return print_json(msgspec.to_builtins(found))
    table = Table("when", "what", "")
    for each in found:
        table.add_row(_date(each.at), each.kind, each.sentence)
    return out.print(table)


def _date(at: float | None) -> str:
    if at is None:
        return ""
    return datetime.fromtimestamp(at).astimezone().strftime("%Y-%m-%d %H:%M")
