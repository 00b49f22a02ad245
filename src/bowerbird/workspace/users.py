"""Who may do what: the users of a home, with their roles and the hashes of their passwords.

Without any user a home belongs to whoever can read its folder. Passwords are kept as argon2id
hashes (RFC 9106), which take a tenth of a second to test: `verify` is not for every request.
"""

import re
import sqlite3
import time
from enum import StrEnum
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from msgspec import Struct

from bowerbird.model.errors import UnknownNameError, UsageError
from bowerbird.workspace.audit import note
from bowerbird.workspace.catalogue import Catalogue

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@-]{0,63}")
SHORTEST, LONGEST = 10, 1_000  # characters of a password; hashing a huge one is a way to tire us


class Role(StrEnum):
    """What a user may do; each may also do what those before it may."""

    VIEWER = "viewer"  # look and search
    EDITOR = "editor"  # crawl, change and remove what is in projects
    ADMIN = "admin"  # users and the settings of the home

    def covers(self, needed: "Role") -> bool:
        """Is it enough where `needed` is asked for?"""
        order = list(Role)
        return order.index(self) >= order.index(needed)


class User(Struct, frozen=True):
    """One of them. Nobody is shown a hash."""

    name: str
    role: Role
    created_at: float


class Users:
    """Those of one home. Every change is one transaction and stands in the audit."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._hasher = PasswordHasher()
        self._decoy = ""

    def all(self) -> list[User]:
        """By name."""
        with self._catalogue.connection() as connection:
            return [_as_user(row) for row in _rows(connection)]

    def find(self, name: str) -> User | None:
        """The user of that name; its role may have changed since it signed in."""
        with self._catalogue.connection() as connection:
            row = _row(connection, name)
        return None if row is None else _as_user(row)

    def add(self, name: str, password: str, role: str = Role.VIEWER) -> User:
        """Somebody new."""
        if not NAME.fullmatch(name):
            raise UsageError(
                f"a user cannot be called {name!r}; use up to 64 letters, digits and . _ @ -"
            )
        user = User(name, _role(role), time.time())
        hashed = self._hashed(password)
        with self._catalogue.connection() as connection:
            connection.execute("begin immediate")
            if _row(connection, name) is not None:
                raise UsageError(f"there is a user {name!r} already; choose another name")
            connection.execute(
                "insert into users (name, role, password, created_at) values (?, ?, ?, ?)",
                (name, user.role, hashed, user.created_at),
            )
            note(connection, "add user", subject=f"{name} as {user.role}")
        return user

    def change(self, name: str, *, role: str | None = None, password: str | None = None) -> User:
        """Another role, another password, or both."""
        changes: dict[str, str] = {}
        if role is not None:
            changes["role"] = _role(role)
        if password is not None:
            changes["password"] = self._hashed(password)
        with self._catalogue.connection() as connection:
            connection.execute("begin immediate")
            user = _as_user(_known(connection, name))
            if role is not None and user.role is Role.ADMIN and changes["role"] != Role.ADMIN:
                _keep_an_admin(connection, name)
            for column, value in changes.items():
                connection.execute(
                    f"update users set {column} = ? where name = ?",  # noqa: S608 - our own names
                    (value, name),
                )
            note(connection, "change user", subject=f"{name}: {', '.join(changes)}")
            return _as_user(_known(connection, name))

    def remove(self, name: str) -> None:
        """Gone; what the user did stays in the audit."""
        with self._catalogue.connection() as connection:
            connection.execute("begin immediate")
            if _as_user(_known(connection, name)).role is Role.ADMIN:
                _keep_an_admin(connection, name)
            connection.execute("delete from users where name = ?", (name,))
            note(connection, "remove user", subject=name)

    def verify(self, name: str, password: str) -> User | None:
        """The user, if that is the password. An unknown name takes as long as a wrong password."""
        with self._catalogue.connection() as connection:
            row = _row(connection, name)
        if len(password) > LONGEST:
            return None
        kept = row["password"] if row else self._decoy_hash()
        if not self._is_password(kept, password) or row is None:
            return None
        if self._hasher.check_needs_rehash(kept):  # it was made when less was thought enough
            self._rehash(name, kept, password)
        return _as_user(row)

    def _rehash(self, name: str, kept: str, password: str) -> None:
        with self._catalogue.connection() as connection:
            connection.execute(
                "update users set password = ? where name = ? and password = ?",
                (self._hasher.hash(password), name, kept),
            )

    def _is_password(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (Argon2Error, InvalidHashError):
            return False

    def _decoy_hash(self) -> str:
        self._decoy = self._decoy or self._hasher.hash("nobody has this one")
        return self._decoy

    def _hashed(self, password: str) -> str:
        if not SHORTEST <= len(password) <= LONGEST:
            raise UsageError(
                f"a password has {SHORTEST} to {LONGEST} characters, this one {len(password)}; "
                "four words in a row are easy to keep in mind"
            )
        return self._hasher.hash(password)


def _role(role: str) -> Role:
    try:
        return Role(role)
    except ValueError:
        known = ", ".join(Role)
        raise UnknownNameError(f"{role!r} is no role; known: {known}") from None


def _rows(connection: sqlite3.Connection) -> list[dict[str, Any]]:
    rows = connection.execute("select name, role, password, created_at from users order by name")
    names = [column[0] for column in rows.description]
    return [dict(zip(names, row, strict=True)) for row in rows]


def _row(connection: sqlite3.Connection, name: str) -> dict[str, Any] | None:
    return next((row for row in _rows(connection) if row["name"] == name), None)


def _known(connection: sqlite3.Connection, name: str) -> dict[str, Any]:
    row = _row(connection, name)
    if row is None:
        known = ", ".join(row["name"] for row in _rows(connection)) or "nobody yet"
        raise UnknownNameError(f"there is no user {name!r}; known: {known}")
    return row


def _as_user(row: dict[str, Any]) -> User:
    return User(row["name"], Role(row["role"]), row["created_at"])


def _keep_an_admin(connection: sqlite3.Connection, name: str) -> None:
    others = [row for row in _rows(connection) if row["role"] == Role.ADMIN and row["name"] != name]
    if not others:
        raise UsageError(f"{name!r} is the only admin; make somebody else one first")
