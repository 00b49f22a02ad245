"""Seeds: asked of search engines, taken from bookmarks."""

from typing import Annotated, Any

from fastapi import Form, UploadFile
from pydantic import Field

from bowerbird.model.options import Options
from bowerbird.server.asked import TheProject, WhoAsks
from bowerbird.server.reach import check_addresses, check_changes
from bowerbird.server.sections import Section
from bowerbird.server.uploads import OptionsText, on_disk, options_in

section = Section("sources")


class Finding(Options):
    """What to look for, and where."""

    query: str | None = Field(None, max_length=2_000, description="Else the project's topic.")
    providers: list[str] = Field([], max_length=20, description="NAME or NAME=ADDRESS each.")
    changes: dict[str, Any] = Field({}, description="Dotted keys of the plan, for this once.")


class Collecting(Options):
    """Which services, and what about."""

    topic: str | None = Field(None, max_length=2_000, description="Else the project's.")
    sources: list[str] = Field([], max_length=20, description="NAME or NAME=ADDRESS each.")
    changes: dict[str, Any] = Field({}, description="Dotted keys of the plan, for this once.")


class Importing(Options):
    """How the bookmarks of a file are taken."""

    changes: dict[str, Any] = Field({}, description="Dotted keys of the plan, for this once.")


@section.post("/projects/{project}/seeds/find")
def find_seeds(project: TheProject, identity: WhoAsks, body: Finding) -> dict[str, Any]:
    """Ask search engines and the project's own index; the best are kept as seeds."""
    check_addresses(identity, body.providers)
    check_changes(identity, project.plan, body.changes)
    return project.find_seeds(body.query, body.providers, changes=body.changes)


@section.post("/projects/{project}/seeds/bookmarks")
def collect_seeds(project: TheProject, identity: WhoAsks, body: Collecting) -> dict[str, Any]:
    """Keep what people bookmarked under the topic's tags at bookmarking services."""
    check_addresses(identity, body.sources)
    check_changes(identity, project.plan, body.changes)
    return project.import_seeds("", body.topic, sources=body.sources, changes=body.changes)


@section.post("/projects/{project}/seeds/import")
def import_seeds(
    project: TheProject,
    identity: WhoAsks,
    file: UploadFile,
    topic: Annotated[str | None, Form(description="Only bookmarks that match it.")] = None,
    options: OptionsText = "{}",
) -> dict[str, Any]:
    """Keep the bookmarks of a file."""
    changes = options_in(options, Importing).changes
    check_changes(identity, project.plan, changes)
    with on_disk(file) as path:
        return project.import_seeds(path, topic, changes=changes)
