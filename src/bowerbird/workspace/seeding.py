"""Seeds of a project: found by search engines, imported from bookmarks, kept with their reasons."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec

from bowerbird.fetch.dns import open_resolver
from bowerbird.fetch.guard import Guard
from bowerbird.fetch.schemes import open_fetcher
from bowerbird.fetch.secrets import revealed
from bowerbird.index.results import Results
from bowerbird.model.errors import (
    CorruptError,
    RunError,
    StoreError,
    UnknownNameError,
    UsageError,
)
from bowerbird.model.seed import Hit, Seed
from bowerbird.model.topic import Topic
from bowerbird.seeds.bookmarks.files import read_bookmarks, tags_of
from bowerbird.seeds.evidence import seeds_from
from bowerbird.seeds.fusion import fused, merged
from bowerbird.seeds.metasearch.asking import Answered, Engines
from bowerbird.seeds.metasearch.mediawiki import MediaWiki, MediaWikiBacklinks
from bowerbird.seeds.metasearch.port import Asked, Provider
from bowerbird.seeds.metasearch.scholarly import Arxiv, Crossref, Dblp, OpenAlex, SemanticScholar
from bowerbird.seeds.metasearch.searxng import SearXNG
from bowerbird.seeds.metasearch.web import CommonCrawl, Marginalia, OpenSearch
from bowerbird.seeds.options import ProviderOptions
from bowerbird.workspace.clock import SystemClock
from bowerbird.workspace.files import write_whole
from bowerbird.workspace.plan import Plan

FILE = "seeds.json"
KEPT = Path("cache") / "metasearch"  # of a home: what was asked in one project serves all
OWN_INDEX = "own-index"
TAGS_TOLD = 20

PROVIDERS: dict[str, Provider] = {
    each.name: each
    for each in (
        SearXNG(), OpenSearch(), MediaWiki(), MediaWikiBacklinks(), Crossref(), Arxiv(),
        OpenAlex(), SemanticScholar(), Dblp(), Marginalia(), CommonCrawl(),
    )
}  # fmt: skip


class ProjectSeeds:
    """The seeds that a project knows of, and how it comes by more."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self._folder = folder
        self._plan = plan
        self._file = folder / FILE

    def seeds(self) -> list[Seed]:
        """Those that are kept, the best first."""
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=list[Seed])
        except FileNotFoundError:
            return []
        except msgspec.MsgspecError as error:
            raise CorruptError(
                f"{self._file} holds no seeds any more ({error}): remove it, and find or import "
                "them again"
            ) from error

    def import_bookmarks(self, path: Path, topic: Topic) -> dict[str, Any]:
        """Keep the resources of a file whose tags or titles match the topic; without one, all."""
        read = read_bookmarks(path)
        found = seeds_from(read.bookmarks, topic, path.name)
        self._keep(found)
        return {
            "file": str(path),
            "format": read.form,
            "bookmarks": len(read.bookmarks),
            "left_out": read.left_out,
            "tags": dict(list(tags_of(read.bookmarks).items())[:TAGS_TOLD]),
            "seeds": [told(seed) for seed in found[: self._plan.seeding.most]],
            "kept": len(found),
        }

    def find(
        self, query: str, providers: Mapping[str, ProviderOptions], own: list[Hit]
    ) -> dict[str, Any]:
        """Ask the providers, fuse what they bring, and keep the best. `own` are hits of the
        project's index."""
        if not query.strip():
            raise UsageError("nothing to look for: give words, for example `seeds find tapirs`")
        if not providers and not own:
            raise UsageError(
                "no search engine is named: `--provider NAME` or seeding.providers in the plan; "
                f"known: {', '.join(sorted(PROVIDERS))}"
            )
        options = self._plan.seeding
        answers = asyncio.run(self._asked(query, providers)) if providers else []
        found = {answer.provider: answer.hits for answer in answers if answer.hits}
        if own:
            found[OWN_INDEX] = tuple(own)
        if answers and not found:
            raise RunError("; ".join(answer.trouble or f"{answer.provider} found nothing"
                                     for answer in answers))  # fmt: skip
        weights = {name: chosen.weight for name, chosen in providers.items()}
        best = fused(found, weights, most=options.most, most_per_host=options.most_per_host)
        self._keep(best)
        return {
            "query": query,
            "seeds": [told(seed) for seed in best],
            "providers": {
                answer.provider: {
                    "hits": len(answer.hits), "kept": answer.kept, "trouble": answer.trouble,
                }
                for answer in answers
            },
        }  # fmt: skip

    async def _asked(self, query: str, providers: Mapping[str, ProviderOptions]) -> list[Answered]:
        plan, options = self._plan, self._plan.seeding
        async with AsyncExitStack() as stack:
            clock = SystemClock()
            dns = plan.dns.model_copy(update={"resolve": plan.fetch.resolve})
            resolver = await stack.enter_async_context(open_resolver(dns, clock))
            guard = Guard(allow_private=plan.fetch.allow_private)
            fetcher = await stack.enter_async_context(
                open_fetcher(plan.fetch, resolver, guard, clock)
            )
            folder = self._folder.parent.parent / KEPT
            engines = Engines(fetcher, folder, 3600 * options.kept_hours, asyncio.sleep)
            asking = [
                engines.ask(
                    PROVIDERS[name],
                    Asked(
                        query,
                        options.per_provider,
                        chosen.address or PROVIDERS[name].address,
                        revealed(chosen.key),
                        options.mail,
                    ),
                )
                for name, chosen in providers.items()
            ]
            return list(await asyncio.gather(*asking))

    def _keep(self, found: list[Seed]) -> None:
        if found:
            write_whole(self._file, msgspec.json.encode(merged(self.seeds(), found)))


def chosen_providers(named: list[str], plan: Plan) -> dict[str, ProviderOptions]:
    """`NAME` or `NAME=ADDRESS` each, with what the plan says of it; none named: the plan's."""
    chosen: dict[str, ProviderOptions] = {}
    known = dict(plan.seeding.providers)
    for text in named or list(known):
        name, _, address = text.partition("=")
        options = known.get(name, ProviderOptions())
        chosen[name] = options.model_copy(update={"address": address} if address else {})
    for name, options in chosen.items():
        if name not in PROVIDERS:
            raise UnknownNameError(
                f"unknown search engine {name!r}; known: {', '.join(sorted(PROVIDERS))}"
            )
        if not (options.address or PROVIDERS[name].address):
            raise UsageError(f"{name} answers wherever somebody runs it: --provider {name}=ADDRESS")
    return chosen


def own_hits(search: Callable[[], Results]) -> list[Hit]:
    """What the project's own index has on it, if there is one yet."""
    try:
        found = search().hits
    except (UnknownNameError, StoreError):
        return []
    return [Hit(hit.url, str(hit.fields.get("title", "")), "", hit.rank) for hit in found]


def told(seed: Seed) -> dict[str, Any]:
    """A seed for people and programs."""
    because = "; ".join(reason.because for reason in seed.reasons)
    return {**msgspec.to_builtins(seed), "because": because}
