"""A new project, step by step. What is said is in the plan at once: every step has an address, may
be skipped, and is as it was when somebody comes back to it."""

from typing import Annotated, Any, Literal

from fastapi import Path, Request, Response, UploadFile
from fastapi.responses import RedirectResponse
from pydantic import Field

from bowerbird.model.options import Options
from bowerbird.server.asked import TheProject, WhoAsks
from bowerbird.server.forms import form_groups
from bowerbird.server.reach import check_plan_change
from bowerbird.server.rendering import render
from bowerbird.server.sections import Section
from bowerbird.server.uploads import on_disk
from bowerbird.workspace import Plan, Project
from bowerbird.workspace.plan import changed
from bowerbird.workspace.presets import PRESETS, SENTENCES

section = Section("wizard", tab="crawl")
HERE = "/p/{project}/new"
STEPS = ("topic", "where", "what", "limits", "check")
SHOWN = 20  # seeds
Step = Literal["topic", "where", "what", "limits", "check", "all"]
Next = Annotated[Step, Field(description="The step that comes then.")]


@section.html.get("/new", name="new_project")
def new_project(request: Request) -> Response:
    """The first step: a name for it."""
    return render(request, "wizard_new.html", {})


@section.page(HERE + "/{step}", twin="/projects/{project}/setup/{step}", template="wizard.html")
def step(project: TheProject, step: Annotated[Step, Path()]) -> dict[str, Any]:
    """A step of setting up a project: what its plan says there, and what follows from it."""
    return _told(project, step)


class AboutForm(Options):
    """What the crawl is about."""

    query: str = Field("", max_length=2_000)
    reader: Literal["basic", "advanced"] = "basic"
    senses: list[str] = Field([], max_length=100)
    shown: list[str] = Field([], max_length=1_000, description="Terms that could be kept.")
    kept: list[str] = Field([], max_length=1_000, description="Those of them that were.")
    go: Next = "check"


@section.action(HERE + "/topic", twin="/projects/{project}/setup/topic", then=HERE + "/{go}")
def set_topic(project: TheProject, identity: WhoAsks, body: AboutForm) -> dict[str, Any]:
    """Query, reader, senses, and which terms of its expansion count."""
    before = project.plan.topic
    terms = {term: weight for term, weight in before.terms.items() if term not in body.shown}
    if body.query == before.query:
        by_hand = {term: before.terms[term] for term in body.kept if before.terms.get(term)}
        terms |= by_hand | dict.fromkeys(set(body.shown) - set(body.kept), 0.0)
    senses = body.senses if body.query == before.query else []
    said = {"query": body.query, "reader": body.reader, "senses": senses, "terms": terms}
    return _keep(project, identity, {f"topic.{k}": v for k, v in said.items()}, body.go)


class WhereForm(Options):
    """Where the crawl starts, and how far it goes."""

    seeds: list[str] = Field([], max_length=100_000)
    stay: Literal["host", "domain", "seeds", "any"] = "domain"
    sitemaps: bool = False
    go: Next = "check"


@section.action(HERE + "/where", twin="/projects/{project}/setup/where", then=HERE + "/{go}")
def set_where(project: TheProject, identity: WhoAsks, body: WhereForm) -> dict[str, Any]:
    """Addresses to start from, and which places belong to the crawl."""
    said = {"seeds": body.seeds, "scope.stay": body.stay, "follow.sitemaps": body.sitemaps}
    return _keep(project, identity, said, body.go)


@section.choice(HERE + "/bookmarks")
def take_bookmarks(project: TheProject, file: UploadFile) -> Response:
    """The bookmarks of a file become seeds."""
    with on_disk(file) as path:
        project.import_seeds(path)
    return RedirectResponse(f"/p/{project.name}/new/where", 303)


@section.choice(HERE + "/find")
def ask_engines(project: TheProject) -> Response:
    """Search engines are asked for seeds."""
    project.find_seeds()
    return RedirectResponse(f"/p/{project.name}/new/where", 303)


class WhatForm(Options):
    """What is kept beside the text."""

    kinds: list[Literal["image", "video", "audio"]] = Field([], max_length=3)
    go: Next = "check"


@section.action(HERE + "/what", twin="/projects/{project}/setup/what", then=HERE + "/{go}")
def set_what(project: TheProject, identity: WhoAsks, body: WhatForm) -> dict[str, Any]:
    """Which media become records."""
    return _keep(project, identity, {"media.kinds": body.kinds}, body.go)


class LimitsForm(Options):
    """How much, how deep, how fast, and in which order."""

    size: Literal["50", "500", "5000", "own"] = "own"
    max_pages: int | None = Field(None, ge=1)
    max_depth: int | None = Field(None, ge=0)
    delay: float | None = Field(None, ge=0)
    preset: str = Field("", max_length=64, description="Empty: as it is.")
    go: Next = "check"


@section.action(HERE + "/limits", twin="/projects/{project}/setup/limits", then=HERE + "/{go}")
def set_limits(project: TheProject, identity: WhoAsks, body: LimitsForm) -> dict[str, Any]:
    """Budget, depth, pause, and the order of the crawl."""
    pages = body.max_pages if body.size == "own" else int(body.size)
    said: dict[str, Any] = {"budget.max_pages": pages, "scope.max_depth": body.max_depth}
    if body.delay is not None:
        said["politeness.delay"] = body.delay
    return _keep(project, identity, PRESETS.get(body.preset, {}) | said, body.go)


@section.action(HERE + "/all", twin="/projects/{project}/setup/all", then=HERE + "/check")
def set_all(project: TheProject, identity: WhoAsks, body: Plan) -> dict[str, Any]:
    """Every setting of the plan that a form can hold; what was not in it stays."""
    given = body.model_dump(mode="json", exclude_unset=True)
    paths = [field.name for group in form_groups(Plan) for field in group.fields]
    said = {path: _at(given, path) for path in paths if _has(given, path)}
    return _keep(project, identity, said, "check")


@section.choice(HERE + "/check")
def try_plan(request: Request, project: TheProject) -> Response:
    """Five pages are crawled elsewhere, and what came of them is told."""
    told = _told(project, "check") | {"tried": project.dry_run()}
    return render(request, "wizard.html", told, tab=section.tab)


def _keep(project: Project, who: WhoAsks, said: dict[str, Any], go: str) -> dict[str, Any]:
    before = project.plan
    after = changed(before, said, "the step")
    check_plan_change(who, before, after)
    if after != before:
        project.plan = after
    return {"go": go}


def _told(project: Project, step: str) -> dict[str, Any]:
    plan = project.plan
    told: dict[str, Any] = {"step": step, "steps": STEPS, "plan": plan.model_dump(mode="json")}
    match step:
        case "topic":
            told |= _about(project, plan)
        case "where":
            found = project.seeds()
            told |= {"found": found[:SHOWN], "found_all": len(found)}
        case "limits":
            told |= {"presets": SENTENCES, "preset": _preset_of(plan)}
        case "all":
            told["groups"] = form_groups(Plan, plan.model_dump(mode="json"))
        case _:
            told["tried"] = None
    return told


def _about(project: Project, plan: Plan) -> dict[str, Any]:
    """What the query may mean, and what it comes to as it stands."""
    if not plan.topic.query.strip():
        return {"expansion": None, "questions": [], "left_out": []}
    return {
        "expansion": project.expand_topic(),
        "questions": project.expand_topic(senses=[])["senses"],
        "left_out": [term for term, weight in plan.topic.terms.items() if not weight],
    }


def _preset_of(plan: Plan) -> str:
    """The ready-made plan that this one follows; the plain default if any."""
    return next((name for name, said in PRESETS.items() if changed(plan, said, name) == plan), "")


def _has(values: Any, path: str) -> bool:
    for part in path.split("."):
        if not isinstance(values, dict) or part not in values:
            return False
        values = values[part]
    return True


def _at(values: Any, path: str) -> Any:
    for part in path.split("."):
        values = values[part]
    return values
