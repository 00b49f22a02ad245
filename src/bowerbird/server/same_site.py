"""Requests that change something come from our own pages, or from a program with its key.

Browsers say where a request comes from (`Sec-Fetch-Site`; older ones `Origin`), and no page can
forge it. A sandboxed frame, such as the snapshot of a crawled page, has the origin `null`.
"""

from starlette.types import ASGIApp, Receive, Scope, Send

from bowerbird.server.refusing import refused

SAFE = {"GET", "HEAD", "OPTIONS"}


class SameSiteOnly:
    """Turns away what other sites make a browser send."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in SAFE or _is_ours(scope):
            await self._app(scope, receive, send)
        else:
            sentence = "Another site asked for this change, so nothing was done."
            await refused(scope, 403, sentence)(scope, receive, send)


def _is_ours(scope: Scope) -> bool:
    headers = dict(scope["headers"])
    origin, site = headers.get(b"origin"), headers.get(b"sec-fetch-site")
    if origin == b"null":
        return False
    if site is not None:
        return bool(site in (b"same-origin", b"none"))
    if origin is None:
        return True  # no browser: programs send neither
    return bool(origin.partition(b"://")[2] == headers.get(b"host"))
