"""What a person may set about the frontier."""

from pydantic import Field

from bowerbird.frontier.keys import Order
from bowerbird.frontier.traps import TrapOptions
from bowerbird.model.options import Options


class FrontierOptions(Options):
    """In which order URLs are asked for, and how much of the queue is held in memory."""

    order: Order = Field(
        default=Order.BEST_FIRST,
        description="Order inside a host: breadth-first, depth-first or best-first.",
    )
    connections_per_host: int = Field(
        default=1, ge=1, le=64, description="Requests in flight at one host at the same time."
    )
    rows_in_memory: int = Field(
        default=98_304, ge=8, description="Queued URLs held in memory; the others wait on disk."
    )
    remembered: int = Field(
        default=65_536,
        ge=1_024,
        description="URLs whose state is remembered without asking the disk.",
    )
    patterns_in_memory: int = Field(
        default=32_768, ge=1_024, description="URL patterns the trap brakes hold in memory."
    )
    real_gain: float = Field(
        default=0.05,
        ge=0,
        le=1,
        description="A queued URL moves up when its priority grows by more than this.",
    )
    traps: TrapOptions = TrapOptions()
