"""The options of every command that says how records are ranked."""

from typing import Annotated, Any

import typer

from bowerbird.workspace.written import weights

B = Annotated[float | None, typer.Option("--b", help="How much length counts against.")]
K = Annotated[float | None, typer.Option("--k", help="How soon repeating a word stops to help.")]
Idf = Annotated[
    str | None, typer.Option(metavar="log2|smooth|bm25|none", help="How rarity counts.")
]
Weights = Annotated[
    str | None, typer.Option("--weights", metavar="title=3,…", help="Weights of fields.")
]
Words = Annotated[str | None, typer.Option(metavar="Freiburg=5,…", help="Weights of words.")]
Formula = Annotated[str | None, typer.Option(help="Added to every score: votes/10; '' for none.")]


def ranking(
    b: float | None,
    k: float | None,
    idf: str | None,
    field_weights: str | None,
    words: str | None,
    formula: str | None,
) -> dict[str, Any]:
    """What was said of it."""
    said = {
        "b": b,
        "k": k,
        "idf": idf,
        "weights": weights(field_weights, "--weights") if field_weights else None,
        "words": weights(words, "--words") if words else None,
        "formula": formula,
    }
    return {name: value for name, value in said.items() if value is not None}
