"""The form of a plan: what of it is drawn from its model, and what comes back put over it."""

from typing import Annotated, Any

from fastapi import Depends, Request

from bowerbird.server.forms import FormGroup, form_groups, values_of
from bowerbird.workspace import Project
from bowerbird.workspace.plan import Plan, changed, check_plan
from bowerbird.workspace.run_changes import settings_diff

LEFT_OUT = ("seeding", "plugins", "indexes", "templates", "bookmark_sites")  # have their own places


def plan_form(values: dict[str, Any]) -> list[FormGroup]:
    """The groups of its form."""
    groups = form_groups(Plan, values)
    return [each for each in groups if not each.path.startswith(LEFT_OUT)]


async def _sent(request: Request) -> dict[str, Any]:
    """What was filled in; a number that was emptied is as usual again."""
    async with request.form() as form:
        values = values_of(Plan, form)
        for group in form_groups(Plan):
            for field in group.fields:
                if field.kind == "number" and form.get(field.name) == "":
                    _put(values, field.name, field.default)
    return values


Sent = Annotated[dict[str, Any], Depends(_sent)]


def plan_of_form(project: Project, sent: dict[str, Any]) -> Plan:
    """The project's plan with what was sent over it; only what differs is written."""
    before = project.plan
    whole = _over(before.model_dump(mode="json"), sent)
    after = check_plan(whole, "the form")
    differs = {key: pair[1] for key, pair in settings_diff(before, after).items()}
    return changed(before, differs, "the form") if differs else before


def _over(values: dict[str, Any], sent: dict[str, Any]) -> dict[str, Any]:
    merged = dict(values)
    for key, value in sent.items():
        known = values.get(key)
        if isinstance(value, dict) and isinstance(known, dict) and known:
            merged[key] = _over(known, value)
        elif not (value == "" and known is None):
            merged[key] = value
    return merged


def _put(values: dict[str, Any], path: str, value: Any) -> None:
    *parents, last = path.split(".")
    for parent in parents:
        values = values.setdefault(parent, {})
    values[last] = value
