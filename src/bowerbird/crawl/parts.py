"""The living parts of one crawl, as `visit` uses them. `workspace.wiring` chooses them."""

from collections.abc import Callable

from msgspec import Struct

from bowerbird.crawl.budget import HostBudgets
from bowerbird.crawl.digest import Reader
from bowerbird.crawl.harvest import Harvest
from bowerbird.crawl.ledger import Ledger
from bowerbird.crawl.media_budget import MediaBudget
from bowerbird.crawl.memory import Memory
from bowerbird.crawl.options import RetryOptions
from bowerbird.crawl.reading import Reading
from bowerbird.model.candidate import Candidate
from bowerbird.model.ports import Clock, Fetcher, Gate, PageStore


class Crawl(Struct):
    """One crawl, ready to visit URLs. Of its parts the reader alone is ever replaced: by steering,
    between two visits."""

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
    offer_sitemaps: Callable[[Candidate], None] = lambda _: None  # if the plan wants them
    harvest: Harvest | None = None
    media: MediaBudget = MediaBudget()
    sync: Callable[[], None] | None = None  # makes what was committed safe from power loss
