"""All runs of all projects: those at work, and those that came before."""

from typing import Any

from bowerbird.server.asked import TheWorkspace
from bowerbird.server.sections import Section

section = Section("runs")
LATEST = 30


@section.page("/runs", twin="/runs", template="overview.html")
def runs_at_work(workspace: TheWorkspace) -> dict[str, Any]:
    """The runs at work, the last of all projects, and what is scheduled."""
    busy = (workspace.project(name).busy_run() for name in workspace.projects())
    latest = [run.summary() for run in workspace.runs(LATEST)]
    return {
        "items": [run.summary() for run in busy if run is not None],
        "latest": latest,
        "upcoming": workspace.schedules.upcoming(),
        "next": None,
    }
