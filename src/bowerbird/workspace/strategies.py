"""Every named strategy, in one explicit table; plug-ins call the same `add`.

A strategy is chosen by name in the plan, its options stand beside it and are checked when the plan
is read. Nothing registers itself by being imported.
"""

from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import entry_points
from typing import Any, Generic, TypeVar

from pydantic import ValidationError

from bowerbird.judge.link_options import LearnedLinkOptions
from bowerbird.judge.links_words import WordsLinkJudge, WordsLinkOptions
from bowerbird.judge.page_options import (
    Bm25Options,
    ClassifierOptions,
    ConceptOptions,
    PageWeightOptions,
)
from bowerbird.judge.pages_everything import EverythingJudge, EverythingOptions
from bowerbird.judge.pages_pool import PoolOptions
from bowerbird.judge.pages_regex import RegexJudge, RegexOptions
from bowerbird.judge.pages_tags import TagsJudge, TagsOptions
from bowerbird.model.errors import PlanError, UnknownNameError
from bowerbird.model.options import Options
from bowerbird.model.ports import Exporter, Fetcher, LinkJudge, PageFilter, PageJudge, Parser
from bowerbird.model.topic import Topic
from bowerbird.store.export import CsvExporter, CsvOptions, JsonLinesExporter, JsonLinesOptions
from bowerbird.store.export_parquet import ParquetExporter, ParquetOptions
from bowerbird.store.export_xlsx import XlsxExporter, XlsxOptions
from bowerbird.workspace.pooling import AutoOptions, auto, pool

T = TypeVar("T")


class Strategies(Generic[T]):
    """The strategies of one kind, by name."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._known: dict[str, tuple[type[Options], Callable[..., T]]] = {}

    def add(self, name: str, options: type[Options], make: Callable[..., T]) -> None:
        """`make(options, *circumstances)` builds one."""
        if name in self._known:
            raise PlanError(f"two {self._kind}s are called {name!r}; rename one of the plug-ins")
        self._known[name] = (options, make)

    def names(self) -> list[str]:
        return sorted(self._known)

    def options(self, name: str, values: dict[str, Any]) -> Options:
        """The checked options; unknown keys and bad values fail with their path."""
        options, _ = self._find(name)
        try:
            return options.model_validate(values)
        except ValidationError as error:
            first = error.errors()[0]
            path = ".".join(str(part) for part in first["loc"])
            raise PlanError(
                f"{self._kind} {name!r}, option `{path}`: {first['msg']}; "
                f"known: {', '.join(sorted(options.model_fields)) or 'none'}"
            ) from error

    def build(self, name: str, values: dict[str, Any], *circumstances: object) -> T:
        _, make = self._find(name)
        return make(self.options(name, values), *circumstances)

    def _find(self, name: str) -> tuple[type[Options], Callable[..., T]]:
        if name not in self._known:
            raise UnknownNameError(
                f"unknown {self._kind} {name!r}; known: {', '.join(self.names()) or 'none'}"
            )
        return self._known[name]


def _learned_links(options: LearnedLinkOptions, topic: Topic) -> LinkJudge:
    """Without a topic every page is as good as any, and nothing is to be learnt."""
    if not (topic.terms or topic.examples):
        return WordsLinkJudge(WordsLinkOptions(), topic)
    # Its kernels take a third of a second to load.
    from bowerbird.judge.links_learned import LearnedLinkJudge

    return LearnedLinkJudge(options, topic)


def _page_weight(options: PageWeightOptions, topic: Topic) -> PageJudge:
    """Like those below, loaded by whom it serves: numpy is a fifth of a start without a topic."""
    from bowerbird.judge.pages_page_weight import PageWeightJudge

    return PageWeightJudge(options, topic)


def _bm25(options: Bm25Options, topic: Topic) -> PageJudge:
    from bowerbird.judge.pages_bm25 import Bm25Judge

    return Bm25Judge(options, topic)


def _concept(options: ConceptOptions, topic: Topic) -> PageJudge:
    from bowerbird.judge.pages_levels import concept_judge

    return concept_judge(options, topic)


def _classifier(options: ClassifierOptions, topic: Topic) -> PageJudge:
    from bowerbird.judge.pages_classifier import ClassifierJudge

    return ClassifierJudge(options, topic)


class Table:
    """All that can be chosen by name in a plan."""

    def __init__(self) -> None:
        self.page_judges = Strategies[PageJudge]("page judge")
        self.link_judges = Strategies[LinkJudge]("link judge")
        self.parsers = Strategies[Parser]("parser")
        self.fetchers = Strategies[Fetcher]("fetcher")
        self.filters = Strategies[PageFilter]("filter")
        self.exporters = Strategies[Exporter]("exporter")


def house_strategies() -> Table:
    """What comes with Bowerbird."""
    table = Table()
    table.page_judges.add("everything", EverythingOptions, lambda o, _: EverythingJudge(o))
    table.page_judges.add("page-weight", PageWeightOptions, _page_weight)
    table.page_judges.add("bm25", Bm25Options, _bm25)
    table.page_judges.add("concept", ConceptOptions, _concept)
    table.page_judges.add("classifier", ClassifierOptions, _classifier)
    table.page_judges.add("regex", RegexOptions, RegexJudge)
    table.page_judges.add("tags", TagsOptions, TagsJudge)
    table.page_judges.add("pool", PoolOptions, partial(pool, table.page_judges.build))
    table.page_judges.add("auto", AutoOptions, partial(auto, table.page_judges.build))
    table.link_judges.add("words", WordsLinkOptions, WordsLinkJudge)
    table.link_judges.add("learned", LearnedLinkOptions, _learned_links)
    table.exporters.add("jsonl", JsonLinesOptions, JsonLinesExporter)
    table.exporters.add("csv", CsvOptions, CsvExporter)
    table.exporters.add("xlsx", XlsxOptions, XlsxExporter)
    table.exporters.add("parquet", ParquetOptions, ParquetExporter)
    return table


PLUGIN_GROUPS: Sequence[tuple[str, str]] = (
    ("bowerbird.page_judges", "page_judges"),
    ("bowerbird.link_judges", "link_judges"),
    ("bowerbird.parsers", "parsers"),
    ("bowerbird.fetchers", "fetchers"),
    ("bowerbird.filters", "filters"),
    ("bowerbird.exporters", "exporters"),
)


def all_strategies() -> Table:
    """What comes with Bowerbird, and what installed plug-ins add.

    An entry point names a pair `(OptionsClass, make)`; its own name is the strategy's name.
    """
    table = house_strategies()
    installed = entry_points()  # once: each call reads what every installed package says
    for group, attribute in PLUGIN_GROUPS:
        for point in installed.select(group=group):
            try:
                options, make = point.load()
            except (ImportError, AttributeError, TypeError, ValueError) as error:
                raise PlanError(
                    f"the plug-in {point.name!r} ({point.value}) cannot be loaded: {error}; "
                    "mend or uninstall it"
                ) from error
            getattr(table, attribute).add(point.name, options, make)
    return table
