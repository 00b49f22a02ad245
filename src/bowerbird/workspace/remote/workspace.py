"""All projects of a server."""

from typing import Any

from bowerbird.workspace.remote.connection import Connection
from bowerbird.workspace.remote.project import RemoteProject


class RemoteWorkspace:
    """What `Workspace("http://…")` is."""

    def __init__(self, url: str, token: str = "") -> None:
        self._connection = Connection(url, token)
        self.url = self._connection.url

    def project(self, name: str = "default") -> RemoteProject:
        """The project of that name; it comes into being with its first plan or run."""
        return RemoteProject(self._connection, name)

    def projects(self) -> list[str]:
        """The names of all projects."""
        return [each["name"] for each in self._connection.get("/projects")["items"]]

    def audited(self, limit: int = 100) -> list[dict[str, Any]]:
        """Who did what, the newest first."""
        return list(self._connection.get("/audit", limit=limit)["items"])
