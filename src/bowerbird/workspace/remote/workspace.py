"""All projects of a server."""

from pathlib import Path
from typing import Any

from bowerbird.model.events import RunState
from bowerbird.workspace.remote.connection import Connection, place
from bowerbird.workspace.remote.home import (
    RemoteAudit,
    RemoteNotices,
    RemoteSchedules,
    RemoteUsers,
)
from bowerbird.workspace.remote.project import RemoteProject
from bowerbird.workspace.remote.run import RemoteRun


class RemoteWorkspace:
    """What `Workspace("http://…")` is."""

    def __init__(self, url: str, token: str = "") -> None:
        self._connection = Connection(url, token)
        self.url = self._connection.url
        self.users = RemoteUsers(self._connection)
        self.schedules = RemoteSchedules(self._connection)
        self.notices = RemoteNotices(self._connection)
        self.audit = RemoteAudit(self._connection)

    def project(self, name: str = "default") -> RemoteProject:
        """The project of that name; it comes into being with its first plan or run."""
        return RemoteProject(self._connection, name)

    def projects(self) -> list[str]:
        """The names of all projects."""
        return [each["name"] for each in self._connection.get("/projects")["items"]]

    def runs(self, limit: int = 50) -> list[RemoteRun]:
        """Of all projects, the newest first."""
        return [
            RemoteRun(self._connection, each["project"], int(each["run"]))
            for each in self._connection.get("/runs/latest", limit=limit)["items"]
        ]

    def states(self) -> dict[tuple[str, int], RunState]:
        """The states of each project's last run and of every run at work."""
        told = self._connection.get("/runs/states")["items"]
        return {(each["project"], int(each["run"])): RunState(each["state"]) for each in told}

    def import_project(
        self, path: str | Path, name: str, *, trusted: bool = False
    ) -> dict[str, Any]:
        """Take in a file of this machine that `Project.export_project` wrote."""
        said = {"name": name, "trusted": "true" if trusted else "false"}
        return dict(self._connection.upload("/projects/import", {"file": Path(path)}, said))

    def clone_project(
        self, source: str, name: str, *, records: bool = False, pages: bool = False
    ) -> dict[str, Any]:
        """The same plan, seeds and judgements under another name."""
        body = {"name": name, "records": records, "pages": pages}
        return dict(self._connection.post(place("projects", source, "clone"), body))

    def what_goes(self, name: str) -> dict[str, Any]:
        """What `delete_project` would take away."""
        return dict(self._connection.get(place("projects", name, "what-goes")))

    def delete_project(self, name: str) -> dict[str, Any]:
        """Remove a project and everything of it; there is no way back."""
        asked = {"confirm": name}
        return dict(self._connection.ask("DELETE", place("projects", name), query=asked))

    def sample_project(self, name: str = "sample") -> RemoteRun:
        """Begin the crawl of the bundled little web, on the server's machine."""
        told = self._connection.post("/projects/sample", {"name": name})
        return RemoteRun(self._connection, name, int(told["run"]))
