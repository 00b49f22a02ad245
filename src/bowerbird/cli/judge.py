"""`bowerbird judge …`: which documents are useful for which queries."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.markup import escape
from rich.table import Table

from bowerbird.cli.output import AsJson, Home, ProjectName, out, print_json
from bowerbird.model.errors import UsageError
from bowerbird.workspace import Workspace
from bowerbird.workspace.written import pairs

app = typer.Typer(
    help="Say which documents are useful for which queries: grades from 0 to 3.",
    no_args_is_help=True,
)
Query = Annotated[str, typer.Argument(metavar="QUERY", help="Its text, or its id.")]
Judge = Annotated[str, typer.Option("--by", metavar="NAME", help="Who judged.")]


@app.command("import")
def import_(  # noqa: PLR0913 - a command's options are its parameters
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Qrels, JSON, or lines.")],
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    queries: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The texts of the queries: id TAB text.")
    ] = None,
    threshold: Annotated[
        int | None,
        typer.Option(metavar="N", help="Grades from N on become 1, others 0; below 0: left out."),
    ] = None,
    grades: Annotated[
        str,
        typer.Option(metavar="A=B,…", help="What grades of FILE mean here; `-1=` leaves some out."),
    ] = "",
    field: Annotated[
        str, typer.Option(metavar="FIELD", help="The field that FILE names documents by.")
    ] = "",
    by: Judge = "",
    replace: Annotated[
        bool, typer.Option("--replace", help="Forget all other judgements first.")
    ] = False,
) -> None:
    """Take in TREC qrels, JSON, or lines of query and documents; twice is the same as once."""
    done = (
        Workspace(home)
        .project(project)
        .import_judgements(
            file,
            queries,
            threshold=threshold,
            grades=_grades(grades),
            field=field,
            judged_by=by,
            replace=replace,
        )
    )
    if as_json:
        print_json({"file": str(file), **done})
        return
    left_out = f", {done['left_out']} left out" if done["left_out"] else ""
    out.print(
        f"{done['queries']} queries ({done['new_queries']} new): {done['judgements']} new "
        f"judgements, {done['changed']} changed, {done['unchanged']} as they were{left_out}.",
        highlight=False,
        markup=False,
        soft_wrap=True,
    )


@app.command("add")
def add(
    query: Annotated[
        str, typer.Argument(metavar="QUERY", help="A known one's text or id, or a new one's text.")
    ],
    document: Annotated[
        str,
        typer.Argument(metavar="DOC", help="A URL, an import key, FIELD=VALUE, or a record's key."),
    ],
    grade: Annotated[int, typer.Argument(metavar="GRADE", help="0 of no use … 3 just right.")],
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    by: Judge = "",
) -> None:
    """Give a document a grade for a query."""
    made = Workspace(home).project(project).judge(query, document, grade, by=by)
    if as_json:
        print_json(msgspec.to_builtins(made))
    else:
        _say(f"Query {made.query}, “{made.text}”: {made.document} has the grade {made.grade}.")


@app.command("list")
def list_(
    query: Annotated[
        str | None, typer.Argument(metavar="QUERY", help="One query's; else all queries.")
    ] = None,
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
) -> None:
    """The judged queries, or the judgements of one of them."""
    place = Workspace(home).project(project)
    if query is not None:
        found = [msgspec.to_builtins(each) for each in place.judgements_of(query)]
        print_json(found) if as_json else _print_one(found)
        return
    queries = [msgspec.to_builtins(each) for each in place.judgements().queries]
    if as_json:
        print_json(queries)
    elif not queries:
        _say(f"Nothing was judged in project {project!r} yet; `bowerbird judge add` begins.")
    else:
        _print_queries(queries)


@app.command("open")
def open_(
    query: Annotated[
        str | None, typer.Argument(metavar="QUERY", help="Of this one, known or new; else of all.")
    ] = None,
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    index: Annotated[
        str | None, typer.Option("--index", help="Which index; else the default.")
    ] = None,
    depth: Annotated[int, typer.Option(min=1, help="How many first documents.")] = 10,
    plain: Annotated[
        bool, typer.Option("--plain", help="Queries are prose: no operators, nothing forgiven.")
    ] = False,
) -> None:
    """What nobody judged yet among the first documents of the queries: judge these next."""
    tuning = Workspace(home).project(project).tuning(index, plain=plain)
    found = [msgspec.to_builtins(each) for each in tuning.unjudged(query, depth)]
    if as_json:
        print_json({"index": tuning.index, "depth": depth, "queries": found})
        return
    if not found:
        _say(f"There are no queries in project {project!r} yet; `bowerbird judge open TEXT` asks.")
    for each in found:
        _print_open(each, depth)


@app.command("export")
def export(
    to: Annotated[Path, typer.Option("--out", metavar="FILE", help="Where to write them.")],
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    queries: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write qrels, and the texts of the queries here."),
    ] = None,
) -> None:
    """Write all judgements to a file that `judge import` reads: JSON, or qrels and queries."""
    many = Workspace(home).project(project).export_judgements(to, queries)
    form = "json" if queries is None else "qrels"
    if as_json:
        print_json({"judgements": many, "format": form, "file": str(to)})
    else:
        _say(f"{many} judgements written to {to}.")


@app.command("remove")
def remove(
    query: Annotated[str | None, typer.Argument(metavar="QUERY", help="Its text or id.")] = None,
    documents: Annotated[
        list[str] | None, typer.Argument(metavar="DOC…", help="These; else the whole query.")
    ] = None,
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    everything: Annotated[
        bool, typer.Option("--all", help="All judgements of the project.")
    ] = False,
) -> None:
    """Forget judgements: of documents for a query, of a query, or all."""
    if (query is None) != everything:
        raise UsageError("judge remove: give a QUERY, or --all to forget everything")
    many = Workspace(home).project(project).forget_judgements(query, *(documents or ()))
    if as_json:
        print_json({"removed": many})
    else:
        _say(f"{many} judgements are forgotten.")


def _grades(text: str) -> dict[str, str | None]:
    """`4=3,-1=`; what has no value is left out of the import."""
    marked = ",".join(f"{part.strip()}-" if part.strip().endswith("=") else part
                      for part in text.split(","))  # fmt: skip
    return {
        grade: None if ours == "-" else ours for grade, ours in pairs(marked, "--grades").items()
    }


def _print_queries(queries: list[dict[str, Any]]) -> None:
    table = Table("id", "query", "relevant", "of no use")
    for each in queries:
        grades = list(each["documents"].values())
        useless = grades.count(0)
        table.add_row(each["id"], escape(each["text"]), str(len(grades) - useless), str(useless))
    out.print(table)


def _print_open(query: dict[str, Any], depth: int) -> None:
    many = len(query["documents"])
    which = f"Query {query['id']}" if query["id"] else "New query"
    _say(f"{which}, “{query['text']}”: {many} of the first {depth} are unjudged.")
    for each in query["documents"]:
        out.print(
            f"{each['place']:4}. {escape(each['name'])}  [dim]{escape(each['title'][:80])}[/]",
            highlight=False,
            soft_wrap=True,
        )


def _print_one(found: list[dict[str, Any]]) -> None:
    if not found:
        _say("Nothing was judged for this query yet.")
        return
    _say(f"Query {found[0]['query']}, “{found[0]['text']}”:")
    table = Table("grade", "document", "by", "when")
    for each in found:
        when = datetime.fromtimestamp(each["judged_at"], UTC).strftime("%Y-%m-%d %H:%M")
        table.add_row(str(each["grade"]), escape(each["document"]), escape(each["judged_by"]), when)
    out.print(table)


def _say(sentence: str) -> None:
    out.print(sentence, highlight=False, markup=False, soft_wrap=True)
