"""Answers to requests that come no further than the door: a sentence, as a page or as JSON."""

from html import escape
from http import HTTPStatus

import msgspec
from starlette.responses import HTMLResponse, Response
from starlette.types import Scope

PROBLEM = "application/problem+json"
_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/static/app.css"><main class="narrow"><h1>{title}</h1>
<p class="sentence">{sentence}</p></main></html>"""


def wants_page(scope: Scope) -> bool:
    """Is it a person's browser that asks, for a page?"""
    if scope["path"].startswith("/api/"):
        return False
    accepts = [value for name, value in scope["headers"] if name == b"accept"]
    return any(b"text/html" in value for value in accepts)


def problem(status: int, sentence: str, **more: object) -> Response:
    """RFC 9457, with the sentence that the command line would print."""
    said = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": sentence,
        **more,
    }
    return Response(msgspec.json.encode(said), status, media_type=PROBLEM)


def refused(scope: Scope, status: int, sentence: str) -> Response:
    """For whoever asked, in the form they understand."""
    if not wants_page(scope):
        return problem(status, sentence)
    page = _PAGE.format(title=escape(HTTPStatus(status).phrase), sentence=escape(sentence))
    return HTMLResponse(page, status)
