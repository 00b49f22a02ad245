"""Tune: what settings of an index are worth by the judgements, moved and measured at once."""

from typing import Annotated, Any, Literal
from urllib.parse import urlencode

import msgspec
from fastapi import Query
from fastapi.responses import RedirectResponse
from pydantic import Field

from bowerbird.model.options import Options
from bowerbird.server.asked import TheProject
from bowerbird.server.sections import Section
from bowerbird.server.tried import AskedSetting, Tried
from bowerbird.workspace import Project, Tuning
from bowerbird.workspace.told import result_document
from bowerbird.workspace.tried import TriedSettings

section = Section("tuning", tab="tune")
SHOWN = 10  # hits of a query, beside each other
MEASURES = ("map", "ndcg@10", "mp@5", "mrr", "mp@r")  # as people look at them
Measured = Literal["map", "ndcg@10", "mp@5", "mrr", "mp@r"]
GRID: dict[str, Any] = {  # as many cells as can be read
    "b_values": [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.9, 1.0],
    "k_values": [0.1, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 6.0, 10.0],
}
AskedMeasure = Annotated[Measured, Query(description="What counts.")]


@section.page("/p/{project}/tune", twin="/projects/{project}/tuning", template="tune.html")
def tune(project: TheProject, asked: AskedSetting) -> dict[str, Any]:
    """The settings that hold and those that are tried, on every judged query."""
    told: dict[str, Any] = {"asked": asked.model_dump(), "measures": MEASURES, "compared": None}
    queries = project.judgements().queries
    told["judged"] = [{"id": each.id, "text": each.text} for each in queries]
    if not queries or not project.has_records:
        return told
    tuning = project.tuning(asked.index, threshold=asked.threshold)
    holding, history = tuning.holding(), tuning.history()
    told |= {"columns": project.columns(asked.index), "history": history, "holding": holding}
    if not any(query.relevant(asked.threshold) for query in queries):
        return told
    return told | {
        "compared": tuning.compare({}, asked.settings()),
        "sides": _sides(project, asked, tuning),
    }


def _sides(project: Project, asked: Tried, tuning: Tuning) -> list[dict[str, Any]]:
    """The first hits of one query, under both settings, with their grades."""
    if not asked.query:
        return []
    grades = project.grades(asked.query)
    sides = []
    for settings in ({}, asked.ranking()):
        found = project.search(asked.query, index=tuning.index, limit=SHOWN, **settings)
        names = project.names_of_hits(found.hits)
        told = zip(result_document(found)["hits"], names, strict=True)
        hits = [hit | {"name": name, "grade": grades.get(name)} for hit, name in told]
        sides.append({"hits": hits, "keys": [hit["key"] for hit in hits]})
    return sides


@section.page(
    "/p/{project}/tune/map", twin="/projects/{project}/tuning/map", template="tune_map.html"
)
def tuning_map(project: TheProject, asked: AskedSetting, by: AskedMeasure = "map") -> Any:
    """What every pair of b and k is worth, all else as it is tried."""
    tuning = project.tuning(asked.index, threshold=asked.threshold)
    told = msgspec.to_builtins(tuning.sweep(asked.without_b_and_k(), measure=by, **GRID))
    return told | {"asked": asked.model_dump()}


@section.page(
    "/p/{project}/tune/auto", twin="/projects/{project}/tuning/proposal", template="tune_auto.html"
)
def proposal(project: TheProject, asked: AskedSetting, by: AskedMeasure = "map") -> Any:
    """Better settings, looked for, with what they gain on queries that were held out."""
    found = project.tuning(asked.index, threshold=asked.threshold).auto_tune(measure=by)
    return msgspec.to_builtins(found) | {"asked": asked.model_dump()}


class AcceptForm(Options):
    """Settings that are to hold from now on."""

    setting: str = Field(max_length=200_000, description="As the page was told them, in JSON.")
    index: str | None = Field(None, max_length=64)
    because: str = Field("by hand", max_length=500)

    def tried(self) -> dict[str, Any]:
        """What of it is tried; `written` comes from the index itself."""
        values = msgspec.json.decode(self.setting, type=dict[str, Any])
        return {name: values[name] for name in TriedSettings.model_fields if name in values}


@section.choice("/p/{project}/tune/accept")
def accept_tried(project: TheProject, body: AcceptForm) -> Any:
    """Write the settings that are tried into the plan."""
    tuning = project.tuning(body.index or None)
    tuning.accept(tuning.evaluate(**body.tried()).setting, body.because)
    return _back(project, body.index)


class RevertForm(Options):
    """A line of the history, or the one before."""

    number: int | None = Field(None, ge=1)
    index: str | None = Field(None, max_length=64)


@section.choice("/p/{project}/tune/revert")
def revert_settings(project: TheProject, body: RevertForm) -> Any:
    """Back to settings that held before."""
    project.tuning(body.index or None).revert(body.number)
    return _back(project, body.index)


def _back(project: Project, index: str | None) -> RedirectResponse:
    """To the page, where what is tried is what holds now."""
    query = f"?{urlencode({'index': index})}" if index else ""
    return RedirectResponse(f"/p/{project.name}/tune{query}", 303)
