"""Topic: what the crawl is about, and the concept map that it is looked up in, drawn and edited."""

from math import cos, pi, sin
from typing import Any, Literal

from fastapi import Response, UploadFile
from fastapi.responses import RedirectResponse
from pydantic import Field

from bowerbird.model.options import Options
from bowerbird.server.asked import TheProject
from bowerbird.server.sections import Section
from bowerbird.server.uploads import on_disk

section = Section("topic", tab="sources")
HERE, THERE = "/p/{project}/topic", "/projects/{project}/topic"
DRAWN = 48  # concepts; more are read in the list
Relation = Literal["", "broader", "narrower", "part", "whole", "related", "equivalent"]
Name = Field(min_length=1, max_length=200)


@section.page(HERE, twin=THERE, template="topic.html")
def topic(project: TheProject) -> dict[str, Any]:
    """What the topic comes to, and the project's concept map."""
    concepts = project.concepts()
    query = project.plan.topic.query
    return {
        "query": query,
        "expansion": project.expand_topic() if query.strip() else None,
        "concepts": concepts,
        "drawn": _drawn(concepts[:DRAWN]),
    }


class Drawn(Options):
    """A concept, and how it stands to another."""

    name: str = Name
    relation: Relation = ""
    other: str = Field("", max_length=200)


class Gone(Options):
    """A concept, or what ties it to another."""

    name: str = Name
    other: str = Field("", max_length=200)


@section.action(HERE + "/concepts", twin=THERE + "/concepts", then=HERE)
def draw_concept(project: TheProject, body: Drawn) -> dict[str, Any]:
    """Put a concept into the map, or tie it to another."""
    project.draw_concept(body.name, body.relation if body.other else "", body.other)
    return {"concepts": project.concepts()}


@section.action(HERE + "/concepts/remove", twin=THERE + "/concepts/remove", then=HERE)
def remove_concept(project: TheProject, body: Gone) -> dict[str, Any]:
    """Take a concept out of the map, or what ties it to another."""
    project.remove_concept(body.name, body.other)
    return {"concepts": project.concepts()}


@section.choice(HERE + "/import")
def import_map(project: TheProject, file: UploadFile) -> Response:
    """Take a concept map into the project's own."""
    with on_disk(file) as path:
        project.import_concepts(path)
    return RedirectResponse(f"/p/{project.name}/topic", 303)


def _drawn(concepts: list[dict[str, Any]]) -> dict[str, Any]:
    """Where each stands on a round, in the map's order: what came together stands together."""
    turn = 2 * pi / max(len(concepts), 1)
    at = {
        each["id"]: (round(400 + 330 * cos(n * turn), 1), round(210 + 180 * sin(n * turn), 1))
        for n, each in enumerate(concepts)
    }
    ties = {
        tuple(sorted((each["id"], tie["to"]))): tie["kind"]
        for each in concepts
        for tie in each["relations"]
        if tie["to"] in at
    }
    return {
        "nodes": [{"label": each["label"], "at": at[each["id"]]} for each in concepts],
        "ties": [{"from": at[a], "to": at[b], "kind": kind} for (a, b), kind in ties.items()],
    }
