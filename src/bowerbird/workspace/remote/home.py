"""What a server's home keeps beside its projects: users, schedules, notices, who did what."""

from collections.abc import Mapping
from typing import Any

import msgspec

from bowerbird.model.errors import UnknownNameError
from bowerbird.workspace.audit import Action
from bowerbird.workspace.notices import Notice
from bowerbird.workspace.remote.connection import Connection, place
from bowerbird.workspace.schedules import Schedule
from bowerbird.workspace.users import Role, User


class RemoteUsers:
    """The methods of `Users`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def all(self) -> list[User]:
        """By name."""
        return msgspec.convert(self._connection.get("/users")["items"], list[User])

    def find(self, name: str) -> User | None:
        """The user of that name."""
        return next((user for user in self.all() if user.name == name), None)

    def add(self, name: str, password: str, role: str = Role.VIEWER) -> User:
        """Somebody new."""
        body = {"name": name, "password": password, "role": role}
        return msgspec.convert(self._connection.post("/users", body), User)

    def change(self, name: str, *, role: str | None = None, password: str | None = None) -> User:
        """Another role, another password, or both."""
        given = {"role": role, "password": password}
        body = {name: value for name, value in given.items() if value is not None}
        return msgspec.convert(self._connection.ask("PATCH", place("users", name), body=body), User)

    def remove(self, name: str) -> None:
        """Gone; what the user did stays in the audit."""
        self._connection.ask("DELETE", place("users", name))


class RemoteSchedules:
    """The methods of `Schedules`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def all(self, project: str | None = None) -> list[Schedule]:
        """Those of a project, or all; the next to come first."""
        told = self._connection.get("/schedules", project=project)["items"]
        return msgspec.convert(told, list[Schedule])

    def find(self, number: int) -> Schedule:
        for schedule in self.all():
            if schedule.number == number:
                return schedule
        raise UnknownNameError(f"there is no schedule {number}; `bowerbird schedule list` has all")

    def add(self, project: str, rhythm: str, *, missed: str = "once") -> Schedule:
        """Crawl a project again and again."""
        body = {"rhythm": rhythm, "missed": missed}
        return self._told(place("projects", project, "schedules"), body)

    def pause(self, number: int) -> Schedule:
        """No more runs until it is resumed."""
        return self._told(f"/schedules/{number}/pause")

    def resume(self, number: int) -> Schedule:
        """Runs again, from the next time on."""
        return self._told(f"/schedules/{number}/resume")

    def run_now(self, number: int) -> Schedule:
        """Due at once; its rhythm goes on as it was."""
        return self._told(f"/schedules/{number}/run-now")

    def remove(self, number: int) -> None:
        """Gone; the runs that it made stay."""
        self._connection.ask("DELETE", f"/schedules/{number}")

    def upcoming(self, limit: int = 20) -> list[dict[str, Any]]:
        """The next runs of all schedules, in order."""
        return list(self._connection.get("/schedules", limit=limit)["upcoming"])

    def _told(self, path: str, body: Mapping[str, Any] | None = None) -> Schedule:
        return msgspec.convert(self._connection.post(path, body), Schedule)


class RemoteNotices:
    """The methods of `NoticeBook` for whoever reads it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def all(
        self,
        limit: int = 100,
        *,
        before: int | None = None,
        unread: bool = False,
        project: str | None = None,
    ) -> list[Notice]:
        """The newest first."""
        told = self._connection.get(
            "/notices", limit=limit, cursor=before, unread=unread, project=project
        )
        return msgspec.convert(told["items"], list[Notice])

    def unread(self) -> int:
        """How many nobody has seen."""
        return sum(1 for _ in self._connection.parts("/notices", unread=True))

    def mark_read(self, number: int | None = None) -> None:
        """That one is seen, or all."""
        self._connection.ask("POST", "/notices/read", query={"number": number}, body={})


class RemoteAudit:
    """The methods of `AuditBook` for whoever reads it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def entries(
        self,
        limit: int = 100,
        *,
        before: int | None = None,
        who: str | None = None,
        project: str | None = None,
        action: str | None = None,
    ) -> list[Action]:
        """Who did what, the newest first."""
        told = self._connection.get(
            "/audit", limit=limit, cursor=before, who=who, project=project, action=action
        )
        return msgspec.convert(told["items"], list[Action])
