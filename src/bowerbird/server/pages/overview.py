"""All runs at work, of all projects."""

from typing import Any

from bowerbird.server.asked import TheWorkspace
from bowerbird.server.sections import Section

section = Section("runs")


@section.page("/runs", twin="/runs", template="overview.html")
def runs_at_work(workspace: TheWorkspace) -> dict[str, Any]:
    """The runs at work, with their summaries."""
    busy = (workspace.project(name).busy_run() for name in workspace.projects())
    return {"items": [run.summary() for run in busy if run is not None], "next": None}
