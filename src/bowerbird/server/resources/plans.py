"""The plan of a project: whole or by dotted keys, and what a plan may hold."""

from hashlib import sha256
from threading import Lock
from typing import Annotated, Any

from fastapi import Body, Header, Request, Response

from bowerbird.model.options import Options
from bowerbird.server.answers import answer
from bowerbird.server.asked import TheProject, WhoAsks
from bowerbird.server.documents import without_none
from bowerbird.server.reach import check_plan_change
from bowerbird.server.refusing import problem
from bowerbird.server.sections import Section
from bowerbird.workspace import Plan, Project
from bowerbird.workspace.plan import changed, check_plan
from bowerbird.workspace.presets import PRESETS

section = Section("plans")
_EDITING = Lock()  # whether the plan is still that one, and the change, are one step
IfMatch = Annotated[str | None, Header(description="Only if the plan is still that one.")]


class Changes(Options):
    """Dotted keys of the plan with their values."""

    changes: dict[str, Any]


@section.get("/plan/schema")
def plan_schema() -> dict[str, Any]:
    """JSON Schema of a plan: every option with its range and what it means."""
    return Plan.model_json_schema()


@section.get("/presets")
def presets() -> dict[str, Any]:
    """Ready-made plans, by name: the dotted keys that each sets."""
    return PRESETS


@section.get("/projects/{project}/plan")
def plan(request: Request, project: TheProject) -> Response:
    """The plan, with its ETag."""
    return _told(project, request)


@section.put("/projects/{project}/plan")
def replace_plan(
    request: Request,
    project: TheProject,
    identity: WhoAsks,
    body: Annotated[dict[str, Any], Body()],
    if_match: IfMatch = None,
) -> Response:
    """Another plan instead."""
    return _put(request, project, identity, check_plan(without_none(body), "the plan"), if_match)


@section.patch("/projects/{project}/plan")
def change_plan(
    request: Request,
    project: TheProject,
    identity: WhoAsks,
    body: Changes,
    if_match: IfMatch = None,
) -> Response:
    """Set some dotted keys of the plan."""
    after = changed(project.plan, dict(body.changes), "the changes")
    return _put(request, project, identity, after, if_match)


def _put(
    request: Request, project: Project, identity: WhoAsks, after: Plan, if_match: str | None
) -> Response:
    with _EDITING:
        before = project.plan
        if if_match not in (None, "*", etag_of(before)):
            sentence = "The plan was changed meanwhile; read it again and repeat the change."
            return problem(412, sentence, instance=request.url.path)
        check_plan_change(identity, before, after)
        project.plan = after
    return _told(project, request)


def _told(project: Project, request: Request) -> Response:
    told = answer(project.plan, request)
    told.headers["etag"] = etag_of(project.plan)
    return told


def etag_of(plan: Plan) -> str:
    """Another one for every other plan."""
    return f'"{sha256(plan.model_dump_json().encode()).hexdigest()[:32]}"'
