"""Style, scripts and what is vendored. Addresses carry a digest of the file, so it may be kept."""

from importlib.resources import files

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope


class OwnFiles(StaticFiles):
    """What is in `static/`, and nothing outside it."""

    def __init__(self) -> None:
        super().__init__(directory=str(files("bowerbird.server") / "static"))

    async def get_response(self, path: str, scope: Scope) -> Response:
        answer = await super().get_response(path, scope)
        is_named = b"v=" in scope.get("query_string", b"")
        kept = "public, max-age=31536000, immutable" if is_named else "no-cache"
        answer.headers["cache-control"] = kept
        return answer
