"""Who may come in: the one-time link of the person who started the server, programs with its key,
and users with a password.

Of links, sessions and keys only digests are kept; comparing them takes the same time whatever is
asked.
"""

import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from threading import Lock

from msgspec import Struct

from bowerbird.workspace.users import Role, Users

LINK_LASTS = 12 * 3600.0  # seconds
SESSION_LASTS = 30 * 86_400.0
MOST_LINKS = 50
MOST_SESSIONS = 1_000
TRIES = 10  # wrong passwords for one name, and then a minute's rest
REST = 60.0


class Identity(Struct, frozen=True):
    """Somebody who came in."""

    name: str
    role: Role


OWNER = Identity("the owner", Role.ADMIN)


class Access:
    """Links, sessions and the key of one server."""

    def __init__(
        self,
        key: str,
        users: Users,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._key = _digest(key)
        self._users = users
        self._clock = clock
        self._lock = Lock()
        self._links: OrderedDict[bytes, float] = OrderedDict()
        self._sessions: OrderedDict[bytes, tuple[str, float]] = OrderedDict()
        self._wrong: OrderedDict[str, list[float]] = OrderedDict()

    def new_link(self) -> str:
        """A token that opens one session of the owner, once."""
        token = secrets.token_urlsafe(32)
        with self._lock:
            self._links[_digest(token)] = self._clock() + LINK_LASTS
            while len(self._links) > MOST_LINKS:
                self._links.popitem(last=False)
        return token

    def follow_link(self, token: str) -> str | None:
        """The session that a link opens; None when it was used before, or is none."""
        with self._lock:
            ends = self._links.pop(_digest(token), 0.0)
        return self._new_session(OWNER.name) if ends > self._clock() else None

    def sign_in(self, name: str, password: str) -> str | None:
        """The session of a user; None for a wrong name or password, or too many tries."""
        if self._is_resting(name):
            return None
        user = self._users.verify(name, password)
        if user is None:
            self._note_wrong(name)
            return None
        return self._new_session(f"user {user.name}")

    def sign_out(self, session: str) -> None:
        with self._lock:
            self._sessions.pop(_digest(session), None)

    def of_session(self, session: str) -> Identity | None:
        """Whose session it is, with the role that they have now."""
        with self._lock:
            name, ends = self._sessions.get(_digest(session), ("", 0.0))
        if ends <= self._clock():
            return None
        if name == OWNER.name:
            return OWNER
        user = self._users.find(name.removeprefix("user "))
        return None if user is None else Identity(user.name, user.role)

    def of_key(self, key: str) -> Identity | None:
        """A program that could read the file with the key is the owner's."""
        return OWNER if hmac.compare_digest(_digest(key), self._key) else None

    def _new_session(self, name: str) -> str:
        session = secrets.token_urlsafe(32)
        with self._lock:
            self._sessions[_digest(session)] = name, self._clock() + SESSION_LASTS
            while len(self._sessions) > MOST_SESSIONS:
                self._sessions.popitem(last=False)
        return session

    def _is_resting(self, name: str) -> bool:
        with self._lock:
            recent = [at for at in self._wrong.get(name, ()) if at > self._clock() - REST]
        return len(recent) >= TRIES

    def _note_wrong(self, name: str) -> None:
        with self._lock:
            self._wrong[name] = [*self._wrong.pop(name, ())[-TRIES:], self._clock()]
            while len(self._wrong) > MOST_SESSIONS:
                self._wrong.popitem(last=False)


def _digest(secret: str) -> bytes:
    return sha256(secret.encode()).digest()
