"""A picking session for people: what is said of it, and its parts as they are written."""

import tomllib
from typing import Any

import tomli_w
from pydantic import ValidationError

from bowerbird.extract.clean import written_step
from bowerbird.extract.picking import PickingSession, View
from bowerbird.extract.template import FieldType, Template, TemplateField
from bowerbird.extract.trying import trial_of
from bowerbird.model.errors import UsageError

__all__ = [
    "FieldType",
    "PickingSession",
    "View",
    "expected_coverage",
    "read_line",
    "template_as_written",
    "told_picking",
    "written_template",
]

ROWS = 100  # of a page's table
OUTLINES = 1_000  # records that are outlined on a page


def told_picking(session: PickingSession, sample: int = 0) -> dict[str, Any]:
    """The view as it is shown: the table of one sample page, what to outline there, and how each
    column does on all of them."""
    view = session.view
    sample = min(max(sample, 0), len(session.snapshots) - 1)
    records = view.pages[sample]
    template = view.template
    return {
        "definition": None if template is None else template.model_dump(mode="json"),
        "samples": [
            {"url": shown.url, "remarks": shown.remarks, "records": len(view.pages[number])}
            for number, shown in enumerate(session.snapshots)
        ],
        "sample": sample,
        "columns": _columns(session, sample),
        "records": len(records),
        "rows": [{"values": each.values, "places": each.places} for each in records[:ROWS]],
        "outlined": {
            "records": [each.parts for each in records[:OUTLINES]],
            "columns": _places(view, sample),
        },
        "choices": view.choices,
        "chosen": view.chosen,
        "lists": [len(each.fields) for each in session.lists],
        "unplaced": view.unplaced,
        "ignored": view.ignored,
        "why": view.why,
        "can_undo": session.can_undo,
        "actions": [_line(each) for each in session.settings.get("actions", [])],
    }


def _columns(session: PickingSession, sample: int) -> list[dict[str, Any]]:
    view, shown = session.view, session.snapshots[sample]
    if view.template is None:
        return []
    trials = {each.field: each for each in trial_of(view.template, shown.root, shown.url).fields}
    told = []
    for field in view.template.fields:
        tried = trials.get(field.name)
        told.append(
            {
                **field.model_dump(mode="json", exclude={"clean", "fingerprint"}),
                "clean": [_line(written_step(step)) for step in field.clean],
                "coverage": view.coverage.get(field.name),
                "distinct": tried.distinct if tried else None,
                "found": tried.found if tried else None,
                "steps": tried.steps if tried else [],
                "problems": tried.problems if tried else [],
            }
        )
    return told


def _places(view: View, sample: int) -> list[list[int]]:
    """By column, in their order: the elements that its values are from."""
    if view.template is None:
        return []
    here = view.pages[sample][:OUTLINES]
    names = [field.name for field in view.template.fields]
    return [[place for each in here for place in each.places.get(name, ())] for name in names]


def _line(written: Any) -> str:
    """A step or an action that takes more than a line is a table, as TOML has it."""
    if isinstance(written, str):
        return written
    body = ", ".join(line for line in tomli_w.dumps(written).splitlines() if line)
    return f"{{ {body} }}"


def read_line(line: str) -> Any:
    """And back."""
    if not line.startswith("{"):
        return line
    try:
        return tomllib.loads(f"it = {line}")["it"]
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{line!r} is no table: {error}") from error


def written_template(template: Template) -> str:
    """As it stands in `project.toml`, and can be written there."""
    values = template.model_dump(mode="json", exclude_defaults=True, exclude_none=True)
    for field in values["fields"]:
        field.pop("fingerprint", None)
    return tomli_w.dumps(values)


def template_as_written(text: str, before: Template | None) -> Template:
    """What somebody wrote; a field that they left alone stays what was pointed at."""
    known = {_where(field): field for field in before.fields} if before is not None else {}
    try:
        found = Template.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"that is not TOML: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise UsageError(f"{where}: {first['msg'].removeprefix('Value error, ')}") from error
    fields = [
        field.model_copy(update={"fingerprint": known[_where(field)].fingerprint})
        if _where(field) in known
        else field
        for field in found.fields
    ]
    return found.model_copy(update={"fields": fields})


def expected_coverage(field: TemplateField) -> float | None:
    """The share of records that had a value when somebody pointed at it; None: nobody did."""
    return field.fingerprint.coverage if field.fingerprint else None


def _where(field: TemplateField) -> tuple[str, str]:
    return field.selector, field.attribute
