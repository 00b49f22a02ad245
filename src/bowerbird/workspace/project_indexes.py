"""The indexes of one project: made, described, searched.

Whoever searches from the command line waits for what is loaded: so what makes and describes indexes
is loaded only where they are made or described.
"""

import shutil
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from msgspec.structs import replace

from bowerbird.index.options import IndexOptions
from bowerbird.index.results import Results, Suggestion
from bowerbird.model.errors import UnknownNameError
from bowerbird.workspace import indexes
from bowerbird.workspace.freshness import State, bring_up_to_date, state_of
from bowerbird.workspace.indexes import Telling
from bowerbird.workspace.plan import Plan, write_plan
from bowerbird.workspace.record_source import at_rest
from bowerbird.workspace.searching import COLUMNS, OpenIndex, search_settings
from bowerbird.workspace.warming import compile_meanwhile

LOOK_EVERY = 2.0  # seconds between two looks whether an index is behind


class _Looked(NamedTuple):
    """What was found when somebody looked whether an index is behind."""

    at: float  # by the clock of pauses
    warnings: list[str]  # what there was to say
    state: State | None = None  # of log and index, where neither was being written


class ProjectIndexes:
    """All of them, by name. Those that were searched stay open."""

    def __init__(
        self, folder: Path, plan: Callable[[], Plan], is_at_work: Callable[[], bool]
    ) -> None:
        """`plan` reads the project's plan as it is now; `is_at_work`: does a run feed the log?"""
        self._folder = folder
        self._plan = plan
        self._is_at_work = is_at_work
        self._open: dict[str, OpenIndex] = {}
        self._looked: dict[str, _Looked] = {}
        self._looking = Lock()
        self._lock = Lock()
        compile_meanwhile(folder.parents[1])

    def build(
        self,
        name: str | None,
        changes: Mapping[str, Any],
        *,
        rebuild: bool,
        telling: Telling,
    ) -> dict[str, Any]:
        """Make an index, or bring it up to date with these options and the record log."""
        from bowerbird.workspace import index_facts
        from bowerbird.workspace.indexing import build

        began = time.monotonic()
        plan = self._plan()
        name = name or indexes.chosen(plan, None)
        plan = index_facts.with_index(plan, self._folder, name, changes)
        options = plan.indexes[name]
        folder = indexes.index_folder(self._folder, name)
        with at_rest(self._folder) as log:
            rebuild = rebuild or (not self._is_at_work() and indexes.is_ahead(folder, log.last))
            taken = build(folder, options, log, rebuild=rebuild, telling=telling)
        write_plan(plan, self._folder / "project.toml")
        facts = index_facts.facts_of(self._folder, name, options)
        return facts | {"taken": taken, "seconds": round(time.monotonic() - began, 3)}

    def remove(self, name: str) -> None:
        """It is in no plan any more, and nothing of it stays; the records do."""
        plan = self._plan()
        folder = indexes.index_folder(self._folder, name)
        if name not in indexes.planned(plan):
            raise UnknownNameError(f"there is no index {name!r}")
        kept = {each: options for each, options in plan.indexes.items() if each != name}
        write_plan(plan.model_copy(update={"indexes": kept}), self._folder / "project.toml")
        with self._lock:
            self._open.pop(name, None)
            self._looked.pop(name, None)
        shutil.rmtree(folder, ignore_errors=True)

    def facts(self, name: str | None, *, check: bool) -> dict[str, Any]:
        """What an index amounts to; `check` reads every byte of it."""
        from bowerbird.workspace import index_facts

        plan = self._plan()
        name = indexes.chosen(plan, name)
        damaged = index_facts.damage_of(self._folder, name) if check else []
        if damaged:
            return {"name": name, "state": "damaged", "damaged": damaged}
        facts = index_facts.facts_of(self._folder, name, indexes.planned(plan)[name])
        return facts | ({"damaged": []} if check else {})

    def all_facts(self) -> list[dict[str, Any]]:
        from bowerbird.workspace import index_facts

        planned = sorted(indexes.planned(self._plan()).items())
        return [index_facts.facts_of(self._folder, name, asked) for name, asked in planned]

    def search(self, query: str, name: str | None, settings: Mapping[str, Any]) -> Results:
        checked = search_settings(dict(settings))
        index, asked, warnings = self._ready(name)
        if index is None:
            return Results(0, 0.0, [], warnings=warnings)
        results = index.search(query, asked, checked)
        return replace(results, warnings=[*results.warnings, *warnings]) if warnings else results

    def suggest(self, prefix: str, name: str | None, limit: int) -> list[Suggestion]:
        index, asked, _ = self._ready(name)
        return [] if index is None else index.suggest(prefix, asked, limit)

    def columns(self, name: str | None) -> dict[str, list[str]]:
        index, _, _ = self._ready(name)
        return {kind: [] for kind in COLUMNS} if index is None else index.columns()

    def refreshed(self, name: str) -> list[str]:
        """Take in what an index lacks, if that is quick; answers what a person has to know
        otherwise. Looked at every other second, by one thread: meanwhile others go by what was
        known."""
        known = self._looked.get(name)
        if known is None or (self._is_due(known) and not self._looking.locked()):
            with self._looking:
                known = self._looked.get(name)
                if known is None or self._is_due(known):
                    known = self._looked[name] = self._look(name, known)
        return known.warnings

    def _is_due(self, looked: _Looked) -> bool:
        return time.monotonic() >= looked.at + LOOK_EVERY

    def _look(self, name: str, before: _Looked | None) -> _Looked:
        at_work = self._is_at_work()
        state = None if at_work else state_of(self._folder, name)
        if before is not None and state is not None and before.state == state:
            return before._replace(at=time.monotonic())
        asked = indexes.planned(self._plan())[name]
        warnings = bring_up_to_date(self._folder, name, asked, lambda: at_work)
        return _Looked(time.monotonic(), warnings, None if warnings else state)

    def _ready(self, name: str | None) -> tuple[OpenIndex | None, IndexOptions, list[str]]:
        """An index to be asked, as new as it can be; None: it has not begun yet."""
        plan = self._plan()
        name = indexes.chosen(plan, name)
        asked = indexes.planned(plan)[name]
        warnings = self.refreshed(name)
        with self._lock:
            if name not in self._open:
                if warnings and not indexes.is_built(self._folder, name):
                    return None, asked, warnings
                self._open[name] = OpenIndex(indexes.index_folder(self._folder, name))
            return self._open[name], asked, warnings
