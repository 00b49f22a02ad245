"""The runs of a server's project, and what they would be."""

from collections.abc import Mapping
from typing import Any

from bowerbird.model.errors import LockedError, UnknownNameError
from bowerbird.workspace.remote.connection import Connection
from bowerbird.workspace.remote.run import RemoteRun


class RemoteRuns:
    """A part of `RemoteProject`."""

    _connection: Connection
    _here: str
    name: str

    def runs(self) -> list[RemoteRun]:
        """Oldest first."""
        if not self._is_there():
            return []
        return [self._run(each) for each in self._connection.parts(f"{self._here}/runs")][::-1]

    def run(self, number: int | str | None = None) -> RemoteRun:
        """That run, or the last one."""
        if number is None and self._is_there():
            last = self._connection.get(f"{self._here}/runs", limit=1)["items"]
            if last:
                return self._run(last[0])
        wanted = 1 if number is None else number  # none: the server says what there is
        return self._run(self._connection.get(f"{self._here}/runs/{wanted}"))

    def busy_run(self) -> RemoteRun | None:
        """The run that is at work, if there is one."""
        return next((run for run in reversed(self.runs()) if run.is_alive), None)

    def why_nothing(self, run: RemoteRun) -> str:
        """One sentence on a run that read no page."""
        return str(self._connection.get(f"{self._here}/runs/{run.id}/why-nothing")["sentence"])

    def release(self, host: str | None = None) -> int:
        """Bring URLs that a trap brake holds back into the queue."""
        return int(self._connection.post(f"{self._here}/release", {"host": host})["released"])

    def replay(
        self,
        changes: Mapping[str, Any] | None = None,
        *,
        run: int | str | None = None,
        max_pages: int | None = None,
    ) -> dict[str, Any]:
        """What a run, or the last one, would have kept under its plan with these changes."""
        body = {"changes": dict(changes or {}), "max_pages": max_pages}
        path = f"{self._here}/runs/{self.run(run).id}/replay"
        return dict(self._connection.post(path, body))

    def dry_run(
        self,
        changes: Mapping[str, Any] | None = None,
        *,
        pages: int = 5,
        seconds: float = 30.0,
    ) -> dict[str, Any]:
        """Crawl a few pages elsewhere, and tell what came of each."""
        body = {"changes": dict(changes or {}), "pages": pages, "seconds": seconds}
        return dict(self._connection.post(f"{self._here}/dry-run", body))

    def changes(self, run: RemoteRun | None = None) -> dict[str, Any]:
        """What a run, else the last one, found of pages that were read before."""
        number = (run or self.run()).id
        return dict(self._connection.get(f"{self._here}/runs/{number}/pages-changed"))

    def compare_runs(self, first: RemoteRun, second: RemoteRun) -> dict[str, Any]:
        """What two runs differ in: settings, figures, pages."""
        path = f"{self._here}/runs/{first.id}/compared-to/{second.id}"
        return dict(self._connection.get(path))

    def refuse_if_busy(self) -> None:
        """`LockedError` while a run is at work."""
        if (busy := self.busy_run()) is not None:
            raise LockedError(
                f"run {busy.id} of project {self.name!r} is at work; wait for it, "
                f"or `bowerbird run stop {busy.id}`"
            )

    def _run(self, summary: Mapping[str, Any]) -> RemoteRun:
        return RemoteRun(self._connection, self.name, int(summary["run"]))

    def _is_there(self) -> bool:
        try:
            self._connection.get(self._here)
        except UnknownNameError:
            return False
        return True
