"""A crawled page in its frame: a document of nobody's origin that runs one script, ours, and tells
the page around it which element is meant, by number."""

from functools import cache
from importlib.resources import files
from secrets import token_urlsafe

from fastapi import Response
from fastapi.responses import HTMLResponse

from bowerbird.server.headers import snapshot_headers


def framed(html: str) -> Response:
    """The HTML of a snapshot, which holds nothing that acts, with what lets people point at it.

    Style and script stand inside: a document without an origin may load neither."""
    nonce = token_urlsafe(18)
    head, opened, body = html.partition("<head>")
    style = f"<style>{_own('frame.css')}</style>"
    script = f'<script nonce="{nonce}">{_own("frame.js")}</script>'
    return HTMLResponse(f"{head}{opened}{style}{script}{body}", headers=snapshot_headers(nonce))


@cache
def _own(name: str) -> str:
    return files("bowerbird.server").joinpath("static", name).read_text("utf-8")
