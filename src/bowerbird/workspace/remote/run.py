"""A run of a server, as `Run` is one here."""

import json
import time
from collections.abc import Iterator, Mapping
from threading import Event as ThreadEvent
from typing import Any

import msgspec

from bowerbird.model.errors import RunError
from bowerbird.model.events import Event, RunState
from bowerbird.workspace.plan import Plan, check_plan
from bowerbird.workspace.remote.connection import Connection, place
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
