"""How much a request may bring: small bodies, and uploads up to a limit."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bowerbird.model.errors import UsageError
from bowerbird.server.refusing import refused


class BodyTooLargeError(UsageError):
    """More than the server takes in."""


class CappedBodies:
    """Counts what comes in; more than allowed is refused before it is kept anywhere."""

    def __init__(self, app: ASGIApp, body_bytes: int, upload_bytes: int) -> None:
        self._app = app
        self._body_bytes = body_bytes
        self._upload_bytes = upload_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        headers = dict(scope["headers"])
        is_upload = headers.get(b"content-type", b"").startswith(b"multipart/form-data")
        most = self._upload_bytes if is_upload else self._body_bytes
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > most:
            return await refused(scope, 413, too_large(most))(scope, receive, send)
        came = 0

        async def counted() -> Message:
            nonlocal came
            message = await receive()
            came += len(message.get("body", b""))
            if came > most:
                raise BodyTooLargeError(too_large(most))
            return message

        return await self._app(scope, counted, send)


def too_large(most: int) -> str:
    """The sentence for it."""
    return f"That is more than {most / 1_000_000:g} MB at once; send it in parts."
