"""One template, made by pointing: a page in a frame, the table that it gives, and every step.

A step is a form of its own, so that all of it works without scripts where the page's own numbers
are known; scripts send the number of the element that was pointed at.
"""

from typing import Annotated, Any, Literal
from urllib.parse import urlencode

from fastapi import Query, Response
from pydantic import Field

from bowerbird.model.errors import UnknownNameError, UsageError
from bowerbird.model.options import Options
from bowerbird.server.asked import ThePicking, ThePickings, TheProject, TheTemplate
from bowerbird.server.documents import WebAddress
from bowerbird.server.frames import framed
from bowerbird.server.pickings import Opened
from bowerbird.server.sections import Section
from bowerbird.workspace import Project
from bowerbird.workspace.picking import (
    FieldType,
    read_line,
    template_as_written,
    told_picking,
    written_template,
)

section = Section("fields")
HERE = "/p/{project}/fields/{template}"
THERE = "/projects/{project}/picking/{template}"
BACK = HERE + "?{back}"
Sample = Annotated[int, Query(ge=0, le=4, description="Which of the sample pages.")]
Number = Annotated[int, Field(ge=0, le=1_000_000)]


class At(Options):
    """Where somebody is, to come back to."""

    sample: int = Field(0, ge=0, le=4)
    column: str = Field("", max_length=100)


@section.page(HERE, twin=THERE, template="picking.html")
def picking(
    project: TheProject,
    pickings: ThePickings,
    template: TheTemplate,
    sample: Sample = 0,
    column: Annotated[str, Query(max_length=100)] = "",
) -> dict[str, Any]:
    """A template: its table on one of its sample pages, and what is outlined there."""
    opened = pickings.at_hand(project, template)
    if opened is not None:
        return _told(project, template, opened, At(sample=sample, column=column))
    known = project.plan.templates.get(template)
    if known is None:
        raise UnknownNameError(f"there is no template {template!r}; open a page to make it")
    values = known.model_dump(mode="json")
    code = written_template(known)
    return {"name": template, "is_open": False, "definition": values, "code": code}


@section.get(THERE + "/frame")
@section.html.get(HERE + "/frame", name="frame")
def frame(opened: ThePicking, sample: Sample = 0) -> Response:
    """A sample page as it is pointed at: a document that loads nothing and belongs to no site."""
    snapshots = opened.session.snapshots
    return framed(snapshots[min(sample, len(snapshots) - 1)].html)


class Opening(Options):
    """The sample pages, all of them."""

    pages: list[WebAddress] = Field([], max_length=5, description="None: those it was made on.")
    render: bool = Field(True, description="As a browser shows them, where there is one.")


@section.action(HERE + "/open", twin=THERE + "/open", then=HERE)
def open_pages(
    project: TheProject, pickings: ThePickings, template: TheTemplate, body: Opening
) -> dict[str, Any]:
    """Ask for the sample pages, and show them as they are after the template's actions."""
    known = project.plan.templates.get(template)
    pages = body.pages or Opening(pages=known.samples if known else []).pages
    if not pages:
        raise UsageError(f"no sample page of {template!r} is known; give the address of one")
    before = pickings.at_hand(project, template)
    settings = before.session.settings if before else None
    opened = pickings.open(project, template, pages, render=body.render, settings=settings)
    return _told(project, template, opened, At())


class Pointed(At):
    """An element of the page, and what is to become of it."""

    at: Number
    do: Literal["pick", "not", "next-page", "click", "next", "accept-cookies"] = "pick"
    field: str = Field("", max_length=100, description="The column it belongs to.")
    read: Literal["", "link", "image"] = ""


@section.action(HERE + "/point", twin=THERE + "/point", then=BACK)
def point(
    project: TheProject,
    pickings: ThePickings,
    opened: ThePicking,
    template: TheTemplate,
    body: Pointed,
) -> dict[str, Any]:
    """Somebody pointed at an element: it is wanted, or not, or leads on, or is clicked on first."""
    match body.do:
        case "pick":
            opened.step(lambda it: it.click(body.at, body.sample, body.field, body.read))
        case "not":
            opened.step(lambda it: it.reject(body.at, body.sample))
        case "next-page":
            opened.step(lambda it: it.paginate(body.at, body.sample))
        case action:
            opened.step(lambda it: it.act(action, body.at, body.sample))
            opened = _shown_anew(project, pickings, template, opened)
    return _told(project, template, opened, body)


class Choice(At):
    """A choice among what was found."""

    do: Literal["narrower", "wider", "undo", "list"]
    number: int = Field(0, ge=0, le=1_000, description="Which of the lists, for `list`.")


@section.action(HERE + "/choose", twin=THERE + "/choose", then=BACK)
def choose(
    project: TheProject, opened: ThePicking, template: TheTemplate, body: Choice
) -> dict[str, Any]:
    """Narrower or wider, a step back, or another list of the page."""
    match body.do:
        case "narrower":
            opened.step(lambda it: it.narrower())
        case "wider":
            opened.step(lambda it: it.wider())
        case "undo":
            opened.step(lambda it: it.undo())
        case "list":
            opened.step(lambda it: it.take_list(body.number))
    return _told(project, template, opened, body)


class Column(At):
    """A column as somebody wants it."""

    name: str = Field(min_length=1, max_length=100)
    selector: str = Field(max_length=4_000)
    type: FieldType = "text"
    attribute: str = Field("", max_length=100)
    required: bool = False
    default: str = Field("", max_length=1_000)
    clean: list[str] = Field([], max_length=50)


@section.action(HERE + "/column", twin=THERE + "/column", then=BACK)
def write_column(
    project: TheProject, opened: ThePicking, template: TheTemplate, body: Column
) -> dict[str, Any]:
    """Write a column by hand: its name, where it stands, what it is, how it is tidied."""
    said = body.model_dump(include={"selector", "type", "attribute", "required"})
    said |= {"default": body.default or None, "clean": [read_line(line) for line in body.clean]}
    opened.step(lambda it: it.edit(body.column, **said))
    if body.name != body.column:
        opened.step(lambda it: it.rename(body.column, body.name))
    return _told(project, template, opened, body.model_copy(update={"column": body.name}))


@section.action(HERE + "/column/remove", twin=THERE + "/column/remove", then=BACK)
def remove_column(
    project: TheProject, opened: ThePicking, template: TheTemplate, body: At
) -> dict[str, Any]:
    """The table without this column."""
    opened.step(lambda it: it.remove(body.column))
    return _told(project, template, opened, At(sample=body.sample))


class Settings(At):
    """What the template says of itself; what is left out stays."""

    applies_to: list[str] | None = Field(None, max_length=1_000)
    kind: str | None = Field(None, max_length=64)
    pagination: str | None = Field(None, max_length=4_000)
    actions: list[str] | None = Field(None, max_length=100)


@section.action(HERE + "/settings", twin=THERE + "/settings", then=BACK)
def write_settings(
    project: TheProject,
    pickings: ThePickings,
    opened: ThePicking,
    template: TheTemplate,
    body: Settings,
) -> dict[str, Any]:
    """Which pages the template is for, what leads on, and what is done before they are read."""
    said = body.model_dump(exclude={"sample", "column"}, exclude_none=True)
    acts = "actions" in said
    if acts:
        said["actions"] = [read_line(line) for line in said["actions"]]
    opened.step(lambda it: it.set(**said))
    if acts:
        opened = _shown_anew(project, pickings, template, opened)
    return _told(project, template, opened, body)


class Code(At):
    """A template as `project.toml` has it."""

    code: str = Field(max_length=400_000)


@section.action(HERE + "/code", twin=THERE + "/code", then=BACK)
def write_code(
    project: TheProject, opened: ThePicking, template: TheTemplate, body: Code
) -> dict[str, Any]:
    """The whole template as text, selectors and all."""
    wanted = template_as_written(body.code, opened.session.view.template)
    opened.step(lambda it: it.write(wanted))
    return _told(project, template, opened, body)


def _shown_anew(
    project: TheProject, pickings: ThePickings, template: str, opened: Opened
) -> Opened:
    """The pages as they are after the actions."""
    session = opened.session
    pages = list(session.settings["samples"])
    return pickings.open(
        project, template, pages, render=opened.rendered, settings=session.settings
    )


def _told(project: Project, name: str, opened: Opened, at: At) -> dict[str, Any]:
    told = told_picking(opened.session, at.sample)
    view = opened.session.view
    back = {"sample": told["sample"], "column": at.column}
    return told | {
        "name": name,
        "is_open": True,
        "is_kept": name in project.plan.templates,
        "version": opened.version,
        "column": next((each for each in told["columns"] if each["name"] == at.column), None),
        "code": written_template(view.template) if view.template else "",
        "back": urlencode({key: value for key, value in back.items() if value}),
    }
