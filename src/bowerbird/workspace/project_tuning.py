"""The tuning of one project: a place to measure each of its indexes, kept while it is in use."""

from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any

from bowerbird.workspace import indexes
from bowerbird.workspace.accepting import Accepting, Build
from bowerbird.workspace.catalogue import Catalogue
from bowerbird.workspace.checked import checked
from bowerbird.workspace.choices import identity
from bowerbird.workspace.judgement_book import JudgementBook
from bowerbird.workspace.plan import Plan
from bowerbird.workspace.project_indexes import ProjectIndexes
from bowerbird.workspace.setting_history import SettingHistory
from bowerbird.workspace.tried import JudgingOptions
from bowerbird.workspace.tuning import IndexInUse, Judged, Tuning


class ProjectTuning:
    """One `Tuning` for each index and way of reading its judgements."""

    def __init__(
        self,
        catalogue: Catalogue,
        folder: Path,
        plan: Callable[[], Plan],
        all_indexes: ProjectIndexes,
        build: Build,
    ) -> None:
        """`plan` reads the project's plan as it is now; `build` makes an index anew."""
        self._catalogue = catalogue
        self._folder = folder
        self._plan = plan
        self._indexes = all_indexes
        self._build = build
        self._kept: dict[tuple[str, JudgingOptions], Tuning] = {}
        self._lock = Lock()

    def of(self, index: str | None, **judging: Any) -> Tuning:
        """For that index, else the default or only one."""
        options = checked(JudgingOptions, judging, "tuning")
        name = indexes.chosen(self._plan(), index)
        with self._lock:
            key = name, options
            if key not in self._kept:
                self._kept[key] = self._made(name, options)
            return self._kept[key]

    def _made(self, name: str, options: JudgingOptions) -> Tuning:
        project = self._folder.name
        history = SettingHistory(self._catalogue, project, name)
        book = JudgementBook(self._catalogue, project)
        return Tuning(
            IndexInUse(
                name,
                indexes.index_folder(self._folder, name),
                lambda: indexes.planned(self._plan())[name],
                lambda: self._indexes.refreshed(name),
            ),
            Judged(book, identity(self._plan()), options),
            Accepting(name, self._folder, history, self._build),
        )
