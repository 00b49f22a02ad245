"""In which language a request is answered: as chosen, else as the browser asks."""

from http.cookies import CookieError, SimpleCookie

from starlette.types import ASGIApp, Receive, Scope, Send

from bowerbird.server.wording import preferred, speak

COOKIE = "bowerbird_language"


class Speaking:
    """Sets the language for what answers the request."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            headers = dict(scope["headers"])
            chosen = _chosen(headers.get(b"cookie", b"").decode("latin-1"))
            speak(chosen or preferred(headers.get(b"accept-language", b"").decode("latin-1")))
        await self._app(scope, receive, send)


def _chosen(cookies: str) -> str:
    try:
        found = SimpleCookie(cookies).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found else ""
