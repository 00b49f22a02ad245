"""Who wrote a document, when, and where it appeared; and layouts of papers that are taught."""

from typing import Annotated, Any, Literal

from fastapi import Form, Response, UploadFile
from pydantic import Field

from bowerbird.model.options import Options
from bowerbird.server.asked import TheProject, WhoAsks
from bowerbird.server.documents import WebAddress
from bowerbird.server.reach import check_changes
from bowerbird.server.sections import Section
from bowerbird.server.uploads import OptionsText, on_disk, options_in
from bowerbird.workspace.metadata import Described

section = Section("metadata")
As = Literal["json", "bibtex", "csl", "dc"]


class Asked(Options):
    """A page or paper on the web."""

    url: WebAddress
    form: As = Field("json", description="For other programs: BibTeX, CSL-JSON, Dublin Core.")
    options: dict[str, Any] = Field({}, description="Dotted keys of the plan, for this once.")


class Labels(Options):
    """What stands on the first page of a paper."""

    fields: dict[str, list[str]] = Field({}, description="Texts as printed, by label.")
    numbers: dict[int, str] = Field({}, description="Labels, by the number of a block.")
    name: str = Field("", max_length=64)


@section.post("/projects/{project}/metadata")
def metadata(project: TheProject, identity: WhoAsks, body: Asked) -> Any:
    """Of an address; what the crawl has kept is not asked for again."""
    check_changes(identity, project.plan, body.options)
    options = {name.replace(".", "__"): value for name, value in body.options.items()}
    return _as(project.metadata(body.url, **options), body.form)


@section.post("/projects/{project}/metadata/file")
def metadata_of_file(
    project: TheProject, file: UploadFile, form: Annotated[As, Form()] = "json"
) -> Any:
    """Of a file that comes with the request."""
    with on_disk(file) as path:
        described = project.metadata(str(path))
    return _as(described, form)


@section.get("/projects/{project}/layouts")
def layouts(project: TheProject) -> dict[str, Any]:
    """The names of the layouts that the project was taught."""
    return {"items": project.layouts(), "next": None}


@section.post("/projects/{project}/layouts")
def teach_layout(
    project: TheProject, file: UploadFile, options: OptionsText = "{}"
) -> dict[str, Any]:
    """Papers that look like this PDF are read by these labels from now on."""
    labels = options_in(options, Labels)
    name = labels.name or (file.filename or "").rpartition("/")[2].partition(".")[0][:64] or "paper"
    with on_disk(file) as path:
        blocks = project.teach_layout(path, labels.fields, labels.numbers, name=name)
    return {"items": blocks, "next": None}


@section.post("/projects/{project}/layouts/blocks")
def paper_blocks(project: TheProject, file: UploadFile) -> dict[str, Any]:
    """The blocks of a PDF's first page, numbered, with what they are taken for."""
    with on_disk(file) as path:
        return {"items": project.paper_blocks(path), "next": None}


def _as(described: Described, form: As) -> Any:
    match form:
        case "bibtex":
            return Response(described.bibtex(), media_type="application/x-bibtex")
        case "csl":
            return described.csl()
        case "dc":
            return described.dublin_core()
        case "json":
            return described.document
