"""Projects as things to be kept: exported, taken in, copied, removed, and one to begin with."""

import shutil
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bowerbird.model.errors import StoreError, UnknownNameError
from bowerbird.workspace.audit import AuditBook
from bowerbird.workspace.catalogue import Catalogue
from bowerbird.workspace.project_file import export_project
from bowerbird.workspace.project_import import import_project
from bowerbird.workspace.projects import Project


class ProjectKeeping:
    """Those of one home."""

    def __init__(self, catalogue: Catalogue, project: Callable[[str], Project]) -> None:
        self._catalogue = catalogue
        self._project = project
        self._audit = AuditBook(catalogue)

    def take_in(self, file: Path, name: str, *, trusted: bool = False) -> dict[str, Any]:
        """A project from a file, under that name."""
        project = self._project(name)
        told = import_project(file, project.folder, project.import_judgements, trusted=trusted)
        self._audit.note("import project", project=name, subject=file.name)
        return told

    def clone(self, source: str, name: str, *, records: bool, pages: bool) -> dict[str, Any]:
        """The same again, under another name."""
        original = self._known(source)
        with TemporaryDirectory(prefix="bowerbird-clone-") as place:
            file = Path(place) / "project.zip"
            export_project(
                original.folder, file, original.export_judgements, records=records, pages=pages
            )
            told = import_project(
                file,
                self._project(name).folder,
                self._project(name).import_judgements,
                trusted=True,
            )
        self._audit.note("clone project", project=name, subject=f"from {source}")
        return told

    def what_goes(self, name: str) -> dict[str, Any]:
        """What removing a project would take away."""
        folder = self._known(name).folder
        files = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
        return {
            "project": name,
            "folder": str(folder),
            "files": len(files),
            "bytes": sum(path.stat().st_size for path in files),
            "runs": len(self._catalogue.runs(name)),
            "judged_queries": len(self._project(name).judgements().queries),
            "schedules": self._catalogue.count("schedules", name),
        }

    def remove(self, name: str) -> dict[str, Any]:
        """Gone, with its runs, pages, records, indexes, judgements and schedules; what that was."""
        project = self._known(name)
        project.refuse_if_busy()
        gone = self.what_goes(name)
        # Out of sight at once: what is cut short is no half of a project, but rubbish.
        rubbish = project.folder.with_name(f".removed-{name}")
        shutil.rmtree(rubbish, ignore_errors=True)
        try:
            project.folder.rename(rubbish)
        except OSError as error:
            raise StoreError(f"cannot remove {project.folder}: {error.strerror}") from error
        self._catalogue.forget(name)
        shutil.rmtree(rubbish, ignore_errors=True)
        self._audit.note("remove project", project=name)
        return gone

    def _known(self, name: str) -> Project:
        project = self._project(name)
        if not project.folder.is_dir():
            raise UnknownNameError(f"there is no project {name!r}")
        return project
