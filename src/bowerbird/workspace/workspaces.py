"""Workspaces: the Python API's front door."""

from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, cast

from bowerbird.model.errors import UsageError
from bowerbird.model.events import RunState
from bowerbird.workspace.audit import AuditBook
from bowerbird.workspace.catalogue import Catalogue
from bowerbird.workspace.home import home_folder, project_folder
from bowerbird.workspace.made_once import made_once
from bowerbird.workspace.projects import Project
from bowerbird.workspace.runs import Run, truth_of

if TYPE_CHECKING:
    from bowerbird.workspace.attendant import Attendant
    from bowerbird.workspace.notices import NoticeBook
    from bowerbird.workspace.project_keeping import ProjectKeeping
    from bowerbird.workspace.schedules import Schedules
    from bowerbird.workspace.users import Users


class Workspace:
    """All projects of one home folder. Safe to ask from many threads at once."""

    def __new__(cls, home: str | Path | None = None, *, token: str = "") -> "Workspace":
        """By the address of a server: the same methods, answered by it. `token` is its key; not
        needed on the server's machine."""
        if isinstance(home, str) and home.startswith(("http://", "https://")):
            from bowerbird.workspace.remote.workspace import RemoteWorkspace

            return cast("Workspace", RemoteWorkspace(home, token))
        return super().__new__(cls)

    def __init__(self, home: str | Path | None = None, *, token: str = "") -> None:
        if token:
            raise UsageError("a token is for the address of a server: http://127.0.0.1:8765")
        self.home = home_folder(home)
        self._catalogue = Catalogue(self.home)
        self._projects: dict[str, Project] = {}
        self._lock = Lock()
        self.audit = AuditBook(self._catalogue)

    @made_once
    def users(self) -> "Users":
        """Who may sign in to the web UI and the API, and what they may do there."""
        from bowerbird.workspace.users import Users

        return Users(self._catalogue)

    @made_once
    def schedules(self) -> "Schedules":
        """Projects that are crawled again by themselves."""
        from bowerbird.workspace.schedules import Schedules

        return Schedules(self._catalogue)

    @made_once
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
        with self._lock:  # one for all threads: its tables and open indexes are kept in it
            if name not in self._projects:
                folder = project_folder(self.home, name)
                self._projects[name] = Project(self._catalogue, folder)
            return self._projects[name]

    def states(self) -> dict[tuple[str, int], RunState]:
        """The states of each project's last run and of every run at work, by project and number, at
        one look."""
        return {
            (entry.project, entry.number): truth_of(entry)[0] for entry in self._catalogue.latest()
        }

    def import_project(
        self, path: str | Path, name: str, *, trusted: bool = False
    ) -> dict[str, Any]:
        """Take in a file that `Project.export_project` wrote, as a new project of that name. What
        its plan would open on this machine is left out and told (`closed`), unless `trusted`."""
        return self._keeping.take_in(Path(path), name, trusted=trusted)

    def clone_project(
        self, source: str, name: str, *, records: bool = False, pages: bool = False
    ) -> dict[str, Any]:
        """The same plan, seeds and judgements under another name; what was crawled if asked for."""
        return self._keeping.clone(source, name, records=records, pages=pages)

    def what_goes(self, name: str) -> dict[str, Any]:
        """What `delete_project` would take away: `files`, `bytes`, `runs`, `judged_queries`."""
        return self._keeping.what_goes(name)

    def delete_project(self, name: str) -> dict[str, Any]:
        """Remove a project and everything of it; there is no way back. What it was."""
        gone = self._keeping.remove(name)
        with self._lock:
            self._projects.pop(name, None)
        return gone

    def sample_project(self, name: str = "sample") -> Run:
        """Begin the crawl of the bundled little web, a world of its own on this machine, so that
        there is something to look at within seconds."""
        from bowerbird.workspace.sample import sample_run

        return sample_run(self.project(name))

    @made_once
    def _keeping(self) -> "ProjectKeeping":
        from bowerbird.workspace.project_keeping import ProjectKeeping

        return ProjectKeeping(self._catalogue, self.project)

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
        if not folder.is_dir():
            return []
        return sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
