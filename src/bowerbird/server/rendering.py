"""Values as pages. A request that htmx sends for one element gets the block of that name alone."""

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any
from urllib.parse import quote, urlencode

import msgspec
from fastapi import Request, Response
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup, escape

from bowerbird.model.version import VERSION
from bowerbird.server import figures, wording
from bowerbird.server.answers import encoded
from bowerbird.server.index_forms import index_form
from bowerbird.server.plan_forms import plan_form
from bowerbird.server.sentences import about_progress, about_run
from bowerbird.server.tables import told_filter
from bowerbird.workspace.presets import SENTENCES


def render(
    request: Request, template: str, value: Any, *, tab: str = "", status: int = 200
) -> Response:
    """The template with the view's answer as `it`."""
    if isinstance(value, Response):
        return value
    found = environment().get_template(template)
    context = {"it": value, "tab": tab, **_surroundings(request)}
    block = found.blocks.get(wanted_block(request))
    if block is not None:
        inner = found.new_context(context)
        return HTMLResponse("".join(block(inner)), status)
    return HTMLResponse(found.render(context), status)


def wanted_block(request: Request) -> str:
    """Of `HX-Target: section#run-status` the block `run_status`."""
    if request.headers.get("hx-request") != "true":
        return ""
    return request.headers.get("hx-target", "").rpartition("#")[2].replace("-", "_")


def _surroundings(request: Request) -> dict[str, Any]:
    path = request.url.path
    return {
        "request": request,
        "path": path,
        "twin": twin_address(request),
        "project": request.path_params.get("project", ""),
        "identity": getattr(request.state, "identity", None),
        "language": wording.language(),
        "alive": request.app.state.newsroom.alive(),
        "unread": _unread(request),
    }


def _unread(request: Request) -> int:
    """Notices that nobody has seen; whoever is not signed in is told of none."""
    known = getattr(request.state, "identity", None) is not None
    return int(request.app.state.workspace.notices.unread()) if known else 0


def twin_address(request: Request) -> str:
    """Where the same stands as JSON; empty for a page without one."""
    route = request.scope.get("route")
    twins: dict[str, str] = request.app.state.twins
    shape = twins.get(getattr(route, "path", ""))
    if shape is None:
        return ""
    address = shape.format_map({key: quote(str(v)) for key, v in request.path_params.items()})
    return f"{address}?{request.url.query}" if request.url.query else address


def tab_names() -> list[tuple[str, str, str]]:
    """The navigation inside a project, from left to right as the work goes: each with its key."""
    _ = wording._
    return [
        ("sources", _("Sources"), "s"),
        ("fields", _("Fields"), "f"),
        ("crawl", _("Crawl"), "c"),
        ("records", _("Records"), "r"),
        ("index", _("Index"), "i"),
        ("search", _("Search"), "q"),
        ("tune", _("Tune"), "t"),
    ]


@cache
def environment() -> Environment:
    """The templates, with the words and figures they may use."""
    made = Environment(
        loader=PackageLoader("bowerbird.server"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals |= {
        "_": wording._,
        "ngettext": wording.ngettext,
        "languages": wording.LANGUAGES,
        "version": VERSION,
        "tab_names": tab_names,
        "static": static_address,
        "with_query": with_query,
        "about_run": about_run,
        "about_progress": about_progress,
        "told_filter": told_filter,
        "index_form": index_form,
        "plan_form": plan_form,
        "presets": lambda: SENTENCES,
    }
    made.filters |= {
        "number": figures.number,
        "percent": figures.percent,
        "size": figures.size,
        "duration": figures.duration,
        "moment": figures.moment,
        "state_word": figures.state_word,
        "plain": figures.plain,
        "web_only": web_only,
        "marked": marked,
        "json": lambda value: msgspec.json.format(encoded(value)).decode(),
    }
    # Not imported by the pages: a block that is rendered alone does not know what they import.
    made.globals["ui"] = made.get_template("macros.html").module
    return made


def web_only(url: str) -> str:
    """An address that a browser may follow; what is none of the web leads nowhere."""
    return url if url.startswith(("http://", "https://", "ftp://")) else ""


def marked(hit: Mapping[str, Any]) -> Markup:
    """A snippet with the words of the query marked. First escaped, piece by piece, then marked."""
    text, pieces, at = hit["snippet"], [], 0
    for start, end in hit["marked"]:
        pieces += [
            escape(text[at:start]),
            Markup("<mark>"),
            escape(text[start:end]),
            Markup("</mark>"),
        ]
        at = end
    return Markup("").join([*pieces, escape(text[at:])])


def with_query(request: Request, **changes: Any) -> str:
    """This page with other parameters; None takes one out. A new order begins at the beginning."""
    left_out = {*changes, "cursor"}
    query = [(k, v) for k, v in request.query_params.multi_items() if k not in left_out]
    query += [(name, str(value)) for name, value in changes.items() if value is not None]
    return f"{request.url.path}?{urlencode(query)}" if query else request.url.path


def static_address(name: str) -> str:
    """With what is in the file, so that browsers may keep it for ever."""
    return f"/static/{name}?v={_fingerprint(name)}"


@cache
def _fingerprint(name: str) -> str:
    content = files("bowerbird.server").joinpath("static", *name.split("/")).read_bytes()
    return sha256(content).hexdigest()[:12]
