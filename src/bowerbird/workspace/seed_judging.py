"""What engines found, looked at before it is kept: fetched politely, judged, and ranked."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from msgspec import Struct
from msgspec.structs import replace

from bowerbird.crawl.reading import Reading, Templated
from bowerbird.model.document import Document
from bowerbird.model.errors import RunError
from bowerbird.model.outcomes import Failed, Fetched, NotModified, Redirected, Refused
from bowerbird.model.page import Page
from bowerbird.model.pageview import PageView
from bowerbird.model.ports import Fetcher, FetchRequest, PageJudge
from bowerbird.model.seed import Reason, Seed
from bowerbird.model.topic import Topic
from bowerbird.model.verdict import PageVerdict
from bowerbird.seeds.ranking import concept_vector, seed_ranks
from bowerbird.web.url import InvalidUrl, parse
from bowerbird.workspace.choices import identity, judges
from bowerbird.workspace.manners import heed_robots
from bowerbird.workspace.plan import Plan
from bowerbird.workspace.reading import open_reading
from bowerbird.workspace.services import open_plain_fetcher
from bowerbird.workspace.single import kept_page
from bowerbird.workspace.strategies import all_strategies

MOST_REDIRECTS = 5
HOSTS_AT_ONCE = 16
JUDGE = "judge"  # the source of a reason


class Judged(Struct, frozen=True):
    """What became of them."""

    kept: list[Seed]  # relevant, by their rank
    left_out: list[dict[str, str]]  # the others, each with the reason


class _Look(Struct, frozen=True):
    """A page that was read and judged."""

    document: Document
    verdict: PageVerdict


async def judged_seeds(found: Sequence[Seed], topic: Topic, folder: Path, plan: Plan) -> Judged:
    """Fetch them, the hosts side by side and each at the plan's pace; the relevant ones are kept
    in the order of P2's rank of seeds."""
    by_host: dict[str, list[Seed]] = {}
    for seed in found:
        by_host.setdefault(urlsplit(seed.url).hostname or "", []).append(seed)
    table = all_strategies()
    page_judge, _ = judges(plan, table, topic)
    home = folder.parent.parent
    async with (
        open_plain_fetcher(home, plan) as fetcher,
        open_reading(plan, table, folder) as reading,
    ):
        looker = _Looker(fetcher, reading, page_judge, plan, folder)
        slots = asyncio.Semaphore(HOSTS_AT_ONCE)
        looks = await asyncio.gather(*(looker.host(seeds, slots) for seeds in by_host.values()))
    return _ranked(found, {url: look for of_host in looks for url, look in of_host.items()}, topic)


def _ranked(found: Sequence[Seed], looks: Mapping[str, _Look | str], topic: Topic) -> Judged:
    left_out, relevant = [], []
    for seed in found:
        look = looks[seed.url]
        if isinstance(look, str):
            left_out.append({"url": seed.url, "because": look})
        elif not look.verdict.relevant:
            said = f"judged not relevant: {look.verdict.score:.2f}"
            left_out.append({"url": seed.url, "because": said})
        else:
            relevant.append((seed, look))
    ranks = seed_ranks([concept_vector(look.document, topic) for _, look in relevant])
    kept = [
        _with_rank(seed, look, rank) for (seed, look), rank in zip(relevant, ranks, strict=True)
    ]
    return Judged(sorted(kept, key=lambda seed: (-seed.score, seed.url)), left_out)


def _with_rank(seed: Seed, look: _Look, rank: float) -> Seed:
    because = f"judged {look.verdict.score:.2f}, near to what all of them say: {rank:.2f}"
    reasons = (*seed.reasons, Reason(JUDGE, because, round(rank, 4)))
    title = seed.title or look.document.title
    return replace(seed, score=round(rank, 4), title=title, reasons=reasons)


class _Looker:
    """Reads pages outside of any crawl, as a polite visitor."""

    def __init__(
        self, fetcher: Fetcher, reading: Reading, judge: PageJudge, plan: Plan, folder: Path
    ) -> None:
        self._fetcher = fetcher
        self._reading = reading
        self._judge = judge
        self._plan = plan
        self._folder = folder

    async def host(
        self, seeds: Sequence[Seed], slots: asyncio.Semaphore
    ) -> Mapping[str, _Look | str]:
        """The pages of one host, one after the other with the plan's pause in between."""
        looks: dict[str, _Look | str] = {}
        async with slots:
            for turn, seed in enumerate(seeds):
                if turn:
                    await _pause(self._plan.politeness.delay)
                try:
                    looks[seed.url] = await self._look(seed.url)
                except (RunError, InvalidUrl) as error:
                    looks[seed.url] = str(error)
        return looks

    async def _look(self, url: str) -> _Look | str:
        with await self._page(url) as page:
            read = await self._reading.parse(page)
            if not isinstance(read, Templated):
                return f"{page.media_type} could not be read"
            document = read.parsed.document
            return _Look(document, self._judge.judge(PageView(document, page.url)))

    async def _page(self, url: str) -> Page:
        asked = parse(url, None, identity(self._plan))
        if (kept := kept_page(asked, self._plan, self._folder)) is not None:
            return kept
        for _ in range(MOST_REDIRECTS):
            await heed_robots(asked, self._fetcher, self._plan)
            match await self._fetcher.fetch(FetchRequest(asked)):
                case Fetched(page=page) if page.status < 400:
                    return page
                case Fetched(page=page):
                    page.body.close()
                    raise RunError(f"the server answered {page.status}")
                case Redirected(to=to, page=page):
                    page.body.close()
                    asked = parse(to, asked.href)
                case Failed(detail=detail, reason=reason) | Refused(rule=detail, reason=reason):
                    raise RunError(f"cannot be read: {detail or reason}")
                case NotModified():
                    raise RunError("answered with nothing new though nothing was asked")
        raise RunError(f"is redirected more than {MOST_REDIRECTS} times")


_pause = asyncio.sleep
