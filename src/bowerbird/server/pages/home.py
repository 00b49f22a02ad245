"""Home: a card for each project, with what its last run came to."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from bowerbird.model.errors import UsageError
from bowerbird.server.asked import TheWorkspace
from bowerbird.server.sections import Section
from bowerbird.server.sentences import about_project
from bowerbird.workspace import Project

section = Section("projects")

ProjectName = Annotated[
    str,
    Field(
        pattern=r"^[a-z0-9][a-z0-9._-]{0,63}$",
        description="Up to 64 small letters, digits and . _ -",
    ),
]


class NewProject(BaseModel):
    """A project to be made."""

    model_config = ConfigDict(extra="forbid")
    name: ProjectName
    go: Literal["new/topic", "new/where", "crawl"] = Field(
        "crawl", description="The page that a browser is led to."
    )


@section.page("/", twin="/projects", template="home.html")
def home(workspace: TheWorkspace) -> dict[str, Any]:
    """All projects, with what the last run of each came to."""
    cards = [card(workspace.project(name)) for name in workspace.projects()]
    return {"items": cards, "next": None}


@section.action("/projects", twin="/projects", then="/p/{name}/{go}")
def make_project(workspace: TheWorkspace, body: NewProject) -> dict[str, Any]:
    """Make an empty project."""
    if body.name in workspace.projects():
        raise UsageError(f"there is a project {body.name!r} already; choose another name")
    project = workspace.project(body.name)
    project.plan = project.plan
    return card(project) | {"go": body.go}


class Sample(BaseModel):
    """What the sample is to be called."""

    model_config = ConfigDict(extra="forbid")
    name: ProjectName = "sample"


@section.action("/projects/sample", twin="/projects/sample", then="/p/{project}/runs/{run}")
def make_sample(workspace: TheWorkspace, body: Sample) -> dict[str, Any]:
    """A project of the little web that comes along, crawled and searchable."""
    run = workspace.sample_project(body.name)
    return {"project": run.project} | run.summary()


def card(project: Project) -> dict[str, Any]:
    """What is said of a project in a list of them."""
    runs = project.runs()
    last = runs[-1].summary() if runs else None
    return {
        "name": project.name,
        "sentence": about_project(last),
        "runs": len(runs),
        "last_run": last,
        "topic": project.plan.topic.query,
        "has_records": project.has_records,
    }
