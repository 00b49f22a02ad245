"""Values of the Python API as JSON: what the command line prints with `--json`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import msgspec
from fastapi import Request, Response
from pydantic import BaseModel


class Slice(msgspec.Struct, frozen=True):
    """A part of a long list, and where it goes on."""

    items: list[Any]
    next: str | None = None
    total: int | None = None


def answer(value: Any, request: Request, status: int = 200) -> Response:
    """JSON; a part of a list says in its headers, too, where it goes on (RFC 8288)."""
    if isinstance(value, Response):
        return value
    response = Response(encoded(value), status, media_type="application/json")
    if isinstance(value, Slice) and value.next is not None:
        query = urlencode(
            [(k, v) for k, v in request.query_params.multi_items() if k != "cursor"]
            + [("cursor", value.next)]
        )
        response.headers["link"] = f'<{request.url.path}?{query}>; rel="next"'
    return response


def encoded(value: Any) -> bytes:
    """As msgspec writes it; what it does not know is told here."""
    return msgspec.json.encode(value, enc_hook=_told)


def _told(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, Iterator):
        return list(value)
    raise NotImplementedError(f"no JSON for {type(value).__name__}")
