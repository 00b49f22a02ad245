"""What a topic may mean, and what it comes to."""

from typing import Annotated, Any

from fastapi import Query, UploadFile

from bowerbird.server.asked import TheProject
from bowerbird.server.sections import Section
from bowerbird.server.uploads import on_disk

section = Section("topic")
Some = Annotated[list[str], Query(max_length=100)]


@section.get("/projects/{project}/topic/senses")
def senses(
    project: TheProject, word: Annotated[str, Query(min_length=1, max_length=200)]
) -> dict[str, Any]:
    """What a word may mean, by the lexicon and the project's concept maps."""
    return {"senses": project.topic_senses(word)}


@section.get("/projects/{project}/topic/expansion")
def expansion(
    project: TheProject,
    query: Annotated[str | None, Query(max_length=2_000)] = None,
    reader: Annotated[str | None, Query(max_length=20)] = None,
    senses: Some | None = None,
    rejected: Some | None = None,
    siblings: bool | None = None,
) -> dict[str, Any]:
    """What a query, or the project's own, comes to: terms with weights and reasons."""
    given = {"reader": reader, "senses": senses, "rejected": rejected, "siblings": siblings}
    options = {name: value for name, value in given.items() if value is not None}
    return project.expand_topic(query, **options)


@section.post("/projects/{project}/topic/maps")
def import_concepts(project: TheProject, file: UploadFile) -> dict[str, Any]:
    """Take a concept map into the project's own: SKOS, OWL, CSV, OPML, OBO, indented text."""
    with on_disk(file) as path:
        return project.import_concepts(path)
