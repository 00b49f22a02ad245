"""What a service is to Bowerbird: questions to ask, and answers to read; without asking anybody.

A service speaks its protocol as a generator: it yields a `Question` and is sent the answer, as
often as it needs, and returns what it found. Whoever drives it keeps pauses, caches and tells
trouble.
"""

from collections.abc import Generator, Mapping, Sequence
from typing import Any, Protocol, TypeVar
from urllib.parse import urlencode

import msgspec
from msgspec import Struct

from bowerbird.model.seed import Bookmark, Hit

T = TypeVar("T")


class Question(Struct, frozen=True):
    """One request to one server."""

    url: str
    headers: tuple[tuple[str, str], ...] = ()
    optional: bool = False  # without an answer the service goes on: it is sent None
    also: frozenset[int] = frozenset()  # statuses of errors whose body is an answer, too


class Rest(Struct, frozen=True):
    """The service asks for that many seconds of quiet before the next question."""

    seconds: float


Steps = Generator[Question | Rest, bytes | None, T]


class Declined(Exception):  # noqa: N818 - it reads as what it says
    """The service understood and said no, in its own words."""


class Asked(Struct, frozen=True):
    """What a service is asked with."""

    query: str
    most: int
    address: str  # where it answers
    key: str = ""
    mail: str = ""
    language: str = ""  # ISO 639-1, if one is wanted
    tags: tuple[str, ...] = ()  # of the topic, the strongest first, for services that know tags
    at: float = 0.0  # seconds since 1970: some keys are good for minutes


class Service(Protocol):
    """Pure: it makes questions, and reads answers."""

    name: str
    address: str  # its public one; empty if everybody runs their own
    pause: float  # seconds it wants between two questions
    remedy: str  # what to do when it refuses


class Provider(Service, Protocol):
    """A search engine."""

    def search(self, asked: Asked) -> Steps[Sequence[Hit]]:
        """`ValueError`, `LookupError`, `TypeError` …: it answered something else."""


class BookmarkService(Service, Protocol):
    """Where people keep what they found, with tags."""

    needs_key: bool

    def collect(self, asked: Asked) -> Steps[Sequence[Bookmark]]:
        """The same."""


def with_query(address: str, said: Mapping[str, Any]) -> str:
    """An address with these parameters; empty ones are left out."""
    given = {name: value for name, value in said.items() if value not in ("", None)}
    joint = "&" if "?" in address else "?"
    return f"{address}{joint}{urlencode(given)}" if given else address


def json_of(answer: bytes | None) -> Any:
    """`ValueError` for what is no JSON."""
    return msgspec.json.decode(answer or b"")


def ranked(found: Sequence[tuple[str, str, str]]) -> list[Hit]:
    """Hits of (url, title, snippet) in the order of the answer; without those that have no URL."""
    with_url = [each for each in found if each[0].startswith(("http://", "https://"))]
    return [Hit(url, title, snippet, at) for at, (url, title, snippet) in enumerate(with_url, 1)]
