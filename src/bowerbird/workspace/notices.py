"""What people are told without having asked: a bounded list in the catalogue, each notice once."""

import json
import time
from typing import Any

from msgspec import Struct

from bowerbird.workspace.catalogue import Catalogue

KEPT = 2_000  # notices; the oldest go
KINDS = ("run-ended", "run-failed", "run-stalled", "health", "pages-changed", "schedule")


class Notice(Struct, frozen=True):
    """One of them."""

    number: int
    at: float
    project: str
    run: int | None
    kind: str
    severity: str  # info, warn or stop
    sentence: str
    read_at: float | None
    deliveries: list[dict[str, Any]]  # by channel: attempts, when next, whether it is done


_COLUMNS = Notice.__struct_fields__
_SELECT = f"select {', '.join(_COLUMNS)} from notices"  # noqa: S608 - our own names


class NoticeBook:
    """Those of one home."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def tell(
        self, mark: str, project: str, run: int | None, kind: str, severity: str, sentence: str
    ) -> bool:
        """Once for each mark; answers whether it is new."""
        with self._catalogue.connection() as connection:
            cursor = connection.execute(
                "insert or ignore into notices (mark, at, project, run, kind, severity, sentence) "
                "values (?, ?, ?, ?, ?, ?, ?)",
                (mark, time.time(), project, run, kind, severity, sentence),
            )
            if not cursor.rowcount:
                return False
            connection.execute(
                "delete from notices where number <= ?", ((cursor.lastrowid or 0) - KEPT,)
            )
            return True

    def all(
        self,
        limit: int = 100,
        *,
        before: int | None = None,
        unread: bool = False,
        project: str | None = None,
    ) -> list[Notice]:
        """The newest first; `before` is the number of the last one seen."""
        conditions = {"number < ?": before, "project = ?": project}
        asked = {text: value for text, value in conditions.items() if value is not None}
        parts = [*asked, *(["read_at is null"] if unread else [])]
        where = f"where {' and '.join(parts)}" if parts else ""
        with self._catalogue.connection() as connection:
            rows = connection.execute(
                f"{_SELECT} {where} order by number desc limit ?", (*asked.values(), limit)
            )
            return [_as_notice(row) for row in rows]

    def unread(self) -> int:
        """How many nobody has seen."""
        with self._catalogue.connection() as connection:
            counted = connection.execute("select count(*) from notices where read_at is null")
            return int(counted.fetchone()[0])

    def mark_read(self, number: int | None = None) -> None:
        """That one is seen, or all."""
        which, values = ("", ()) if number is None else ("and number = ?", (number,))
        with self._catalogue.connection() as connection:
            connection.execute(
                f"update notices set read_at = ? where read_at is null {which}",  # noqa: S608
                (time.time(), *values),
            )

    def since(self, at: float) -> list[Notice]:
        """Those from then on, the oldest first: what may have to be delivered."""
        with self._catalogue.connection() as connection:
            rows = connection.execute(f"{_SELECT} where at >= ? order by number", (at,))
            return [_as_notice(row) for row in rows]

    def note_deliveries(self, number: int, deliveries: list[dict[str, Any]]) -> None:
        with self._catalogue.connection() as connection:
            connection.execute(
                "update notices set deliveries = ? where number = ?",
                (json.dumps(deliveries), number),
            )


def _as_notice(row: tuple[Any, ...]) -> Notice:
    values = dict(zip(_COLUMNS, row, strict=True))
    return Notice(**{**values, "deliveries": json.loads(values["deliveries"])})
