"""Pages of others inside of ours: in a frame of no origin, where nothing runs and nothing loads."""

from fastapi import Response
from fastapi.responses import HTMLResponse

from bowerbird.server.headers import STILL


def still(html: str) -> Response:
    """The answer for such a frame; alone in a tab it can do as little."""
    headers = {"content-security-policy": STILL, "referrer-policy": "no-referrer"}
    return HTMLResponse(html, headers=headers)
