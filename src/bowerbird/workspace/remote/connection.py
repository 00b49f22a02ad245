"""Questions to a server of ours, and its answers; its errors are raised as what they were there."""

import http.client
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode, urlsplit
from uuid import uuid4

from bowerbird.model import errors
from bowerbird.model.errors import BowerbirdError, RunError, UsageError
from bowerbird.workspace.home import home_folder
from bowerbird.workspace.presence import servers

PIECE = 1 << 20  # bytes of a file that are sent or kept at once
Query = Mapping[str, Any]


class Connection:
    """One server, by its address and a key. Each question has a connection of its own."""

    def __init__(self, url: str, token: str = "", timeout: float = 600.0) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise UsageError(f"{url!r} is no server: give its address, as http://127.0.0.1:8765")
        self.url = f"{parts.scheme}://{parts.netloc}"
        self._host, self._port = parts.hostname, parts.port
        self._open = (
            http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        )
        self._timeout = timeout
        self._key = token or _known_key(self.url)

    def get(self, path: str, **query: Any) -> Any:
        return self.ask("GET", path, query=query)

    def post(self, path: str, body: Any = None) -> Any:
        return self.ask("POST", path, body={} if body is None else body)

    def ask(self, method: str, path: str, *, query: Query | None = None, body: Any = None) -> Any:
        """A question and its answer as plain values."""
        data = None if body is None else json.dumps(body, default=str).encode()
        sent = {"content-type": "application/json"} if data is not None else {}
        return self._talk(method, path, query or {}, data, sent, _as_values)

    def parts(self, path: str, **query: Any) -> Iterator[Any]:
        """A list that comes in parts, item by item."""
        cursor: str | None = ""
        while cursor is not None:
            part = self.get(path, limit=1_000, **query, **({"cursor": cursor} if cursor else {}))
            yield from part["items"]
            cursor = part["next"]

    def upload(
        self, path: str, files: Mapping[str, Path], values: Mapping[str, str] | None = None
    ) -> Any:
        """Files with what is said about them."""
        mark = uuid4().hex
        heads = {name: _file_head(mark, name, file) for name, file in files.items()}
        said = "".join(_value(mark, name, value) for name, value in (values or {}).items()).encode()
        end = f"--{mark}--\r\n".encode()
        size = len(said) + len(end)
        size += sum(len(heads[name]) + file.stat().st_size + 2 for name, file in files.items())

        def pieces() -> Iterator[bytes]:
            yield said
            for name, file in files.items():
                yield heads[name]
                with file.open("rb") as opened:
                    while piece := opened.read(PIECE):
                        yield piece
                yield b"\r\n"
            yield end

        kind = {
            "content-type": f"multipart/form-data; boundary={mark}",
            "content-length": str(size),
        }
        return self._talk("POST", path, {}, pieces(), kind, _as_values)

    def download(self, path: str, to: Path, query: Query | None = None) -> int:
        """A file; answers how many things are in it."""

        def keep(answer: http.client.HTTPResponse) -> int:
            with to.open("wb") as file:
                while piece := answer.read(PIECE):
                    file.write(piece)
            return int(answer.headers.get("bowerbird-count", "0"))

        return int(self._talk("GET", path, query or {}, None, {}, keep))

    def content(self, path: str, **query: Any) -> tuple[str, bytes]:
        """An answer as it comes: its media type and its bytes."""

        def keep(answer: http.client.HTTPResponse) -> tuple[str, bytes]:
            return answer.headers.get_content_type(), answer.read()

        kind, content = self._talk("GET", path, query, None, {}, keep)
        return str(kind), bytes(content)

    def text(self, path: str, body: Any) -> str:
        """An answer that is a text."""
        data, sent = json.dumps(body).encode(), {"content-type": "application/json"}
        return str(self._talk("POST", path, {}, data, sent, lambda it: it.read().decode()))

    def lines(self, path: str, **query: Any) -> Iterator[str]:
        """A stream, until either side ends it."""
        connection = self._open(self._host, self._port, timeout=self._timeout)
        try:
            yield from (line.decode() for line in self._answer(connection, "GET", path, query))
        finally:
            connection.close()

    def _talk(
        self,
        method: str,
        path: str,
        query: Query,
        data: Any,
        sent: Mapping[str, str],
        read: Callable[[http.client.HTTPResponse], Any],
    ) -> Any:
        connection = self._open(self._host, self._port, timeout=self._timeout)
        try:
            return read(self._answer(connection, method, path, query, data, sent))
        finally:
            connection.close()

    def _answer(
        self,
        connection: http.client.HTTPConnection,
        method: str,
        path: str,
        query: Query,
        data: Any = None,
        sent: Mapping[str, str] | None = None,
    ) -> http.client.HTTPResponse:
        asked = urlencode({k: _told(v) for k, v in query.items() if v is not None}, doseq=True)
        headers = {"authorization": f"Bearer {self._key}", **(sent or {})}
        try:
            address = f"/api/v1{path}" + (f"?{asked}" if asked else "")
            connection.request(method, address, body=data, headers=headers)
            answer = connection.getresponse()
        except OSError as error:
            raise RunError(
                f"{self.url} does not answer: {error}; is the server at work?"
            ) from error
        if answer.status >= 400:
            raise _as_error(answer)
        return answer


def place(*names: str) -> str:
    """A path of these names, whatever is in them."""
    return "/" + "/".join(quote(name, safe="") for name in names)


def _known_key(url: str) -> str:
    """That of a server on this machine, for whoever may read its file."""
    return next((each.key for each in servers(home_folder()) if each.url == url), "")


def _told(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_told(each) for each in value]
    return value


def _as_values(answer: http.client.HTTPResponse) -> Any:
    return json.loads(answer.read())


def _as_error(answer: http.client.HTTPResponse) -> BowerbirdError:
    try:
        told = json.loads(answer.read())
    except ValueError:
        told = {}
    kind = getattr(errors, str(told.get("error", "")), UsageError)
    is_ours = isinstance(kind, type) and issubclass(kind, BowerbirdError)
    sentence = told.get("detail", f"the server answered {answer.status} {answer.reason}")
    return (kind if is_ours else UsageError)(sentence)


def _file_head(mark: str, name: str, file: Path) -> bytes:
    shown = quote(file.name, safe=" .-_()")
    head = f'--{mark}\r\ncontent-disposition: form-data; name="{name}"; filename="{shown}"\r\n'
    return f"{head}content-type: application/octet-stream\r\n\r\n".encode()


def _value(mark: str, name: str, value: str) -> str:
    return f'--{mark}\r\ncontent-disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
