"""`bowerbird index …`: the indexes of a project."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from bowerbird.cli.output import AsJson, Home, ProjectName, err, human_bytes, out, print_json
from bowerbird.cli.ranking import B, Formula, Idf, K, Weights, Words
from bowerbird.model.errors import UsageError
from bowerbird.workspace import Workspace
from bowerbird.workspace.written import split, weights

app = typer.Typer(help="Make, update and describe indexes.", no_args_is_help=True)
IndexName = Annotated[str | None, typer.Argument(metavar="NAME", help="Which; else the default.")]


@app.command("build")
def build(  # noqa: PLR0913 - a command's options are its parameters
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    name: Annotated[
        str | None, typer.Option(help="The index's name; `default` if left out.")
    ] = None,
    fields: Annotated[
        str | None, typer.Option(metavar="A,B,…", help="The fields whose words are searched.")
    ] = None,
    kinds: Annotated[
        str | None, typer.Option(metavar="A,B,…", help="Only records of these kinds.")
    ] = None,
    b: B = None,
    k: K = None,
    idf: Idf = None,
    stop_words: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,…|@FILE|english", help="Words left out; /…/ is a regular expression."
        ),
    ] = None,
    min_length: Annotated[
        int | None, typer.Option(help="Words of at most this length are left out.")
    ] = None,
    field_weights: Weights = None,
    words: Words = None,
    formula: Formula = None,
    stemming: Annotated[
        str | None, typer.Option(metavar="LANGUAGE", help="Whose endings are cut; '' for none.")
    ] = None,
    compounds: Annotated[
        bool | None, typer.Option(help="Also find parts of German compounds.")
    ] = None,
    synonyms: Annotated[
        bool | None, typer.Option(help="Also find synonyms and other spellings.")
    ] = None,
    synonym_list: Annotated[
        str | None, typer.Option(metavar="FILE", help="Your own synonyms; implies --synonyms.")
    ] = None,
    dictionary: Annotated[
        str | None, typer.Option(metavar="FILE|FOLDER", help="Entities for suggestions.")
    ] = None,
    qgram: Annotated[int | None, typer.Option(help="Length of the q-grams, 2 to 5.")] = None,
    suggestions: Annotated[
        str | None, typer.Option(metavar="walk|q-gram", help="How suggestions are found.")
    ] = None,
    follow: Annotated[
        bool | None, typer.Option(help="Take in records while a run is at work.")
    ] = None,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Begin anew: for other fields, or after damage.")
    ] = False,
) -> None:
    """Make an index of the project's records, or bring it up to date; what is given here stays."""
    changes = {
        "fields": None if fields is None else split(fields),
        "kinds": None if kinds is None else split(kinds),
        "ranking.b": b,
        "ranking.k": k,
        "ranking.idf": idf,
        "ranking.weights": None if field_weights is None else weights(field_weights, "--weights"),
        "ranking.words": None if words is None else weights(words, "--words"),
        "ranking.formula": formula,
        "analysis.stop_words": None if stop_words is None else _words(stop_words),
        "analysis.minimum_length": min_length,
        "analysis.stemming": stemming,
        "analysis.compounds": compounds,
        "synonyms": True if synonym_list else synonyms,
        "synonym_list": _path(synonym_list),
        "dictionary": _path(dictionary),
        "qgram": qgram,
        "suggestions": suggestions,
        "follow": follow,
    }
    given = {key: value for key, value in changes.items() if value is not None}
    facts = (
        Workspace(home)
        .project(project)
        .build_index(name, rebuild=rebuild, changes=given, telling=_say_so_far)
    )
    print_json(facts) if as_json else _describe(facts)


@app.command("list")
def list_indexes(
    project: ProjectName = "default", home: Home = None, as_json: AsJson = False
) -> None:
    """Every index of the project."""
    found = Workspace(home).project(project).indexes()
    if as_json:
        print_json(found)
        return
    table = Table("index", "state", "documents", "terms", "size", "fields", "formula")
    for facts in found:
        table.add_row(
            facts["name"],
            facts["state"],
            f"{facts['documents']:,}",
            f"{facts['terms']:,}",
            human_bytes(facts["bytes"]),
            escape(", ".join(facts["options"]["fields"])),
            escape(facts["options"]["ranking"]["formula"]),
        )
    out.print(table)


@app.command("show")
def show(
    name: IndexName = None,
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    check: Annotated[
        bool, typer.Option("--check", help="Read every byte, and say what is damaged.")
    ] = False,
) -> None:
    """What an index amounts to, and what it is made of."""
    facts = Workspace(home).project(project).index(name, check=check)
    damaged = facts.get("damaged", [])
    if as_json:
        print_json(facts)
    elif not damaged:
        _describe(facts)
    for sentence in damaged:
        err.print(f"bowerbird: {sentence}", markup=False, highlight=False, soft_wrap=True)
    if damaged:
        raise typer.Exit(1)


def _words(text: str) -> list[str]:
    """`a,b`, the words of @FILE, or the name of a list."""
    if not text.startswith("@"):
        return split(text)
    try:
        read = Path(text[1:]).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            f"--stop-words {text}: {error}; give a UTF-8 file, a word a line"
        ) from None
    return [line.strip() for line in read.splitlines() if line.strip()]


def _path(text: str | None) -> str | None:
    """A file as it is found from everywhere; empty: none."""
    return str(Path(text).expanduser().absolute()) if text else text


def _say_so_far(taken: int) -> None:
    if taken >= 20_000 and taken % 20_000 < 500:  # they come up to 500 at a time
        err.print(f"… {taken:,} records", markup=False, highlight=False)


def _describe(facts: dict[str, Any]) -> None:
    """An index in a few lines."""
    state = "" if facts["state"] == "ready" else f" ({facts['state']})"
    took = f", {facts['taken']:,} new, in {facts['seconds']:.1f} s" if "taken" in facts else ""
    size = f"{facts['documents']:,} documents, {facts['terms']:,} words"
    _say(out, f"Index {facts['name']}{state}: {size}, {human_bytes(facts['bytes'])}{took}.")
    for what, value in _made_of(facts["options"]).items():
        if value:
            _say(out, f"  {what}: {value}")
    for warning in facts["warnings"]:
        _say(err, f"note: {warning}")


def _made_of(options: dict[str, Any]) -> dict[str, str]:
    ranking, analysis = options["ranking"], options["analysis"]
    return {
        "fields": ", ".join(options["fields"]),
        "kinds": ", ".join(options["kinds"]),
        "b, k": f"{ranking['b']:g}, {ranking['k']:g}",
        "weights": ", ".join(f"{name} = {value:g}" for name, value in ranking["weights"].items()),
        "words": ", ".join(f"{name} = {value:g}" for name, value in ranking["words"].items()),
        "formula": ranking["formula"],
        "stemming": analysis["stemming"],
        "stop words": str(len(analysis["stop_words"]) or ""),
        "synonyms": (options["synonym_list"] or "yes") if options["synonyms"] else "",
        "dictionary": options["dictionary"],
    }


def _say(console: Console, text: str) -> None:
    console.print(text, markup=False, highlight=False, soft_wrap=True)
