"""Pages as a browser shows them.

The main document is fetched like any other, by the plain fetcher, with all that holds there: turn,
guard, caps, redirects that are not followed. Only then it is put into a browser, and what the
browser shows becomes the body of the page.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bowerbird.fetch.browser_found import find_browser
from bowerbird.fetch.browser_options import BrowserOptions
from bowerbird.fetch.browser_result import Renderer, Surroundings
from bowerbird.fetch.guard import Guard
from bowerbird.fetch.options import FetchOptions
from bowerbird.fetch.targets import Targets
from bowerbird.model.ports import Resolver


@asynccontextmanager
async def open_renderer(
    options: BrowserOptions,
    fetching: FetchOptions,
    resolver: Resolver,
    guard: Guard,
    surroundings: Surroundings,
) -> AsyncIterator[Renderer]:
    """A browser that starts with the first page. Raises BrowserMissingError where there is none."""
    executable = find_browser(options)
    # Imported only here: a crawl without a browser pays nothing for it.
    from bowerbird.fetch.browser_pool import open_pool
    from bowerbird.fetch.browser_visit import ChromiumRenderer

    targets = Targets(fetching, resolver, guard)
    async with open_pool(options, fetching, executable, targets) as pool:
        yield ChromiumRenderer(pool, options, fetching, surroundings)
