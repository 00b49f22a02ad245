"""Sources: where a crawl starts, what speaks for each place and what it earned, and which addresses
are left out."""

from typing import Any

from fastapi import Request, Response, UploadFile
from fastapi.responses import RedirectResponse
from pydantic import Field

from bowerbird.model.options import Options
from bowerbird.server.asked import TheProject, WhoAsks
from bowerbird.server.paging import Cursor, Limit, part_of
from bowerbird.server.reach import check_plan_change
from bowerbird.server.rendering import render
from bowerbird.server.sections import Section
from bowerbird.server.uploads import on_disk
from bowerbird.workspace import Plan, Project
from bowerbird.workspace.plan import changed

section = Section("sources")
HERE = "/p/{project}/sources"


@section.page(HERE, twin="/projects/{project}/seeds", template="sources.html")
def seeds(project: TheProject, cursor: Cursor = "", limit: Limit = 100) -> Any:
    """Seeds that were found or imported, the best first, with what they earned."""
    return part_of(project.seeds(), cursor, limit)


@section.page(HERE + "/places", twin="/projects/{project}/places", template="places.html")
def places(project: TheProject) -> dict[str, Any]:
    """What the plan says of where a crawl starts, and what it leaves out."""
    return _told(project.plan)


class PlacesForm(Options):
    """Addresses to start from, and rules for what belongs to the crawl."""

    seeds: list[str] = Field([], max_length=100_000)
    include: list[str] = Field([], max_length=1_000)
    exclude: list[str] = Field([], max_length=1_000)

    def over(self, plan: Plan) -> Plan:
        """The plan with them."""
        said = {"seeds": self.seeds, "scope.include": self.include, "scope.exclude": self.exclude}
        return changed(plan, said, "the places")


@section.action(HERE + "/places", twin="/projects/{project}/places", then=HERE + "/places")
def set_places(project: TheProject, identity: WhoAsks, body: PlacesForm) -> dict[str, Any]:
    """Write them into the plan; the next run goes by them."""
    before = project.plan
    after = body.over(before)
    check_plan_change(identity, before, after)
    project.plan = after
    return _told(after)


@section.choice(HERE + "/places/preview")
def preview_places(request: Request, project: TheProject, body: PlacesForm) -> Response:
    """How many URLs in the queue of the last run these rules would hide, or bring back."""
    told = _told(body.over(project.plan))
    told["preview"] = _preview(project, body)
    return render(request, "places.html", told, tab="sources")


@section.choice(HERE + "/bookmarks")
def take_bookmarks(project: TheProject, file: UploadFile) -> Response:
    """The bookmarks of a file become seeds."""
    with on_disk(file) as path:
        project.import_seeds(path)
    return RedirectResponse(f"/p/{project.name}/sources", 303)


@section.choice(HERE + "/find")
def ask_engines(project: TheProject) -> Response:
    """Search engines are asked for seeds."""
    project.find_seeds()
    return RedirectResponse(f"/p/{project.name}/sources", 303)


def _told(plan: Plan) -> dict[str, Any]:
    return {
        "seeds": plan.seeds,
        "include": plan.scope.include,
        "exclude": plan.scope.exclude,
        "preview": None,
    }


def _preview(project: Project, body: PlacesForm) -> dict[str, Any] | None:
    runs = project.runs()
    if not runs:
        return None
    rules = {"scope.include": body.include, "scope.exclude": body.exclude}
    return runs[-1].steer(rules, preview=True)
