"""A search with every knob of the ranking, for programs."""

from typing import Annotated, Any

from fastapi import Query
from pydantic import Field

from bowerbird.model.options import Options
from bowerbird.server.asked import TheProject
from bowerbird.server.sections import Section
from bowerbird.workspace import SearchSettings
from bowerbird.workspace.told import result_document

section = Section("search")


class Question(Options):
    """A query, and how it is to be answered."""

    query: str = Field(max_length=2_000)
    index: str | None = Field(None, max_length=64, description="Else the default or only one.")
    settings: SearchSettings = SearchSettings()


@section.get("/projects/{project}/search-columns")
def search_columns(
    project: TheProject, index: Annotated[str | None, Query(max_length=64)] = None
) -> dict[str, list[str]]:
    """By which names an index can be asked: texts, numbers, labels, dates."""
    return project.columns(index)


@section.post("/projects/{project}/search")
def search_with(project: TheProject, body: Question) -> dict[str, Any]:
    """The records that a query finds, with every knob of the ranking."""
    settings = body.settings.model_dump(exclude_unset=True)
    return result_document(project.search(body.query, index=body.index, **settings))
