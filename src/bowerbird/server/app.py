"""The whole server as one application: the doors that every request passes, then the pages and
resources."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.types import ASGIApp

from bowerbird.model.version import VERSION
from bowerbird.server.access import Access
from bowerbird.server.bodies import CappedBodies
from bowerbird.server.errors import add_error_answers
from bowerbird.server.headers import SafeHeaders
from bowerbird.server.hosts import KnownHosts
from bowerbird.server.languages import Speaking
from bowerbird.server.live import Newsroom
from bowerbird.server.once import Answers
from bowerbird.server.options import ServerOptions
from bowerbird.server.pickings import Pickings
from bowerbird.server.registry import sections
from bowerbird.server.same_site import SameSiteOnly
from bowerbird.server.sections import API
from bowerbird.server.signing_in import SignedIn
from bowerbird.server.static_files import OwnFiles
from bowerbird.workspace import Workspace

DESCRIPTION = """Everything that the Python API and the command line can do, in the same words.

Programs send `Authorization: Bearer KEY`; the key is in the file that `bowerbird serve` names.
Lists come in parts, `{items, next}`; errors as `application/problem+json`, with one sentence that
names the thing and the remedy."""


def make_app(
    workspace: Workspace,
    access: Access,
    options: ServerOptions,
    newsroom: Newsroom | None = None,
    pickings: Pickings | None = None,
) -> ASGIApp:
    """Every request passes, in this order: the names the server goes by, the size of bodies, the
    site that asks, who it is, and their language."""
    news = newsroom or Newsroom(workspace)
    rooms = _rooms(workspace, access, options, news)
    rooms.state.pickings = pickings or Pickings()
    signed_in = SignedIn(
        Speaking(rooms), access, secure=options.is_secure, has_users=not options.is_local
    )
    capped = CappedBodies(SameSiteOnly(signed_in), options.body_bytes, options.upload_bytes)
    return SafeHeaders(KnownHosts(capped, options.allowed_hosts))


def _rooms(workspace: Workspace, access: Access, options: ServerOptions, news: Newsroom) -> FastAPI:
    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        with news.open():
            yield

    app = FastAPI(
        title="Bowerbird",
        version=VERSION,
        description=DESCRIPTION,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.workspace, app.state.access, app.state.options = workspace, access, options
    app.state.newsroom, app.state.answers = news, Answers()
    app.state.twins = {}
    for section in sections():
        app.include_router(section.html)
        app.include_router(section.api)
        app.state.twins |= {path: API + twin for path, twin in section.twins.items()}
    app.mount("/static", OwnFiles())
    add_error_answers(app)
    return app
