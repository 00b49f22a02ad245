"""Seeds of a project: found by search engines, imported from bookmarks, kept with their reasons."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from bowerbird.index.results import Results
from bowerbird.model.errors import (
    CorruptError,
    RunError,
    StoreError,
    UnknownNameError,
    UsageError,
)
from bowerbird.model.seed import Bookmark, Hit, Seed
from bowerbird.model.topic import Topic
from bowerbird.seeds.asking import Answered
from bowerbird.seeds.bookmarks.files import crawlable, read_bookmarks, tags_of
from bowerbird.seeds.evidence import seeds_from
from bowerbird.seeds.fusion import fused, merged
from bowerbird.seeds.suggesting import suggested_tags
from bowerbird.workspace.files import write_whole
from bowerbird.workspace.plan import Plan
from bowerbird.workspace.services import PROVIDERS, Chosen, asked_providers, asked_sources

FILE = "seeds.json"
OWN_INDEX = "own-index"
TAGS_TOLD = 20
LOOKED_AT = 3  # times as many as are kept


class ProjectSeeds:
    """The seeds that a project knows of, and how it comes by more."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self._folder = folder
        self._home = folder.parent.parent
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

    # ---- bookmarks

    def import_bookmarks(self, path: Path, topic: Topic) -> dict[str, Any]:
        """Keep the resources of a file whose tags or titles match the topic; without one, all."""
        read = read_bookmarks(path)
        told = self._taken(list(read.bookmarks), topic, path.name, read.others)
        return {"file": str(path), "format": read.form, "left_out": read.left_out, **told}

    def import_from(self, sources: Chosen, topic: Topic) -> dict[str, Any]:
        """The same of bookmarking services; one that fails costs a sentence."""
        answers = asyncio.run(asked_sources(sources, topic, self._home, self._plan))
        _refuse_if_all_failed(answers)
        taken: list[Bookmark] = []
        left_out = 0
        for answer in answers:
            kept = [clean for each in answer.found if (clean := crawlable(each)) is not None]
            left_out += len(answer.found) - len(kept)
            taken += kept
        told = self._taken(taken, topic, ", ".join(sources))
        return {"sources": _told_of(answers, "bookmarks"), "left_out": left_out, **told}

    def _taken(
        self, bookmarks: list[Bookmark], topic: Topic, source: str, others: Sequence[Bookmark] = ()
    ) -> dict[str, Any]:
        """`others` cannot be crawled; their tags, too, say what stands together."""
        found = seeds_from(bookmarks, topic, source)
        self._keep(found)
        return {
            "bookmarks": len(bookmarks),
            "tags": dict(list(tags_of(bookmarks).items())[:TAGS_TOLD]),
            "suggested": msgspec.to_builtins(suggested_tags([*bookmarks, *others], topic)),
            "seeds": [told(seed) for seed in found[: self._plan.seeding.most]],
            "kept": len(found),
        }

    # ---- search engines

    def find(self, query: str, topic: Topic, providers: Chosen, own: list[Hit]) -> dict[str, Any]:
        """Ask the providers, fuse what they bring, judge it, and keep the best. `own` are hits of
        the project's index."""
        if not query.strip():
            raise UsageError("nothing to look for: give words, for example `seeds find tapirs`")
        if not providers and not own:
            raise UsageError(
                "no search engine is named: `--provider NAME` or seeding.providers in the plan; "
                f"known: {', '.join(sorted(PROVIDERS))}"
            )
        options = self._plan.seeding
        answers = asyncio.run(asked_providers(providers, query, self._home, self._plan))
        found = {answer.service: answer.found for answer in answers if answer.found}
        if own:
            found[OWN_INDEX] = tuple(own)
        if not found:
            _refuse_if_all_failed(answers)
        weights = {name: chosen.weight for name, chosen in providers.items()}
        judged = options.judged and bool(topic.terms)
        most = options.most * (LOOKED_AT if judged else 1)
        best = fused(found, weights, most=most, most_per_host=options.most_per_host)
        left_out: list[dict[str, str]] = []
        if judged and best:
            best, left_out = self._judged(best, topic)
        self._keep(best)
        return {
            "query": query,
            "seeds": [told(seed) for seed in best],
            "providers": _told_of(answers, "hits"),
            "left_out": left_out,
        }

    def _judged(self, best: list[Seed], topic: Topic) -> tuple[list[Seed], list[dict[str, str]]]:
        from bowerbird.workspace.seed_judging import judged_seeds

        judged = asyncio.run(judged_seeds(best, topic, self._folder, self._plan))
        return judged.kept[: self._plan.seeding.most], judged.left_out

    def _keep(self, found: list[Seed]) -> None:
        if found:
            write_whole(self._file, msgspec.json.encode(merged(self.seeds(), found)))


def _refuse_if_all_failed(answers: Sequence[Answered[Any]]) -> None:
    if answers and not any(answer.found for answer in answers):
        raise RunError(
            "; ".join(answer.trouble or f"{answer.service} found nothing" for answer in answers)
        )


def _told_of(answers: Sequence[Answered[Any]], what: str) -> dict[str, Any]:
    return {
        answer.service: {what: len(answer.found), "kept": answer.kept, "trouble": answer.trouble}
        for answer in answers
    }


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
