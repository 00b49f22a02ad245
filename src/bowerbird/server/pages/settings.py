"""Settings: the language, where things lie, and what comes with Bowerbird."""

from typing import Any, Literal

from fastapi import Response
from fastapi.responses import RedirectResponse
from pydantic import BaseModel

from bowerbird.model.version import VERSION
from bowerbird.server.asked import TheWorkspace, WhoAsks
from bowerbird.server.languages import COOKIE
from bowerbird.server.sections import Section

section = Section("settings")
YEAR = 365 * 86_400


class Spoken(BaseModel):
    """A language of the UI."""

    language: Literal["en", "de"]


@section.page("/settings", twin="/settings", template="settings.html")
def settings(workspace: TheWorkspace, identity: WhoAsks) -> dict[str, Any]:
    """Which server this is, and who asks."""
    return {"version": VERSION, "home": str(workspace.home), "identity": identity}


@section.choice("/settings/language")
def choose_language(body: Spoken) -> Response:
    """Remember it in the browser."""
    answer = RedirectResponse("/settings", 303)
    answer.set_cookie(COOKIE, body.language, max_age=YEAR, samesite="strict")
    return answer
