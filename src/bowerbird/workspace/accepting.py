"""Settings of an index are accepted and taken back: the plan says them, the history remembers."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from bowerbird.model.errors import UsageError
from bowerbird.workspace import indexes
from bowerbird.workspace.plan import changed_index, read_plan, write_plan
from bowerbird.workspace.setting_history import Accepted, IndexSettings, SettingHistory

Build = Callable[[str, dict[str, Any]], Any]  # an index, under these changed options


class Accepting:
    """For one index of a project."""

    def __init__(self, index: str, folder: Path, history: SettingHistory, build: Build) -> None:
        """`folder`: the project's."""
        self._index = index
        self._folder = folder
        self._history = history
        self._build = build

    def accept(self, new: IndexSettings, because: str, evidence: dict[str, Any]) -> Accepted:
        """From now on the plan says these."""
        held = self._held()
        if new == held:
            return self._history.holding(held)
        self._write(held, new)
        return self._history.add(held, new, because, evidence)

    def revert(self, number: int | None) -> Accepted:
        """Back to a line of the history, or to what held before; once more goes further back."""
        held = self._held()
        line = self._history.line(self._before(held) if number is None else number)
        self._write(held, line.settings)
        return self._history.add_again(held, line)

    def _before(self, held: IndexSettings) -> int:
        before = self._history.holding(held).before if self._history.lines() else None
        if before is None:
            raise UsageError(
                f"index {self._index!r} has no earlier settings to go back to; "
                "`bowerbird tune history` shows those that were accepted"
            )
        return before

    def history(self) -> list[Accepted]:
        """Oldest first."""
        return self._history.lines()

    def holding(self) -> int | None:
        """The line whose settings the plan says now; None: it says others."""
        lines = self._history.lines()
        return lines[-1].number if lines and lines[-1].settings == self._held() else None

    def _held(self) -> IndexSettings:
        return IndexSettings.of(indexes.planned(read_plan(self._plan_file))[self._index])

    def _write(self, held: IndexSettings, new: IndexSettings) -> None:
        changes: dict[str, Any] = {"ranking": new.ranking}
        if new.stop_words != held.stop_words and indexes.is_built(self._folder, self._index):
            # Other words count from now on: the index has to know.
            self._build(self._index, {**changes, indexes.STOP_WORDS: new.stop_words})
            return
        changes[indexes.STOP_WORDS] = new.stop_words
        plan = read_plan(self._plan_file)
        write_plan(changed_index(plan, self._index, changes, "the settings"), self._plan_file)

    @property
    def _plan_file(self) -> Path:
        return self._folder / "project.toml"
