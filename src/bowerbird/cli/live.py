"""Watching a run: a live view on a terminal, plain lines elsewhere, both on standard error."""

import time
from collections import deque
from collections.abc import Iterator

from rich.console import Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from bowerbird.cli.output import err, human_bytes, human_seconds
from bowerbird.model.errors import RunError
from bowerbird.model.events import Event, Health, Progress, RunState, StateChanged
from bowerbird.workspace import Run

LINE_EVERY = 5.0  # seconds between plain lines where nobody can see a live view


def watch(run: Run, *, quiet: bool) -> None:
    """Until the run ends. Ctrl-C asks it to stop, and waits for it."""
    view = _View(run.id, run.state)
    try:
        if quiet or not err.is_terminal:
            _plain(run, view, quiet=quiet)
        else:
            with Live(view.render(), console=err, refresh_per_second=4, transient=True) as live:
                for event in _events(run):
                    view.note(event)
                    live.update(view.render())
    except KeyboardInterrupt:
        err.print("Stopping: visits under way may end; nothing is lost …")
        run.stop()
    for sentence in view.sentences:
        err.print(f"note: {sentence}", markup=False, highlight=False)


def _events(run: Run) -> Iterator[Event]:
    try:
        yield from run.events(visits=False)
    except RunError:
        return  # it ended between two looks


def _plain(run: Run, view: "_View", *, quiet: bool) -> None:
    last = time.monotonic()
    for event in _events(run):
        view.note(event)
        if not quiet and isinstance(event, Progress) and time.monotonic() - last >= LINE_EVERY:
            last = time.monotonic()
            err.print(view.line(), highlight=False)


class _View:
    """What is known of the run so far, ready to be drawn."""

    def __init__(self, run: str, state: RunState) -> None:
        self._run = run
        self._state = state
        self._reason = ""
        self._progress: Progress | None = None
        self.sentences: deque[str] = deque(maxlen=20)

    def note(self, event: Event) -> None:
        match event:
            case StateChanged(state=state, reason=reason):
                self._state, self._reason = state, reason
            case Progress():
                self._progress = event
            case Health(sentence=sentence):
                self.sentences.append(sentence)
            case _:
                pass

    def line(self) -> str:
        progress = self._progress
        if progress is None:
            return f"run {self._run}: {self._state}"
        return (
            f"run {self._run}: {progress.pages} pages, {progress.relevant} relevant, "
            f"{progress.queued} queued, {progress.pages_per_second:.1f} pages/s{self._eta()}"
        )

    def render(self) -> Group:
        table = Table.grid(padding=(0, 3))
        progress = self._progress
        if progress is not None:
            share = progress.relevant / progress.pages if progress.pages else 0.0
            table.add_row("pages", f"[bold]{progress.pages}[/]", f"{human_bytes(progress.bytes)}")
            table.add_row("harvest", f"{share:.0%}", f"{progress.relevant} relevant")
            table.add_row("records", f"{progress.records}", "")
            table.add_row("queue", f"{progress.queued}", f"{progress.leased} under way")
            table.add_row("hosts waiting", f"{progress.hosts_waiting}", "for their turn")
            table.add_row(
                "speed", f"{progress.pages_per_second:.1f} pages/s", self._eta().strip(", ")
            )
        head = Text(f"run {self._run}: {self._state} {self._reason}", style="bold")
        notes = [Text(f"• {sentence}", style="yellow") for sentence in list(self.sentences)[-3:]]
        return Group(head, table, *notes, Text("Ctrl-C stops it in order.", style="dim"))

    def _eta(self) -> str:
        progress = self._progress
        if progress is None or progress.eta_seconds is None:
            return ""
        return (
            f", about {human_seconds(progress.eta_seconds)} to go"
            f" ({progress.eta_confidence} confidence)"
        )
