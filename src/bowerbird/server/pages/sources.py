"""Sources: where a crawl starts, and what speaks for each place."""

from typing import Any

from bowerbird.server.asked import TheProject
from bowerbird.server.paging import Cursor, Limit, part_of
from bowerbird.server.sections import Section

section = Section("sources")


@section.page("/p/{project}/sources", twin="/projects/{project}/seeds", template="sources.html")
def seeds(project: TheProject, cursor: Cursor = "", limit: Limit = 100) -> Any:
    """Seeds that were found or imported, the best first."""
    return part_of(project.seeds(), cursor, limit)
