"""News as server-sent events: with numbers, so that a browser that comes back says what it heard
last, and with a sign of life when there is nothing to say."""

from collections.abc import AsyncIterator

import msgspec
from fastapi import Request
from fastapi.responses import StreamingResponse

from bowerbird.server.live import News, Newsroom, Wanted

HEARTBEAT = 15.0  # seconds


def stream(
    request: Request, newsroom: Newsroom, wanted: Wanted, *, until_end: str = ""
) -> StreamingResponse:
    """What is wanted, until the browser hangs up; `until_end` of that run."""
    body = _told(newsroom, wanted, _heard(request), until_end)
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(body, media_type="text/event-stream", headers=headers)


def _heard(request: Request) -> int | None:
    last = request.headers.get("last-event-id") or request.query_params.get("since", "")
    return int(last) if last.isascii() and last.isdigit() and len(last) < 20 else None


async def _told(
    newsroom: Newsroom, wanted: Wanted, since: int | None, until_end: str
) -> AsyncIterator[bytes]:
    with newsroom.listening(wanted, since) as listener:
        yield b"retry: 2000\n\n"
        while True:
            try:
                news = await listener.next(HEARTBEAT)
            except TimeoutError:
                yield b": still here\n\n"
                continue
            if news is None:
                return
            yield as_event(news)
            if until_end == news.topic and news.kind == "state" and _is_over(news):
                return


def _is_over(news: News) -> bool:
    return getattr(news.event, "state", "") in {"completed", "stopped", "failed"}


def as_event(news: News) -> bytes:
    """One block of the stream."""
    told = {"project": news.project, "run": news.run, **msgspec.to_builtins(news.event)}
    data = msgspec.json.encode(told).decode()
    return f"id: {news.number}\nevent: {news.kind}\ndata: {data}\n\n".encode()
