"""`bowerbird search` and `bowerbird suggest`."""

from typing import Annotated, Any

import typer

from bowerbird.cli.hits import print_results
from bowerbird.cli.output import AsJson, Home, ProjectName, out, print_json, said_if_slow
from bowerbird.cli.ranking import B, Formula, Idf, K, Weights, Words, ranking
from bowerbird.workspace import Workspace
from bowerbird.workspace.told import result_document
from bowerbird.workspace.written import split

WHY = "still at it; right after an install, what searches has to be compiled once"
Index = Annotated[str | None, typer.Option("--index", help="Which index; else the default.")]


def search(  # noqa: PLR0913 - a command's options are its parameters
    query: Annotated[list[str], typer.Argument(metavar="QUERY…", help="Any text is a query.")],
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    limit: Annotated[int, typer.Option("--limit", "-k", help="How many hits to show.")] = 25,
    offset: Annotated[int, typer.Option(help="How many hits to pass over first.")] = 0,
    index: Index = None,
    b: B = None,
    k: K = None,
    idf: Idf = None,
    field_weights: Weights = None,
    words: Words = None,
    formula: Formula = None,
    sort: Annotated[
        str, typer.Option(metavar="COLUMN", help="Instead of by score; -price: largest first.")
    ] = "",
    facets: Annotated[
        str, typer.Option(metavar="A,B,…", help="Columns whose labels are counted.")
    ] = "",
    fields: Annotated[
        str, typer.Option(metavar="A,B,…", help="Look for words in these fields only.")
    ] = "",
    explain: Annotated[
        bool, typer.Option("--explain", help="Say how each score came about.")
    ] = False,
    exact: Annotated[
        bool, typer.Option("--exact", help="Do not replace words that the index does not have.")
    ] = False,
) -> None:
    """Search the project's records, while a run is at work and when none is."""
    settings: dict[str, Any] = {
        "limit": limit,
        "offset": offset,
        "sort": sort,
        "facets": split(facets),
        "fields": split(fields),
        "explain": explain,
        "forgive": not exact,
    }
    settings |= ranking(b, k, idf, field_weights, words, formula)
    text = " ".join(query)
    with said_if_slow(WHY):
        results = Workspace(home).project(project).search(text, index=index, **settings)
    print_json(result_document(results)) if as_json else print_results(text, results)


def suggest(
    prefix: Annotated[str, typer.Argument(metavar="PREFIX", help="What was typed so far.")],
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    index: Index = None,
    limit: Annotated[int, typer.Option("--limit", "-k", min=1, help="How many at most.")] = 10,
) -> None:
    """Suggest how to go on with what somebody has typed; typing errors are forgiven."""
    with said_if_slow(WHY):
        found = Workspace(home).project(project).suggest(prefix, index=index, limit=limit)
    if as_json:
        each = [
            {"text": it.text, "entity": it.entity, "distance": it.distance, "source": it.source}
            for it in found
        ]
        print_json({"suggestions": each})
        return
    for it in found:
        because = f"{it.entity} " if it.entity else ""
        out.print(f"{it.text}  [dim]{because}{it.source}[/]", highlight=False)
