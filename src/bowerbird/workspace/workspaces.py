"""Workspaces: the Python API's front door."""

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from bowerbird.workspace.audit import AuditBook
from bowerbird.workspace.catalogue import Catalogue
from bowerbird.workspace.home import home_folder, project_folder
from bowerbird.workspace.projects import Project
from bowerbird.workspace.runs import Run

if TYPE_CHECKING:
    from bowerbird.workspace.attendant import Attendant
    from bowerbird.workspace.notices import NoticeBook
    from bowerbird.workspace.schedules import Schedules
    from bowerbird.workspace.users import Users


class Workspace:
    """All projects of one home folder."""

    def __init__(self, home: str | Path | None = None) -> None:
        self.home = home_folder(home)
        self._catalogue = Catalogue(self.home)
        self._projects: dict[str, Project] = {}
        self.audit = AuditBook(self._catalogue)

    @cached_property
    def users(self) -> "Users":
        """Who may sign in to the web UI and the API, and what they may do there."""
        from bowerbird.workspace.users import Users

        return Users(self._catalogue)

    @cached_property
    def schedules(self) -> "Schedules":
        """Projects that are crawled again by themselves."""
        from bowerbird.workspace.schedules import Schedules

        return Schedules(self._catalogue)

    @cached_property
    def notices(self) -> "NoticeBook":
        """What people are told: ends of runs, warnings, changed pages."""
        from bowerbird.workspace.notices import NoticeBook

        return NoticeBook(self._catalogue)

    def attendant(self) -> "Attendant":
        """Who starts what is scheduled and sends notices: a server runs it in a thread."""
        from bowerbird.workspace.attendant import Attendant

        return Attendant(self._catalogue)

    def project(self, name: str = "default") -> Project:
        """The project of that name; it comes into being with its first plan or run."""
        if name not in self._projects:
            folder = project_folder(self.home, name)
            self._projects[name] = Project(self._catalogue, folder)
        return self._projects[name]

    def runs(self, limit: int = 50) -> list[Run]:
        """Of all projects, the newest first."""
        folders = self.home / "projects"
        return [
            Run(self._catalogue, folders / entry.project, entry.project, entry.number)
            for entry in self._catalogue.latest_runs(limit)
        ]

    def projects(self) -> list[str]:
        """The names of all projects."""
        folder = self.home / "projects"
        return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
