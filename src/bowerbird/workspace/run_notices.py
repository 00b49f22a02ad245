"""What a run itself tells people who do not watch it: warnings, its end, and pages that changed."""

import logging
import time
from pathlib import Path
from typing import Any

from bowerbird.model.errors import StoreError
from bowerbird.model.events import Event, Health, RunState, Severity
from bowerbird.workspace.catalogue import Catalogue
from bowerbird.workspace.notices import NoticeBook
from bowerbird.workspace.run_changes import changes_of
from bowerbird.workspace.run_sentences import sentence_on

log = logging.getLogger(__name__)


class RunNotices:
    """One run's. A full disk that takes no notice never hurts the run."""

    def __init__(self, catalogue: Catalogue, project: str, number: int) -> None:
        self._book = NoticeBook(catalogue)
        self._project = project
        self._number = number

    def note(self, event: Event) -> None:
        if isinstance(event, Health) and event.severity is not Severity.INFO:
            about = event.evidence.get("host") or event.evidence.get("template") or ""
            self._tell(f"{event.rule}/{about}", "health", event.severity, event.sentence)

    def ended(self, state: RunState, reason: str, figures: dict[str, Any], folder: Path) -> None:
        """Everything is closed and on disk."""
        said = sentence_on({"state": state, "reason": reason, **figures})
        severity = Severity.INFO if state is RunState.COMPLETED else Severity.WARN
        self._tell(f"{state}/{time.time():.0f}", "run-ended", severity, said)
        try:
            found = changes_of(folder, str(self._number)) if self._number > 1 else {}
        except StoreError as error:
            log.warning("what has changed is not told: %s", error)
            return
        if found.get("changed") or found.get("gone"):
            told = f"{_pages(found['changed'])} changed and {_pages(found['gone'])} gone"
            self._tell(f"changes/{time.time():.0f}", "pages-changed", Severity.INFO, f"{told}.")

    def _tell(self, mark: str, kind: str, severity: str, sentence: str) -> None:
        run = f"run/{self._project}/{self._number}"
        said = f"Run {self._number} of {self._project}: {sentence}"
        try:
            self._book.tell(f"{run}/{mark}", self._project, self._number, kind, severity, said)
        except StoreError as error:
            log.warning("nobody is told: %s", error)


def _pages(count: int) -> str:
    return "1 page" if count == 1 else f"{count:,} pages"
