"""`bowerbird project …`: projects as files, copies, and their end."""

from pathlib import Path
from typing import Annotated

import typer

from bowerbird.cli.output import AsJson, Home, ProjectName, human_bytes, out, print_json
from bowerbird.model.errors import UsageError
from bowerbird.workspace import Workspace

app = typer.Typer(help="List, export, import, clone and delete projects.", no_args_is_help=True)
NewName = Annotated[str, typer.Argument(metavar="NAME", help="What the new project is called.")]
WithRecords = Annotated[bool, typer.Option("--records", help="The records, too.")]
WithPages = Annotated[bool, typer.Option("--pages", help="The stored pages, too.")]


@app.command("list")
def list_projects(home: Home = None, as_json: AsJson = False) -> None:
    """The names of all projects."""
    names = Workspace(home).projects()
    if as_json:
        return print_json(names)
    for name in names:
        out.print(name, highlight=False)
    return None


@app.command("export")
def export(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="The zip to write.")],
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    records: WithRecords = False,
    pages: WithPages = False,
) -> None:
    """Write a project to one file: plan, templates, concept map, seeds, judgements."""
    told = Workspace(home).project(project).export_project(target, records=records, pages=pages)
    print_json(told) if as_json else out.print(
        f"{target}: {human_bytes(told['bytes'])}, {', '.join(told['members'])}", highlight=False
    )


@app.command("import")
def take_in(
    source: Annotated[Path, typer.Argument(metavar="FILE", help="What `project export` wrote.")],
    name: NewName,
    home: Home = None,
    as_json: AsJson = False,
    trusted: Annotated[
        bool, typer.Option("--trusted", help="Keep what its plan opens on this machine.")
    ] = False,
) -> None:
    """Take in such a file as a new project."""
    told = Workspace(home).import_project(source, name, trusted=trusted)
    if as_json:
        return print_json(told)
    closed = f" Left out: {', '.join(told['closed'])}." if told["closed"] else ""
    return out.print(f"It is the project {name} now.{closed}", highlight=False)


@app.command("clone")
def clone(
    name: NewName,
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    records: WithRecords = False,
    pages: WithPages = False,
) -> None:
    """The same plan, seeds and judgements under another name."""
    told = Workspace(home).clone_project(project, name, records=records, pages=pages)
    print_json(told) if as_json else out.print(f"{name} is a copy of {project}.", highlight=False)


@app.command("delete")
def delete(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The project.")],
    home: Home = None,
    as_json: AsJson = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do it without asking.")] = False,
) -> None:
    """Remove a project and everything of it; what that is is said first."""
    workspace = Workspace(home)
    goes = workspace.what_goes(name)
    said = (
        f"{name}: {goes['runs']} runs, {goes['files']} files of {human_bytes(goes['bytes'])}, "
        f"{goes['judged_queries']} judged queries, {goes['schedules']} schedules"
    )
    if not yes and as_json:
        raise UsageError(f"{said}; --yes removes them, there is no way back")
    if not yes and not typer.confirm(f"{said}. Remove them? There is no way back."):
        raise typer.Abort
    gone = workspace.delete_project(name)
    print_json(gone) if as_json else out.print(f"{name} is gone.", highlight=False)
