"""The judged queries of a project in the catalogue: ids, texts and their order."""

import sqlite3
from collections.abc import Iterator

from bowerbird.model.errors import UnknownNameError

_SHOWN = 10  # ids in an error


class QueryTable:
    """Read once, for as long as a connection is open; a query is known by its text or its id."""

    def __init__(self, connection: sqlite3.Connection, project: str) -> None:
        self._connection = connection
        self._project = project
        rows = connection.execute(
            "select id, text, place from queries where project = ? order by place", (project,)
        ).fetchall()
        self._texts: dict[str, str] = {id_: text for id_, text, _ in rows}
        self._ids = {text: id_ for id_, text in reversed(self._texts.items())}  # the first of each
        self._place = max((place for _, _, place in rows), default=0)
        self._number = max((int(id_) for id_ in self._texts if id_.isdecimal()), default=0)

    def __len__(self) -> int:
        return len(self._texts)

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """(id, text), in the order in which they came."""
        return iter(self._texts.items())

    def text(self, id_: str) -> str | None:
        return self._texts.get(id_)

    def find(self, query: str) -> str | None:
        """Its id, by its text, else by its id."""
        query = plain(query)
        return self.find_text(query) or (query if query in self._texts else None)

    def find_text(self, text: str) -> str | None:
        """Its id, by its text alone: a query may be as short as another one's id."""
        return self._ids.get(text)

    def known(self, query: str) -> str:
        """The same of one that has to be there."""
        if (id_ := self.find(query)) is not None:
            return id_
        some = ", ".join(list(self._texts)[:_SHOWN]) + (", …" if len(self) > _SHOWN else "")
        raise UnknownNameError(f"unknown query {query!r}; known: {some or 'none so far'}")

    def add(self, text: str, id_: str = "") -> str:
        """Without an id it gets the next number."""
        id_ = id_ or str(self._number + 1)
        self._place += 1
        if id_.isdecimal():
            self._number = max(self._number, int(id_))
        self._connection.execute(
            "insert into queries (project, id, place, text) values (?, ?, ?, ?)",
            (self._project, id_, self._place, text),
        )
        self._texts[id_] = text
        self._ids.setdefault(text, id_)
        return id_

    def remove(self, id_: str) -> None:
        """With all that was judged for it."""
        self._connection.execute(
            "delete from queries where project = ? and id = ?", (self._project, id_)
        )


def plain(text: str) -> str:
    """A query's text as it is kept: blanks say nothing."""
    return kept(" ".join(text.split()))


def kept(text: str) -> str:
    """What of a text can be kept: a terminal may send what is no UTF-8."""
    return text.encode("utf-8", "replace").decode()
