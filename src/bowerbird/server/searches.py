"""What may be said with a search on its page, and how the same is said elsewhere."""

import shlex
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal
from urllib.parse import urlencode

from fastapi import Query
from pydantic import BaseModel, Field

from bowerbird.server.wording import _
from bowerbird.workspace.written import weights

Name = Annotated[str, Field(max_length=200)]
Short = Annotated[str, Field(max_length=2_000)]
EMPTY: tuple[object, ...] = ("", None, [], False)


class Asked(BaseModel):
    """A query with every knob; what is left out is as the index has it."""

    q: Short = Field("", description="The query.")
    index: str | None = Field(None, max_length=64, description="Which index; else the default.")
    limit: int = Field(25, ge=0, le=1_000)
    offset: int = Field(0, ge=0, le=100_000)
    b: float | Literal[""] | None = Field(None, description="How much length counts against.")
    k: float | Literal[""] | None = Field(None, description="How soon repeating stops to help.")
    idf: Literal["", "log2", "smooth", "bm25", "none"] = Field("", description="How rarity counts.")
    weights: Short = Field("", description="Weights of fields: title=3, text=1.")
    words: Short = Field("", description="Weights of words: Freiburg=5.")
    formula: Short | None = Field(None, description="Added to every score: votes/10.")
    sort: Name = Field("", description="A column instead of the score; -price: largest first.")
    facets: list[Name] = Field([], description="Columns whose labels are counted.")
    fields: list[Name] = Field([], description="Look for words in these fields only.")
    show: list[Name] = Field([], description="Columns that are shown with each record.")
    least: float | Literal[""] | None = Field(None, description="Leave out scores below this.")
    exact: bool = Field(False, description="Do not replace words that the index does not have.")
    explain: bool = Field(True, description="Say how each score came about.")

    def settings(self) -> dict[str, Any]:
        """As `Project.search` takes them."""
        said = self.knobs() | {
            "facets": self.facets,
            "explain": self.explain,
            "offset": self.offset,
        }
        return {name: value for name, value in said.items() if value not in ("", None, [])}

    def knobs(self) -> dict[str, Any]:
        """What was said other than usual, apart from what is shown on the page alone."""
        said = {
            "limit": self.limit if self.limit != 25 else None,
            "b": self.b,
            "k": self.k,
            "idf": self.idf,
            "weights": weights(self.weights, "weights") if self.weights.strip() else None,
            "words": weights(self.words, "words") if self.words.strip() else None,
            "formula": self.formula or None,
            "sort": self.sort,
            "fields": self.fields,
            "forgive": False if self.exact else None,
        }
        return {name: value for name, value in said.items() if value not in ("", None, [])}


AskedSearch = Annotated[Asked, Query()]


def elsewhere(project: str, asked: Asked, base: str) -> list[tuple[str, str]]:
    """The same search as a command, in Python, and as a request."""
    return [
        (_("Command"), " ".join(_command(project, asked))),
        ("Python", _python(project, asked)),
        ("curl", _request(project, asked, base)),
    ]


def _command(project: str, asked: Asked) -> Iterator[str]:
    yield f"bowerbird search --project {project}"
    for name, value in asked.knobs().items():
        match name:
            case "limit":
                yield f"-k {value}"
            case "forgive":
                yield "--exact"
            case "weights" | "words":
                yield f"--{name} {shlex.quote(_pairs(value))}"
            case "fields":
                yield f"--fields {shlex.quote(','.join(value))}"
            case _:
                yield f"--{name} {shlex.quote(str(value))}"
    if asked.index:
        yield f"--index {shlex.quote(asked.index)}"
    if asked.facets:
        yield f"--facets {shlex.quote(','.join(asked.facets))}"
    yield f"-- {shlex.quote(asked.q)}"


def _python(project: str, asked: Asked) -> str:
    said = asked.knobs() | ({"index": asked.index} if asked.index else {})
    if asked.facets:
        said["facets"] = asked.facets
    settings = "".join(f", {name}={value!r}" for name, value in said.items())
    return (
        "from bowerbird import Workspace\n\n"
        f"Workspace().project({project!r}).search({asked.q!r}{settings})"
    )


def _request(project: str, asked: Asked, base: str) -> str:
    usual = Asked()
    said = [
        (name, each)
        for name, value in asked.model_dump().items()
        if value != getattr(usual, name) and value not in EMPTY and name != "show"
        for each in (value if isinstance(value, list) else [value])
    ]
    address = f"{base}/api/v1/projects/{project}/search?{urlencode(said)}"
    return f'curl -H "Authorization: Bearer $BOWERBIRD_TOKEN" {shlex.quote(address)}'


def _pairs(values: Mapping[str, float]) -> str:
    return ",".join(f"{name}={value:g}" for name, value in values.items())
