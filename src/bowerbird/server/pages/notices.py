"""Notices: what people are told without having asked."""

from typing import Annotated, Any

from fastapi import Query
from fastapi.responses import RedirectResponse
from pydantic import Field

from bowerbird.model.options import Options
from bowerbird.server.answers import Slice
from bowerbird.server.asked import TheWorkspace
from bowerbird.server.paging import Cursor, Limit, offset_of
from bowerbird.server.sections import Section

section = Section("notices")


@section.page("/notices", twin="/notices", template="notices.html")
def notices(
    workspace: TheWorkspace,
    cursor: Cursor = "",
    limit: Limit = 100,
    unread: bool = False,
    project: Annotated[str | None, Query(max_length=64)] = None,
) -> Slice:
    """What people are told: ends of runs, warnings, changed pages; the newest first."""
    before = offset_of(cursor) or None
    found = workspace.notices.all(limit, before=before, unread=unread, project=project)
    return Slice(list(found), str(found[-1].number) if len(found) == limit else None)


class Seen(Options):
    """Which one; none for all."""

    number: int | None = Field(None, ge=1, le=2**53)


@section.choice("/notices/read")
def seen(workspace: TheWorkspace, body: Seen) -> Any:
    """It was read."""
    workspace.notices.mark_read(body.number)
    return RedirectResponse("/notices", 303)
