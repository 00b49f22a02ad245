"""The indexes of one project: made, described, searched."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Lock
from typing import Any

from bowerbird.index.options import IndexOptions
from bowerbird.index.results import Results
from bowerbird.index.suggest import Suggestion
from bowerbird.workspace import indexes
from bowerbird.workspace.indexing import Telling, build
from bowerbird.workspace.plan import Plan, write_plan
from bowerbird.workspace.record_source import at_rest
from bowerbird.workspace.searching import OpenIndex, search_settings


class ProjectIndexes:
    """All of them, by name. Those that were searched stay open."""

    def __init__(self, folder: Path, plan: Callable[[], Plan]) -> None:
        """`plan` reads the project's plan as it is now."""
        self._folder = folder
        self._plan = plan
        self._open: dict[str, OpenIndex] = {}
        self._lock = Lock()

    def build(
        self,
        name: str | None,
        changes: Mapping[str, Any],
        *,
        rebuild: bool,
        telling: Telling,
    ) -> dict[str, Any]:
        """Make an index, or bring it up to date with these options and the record log."""
        began = time.monotonic()
        plan = self._plan()
        name = name or indexes.chosen(plan, None)
        plan = indexes.with_index(plan, self._folder, name, changes)
        options = plan.indexes[name]
        folder = indexes.index_folder(self._folder, name)
        with at_rest(self._folder) as read:
            taken = build(folder, options, read, rebuild=rebuild, telling=telling)
        write_plan(plan, self._folder / "project.toml")
        facts = indexes.facts_of(self._folder, name, options)
        return facts | {"taken": taken, "seconds": round(time.monotonic() - began, 3)}

    def facts(self, name: str | None, *, check: bool) -> dict[str, Any]:
        """What an index amounts to; `check` reads every byte of it."""
        plan = self._plan()
        name = indexes.chosen(plan, name)
        if check:
            damaged = indexes.damage_of(self._folder, name)
            if damaged:
                return {"name": name, "state": "damaged", "damaged": damaged}
        facts = indexes.facts_of(self._folder, name, indexes.planned(plan)[name])
        return facts | ({"damaged": []} if check else {})

    def all_facts(self) -> list[dict[str, Any]]:
        return list(indexes.all_facts(self._folder, self._plan()))

    def search(self, query: str, name: str | None, settings: Mapping[str, Any]) -> Results:
        checked = search_settings(dict(settings))
        index, asked = self._opened(name)
        return index.search(query, asked, checked)

    def suggest(self, prefix: str, name: str | None, limit: int) -> list[Suggestion]:
        index, asked = self._opened(name)
        return index.suggest(prefix, asked, limit)

    def _opened(self, name: str | None) -> tuple[OpenIndex, IndexOptions]:
        plan = self._plan()
        name = indexes.chosen(plan, name)
        with self._lock:
            if name not in self._open:
                self._open[name] = OpenIndex(indexes.index_folder(self._folder, name))
            return self._open[name], indexes.planned(plan)[name]
