"""Why an address was, or was not, read."""

from typing import Annotated, Any

from fastapi import Query

from bowerbird.server.asked import TheProject
from bowerbird.server.sections import Section

section = Section("pages", tab="crawl")
FACTS: dict[str, Any] = {
    "title": "",
    "status": None,
    "seed": None,
    "relevance": None,
    "relevant": None,
    "duplicate_of": "",
    "near_duplicate_of": "",
    "run": "",
}


@section.page(
    "/p/{project}/explain", twin="/projects/{project}/explanation", template="explain.html"
)
def explanation(
    project: TheProject, url: Annotated[str, Query(max_length=65_536)] = ""
) -> dict[str, Any]:
    """What is known of an address, if one is given."""
    found = FACTS | project.explain(url.strip()) if url.strip() else None
    return {"url": url, "found": found}
