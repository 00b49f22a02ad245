"""A run as its owner sees it: a process that can be watched, paused, stopped and resumed."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

from bowerbird.model.errors import RunError
from bowerbird.model.events import Event, RunState
from bowerbird.workspace.audit import AuditBook, audited
from bowerbird.workspace.catalogue import Catalogue, RunEntry
from bowerbird.workspace.control import ControlClient
from bowerbird.workspace.places import run_folder
from bowerbird.workspace.plan import Plan, changed, read_plan
from bowerbird.workspace.run_processes import PROCESS, has_gone, is_run, send
from bowerbird.workspace.steering import Change, checked_changes, read_journal, steered

if TYPE_CHECKING:
    from bowerbird.workspace.run_log_reader import LogPage

ALIVE = frozenset({RunState.RUNNING, RunState.PAUSED, RunState.STOPPING})
SILENT_AFTER = 10.0  # seconds without a heartbeat; it beats once a second
PATIENCE = 10.0  # seconds that a stop may take, the kill included; more if its drain may
Waiting = Callable[[str], None]


class Run:
    """One run of a project. Its state is read anew with every question."""

    def __init__(self, catalogue: Catalogue, folder: Path, project: str, number: int) -> None:
        self._catalogue = catalogue
        self._folder = folder
        self.project = project  # its name
        self.number = number
        self._audit = AuditBook(catalogue)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def id(self) -> str:
        return str(self.number)

    @property
    def folder(self) -> Path:
        """Its frozen plan and its log."""
        return run_folder(self._folder, self.number)

    @property
    def plan(self) -> Plan:
        """What it was started with, and every change since."""
        return steered(read_plan(self.folder / "plan.toml"), self.changes)

    @property
    def changes(self) -> list[Change]:
        """How it was steered, in order."""
        return read_journal(self.folder)

    @property
    def state(self) -> RunState:
        return self._truth()[0]

    @property
    def is_alive(self) -> bool:
        """Is there a process at work for it?"""
        return is_run(self._entry().pid)

    def summary(self) -> dict[str, Any]:
        """The run summary; while it works, as of now."""
        entry = self._entry()
        if is_run(entry.pid) and entry.socket:
            try:
                return dict(ControlClient(entry.socket).ask("summary"))
            except RunError:
                entry = self._entry()  # it ended in between
        state, reason = self._truth()
        return {
            "run": self.id,
            "project": self.project,
            "state": state,
            "reason": reason,
            "started_at": entry.started_at,
            **entry.summary,
        }

    def progress(self) -> dict[str, Any] | None:
        """Its last look at itself: `queued`, `hosts_waiting`, `pages_per_second`, `eta_seconds`; of
        a run that is not at work, None."""
        try:
            told = self.ask("progress")
        except RunError:  # it has just ended
            return None
        return None if told is None else dict(told)

    def sentence(self) -> str:
        """What is happening, why it is slow, what to do."""
        from bowerbird.workspace.run_sentences import sentence_on

        progress = self.progress()
        told = self.log(types=["health"], limit=20).lines if progress else []
        warning = next((line for line in told if line["severity"] != "info"), None)
        return sentence_on(self.summary(), progress, warning)

    def series(self) -> dict[str, Any]:
        """How it went, for charts: `points` with the counters and what happened since the one
        before; at most 600, however long it took. While it works they are a few seconds old."""
        from bowerbird.workspace.run_series import read_series, series_told

        return series_told(read_series(self.folder))

    def log(self, **asked: Any) -> "LogPage":
        """What it said, the newest first: `types=["health", "state"]`, `text`, `limit`; `after`
        goes on from the `next` of the page before."""
        from bowerbird.workspace.run_log_reader import read_log

        return read_log(self.folder, **asked)

    def pictures(self) -> list[dict[str, Any]]:
        """Those that it took of pages in its browser, the newest first: `name`, `host`, `at`."""
        from bowerbird.workspace.run_pictures import pictures_of

        return pictures_of(self.folder)

    def picture(self, name: str) -> Path:
        """The file of one of them."""
        from bowerbird.workspace.run_pictures import picture

        return picture(self.folder, name)

    # ---- what can be done with it ----------------------------------------------------------------

    def start(self, *, attached: bool = True, waiting: Waiting = lambda _: None) -> "Run":
        """Start its process. An attached run stops by itself when the starter goes away; `waiting`
        is told what a slow start waits for."""
        from bowerbird.workspace.warming import compile_meanwhile

        arguments = [sys.executable, "-m", PROCESS, str(self._folder), str(self.number)]
        self.folder.mkdir(parents=True, exist_ok=True)
        compile_meanwhile(self._folder.parents[1])  # what is crawled will be searched
        with (self.folder / "errors.txt").open("ab") as errors:
            self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
                arguments + (["--attached"] if attached else []),
                stdin=subprocess.PIPE if attached else subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,  # Ctrl-C is for the shell, which then asks the run to stop
            )
        if not attached:
            Thread(
                target=self._process.wait, daemon=True
            ).start()  # nobody else may ask for its end
        if self._process.stdout is None:
            raise RunError("the run's process has no output to read")
        answer = {"error": ""}
        with self._process.stdout as greetings:
            for line in greetings:
                answer = json.loads(line)
                if "wait" not in answer:
                    break
                waiting(answer["wait"])
                answer = {"error": ""}  # should it end without another word
        if answer.get("error") == "":
            answer = {"error": self._last_words()}
        if "error" in answer:
            self._wait_for_process(None)
            raise RunError(answer["error"])
        return self

    @audited("pause run")
    def pause(self) -> None:
        self._ask("pause")

    @audited("stop run")
    def stop(self) -> RunState:
        """Drain, then kill: when this returns, the run has ended."""
        entry = self._entry()
        if not is_run(entry.pid):
            return self.state
        # The last second and a half are for the kill, and for closing the books.
        ends_by = time.monotonic() + max(PATIENCE, self.plan.speed.drain_seconds + 5.0) - 1.5
        try:
            ControlClient(entry.socket, timeout=2.0).ask("stop")
        except RunError:
            send(entry.pid, signal.SIGTERM)
        if not self._wait_for_process(ends_by - time.monotonic()):
            send(entry.pid, signal.SIGKILL)
            self._wait_for_process(5.0)
            self._catalogue.update(
                self.project,
                self.number,
                state=RunState.STOPPED,
                reason="it did not drain in time and was killed; nothing acknowledged is lost",
                ended_at=time.time(),
            )
        return self.state

    @audited("resume run")
    def resume(
        self, *, attached: bool = True, waiting: Waiting = lambda _: None, **budget: float | None
    ) -> "Run":
        """Go on after a pause, a stop, a crash or a kill; a budget may be raised on the way."""
        raised = {f"budget.{name}": value for name, value in budget.items() if value is not None}
        if raised and changed(plan := self.plan, raised, "the new budget") != plan:
            self.steer(raised)
        if self.is_alive:
            self._ask("resume")
            return self
        entry = self._entry()
        steered_since = any(change.at > (entry.ended_at or 0.0) for change in self.changes)
        if entry.state is RunState.COMPLETED and not (raised or steered_since):
            raise RunError(
                f"run {self.id} is completed ({entry.reason}); start a new one with "
                "`bowerbird crawl`, or raise its budget: `bowerbird run resume --max-pages N`"
            )
        return self.start(attached=attached, waiting=waiting)

    def steer(self, changes: Mapping[str, Any], *, preview: bool = False) -> dict[str, Any]:
        """Change what it goes by: dotted keys of the plan about judges, topic, scope, links to
        follow, budget. A run at work takes it up at once, another one when it is resumed. Answers
        how many queued URLs are `hidden` by it and how many refused ones come `back`; with
        `preview`, how many would."""
        wanted = checked_changes(changes)
        if self.is_alive:
            return dict(self.ask("steer", changes=wanted, preview=preview))
        from bowerbird.workspace.run_steering import steer_at_rest

        return steer_at_rest(self._folder, self.number, wanted, preview=preview)

    def wait(self, timeout: float | None = None) -> dict[str, Any]:
        """Until it has ended; the summary then."""
        if not self._wait_for_process(timeout):
            raise RunError(f"run {self.id} was still at work after {timeout:g} s")
        return self.summary()

    def events(self, *, visits: bool = True) -> Iterator[Event]:
        """Everything it says from now on, until it ends; `visits` includes news of each page."""
        entry = self._entry()
        if is_run(entry.pid):
            yield from ControlClient(entry.socket).events(visits=visits)

    def ask(self, do: str, **details: Any) -> Any:
        """Put a question to its process; None when it is not at work."""
        entry = self._entry()
        if not is_run(entry.pid):
            return None
        return ControlClient(entry.socket, timeout=60.0).ask(do, **details)

    # ---- the truth about it ----------------------------------------------------------------------

    def _entry(self) -> RunEntry:
        entry = self._catalogue.run(self.project, self.number)
        if entry is None:
            raise RunError(f"project {self.project!r} has no run {self.id}")
        return entry

    def _truth(self) -> tuple[RunState, str]:
        return truth_of(self._entry())

    def _ask(self, do: str) -> None:
        entry = self._entry()
        if not is_run(entry.pid):
            raise RunError(f"run {self.id} is not at work: it is {self.state}")
        ControlClient(entry.socket).ask(do)

    def _wait_for_process(self, timeout: float | None) -> bool:
        """True once the process is gone."""
        if self._process is not None:
            try:
                self._process.wait(timeout)
            except subprocess.TimeoutExpired:
                return False
            if self._process.stdin is not None:
                self._process.stdin.close()
            return True
        return has_gone(self._entry().pid, timeout)

    def _last_words(self) -> str:
        errors = (self.folder / "errors.txt").read_text(errors="replace").strip()
        last = errors.splitlines()[-1] if errors else "it said nothing"
        return f"the run's process could not start: {last}"


def truth_of(entry: RunEntry) -> tuple[RunState, str]:
    """The state of a run, which its last word about itself may not be, and why."""
    if entry.state not in ALIVE or entry.ended_at is not None:
        return entry.state, entry.reason  # a pause that a full disk forced has ended, too
    if not is_run(entry.pid):
        return (
            RunState.FAILED,
            "its process is gone (killed, or the machine went down); "
            "`bowerbird run resume` goes on where it was",
        )
    silence = time.time() - (entry.heartbeat_at or 0.0)
    if silence > SILENT_AFTER:
        return RunState.STALLED, f"its process has been silent for {silence:.0f} s"
    return entry.state, entry.reason
