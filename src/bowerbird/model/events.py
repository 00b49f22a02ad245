"""What a run says while it works. The live view, the log and the UI read the same events."""

from enum import StrEnum
from typing import Any

from msgspec import Struct


class RunState(StrEnum):
    """Where a run is; `STALLED` and a dead run's `FAILED` are derived from its heartbeat."""

    NEW = "new"
    RUNNING = "running"
    PAUSED = "paused"
    STOPPING = "stopping"
    COMPLETED = "completed"
    STOPPED = "stopped"
    FAILED = "failed"
    STALLED = "stalled"


class Severity(StrEnum):
    """How much a health sentence matters."""

    INFO = "info"
    WARN = "warn"
    STOP = "stop"


class Visited(Struct, frozen=True, tag="visited"):
    """One URL is settled, or put back into the queue for another attempt."""

    at: float
    url: str
    state: str  # PageState, see model/pagerow.py; `queued` is to be tried again
    reason: str = ""
    status: int = 0
    bytes: int = 0
    milliseconds: float = 0.0
    relevant: bool = False


class StateChanged(Struct, frozen=True, tag="state"):
    """The run moved on."""

    at: float
    state: RunState
    reason: str = ""


class Health(Struct, frozen=True, tag="health"):
    """One sentence a person can act on, with the evidence for it."""

    at: float
    rule: str
    severity: Severity
    sentence: str
    evidence: dict[str, float | str] = {}


class Progress(Struct, frozen=True, tag="progress"):
    """A look at the whole, about once a second."""

    at: float
    pages: int
    relevant: int
    records: int
    queued: int
    leased: int
    hosts_waiting: int
    pages_per_second: float
    bytes: int
    eta_seconds: float | None = None
    eta_confidence: str = ""  # "low", "fair", "good"


class Steered(Struct, frozen=True, tag="steered"):
    """Somebody changed what the run goes by."""

    at: float
    number: int  # the n-th change of this run
    changes: dict[str, Any]  # dotted keys of the plan
    hidden: int = 0  # queued URLs that left the scope
    back: int = 0  # refused ones that came into it


Event = Visited | StateChanged | Health | Progress | Steered
