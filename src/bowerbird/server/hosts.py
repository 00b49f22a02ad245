"""Which names a request may call the server by. A page on the web can give its own name this
machine's address; the browser then takes the server for a part of that page, and only the Host
header still says so."""

from collections.abc import Iterable

from starlette.types import ASGIApp, Receive, Scope, Send

from bowerbird.server.options import LOCAL_NAMES
from bowerbird.server.refusing import refused


class KnownHosts:
    """Turns away every request, whatever it asks for, that calls the server by another name."""

    def __init__(self, app: ASGIApp, allowed: Iterable[str] = ()) -> None:
        self._app = app
        self._allowed = {name.lower() for name in (*LOCAL_NAMES, *allowed)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or self._knows(scope):
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            sentence = (
                "This server does not go by that name; open it as it was printed, "
                "or start it with --allowed-host NAME."
            )
            await refused(scope, 421, sentence)(scope, receive, send)

    def _knows(self, scope: Scope) -> bool:
        named = [value for name, value in scope["headers"] if name == b"host"]
        return len(named) == 1 and name_of(named[0].decode("latin-1")) in self._allowed


def name_of(host: str) -> str:
    """The name in a Host header, without the port; empty if it is none."""
    name, colon, port = host.lower().rpartition(":")
    if colon and port.isdigit():
        return name
    return host.lower()
