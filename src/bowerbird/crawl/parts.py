"""The living parts of one crawl, as `visit` uses them. `workspace.wiring` chooses them."""

from collections.abc import Callable

from msgspec import Struct
from pydantic import Field

from bowerbird.crawl.budget import HostBudgets
from bowerbird.crawl.digest import Reader
from bowerbird.crawl.ledger import Ledger
from bowerbird.crawl.memory import Memory
from bowerbird.crawl.reading import Reading
from bowerbird.model.options import Options
from bowerbird.model.ports import Clock, Fetcher, Gate, PageStore


class RetryOptions(Options):
    """What is tried again, and when."""

    attempts: int = Field(3, ge=1, le=10, description="How often a URL is asked for in all.")
    first_pause: float = Field(
        15.0, ge=0, description="Seconds before the second attempt; doubled for each further one."
    )


class Crawl(Struct, frozen=True):
    """One crawl, ready to visit URLs."""

    run: str
    gate: Gate
    fetcher: Fetcher
    pages: PageStore | None  # None where the plan keeps no pages
    reading: Reading
    reader: Reader
    memory: Memory
    ledger: Ledger
    budgets: HostBudgets
    retry: RetryOptions
    clock: Clock
    sync: Callable[[], None] | None = None  # makes what was committed safe from power loss
