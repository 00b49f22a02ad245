"""The API's description for people, drawn from the same document that programs read."""

from typing import Any

from fastapi import Request, Response

from bowerbird.server.rendering import render
from bowerbird.server.sections import Section

section = Section("api")


@section.html.get("/api")
def api_page(request: Request) -> Response:
    """Every resource with its parameters and bodies."""
    document: dict[str, Any] = request.app.openapi()
    return render(request, "api.html", document)
