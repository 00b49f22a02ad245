"""What a search engine is to Bowerbird: a question to ask, and an answer to read."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol
from urllib.parse import urlencode

import msgspec
from msgspec import Struct

from bowerbird.model.seed import Hit


class Question(Struct, frozen=True):
    """One request to one server."""

    url: str
    headers: tuple[tuple[str, str], ...] = ()


class Asked(Struct, frozen=True):
    """What a provider is asked with."""

    query: str
    most: int
    address: str  # where it answers
    key: str = ""
    mail: str = ""


class Provider(Protocol):
    """Pure: it makes a question of a query, and hits of an answer."""

    name: str
    address: str  # its public one; empty if everybody runs their own
    pause: float  # seconds it wants between two questions
    remedy: str  # what to do when it refuses

    def question(self, asked: Asked) -> Question: ...

    def hits(self, answer: bytes) -> Sequence[Hit]:
        """`ValueError`, `LookupError` or `TypeError`: it answered something else."""


def with_query(address: str, said: Mapping[str, Any]) -> str:
    """An address with these parameters; empty ones are left out."""
    given = {name: value for name, value in said.items() if value not in ("", None)}
    return f"{address}{'&' if '?' in address else '?'}{urlencode(given)}"


def json_of(answer: bytes) -> Any:
    """`ValueError` for what is no JSON."""
    return msgspec.json.decode(answer)


def ranked(found: Sequence[tuple[str, str, str]]) -> list[Hit]:
    """Hits of (url, title, snippet) in the order of the answer; without those that have no URL."""
    with_url = [each for each in found if each[0].startswith(("http://", "https://"))]
    return [Hit(url, title, snippet, at) for at, (url, title, snippet) in enumerate(with_url, 1)]
