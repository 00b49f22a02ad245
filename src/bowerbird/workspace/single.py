"""One document by its name: a file, a page that a crawl has kept, or what a server answers now."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import msgspec

from bowerbird.fetch.browser_options import BrowserOptions
from bowerbird.fetch.browser_result import Surroundings, is_shown
from bowerbird.fetch.cookies import CookieJar
from bowerbird.fetch.dns import open_resolver
from bowerbird.fetch.options import FetchOptions
from bowerbird.fetch.schemes import open_fetcher
from bowerbird.model.errors import RunError, UsageError
from bowerbird.model.outcomes import Failed, Fetched, FetchOutcome, NotModified, Redirected, Refused
from bowerbird.model.page import Page
from bowerbird.model.pagerow import PageRow
from bowerbird.model.parts import PageParts
from bowerbird.model.ports import Fetcher, FetchRequest
from bowerbird.model.storage import Batch, Family
from bowerbird.store.shard import open_shard
from bowerbird.store.warc import open_pages
from bowerbird.web.url import InvalidUrl, Url, parse
from bowerbird.workspace.browsing import Outside, open_browsing, screenshots_of
from bowerbird.workspace.choices import identity
from bowerbird.workspace.clock import SystemClock
from bowerbird.workspace.manners import heed_robots
from bowerbird.workspace.own_servers import guard_of
from bowerbird.workspace.places import has_shard, shard_folder
from bowerbird.workspace.plan import Plan
from bowerbird.workspace.targets import sort_targets

MOST_REDIRECTS = 10
# Of names that could be hosts as well: nobody means the host `paper.pdf`.
SUFFIXES = frozenset({".pdf", ".html", ".htm", ".docx", ".doc", ".odt", ".epub", ".rtf", ".txt"})


@asynccontextmanager
async def open_document(
    name: str, plan: Plan, folder: Path, parts: Callable[[PageParts], None] | None = None
) -> AsyncIterator[Page]:
    """The page of that name. A URL that the project's crawl has kept is not asked for again, unless
    it was kept as it was sent and is wanted as a browser shows it. `parts` is told what the browser
    loaded."""
    url, fetch = _address(name, plan)
    is_here = fetch is not plan.fetch  # a file that can be read as it is now
    if not is_here and (kept := kept_page(url, plan, folder)) is not None:
        with kept:
            if plan.browser.use != "always" or kept.rendered or not is_shown(kept):
                yield kept
                return
    async with AsyncExitStack() as stack:
        clock = SystemClock()
        dns = plan.dns.model_copy(update={"resolve": fetch.resolve})
        resolver = await stack.enter_async_context(open_resolver(dns, clock))
        guard = guard_of(fetch, folder.parent.parent)
        fetcher = await stack.enter_async_context(open_fetcher(fetch, resolver, guard, clock))
        if is_here:
            plan = plan.model_copy(update={"browser": BrowserOptions()})
        outside = Outside(resolver, guard, None, _is_not_kept)
        around = Surroundings(
            clock,
            screenshots=screenshots_of(folder) if has_shard(folder) else None,
            cookies=CookieJar(),
            parts=parts,
        )
        browsing = await stack.enter_async_context(open_browsing(plan, fetcher, outside, around))
        with await _fetched(url, fetcher, browsing, plan) as page:
            yield page


def kept_page(url: Url, plan: Plan, folder: Path) -> Page | None:
    """The copy that a crawl of this project keeps, if there is one."""
    if not has_shard(folder):
        return None
    place = shard_folder(folder)
    with open_shard(place, read_only=True) as store:
        data = store.get(Family.PAGES, url.key)
        row = None if data is None else msgspec.msgpack.decode(data, type=PageRow)
        row = row.last_read if row else None
        if row is None or row.page is None:
            return None
        with open_pages(place / "pages", store, plan.store.warc, read_only=True) as pages:
            return pages.read(row.page).page


def _address(name: str, plan: Plan) -> tuple[Url, FetchOptions]:
    """The URL of a file or page; a file that a person names may be read wherever it lies."""
    file = Path(name).expanduser()
    if file.is_file():
        file = file.resolve()
        return parse(file.as_uri()), plan.fetch.model_copy(update={"folders": (str(file.parent),)})
    return _url(name, plan), plan.fetch


def _url(name: str, plan: Plan) -> Url:
    looks_like_file = name.startswith("@") or Path(name).suffix.lower() in SUFFIXES
    seeds = [] if looks_like_file and "://" not in name else sort_targets([name]).seeds
    if not seeds:
        raise UsageError(f"there is no file {name}, and it is no URL: give one of the two")
    try:
        return parse(seeds[0], None, identity(plan))
    except InvalidUrl as error:
        raise UsageError(str(error)) from error


def _is_not_kept(_: Callable[[Batch], None]) -> None:
    """What is learnt of one page is not worth a commit."""


async def _fetched(url: Url, plain: Fetcher, fetcher: Fetcher, plan: Plan) -> Page:
    """Asked for once; redirects are followed, robots.txt is heeded at every hop."""
    asked = url
    for _ in range(MOST_REDIRECTS):
        await heed_robots(asked, plain, plan)
        outcome = await fetcher.fetch(FetchRequest(asked))
        if not isinstance(outcome, Redirected):
            return _page_of(outcome, asked)
        with outcome.page:
            try:
                asked = parse(outcome.to, asked.href)
            except InvalidUrl as error:
                raise RunError(f"{asked.href} leads nowhere: {error}") from error
    raise RunError(f"{url.href} is redirected more than {MOST_REDIRECTS} times in a row")


def _page_of(outcome: FetchOutcome, url: Url) -> Page:
    match outcome:
        case Fetched(page=page) if page.status < 400:
            return page
        case Fetched(page=page):
            page.body.close()
            raise RunError(f"{url.href} cannot be read: the server answered {page.status}")
        case Refused(reason=reason, rule=detail) | Failed(reason=reason, detail=detail):
            raise RunError(f"{url.href} cannot be read: {detail or reason}")
        case NotModified() | Redirected():
            raise RunError(f"{url.href} answered with nothing new though nothing was asked")
