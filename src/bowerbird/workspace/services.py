"""The services that can be asked for seeds: which there are, which a plan names, and the asking."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from bowerbird.fetch.dns import open_resolver
from bowerbird.fetch.schemes import open_fetcher
from bowerbird.fetch.secrets import revealed
from bowerbird.model.errors import UnknownNameError, UsageError
from bowerbird.model.ports import Fetcher
from bowerbird.model.seed import Bookmark, Hit
from bowerbird.model.topic import Topic
from bowerbird.seeds.asking import Answered, Engines
from bowerbird.seeds.bookmarks.live import services
from bowerbird.seeds.metasearch.mediawiki import MediaWiki, MediaWikiBacklinks
from bowerbird.seeds.metasearch.opensearch import OpenSearch
from bowerbird.seeds.metasearch.scholarly import Arxiv, Crossref, Dblp, OpenAlex, SemanticScholar
from bowerbird.seeds.metasearch.searxng import SearXNG
from bowerbird.seeds.metasearch.sites import Feeds, Sitemaps
from bowerbird.seeds.metasearch.web import CommonCrawl, Marginalia
from bowerbird.seeds.options import ServiceOptions
from bowerbird.seeds.port import Asked, BookmarkService, Provider, Service
from bowerbird.workspace.clock import SystemClock
from bowerbird.workspace.own_servers import guard_of
from bowerbird.workspace.plan import Plan

KEPT = Path("cache") / "metasearch"  # of a home: what was asked in one project serves all

PROVIDERS: dict[str, Provider] = {
    each.name: each
    for each in (
        SearXNG(), OpenSearch(), MediaWiki(), MediaWikiBacklinks(), Crossref(), Arxiv(),
        OpenAlex(), SemanticScholar(), Dblp(), Marginalia(), CommonCrawl(), Sitemaps(), Feeds(),
    )
}  # fmt: skip
SOURCES: dict[str, BookmarkService] = {each.name: each for each in services()}
# These are told by their query where they are to look, if no address is named.
BY_QUERY = frozenset({"sitemaps", "feeds"})

Chosen = Mapping[str, ServiceOptions]


def chosen_providers(named: Sequence[str], plan: Plan) -> Chosen:
    """`NAME` or `NAME=ADDRESS` each, with what the plan says of it; none named: the plan's."""
    chosen = _chosen(named, plan.seeding.providers, PROVIDERS, "search engine")
    for name, options in chosen.items():
        if not (options.address or PROVIDERS[name].address or name in BY_QUERY):
            raise UsageError(f"{name} answers wherever somebody runs it: --provider {name}=ADDRESS")
    return chosen


def chosen_sources(named: Sequence[str], plan: Plan) -> Chosen:
    """The same of bookmarking services; those that want a key have one."""
    chosen = _chosen(named, plan.seeding.sources, SOURCES, "bookmarking service")
    for name, options in chosen.items():
        if not (options.address or SOURCES[name].address):
            raise UsageError(f"{name} answers wherever somebody runs it: --source {name}=ADDRESS")
        if SOURCES[name].needs_key and not options.key:
            raise UsageError(
                f"{name} wants a key: put it into an environment variable and name that by "
                f"--key '${{ITS_NAME}}', or as seeding.sources.{name}.key in the plan"
            )
    return chosen


async def asked_providers(
    chosen: Chosen, query: str, home: Path, plan: Plan
) -> list[Answered[Hit]]:
    """All at once, each at its own pace."""
    options = plan.seeding
    async with open_engines(home, plan) as engines:
        asking = []
        for name, said in chosen.items():
            service = PROVIDERS[name]
            asked = _asked(service, said, query, plan, most=options.per_provider)
            asking.append(engines.ask(service, service.search(asked), asked, Hit))
        return list(await asyncio.gather(*asking))


async def asked_sources(
    chosen: Chosen, topic: Topic, home: Path, plan: Plan
) -> list[Answered[Bookmark]]:
    """The same of bookmarking services."""
    tags = tuple(term.term for term in topic.terms if term.weight > 0)
    async with open_engines(home, plan) as engines:
        asking = []
        for name, said in chosen.items():
            service = SOURCES[name]
            asked = _asked(
                service, said, topic.query, plan, most=plan.seeding.per_source, tags=tags
            )
            asking.append(engines.ask(service, service.collect(asked), asked, Bookmark))
        return list(await asyncio.gather(*asking))


@asynccontextmanager
async def open_engines(home: Path, plan: Plan) -> AsyncIterator[Engines]:
    """What asks them, as the plan fetches."""
    async with open_plain_fetcher(home, plan) as fetcher:
        yield Engines(fetcher, home / KEPT, 3600 * plan.seeding.kept_hours, asyncio.sleep)


@asynccontextmanager
async def open_plain_fetcher(home: Path, plan: Plan) -> AsyncIterator[Fetcher]:
    """For questions outside of any crawl: behind the guard, without a browser."""
    async with AsyncExitStack() as stack:
        clock = SystemClock()
        dns = plan.dns.model_copy(update={"resolve": plan.fetch.resolve})
        resolver = await stack.enter_async_context(open_resolver(dns, clock))
        guard = guard_of(plan.fetch, home)
        yield await stack.enter_async_context(open_fetcher(plan.fetch, resolver, guard, clock))


def _asked(
    service: Service,
    said: ServiceOptions,
    query: str,
    plan: Plan,
    *,
    most: int,
    tags: tuple[str, ...] = (),
) -> Asked:
    return Asked(
        query,
        most,
        said.address or service.address,
        revealed(said.key),
        plan.seeding.mail,
        plan.seeding.language,
        tags,
        SystemClock().now(),
    )


def _chosen(
    named: Sequence[str], known: Chosen, services: Mapping[str, Service], kind: str
) -> dict[str, ServiceOptions]:
    chosen: dict[str, ServiceOptions] = {}
    for text in named or list(known):
        name, _, address = text.partition("=")
        if name not in services:
            raise UnknownNameError(f"unknown {kind} {name!r}; known: {', '.join(sorted(services))}")
        options = known.get(name, ServiceOptions())
        chosen[name] = options.model_copy(update={"address": address} if address else {})
    return chosen
