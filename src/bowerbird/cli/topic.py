"""`bowerbird topic …`: what words mean, and what a query comes to."""

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from bowerbird.cli.output import AsJson, Home, ProjectName, out, print_json
from bowerbird.workspace import Workspace

app = typer.Typer(help="Senses of words, expansion of a topic, concept maps.", no_args_is_help=True)


@app.command("senses")
def senses(
    word: Annotated[str, typer.Argument(metavar="WORD")],
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
) -> None:
    """What a word may mean, with synonyms and what that is a kind of."""
    found = Workspace(home).project(project).topic_senses(word)
    if as_json:
        print_json({"word": word, "senses": found})
        return
    if not found:
        out.print(
            f"No sense of “{word}” is known; `bowerbird topic import FILE` brings concepts.",
            highlight=False,
        )
        return
    table = Table("id", "sense", "synonyms", "kind of word")
    for sense in found:
        names = ", ".join(sense["synonyms"])
        table.add_row(*map(escape, (sense["id"], sense["label"], names, sense["part_of_speech"])))
    out.print(table)


@app.command("expand")
def expand(  # noqa: PLR0913 - a command's options are its parameters
    query: Annotated[
        str | None, typer.Argument(metavar="QUERY", help="Else the project's own.")
    ] = None,
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
    reader: Annotated[
        str | None, typer.Option(metavar="basic|advanced", help="Overview, or what is special.")
    ] = None,
    sense: Annotated[
        list[str] | None, typer.Option(help="A sense that is meant, by id or word; repeatable.")
    ] = None,
    not_sense: Annotated[
        list[str] | None, typer.Option(help="A sense that is not meant; repeatable.")
    ] = None,
    siblings: Annotated[bool | None, typer.Option(help="Also what is of the same kind.")] = None,
    concept_map: Annotated[
        list[str] | None, typer.Option("--map", help="A ready-made concept map; repeatable.")
    ] = None,
) -> None:
    """What a query comes to: its terms with their weights, and why each is there."""
    chosen = {
        "reader": reader,
        "senses": sense,
        "rejected": not_sense,
        "siblings": siblings,
        "maps": concept_map,
    }
    given = {name: value for name, value in chosen.items() if value not in (None, [])}
    found = Workspace(home).project(project).expand_topic(query, **given)
    if as_json:
        print_json(found)
        return
    out.print(f"Understood: {found['understood']}.", highlight=False, markup=False)
    table = Table("weight", "term", "because")
    for term in found["terms"]:
        table.add_row(f"{term['weight']:+.2f}", escape(term["term"]), escape(term["because"]))
    out.print(table)
    for question in found["senses"]:
        out.print(
            f"“{question['word']}” may mean {len(question['senses'])} things; "
            f"`bowerbird topic senses {question['word']}` lists them, --sense says which.",
            highlight=False,
            markup=False,
        )


@app.command("words")
def words(project: ProjectName = "default", home: Home = None, as_json: AsJson = False) -> None:
    """The project's words: those asked for, then those found around them, each once, in order."""
    found = Workspace(home).project(project).words()
    if as_json:
        print_json({"words": found})
        return
    table = Table("word", "asked for", "because")
    for word in found:
        table.add_row(escape(word["word"]), "yes" if word["asked"] else "", escape(word["because"]))
    out.print(table)


@app.command("import")
def import_(
    file: Annotated[str, typer.Argument(metavar="FILE", help="SKOS, OWL, CSV, OPML, OBO or text.")],
    project: ProjectName = "default",
    home: Home = None,
    as_json: AsJson = False,
) -> None:
    """Take a concept map into the project's own."""
    done = Workspace(home).project(project).import_concepts(Path(file))
    if as_json:
        print_json(done)
        return
    whole = done["project"]
    out.print(
        f"{done['concepts']} concepts with {done['labels']} names and {done['relations']} "
        f"relations; the project's map has {whole['concepts']} concepts now.",
        highlight=False,
    )
