"""The browser of a run: whether there is one, and how it stands around the plain fetcher."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec import Struct

from bowerbird.fetch.adaptive import AdaptiveFetcher, AlwaysFetcher
from bowerbird.fetch.browser import open_renderer
from bowerbird.fetch.browser_found import find_browser, sandbox_remark
from bowerbird.fetch.browser_result import Surroundings
from bowerbird.fetch.guard import Guard
from bowerbird.fetch.needs import Needs
from bowerbird.model.errors import PlanError
from bowerbird.model.ports import Fetcher, Resolver
from bowerbird.model.storage import Batch, Store
from bowerbird.workspace.plan import Plan


class Outside(Struct, frozen=True):
    """What the browser shares with the rest of the run."""

    resolver: Resolver
    guard: Guard
    store: Store
    with_next_commit: Callable[[Callable[[Batch], None]], None]


def check_browser(plan: Plan) -> None:
    """A plan that wants a browser where there is none, or chains without one, says so at once."""
    if plan.browser.use != "never":
        find_browser(plan.browser)
    elif plan.browser.chains:
        raise PlanError(
            "browser.chains need a browser: set browser.use to auto or always (--browser auto)"
        )


def remark_on_browser(plan: Plan) -> str:
    """What a person should know of the browser before it starts; empty if there is nothing."""
    return sandbox_remark() if plan.browser.use != "never" else ""


@asynccontextmanager
async def open_browsing(
    plan: Plan, plain: Fetcher, outside: Outside, around: Surroundings
) -> AsyncIterator[Fetcher]:
    """The fetcher of pages: the plain one, or with a browser around it."""
    if plan.browser.use == "never":
        yield plain
        return
    async with open_renderer(
        plan.browser, plan.fetch, outside.resolver, outside.guard, around
    ) as renderer:
        if plan.browser.use == "always":
            yield AlwaysFetcher(plain, renderer, plan.browser)
        else:
            needs = Needs(outside.store, outside.with_next_commit)
            yield AdaptiveFetcher(plain, renderer, plan.browser, needs)


def screenshots_of(run_folder: Path) -> Path:
    """Where pictures of pages go on which an action failed."""
    return run_folder / "screenshots"
