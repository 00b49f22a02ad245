"""`bowerbird tune …`: what settings are worth by judged queries, and which do better."""

from typing import Annotated, Any

import msgspec
import typer

from bowerbird.cli.output import AsJson, Home, ProjectName, print_json
from bowerbird.cli.ranking import B, Formula, Idf, K, Weights, Words, ranking
from bowerbird.cli.tuned import (
    print_comparison,
    print_evaluation,
    print_found,
    print_history,
    print_map,
    say,
)
from bowerbird.model.errors import UsageError
from bowerbird.workspace import Workspace
from bowerbird.workspace.written import numbers, split

app = typer.Typer(
    help="Measure an index by judged queries, and look for better settings.", no_args_is_help=True
)
Index = Annotated[str | None, typer.Option("--index", help="Which index; else the default.")]
Threshold = Annotated[
    int, typer.Option(metavar="N", min=1, max=3, help="From which grade on documents are relevant.")
]
Plain = Annotated[
    bool, typer.Option("--plain", help="Queries are prose: no operators, nothing forgiven.")
]
MeasureName = Annotated[
    str, typer.Option("--measure", metavar="map|mp@5|mp@r|ndcg@10|mrr", help="Which counts most.")
]
StopWords = Annotated[
    str | None, typer.Option(metavar="A,B,…", help="Words left out besides the index's.")
]


@app.command("eval")
def evaluate(  # noqa: PLR0913 - a command's options are its parameters
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    index: Index = None,
    threshold: Threshold = 1,
    plain: Plain = False,
    measure: MeasureName = "map",
    b: B = None,
    k: K = None,
    idf: Idf = None,
    field_weights: Weights = None,
    words: Words = None,
    formula: Formula = None,
    stop_words: StopWords = None,
    against: Annotated[
        str | None, typer.Option(metavar="INDEX", help="Compare with another index instead.")
    ] = None,
    every: Annotated[bool, typer.Option("--every-query", help="Show every query.")] = False,
    accept: Annotated[
        bool, typer.Option("--accept", help="Write the settings that are tried into the plan.")
    ] = False,
) -> None:
    """What an index is worth by judged queries; settings that are given are set beside its own."""
    place = Workspace(home).project(project)
    tuning = place.tuning(index, threshold=threshold, plain=plain)
    tried = {**ranking(b, k, idf, field_weights, words, formula), **_left_out(stop_words)}
    if accept and (against or not tried):
        raise UsageError("--accept: give the settings to accept, as --b 0.4 --weights title=3")
    usual = tuning.evaluate()
    _check_measure(measure, usual.result.measures)
    if not tried and against is None:
        document = _evaluation(usual)
        print_json(document) if as_json else print_evaluation(document, measure, every=every)
        return
    other = tuning if against is None else place.tuning(against, threshold=threshold, plain=plain)
    compared = tuning.compare(usual, other.evaluate(**tried))
    done = tuning.accept(compared.second.setting, "tried by hand") if accept else None
    document = {
        **_evaluation(usual),
        "tried": _evaluation(compared.second),
        "comparison": msgspec.to_builtins(compared.comparison),
        "gains": msgspec.to_builtins(compared.queries),
        "accepted": msgspec.to_builtins(done),
    }
    print_json(document) if as_json else print_comparison(document, measure, every=every)


@app.command("sweep")
def sweep(  # noqa: PLR0913 - a command's options are its parameters
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    index: Index = None,
    threshold: Threshold = 1,
    plain: Plain = False,
    measure: MeasureName = "map",
    b_values: Annotated[
        str, typer.Option("--b", metavar="X,…", help="Values of b; else 25 from 0 to 1.")
    ] = "",
    k_values: Annotated[
        str, typer.Option("--k", metavar="X,…", help="Values of k; else 40 from 0.1 to 10.")
    ] = "",
    idf: Idf = None,
    field_weights: Weights = None,
    words: Words = None,
    formula: Formula = None,
    stop_words: StopWords = None,
) -> None:
    """Try every b with every k: a map, the best point, and how wide its plateau is."""
    tuning = Workspace(home).project(project).tuning(index, threshold=threshold, plain=plain)
    others = ranking(None, None, idf, field_weights, words, formula)
    tried = {**others, **_left_out(stop_words)}
    grid = {"b_values": numbers(b_values, "--b"), "k_values": numbers(k_values, "--k")}
    found = tuning.sweep(tried, measure=measure, **{n: each for n, each in grid.items() if each})
    document = {"index": tuning.index, **msgspec.to_builtins(found)}
    print_json(document) if as_json else print_map(document)


@app.command("auto")
def auto(  # noqa: PLR0913 - a command's options are its parameters
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    index: Index = None,
    threshold: Threshold = 1,
    plain: Plain = False,
    measure: MeasureName = "map",
    knobs: Annotated[
        str,
        typer.Option(metavar="b-and-k,weights,stop-words,formula", help="What may be turned."),
    ] = "",
    folds: Annotated[int, typer.Option(help="Parts of the queries, each held out once.")] = 5,
    deals: Annotated[int, typer.Option(help="How often the queries are dealt anew.")] = 3,
    seed: Annotated[int, typer.Option(help="Of the deals; the same gives the same.")] = 0,
    accept: Annotated[
        bool, typer.Option("--accept", help="Write what is proposed into the plan, if better.")
    ] = False,
) -> None:
    """Look for better settings, and say what they gain on queries that were held out."""
    tuning = Workspace(home).project(project).tuning(index, threshold=threshold, plain=plain)
    options: dict[str, Any] = {"measure": measure, "folds": folds, "deals": deals, "seed": seed}
    if knobs:
        options["knobs"] = split(knobs)
    found = tuning.auto_tune(**options)
    done = None
    if accept and found.verdict == "better":
        evidence = {"measure": measure, "held_out": msgspec.to_builtins(found.held_out)}
        done = tuning.accept(found.proposed, f"auto-tune: {found.sentence}", evidence)
    document = {
        "index": tuning.index,
        **msgspec.to_builtins(found),
        "accepted": msgspec.to_builtins(done),
    }
    print_json(document) if as_json else print_found(document, asked_to_accept=accept)


@app.command("history")
def history(
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    index: Index = None,
) -> None:
    """The settings of an index that were accepted, oldest first."""
    tuning = Workspace(home).project(project).tuning(index)
    lines = [msgspec.to_builtins(line) for line in tuning.history()]
    document = {"index": tuning.index, "holding": tuning.holding(), "lines": lines}
    print_json(document) if as_json else print_history(document)


@app.command("revert")
def revert(
    number: Annotated[
        int | None, typer.Argument(metavar="NUMBER", help="A line of the history; else the last.")
    ] = None,
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    index: Index = None,
) -> None:
    """Go back to the settings before the last accepted ones, or to those of a line."""
    done = Workspace(home).project(project).tuning(index).revert(number)
    if as_json:
        print_json(msgspec.to_builtins(done))
    else:
        say(f"Settings {done.number}: {done.because}. Searches use them from now on.")


def _left_out(words: str | None) -> dict[str, Any]:
    return {"stop_words": split(words)} if words else {}


def _evaluation(told: Any) -> dict[str, Any]:
    """What a setting is worth, as one document."""
    return {
        **msgspec.to_builtins(told.about),
        "setting": msgspec.to_builtins(told.setting),
        **msgspec.to_builtins(told.result),
    }


def _check_measure(name: str, measures: dict[str, float]) -> None:
    if name not in measures:
        raise UsageError(f"unknown measure {name!r}; known: {', '.join(measures)}")
