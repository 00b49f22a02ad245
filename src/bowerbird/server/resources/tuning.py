"""What settings of an index are worth by the judgements, and better ones."""

from typing import Annotated, Any

from fastapi import Query
from pydantic import Field

from bowerbird.model.options import Options
from bowerbird.server.asked import TheProject
from bowerbird.server.sections import Section
from bowerbird.workspace import Project, Tuning
from bowerbird.workspace.tried import AutoTuneOptions, JudgingOptions, SweepOptions, TriedSettings

section = Section("tuning")
HERE = "/projects/{project}/tuning"
IndexName = Annotated[str | None, Query(max_length=64, description="Else the default or only one.")]


class On(JudgingOptions):
    """Which index, and how judgements are read."""

    index: str | None = Field(None, max_length=64, description="Else the default or only one.")

    def tuning(self, project: Project) -> Tuning:
        return project.tuning(self.index, threshold=self.threshold, plain=self.plain)


class Evaluation(On):
    """A setting to be measured."""

    tried: TriedSettings = TriedSettings()


class Comparison(On):
    """Two settings to be measured side by side."""

    first: TriedSettings = TriedSettings()
    second: TriedSettings


class Sweeping(On):
    """A map over b and k."""

    tried: TriedSettings = TriedSettings()
    options: SweepOptions = SweepOptions()


class Search(On):
    """How better settings are looked for."""

    options: AutoTuneOptions = AutoTuneOptions()


class Acceptance(On):
    """A setting that is to hold from now on."""

    tried: TriedSettings
    because: str = Field("by hand", max_length=500)


class Reverting(Options):
    """Where to go back to."""

    index: str | None = Field(None, max_length=64)
    number: int | None = Field(None, ge=1, description="A line of the history; else the last.")


@section.post(HERE + "/evaluate")
def evaluate(project: TheProject, body: Evaluation) -> Any:
    """What a setting is worth: the plan's, with what is given put over it."""
    return body.tuning(project).evaluate(**_given(body.tried))


@section.post(HERE + "/compare")
def compare(project: TheProject, body: Comparison) -> Any:
    """Two settings on the same queries."""
    return body.tuning(project).compare(_given(body.first), _given(body.second))


@section.post(HERE + "/sweep")
def sweep(project: TheProject, body: Sweeping) -> Any:
    """A map over b and k."""
    return body.tuning(project).sweep(_given(body.tried), **_given(body.options))


@section.post(HERE + "/auto")
def auto_tune(project: TheProject, body: Search) -> Any:
    """Look for better settings; nothing is changed."""
    return body.tuning(project).auto_tune(**_given(body.options))


@section.get(HERE + "/unjudged")
def unjudged(
    project: TheProject,
    index: IndexName = None,
    query: Annotated[str | None, Query(max_length=2_000)] = None,
    depth: Annotated[int, Query(ge=1, le=1_000)] = 10,
) -> dict[str, Any]:
    """What nobody judged among the first documents of each query, or of one."""
    return {"items": project.tuning(index).unjudged(query, depth), "next": None}


@section.post(HERE + "/accept")
def accept(project: TheProject, body: Acceptance) -> Any:
    """Write a setting into the plan, and a line into the history."""
    tuning = body.tuning(project)
    return tuning.accept(tuning.evaluate(**_given(body.tried)).setting, body.because)


@section.post(HERE + "/revert")
def revert(project: TheProject, body: Reverting) -> Any:
    """Back to the settings before, or to those of a line of the history."""
    return project.tuning(body.index).revert(body.number)


@section.get(HERE + "/history")
def history(project: TheProject, index: IndexName = None) -> dict[str, Any]:
    """Accepted settings, oldest first; `holding` is the number of the one that holds."""
    tuning = project.tuning(index)
    return {"items": tuning.history(), "next": None, "holding": tuning.holding()}


def _given(options: Options) -> dict[str, Any]:
    return options.model_dump(exclude_unset=True)
