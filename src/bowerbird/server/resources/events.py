"""What runs say while they say it, as server-sent events."""

from typing import Any

from fastapi import Request
from fastapi.responses import StreamingResponse

from bowerbird.server.asked import TheNews, TheRun
from bowerbird.server.sections import Section
from bowerbird.server.streams import stream

section = Section("events")
STREAM: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/event-stream": {}}, "description": "Server-sent events"}
}


@section.html.get("/events")
async def all_events(request: Request, newsroom: TheNews) -> StreamingResponse:
    """The one stream of a browser: news of all runs."""
    return stream(request, newsroom, lambda _: True)


@section.api.get("/projects/{project}/runs/{run}/events", responses=STREAM)
async def run_events(request: Request, run: TheRun, newsroom: TheNews) -> StreamingResponse:
    """News of one run, until it ends; `Last-Event-ID` brings what was missed."""
    topic = f"{run.project}/{run.id}"
    return stream(request, newsroom, lambda news: news.topic == topic, until_end=topic)
