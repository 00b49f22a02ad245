"""Fields: the templates of a project, what each takes out of a page, and a place for a new one."""

import re
from typing import Annotated, Any

from fastapi import Query, Request, Response
from pydantic import Field

from bowerbird.model.options import Options
from bowerbird.server.asked import ThePickings, TheProject, TheTemplate
from bowerbird.server.documents import WebAddress
from bowerbird.server.rendering import render
from bowerbird.server.sections import Section
from bowerbird.workspace import Project
from bowerbird.workspace.picking import expected_coverage

section = Section("fields")
HERE = "/p/{project}/fields"
_NO_NAME = re.compile(r"[^A-Za-z0-9_-]+")
LONGEST = 40  # of a name that is made of an address


class NewTemplate(Options):
    """A page to point at."""

    page: WebAddress
    name: str = Field("", pattern=r"^(?:[A-Za-z0-9][A-Za-z0-9 _-]{0,63})?$")
    render: bool = Field(True, description="As a browser shows it, where there is one.")


class TriedPage(Options):
    """A page to try a template on."""

    page: WebAddress
    details: int = Field(1, ge=0, le=20, description="Detail pages that are asked for at most.")


@section.page(HERE, twin="/projects/{project}/templates", template="fields.html")
def templates(
    project: TheProject,
    page: Annotated[str, Query(max_length=8_192, description="An address to begin with.")] = "",
) -> dict[str, Any]:
    """The templates of the plan, by name."""
    return {
        name: each.model_dump(mode="json")
        | {"covers": {field.name: expected_coverage(field) for field in each.fields}}
        for name, each in project.plan.templates.items()
    }


@section.action(HERE, twin="/projects/{project}/picking", then=HERE + "/{template}")
def open_new(project: TheProject, pickings: ThePickings, body: NewTemplate) -> dict[str, Any]:
    """Show a page, with a list outlined and its table filled, for a template of a new name."""
    name = body.name or _free_name(project, pickings, body.page)
    pickings.open(project, name, [body.page], render=body.render)
    return {"template": name}


@section.action(HERE + "/{template}/remove", twin="/projects/{project}/templates/{template}/remove",
                then=HERE)  # fmt: skip
def remove_template(
    project: TheProject, pickings: ThePickings, template: TheTemplate
) -> dict[str, Any]:
    """Take a template out of the plan; its records stay."""
    pickings.close(project, template)
    if template in project.plan.templates:
        project.remove_template(template)
    return {}


@section.choice(HERE + "/{template}/try")
def try_template(
    request: Request, project: TheProject, template: TheTemplate, body: TriedPage
) -> Response:
    """What the template extracts from another page."""
    told = project.test_fields(body.page, templates=[], details=body.details)
    mine = next(each for each in told["templates"] if each["name"] == template)
    found = {"template": template, "page": body.page, "signs": told["signs"], **mine}
    kind = project.plan.templates[template].kind or template
    found["records"] = [record for record in told["records"] if record["_kind"] == kind]
    return render(request, "fields_tried.html", found, tab="fields")


def _free_name(project: Project, pickings: ThePickings, page: str) -> str:
    """Named after the site, and what the page is called there."""
    _, _, rest = page.partition("://")
    name = _NO_NAME.sub("-", rest.partition("?")[0]).strip("-_")[:LONGEST].strip("-_") or "page"
    taken = set(project.plan.templates)
    number, found = 2, name
    while found in taken or pickings.at_hand(project, found):
        found, number = f"{name}-{number}", number + 1
    return found
