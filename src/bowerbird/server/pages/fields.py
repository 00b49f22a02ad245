"""Fields: the templates of a project, and what each takes out of a page."""

from typing import Any

from bowerbird.server.asked import TheProject
from bowerbird.server.sections import Section

section = Section("fields")


@section.page("/p/{project}/fields", twin="/projects/{project}/templates", template="fields.html")
def templates(project: TheProject) -> dict[str, Any]:
    """The templates of the plan, by name."""
    return {name: each.model_dump(mode="json") for name, each in project.plan.templates.items()}
