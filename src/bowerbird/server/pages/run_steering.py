"""Steering a run: threshold and weights of its judges moved, tried on what it has fetched, and only
then taken up."""

from typing import Any

import msgspec
from fastapi import Request
from fastapi.responses import RedirectResponse
from pydantic import Field

from bowerbird.model.errors import UsageError
from bowerbird.model.options import Options
from bowerbird.server.asked import TheProject, TheRun, WhoAsks
from bowerbird.server.forms import FormField, form_groups
from bowerbird.server.pages.run import HERE, THERE, line_of
from bowerbird.server.reach import check_changes
from bowerbird.server.sections import Section
from bowerbird.workspace import Project, Run
from bowerbird.workspace.knobs import judge_options

section = Section("runs", tab="crawl")
MOST_PAGES = 1_000  # that a preview looks at: so that it answers while somebody moves a slider
TOLD = 12


@section.page(HERE + "/steer", twin=THERE + "/preview", template="run_steer.html")
def preview_steering(request: Request, project: TheProject, run: TheRun) -> dict[str, Any]:
    """What other settings of the judges would keep and drop of the pages that were fetched."""
    knobs = _knobs(run)
    wanted = _moved(knobs, dict(request.query_params))
    told: dict[str, Any] = {
        "run": line_of(run),
        "knobs": knobs,
        "wanted": wanted,
        "changes": run.changes,
    }
    links = [knob.name for knob in knobs if knob.name.startswith("link_judge.")]
    told |= {"link_knobs": links, "link_moved": any(name in wanted for name in links)}
    return told | {"preview": _preview(project, run, wanted) if wanted else None}


class Steered(Options):
    """Settings that were tried and are to hold."""

    changes: str = Field(max_length=100_000, description="As the page was told them, in JSON.")


@section.choice(HERE + "/steer")
def take_up(run: TheRun, identity: WhoAsks, body: Steered) -> Any:
    """Let the run go by what was tried."""
    try:
        changes = msgspec.json.decode(body.changes, type=dict[str, Any])
    except msgspec.MsgspecError as error:
        raise UsageError(f"`changes` is not an object in JSON: {error}") from None
    check_changes(identity, run.plan, changes)
    run.steer(changes)
    return RedirectResponse(f"/p/{run.project}/runs/{run.number}/steer", 303)


def _preview(project: Project, run: Run, wanted: dict[str, Any]) -> dict[str, Any]:
    """Counts, and the pages whose fate changes."""
    found = project.replay(wanted, run=run.number, max_pages=MOST_PAGES)
    rows = [row for row in found.pop("rows") if row["change"] in ("added", "dropped")]
    return found | {"rows": rows[:TOLD], "changed": len(rows)}


def _knobs(run: Run) -> list[FormField]:
    """The numbers among the options of its judges."""
    return [
        msgspec.structs.replace(field, name=f"{place}.{field.name}")
        for place, options in judge_options(run.plan).items()
        for group in form_groups(type(options), options.model_dump(mode="json"))
        for field in group.fields
        if field.kind == "number" and field.step == "any"  # counts are no matter of taste
    ]


def _moved(knobs: list[FormField], asked: dict[str, str]) -> dict[str, float]:
    """What stands elsewhere than it holds."""
    moved = {}
    for knob in knobs:
        try:
            value = float(asked.get(knob.name, "") or knob.value)
        except (TypeError, ValueError):
            continue
        if value != knob.value:
            moved[knob.name] = value
    return moved
