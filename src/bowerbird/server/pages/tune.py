"""Tune: what was judged, and what the settings of an index are worth by it."""

from typing import Any

from bowerbird.server.asked import TheProject
from bowerbird.server.sections import Section

section = Section("tuning", tab="tune")


@section.page("/p/{project}/tune", twin="/projects/{project}/judgements", template="tune.html")
def judgements(project: TheProject) -> dict[str, Any]:
    """What was judged, query by query."""
    return {"items": list(project.judgements().queries), "next": None}
