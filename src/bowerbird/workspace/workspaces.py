"""Workspaces: the Python API's front door."""

from pathlib import Path

from bowerbird.workspace.catalogue import Catalogue
from bowerbird.workspace.home import home_folder, project_folder
from bowerbird.workspace.projects import Project


class Workspace:
    """All projects of one home folder."""

    def __init__(self, home: str | Path | None = None) -> None:
        self.home = home_folder(home)
        self._catalogue = Catalogue(self.home)
        self._projects: dict[str, Project] = {}

    def project(self, name: str = "default") -> Project:
        """The project of that name; it comes into being with its first plan or run."""
        if name not in self._projects:
            folder = project_folder(self.home, name)
            self._projects[name] = Project(self._catalogue, folder)
        return self._projects[name]

    def projects(self) -> list[str]:
        """The names of all projects."""
        folder = self.home / "projects"
        return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
