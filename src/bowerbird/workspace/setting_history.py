"""Settings of an index that were accepted, in the catalogue: what they replaced, when, and why."""

import sqlite3
import time
from typing import Any

import msgspec
from msgspec import Struct

from bowerbird.index.options import IndexOptions
from bowerbird.model.errors import UnknownNameError
from bowerbird.workspace.catalogue import Catalogue

AS_FOUND = "as the plan had it"


class IndexSettings(Struct, frozen=True):
    """What tuning turns: the ranking as the plan writes it, and the stop words."""

    ranking: dict[str, Any]
    stop_words: list[str]

    @classmethod
    def of(cls, options: IndexOptions) -> "IndexSettings":
        ranking = options.ranking.model_dump(mode="json", exclude_defaults=True)
        return cls(ranking, list(options.analysis.stop_words))


class Accepted(Struct, frozen=True):
    """One line of the history."""

    number: int  # from 1 in each index
    before: int | None  # the line whose settings held until then; None: nothing is known
    accepted_at: float
    because: str
    settings: IndexSettings
    evidence: dict[str, Any]  # what was measured, if anything


_COLUMNS = ", ".join(Accepted.__struct_fields__)


class SettingHistory:
    """Of one index of a project. The last line holds, unless somebody edited the plan since."""

    def __init__(self, catalogue: Catalogue, project: str, index: str) -> None:
        self._catalogue = catalogue
        self._whose = (project, index)

    def lines(self) -> list[Accepted]:
        """Oldest first."""
        with self._catalogue.connection() as connection:
            return self._lines(connection)

    def line(self, number: int) -> Accepted:
        lines = self.lines()
        for each in lines:
            if each.number == number:
                return each
        known = ", ".join(str(each.number) for each in lines) or "none so far"
        raise UnknownNameError(f"index {self._whose[1]!r} has no settings {number}; known: {known}")

    def add(
        self,
        held: IndexSettings,
        new: IndexSettings,
        because: str,
        evidence: dict[str, Any],
    ) -> Accepted:
        """`held` are the settings that `new` ones take the place of: if no line knows them they get
        one first."""
        with self._catalogue.connection() as connection:
            connection.execute("begin immediate")
            last = self._known(connection, held)
            return self._insert(connection, last.number, new, because, evidence)

    def add_again(self, held: IndexSettings, line: Accepted) -> Accepted:
        """A line holds again, and what was before it is what one goes back to next."""
        with self._catalogue.connection() as connection:
            connection.execute("begin immediate")
            self._known(connection, held)
            because = f"back to {line.number}"
            return self._insert(connection, line.before, line.settings, because, line.evidence)

    def holding(self, held: IndexSettings) -> Accepted:
        """The line of the settings that hold."""
        with self._catalogue.connection() as connection:
            connection.execute("begin immediate")
            return self._known(connection, held)

    def _known(self, connection: sqlite3.Connection, held: IndexSettings) -> Accepted:
        lines = self._lines(connection)
        if lines and lines[-1].settings == held:
            return lines[-1]
        before = lines[-1].number if lines else None
        return self._insert(connection, before, held, AS_FOUND, {})

    def _insert(
        self,
        connection: sqlite3.Connection,
        before: int | None,
        settings: IndexSettings,
        because: str,
        evidence: dict[str, Any],
    ) -> Accepted:
        (last,) = connection.execute(
            "select coalesce(max(number), 0) from settings where project = ? and index_name = ?",
            self._whose,
        ).fetchone()
        made = Accepted(last + 1, before, time.time(), because, settings, evidence)
        connection.execute(
            "insert into settings values (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *self._whose,
                made.number,
                made.before,
                made.accepted_at,
                because,
                msgspec.json.encode(settings).decode(),
                msgspec.json.encode(evidence).decode(),
            ),
        )
        return made

    def _lines(self, connection: sqlite3.Connection) -> list[Accepted]:
        rows = connection.execute(
            f"select {_COLUMNS} from settings "  # noqa: S608 - our own names
            "where project = ? and index_name = ? order by number",
            self._whose,
        )
        return [
            Accepted(
                number,
                before,
                at,
                because,
                msgspec.json.decode(settings, type=IndexSettings),
                msgspec.json.decode(evidence),
            )
            for number, before, at, because, settings, evidence in rows
        ]
