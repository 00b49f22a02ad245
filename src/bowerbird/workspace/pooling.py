"""Page judges that are made of others: which ones, by name."""

from collections.abc import Callable, Mapping
from typing import Any

from bowerbird.judge.pages_everything import EverythingJudge, EverythingOptions
from bowerbird.judge.pages_pool import PoolingOptions, PoolJudge, PoolOptions
from bowerbird.model.errors import PlanError
from bowerbird.model.ports import PageJudge
from bowerbird.model.topic import Topic

Build = Callable[[str, dict[str, Any], Topic], PageJudge]  # a judge by its name
MADE_OF_OTHERS = frozenset({"pool", "auto"})


class AutoOptions(PoolingOptions):
    """The judges that fit the topic, pooled: `page-weight` and `bm25` where it has words, `concept`
    where its senses or concepts are known, `tags` where bookmarks speak for pages, and
    `classifier`, which joins in once it has examples. Without a topic every page is relevant."""


def pool(build: Build, options: PoolOptions, topic: Topic) -> PageJudge:
    """The judges that somebody named."""
    if not options.judges:
        raise PlanError(
            "page judge `pool` has no judges: name some, for example "
            '--set page_judge.options.judges="{bm25 = {}, concept = {}}"'
        )
    return _pooled(build, options, options.judges, topic)


def auto(build: Build, options: AutoOptions, topic: Topic) -> PageJudge:
    """The judges that this topic has something for."""
    chosen = []
    if topic.terms:
        chosen += ["page-weight", "bm25", "tags"]
    if any(term.concept and term.weight > 0 for term in topic.terms):
        chosen.append("concept")
    if not (topic.terms or topic.examples or topic.texts):
        if options.model_fields_set:
            raise PlanError(
                f"page judge `auto` has options ({', '.join(sorted(options.model_fields_set))}), "
                "but nothing to judge by: say what the crawl is about with --topic QUERY"
            )
        return EverythingJudge(EverythingOptions())
    return _pooled(build, options, {name: {} for name in [*chosen, "classifier"]}, topic)


def _pooled(
    build: Build,
    options: PoolingOptions,
    judges: Mapping[str, Mapping[str, Any]],
    topic: Topic,
) -> PageJudge:
    for name in (*judges, *options.weights):
        if name in MADE_OF_OTHERS:
            raise PlanError(f"a pool cannot have the judge {name!r}: it is a pool itself")
    if unknown := set(options.weights) - set(judges):
        raise PlanError(
            f"the pool has a weight for {sorted(unknown)[0]!r}, but no such judge; it has: "
            f"{', '.join(judges)}"
        )
    made = {name: build(name, dict(values), topic) for name, values in judges.items()}
    return PoolJudge(options, made, topic)
