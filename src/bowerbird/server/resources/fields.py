"""Templates: tried, proposed from examples, and repaired, on pages of the web."""

from typing import Any

from pydantic import Field

from bowerbird.model.options import Options
from bowerbird.server.asked import TheProject, WhoAsks
from bowerbird.server.documents import Templates, WebAddress, template_files
from bowerbird.server.reach import check_changes
from bowerbird.server.sections import Section
from bowerbird.workspace import Project

section = Section("fields")
HERE = "/projects/{project}/fields"


class OnPages(Options):
    """Some pages, and how they are asked for."""

    documents: list[WebAddress] = Field(min_length=1, max_length=20)
    options: dict[str, Any] = Field({}, description="Dotted keys of the plan, for this once.")


class Trial(OnPages):
    """Templates to be tried."""

    templates: Templates = Field({})
    details: int = Field(1, ge=0, le=20, description="Detail pages that are asked for at most.")


class Examples(OnPages):
    """What is wanted of the pages."""

    examples: list[str] = Field([], max_length=100, description="Texts, or NAME=TEXT.")
    unwanted: list[str] = Field([], max_length=100, description="Texts that are not wanted.")
    name: str = Field("items", pattern=r"^[a-z0-9][a-z0-9_-]{0,63}$")
    choice: int | None = Field(None, ge=0, le=1_000, description="Which of the choices.")


class Broken(OnPages):
    """A template that no longer fits."""

    templates: Templates = Field({})


@section.post(HERE + "/test")
def test_fields(project: TheProject, identity: WhoAsks, body: Trial) -> dict[str, Any]:
    """What templates extract from a page, and how each field does."""
    options = _options(project, identity, body)
    with template_files(body.templates) as files:
        return project.test_fields(body.documents[0], files, details=body.details, **options)


@section.post(HERE + "/infer")
def infer_fields(project: TheProject, identity: WhoAsks, body: Examples) -> dict[str, Any]:
    """A template from examples on pages; without examples, the lists of the first."""
    options = _options(project, identity, body)
    wanted = {"name": body.name, "choice": body.choice}
    return project.infer_fields(
        body.documents, body.examples, body.unwanted, wanted=wanted, **options
    )


@section.post(HERE + "/repair")
def repair_fields(project: TheProject, identity: WhoAsks, body: Broken) -> dict[str, Any]:
    """What of a template no longer fits these pages, and one that does."""
    options = _options(project, identity, body)
    with template_files(body.templates) as files:
        return project.repair_fields(body.documents, files, **options)


def _options(project: Project, identity: WhoAsks, body: OnPages) -> dict[str, Any]:
    check_changes(identity, project.plan, body.options)
    return {name.replace(".", "__"): value for name, value in body.options.items()}
