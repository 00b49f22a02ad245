"""A run of a server, as `Run` is one here."""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from threading import Event as ThreadEvent
from typing import Any
from weakref import finalize

import msgspec

from bowerbird.model.errors import RunError
from bowerbird.model.events import Event, RunState
from bowerbird.workspace.plan import Plan, check_plan
from bowerbird.workspace.remote.connection import Connection, place
from bowerbird.workspace.run_log_reader import LogPage
from bowerbird.workspace.steering import Change

LOOK_EVERY = 0.2  # seconds
AT_WORK = {RunState.RUNNING, RunState.PAUSED, RunState.STOPPING, RunState.STALLED}


class RemoteRun:
    """Its state is asked anew with every question."""

    def __init__(self, connection: Connection, project: str, number: int) -> None:
        self._connection = connection
        self.project = project
        self.number = number
        self._here = place("projects", project, "runs", str(number))
        self._pictures = ""  # a folder, once there are any

    @property
    def id(self) -> str:
        return str(self.number)

    @property
    def plan(self) -> Plan:
        return check_plan(filled(self._connection.get(f"{self._here}/plan")), "the server's plan")

    @property
    def changes(self) -> list[Change]:
        """How it was steered, in order."""
        told = self._connection.get(f"{self._here}/changes")["items"]
        return msgspec.convert(told, list[Change])

    @property
    def state(self) -> RunState:
        return RunState(self.summary()["state"])

    @property
    def is_alive(self) -> bool:
        return self.state in AT_WORK

    def summary(self) -> dict[str, Any]:
        """The run summary; while it works, as of now."""
        return dict(self._connection.get(self._here))

    def progress(self) -> dict[str, Any] | None:
        """Its last look at itself; None of a run that is not at work."""
        told = self._connection.get(f"{self._here}/progress")["progress"]
        return None if told is None else dict(told)

    def sentence(self) -> str:
        """What is happening, why it is slow, what to do."""
        return str(self._connection.get(f"{self._here}/sentence")["sentence"])

    def series(self) -> dict[str, Any]:
        """How it went, for charts."""
        return dict(self._connection.get(f"{self._here}/series"))

    def log(
        self, *, types: Sequence[str] = (), text: str = "", limit: int = 200, after: str = ""
    ) -> LogPage:
        """What it said, the newest first; `after` is the `next` of the page before."""
        asked = {"types": list(types), "text": text, "limit": limit, "cursor": after}
        return msgspec.convert(self._connection.get(f"{self._here}/log", **asked), LogPage)

    def pictures(self) -> list[dict[str, Any]]:
        """Those that it took of pages in its browser, the newest first."""
        return list(self._connection.get(f"{self._here}/pictures")["items"])

    def picture(self, name: str) -> Path:
        """The file of one of them, on this machine for as long as this object is."""
        if not self._pictures:
            self._pictures = mkdtemp(prefix="bowerbird-")
            finalize(self, rmtree, self._pictures, ignore_errors=True)
        path = Path(self._pictures) / f"{sha256(name.encode()).hexdigest()}.png"
        self._connection.download(f"{self._here}{place('pictures', name)}", path)
        return path

    def pause(self) -> None:
        self._connection.post(f"{self._here}/pause")

    def stop(self) -> RunState:
        """When this returns, the run has ended."""
        return RunState(self._connection.post(f"{self._here}/stop")["state"])

    def resume(self, **budget: float | None) -> "RemoteRun":
        """Go on; a budget may be raised on the way."""
        said = {name: value for name, value in budget.items() if name.startswith("max_")}
        self._connection.post(f"{self._here}/resume", said)
        return self

    def steer(self, changes: Mapping[str, Any], *, preview: bool = False) -> dict[str, Any]:
        """Change what it goes by, or say what would come of it."""
        body = {"changes": dict(changes), "preview": preview}
        return dict(self._connection.post(f"{self._here}/steer", body))

    def wait(self, timeout: float | None = None) -> dict[str, Any]:
        """Until it has ended; the summary then."""
        end, never = None if timeout is None else time.monotonic() + timeout, ThreadEvent()
        while (summary := self.summary())["state"] in AT_WORK:
            if end is not None and time.monotonic() > end:
                raise RunError(f"run {self.id} was still at work after {timeout:g} s")
            never.wait(LOOK_EVERY)
        return summary

    def events(self) -> Iterator[Event]:
        """What it says from now on, until it ends; news of single pages stay with the server."""
        for line in self._connection.lines(f"{self._here}/events"):
            if line.startswith("data: "):
                told = json.loads(line.removeprefix("data: "))
                yield msgspec.convert(told, Event)


def filled(values: Any) -> Any:
    """Without what is null: a plan has no such values."""
    if isinstance(values, dict):
        return {key: filled(value) for key, value in values.items() if value is not None}
    return values
