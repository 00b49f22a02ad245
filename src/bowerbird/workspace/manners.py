"""robots.txt for a page that somebody asks for by name, outside of any crawl."""

from bowerbird.model.errors import RunError
from bowerbird.model.outcomes import Failed, Fetched, NotModified, Redirected, Refused
from bowerbird.model.ports import Fetcher, FetchRequest
from bowerbird.web.robots import MOST_BYTES, parse_robots
from bowerbird.web.url import InvalidUrl, Url, parse
from bowerbird.workspace.plan import Plan

MOST_HOPS = 5  # redirects of a robots.txt (RFC 9309 §2.3.1.2)
SERVER_TROUBLE = 500


async def heed_robots(url: Url, fetcher: Fetcher, plan: Plan) -> None:
    """Asks the host's robots.txt first; `RunError` if it does not allow the URL.

    Where there is none, or it cannot be reached at all, the page itself will tell.
    """
    if not plan.politeness.obey_robots or url.scheme not in ("http", "https"):
        return
    robots = parse("/robots.txt", url.href)
    rules = parse_robots(await _text_of(robots, fetcher), plan.fetch.product_token)
    origin = robots.href.removesuffix("/robots.txt")
    verdict = rules.verdict(url.href[len(origin) :] or "/")
    if not verdict.allowed:
        raise RunError(
            f"{url.href} is not asked for: its robots.txt says {verdict.text!r}; save the page with"
            " a browser and give the file"
        )


async def _text_of(robots: Url, fetcher: Fetcher) -> bytes:
    """Empty where there is none."""
    asked = robots
    for _ in range(MOST_HOPS + 1):
        match await fetcher.fetch(FetchRequest(asked)):
            case Fetched(page=page):
                with page:
                    if page.status >= SERVER_TROUBLE:
                        raise RunError(
                            f"{robots.href} answered {page.status}, so nothing of that host may be"
                            " asked for now; try again later"
                        )
                    return page.body.read()[:MOST_BYTES] if page.status < 300 else b""
            case Redirected(page=page, to=to):
                with page:
                    try:
                        asked = parse(to, asked.href)
                    except InvalidUrl:
                        return b""
            case Refused() | Failed() | NotModified():
                return b""
    return b""
