"""Who did what: a bounded book of the actions that changed something.

Whoever acts for somebody says so once, and every action within is booked under that name:

    with acting("anna", via="web"):
        project.crawl("https://example.org")

Without it the name is that of the system's user. What an action was told is kept short, and never
holds a password or the credentials in a URL.
"""

import getpass
import logging
import re
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, TypeVar, cast

from msgspec import Struct

from bowerbird.model.errors import StoreError
from bowerbird.workspace.catalogue import Catalogue

log = logging.getLogger(__name__)

KEPT = 10_000  # actions; the oldest go
TRIMMED_EVERY = 100  # actions
LONGEST = 300  # characters of what an action was about

_CREDENTIALS = re.compile(r"(?<=//)[^/@\s]*@")


class Actor(Struct, frozen=True):
    """Who acts, and through what."""

    who: str
    via: str  # "python", "command", "web", "api", "schedule"


class Action(Struct, frozen=True):
    """One line of the book."""

    number: int
    at: float
    who: str
    via: str
    action: str
    project: str
    subject: str


_SELECT = "select number, at, who, via, action, project, subject from audit"
Method = TypeVar("Method", bound=Callable[..., Any])
_actor: ContextVar[Actor | None] = ContextVar("actor", default=None)


@contextmanager
def acting(who: str, via: str = "python") -> Iterator[None]:
    """Everything done in here, in this thread or task, is that person's doing."""
    before = _actor.set(Actor(who, via))
    try:
        yield
    finally:
        _actor.reset(before)


def acting_by_command() -> AbstractContextManager[None]:
    """The system's user, at a prompt."""
    return acting(_system_user(), "command")


def actor() -> Actor:
    """Who is acting right now."""
    return _actor.get() or Actor(_system_user(), "python")


def note(
    connection: sqlite3.Connection, action: str, *, project: str = "", subject: str = ""
) -> None:
    """Book an action in the transaction that it is part of."""
    said = _CREDENTIALS.sub("", " ".join(subject.split()))
    by = actor()
    cursor = connection.execute(
        "insert into audit (at, who, via, action, project, subject) values (?, ?, ?, ?, ?, ?)",
        (time.time(), by.who, by.via, action, project, said[:LONGEST]),
    )
    number = cursor.lastrowid or 0
    if number % TRIMMED_EVERY == 0:
        connection.execute("delete from audit where number <= ?", (number - KEPT,))


class AuditBook:
    """The actions in one home."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def note(self, action: str, *, project: str = "", subject: str = "") -> None:
        """Book an action that is not of a method which books itself."""
        with self._catalogue.connection() as connection:
            note(connection, action, project=project, subject=subject)

    def note_done(self, action: str, owner: Any, arguments: Sequence[Any]) -> None:
        """Book what is done already: a full disk must not say that it failed."""
        run = getattr(owner, "id", "")
        subject = f"run {run}" if run else ", ".join(str(argument) for argument in arguments)
        try:
            self.note(action, project=_project_of(owner), subject=subject)
        except StoreError as error:
            log.warning("not in the audit: %s", error)

    def entries(
        self,
        limit: int = 100,
        *,
        before: int | None = None,
        who: str | None = None,
        project: str | None = None,
        action: str | None = None,
    ) -> list[Action]:
        """The newest first; `before` is the number of the last one seen."""
        conditions = {"number < ?": before, "who = ?": who, "project = ?": project,
                      "action = ?": action}  # fmt: skip
        asked = {text: value for text, value in conditions.items() if value is not None}
        where = f"where {' and '.join(asked)}" if asked else ""
        with self._catalogue.connection() as connection:
            rows = connection.execute(
                f"{_SELECT} {where} order by number desc limit ?", (*asked.values(), limit)
            )
            return [Action(*row) for row in rows]


def audited(action: str) -> Callable[[Method], Method]:
    """Books every call that did not fail of a method of a project or run."""

    def book(method: Method) -> Method:
        @wraps(method)
        def booked(self: Any, /, *arguments: Any, **options: Any) -> Any:
            answer = method(self, *arguments, **options)
            self._audit.note_done(action, self, arguments)
            return answer

        return cast(Method, booked)

    return book


def _project_of(owner: Any) -> str:
    return str(getattr(owner, "project", "") or owner.name)


def _system_user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "unknown"
