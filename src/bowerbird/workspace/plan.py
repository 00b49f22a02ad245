"""The plan: everything a person configures, as one readable `project.toml`.

Options stand in the room that reads them; this module only puts them together, and turns every
mistake into one sentence with the path and the remedy.
"""

import difflib
import tomllib
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import tomli_w
from pydantic import AfterValidator, Field, StringConstraints, ValidationError, model_validator

from bowerbird.crawl.options import (
    Budget,
    FollowOptions,
    HealthOptions,
    RetryOptions,
    SpeedOptions,
)
from bowerbird.dedup.content_seen import ContentSeenOptions
from bowerbird.extract.media import MediaOptions
from bowerbird.extract.template import Template, TemplateName
from bowerbird.fetch.actions import ActionChain
from bowerbird.fetch.browser_options import BrowserOptions
from bowerbird.fetch.options import DnsOptions, FetchOptions
from bowerbird.frontier.options import FrontierOptions
from bowerbird.index.options import IndexOptions
from bowerbird.model.errors import PlanError
from bowerbird.model.options import Options
from bowerbird.parse.options import IsolationOptions, ParseOptions
from bowerbird.politeness.options import PolitenessOptions
from bowerbird.politeness.options_scope import ScopeOptions
from bowerbird.politeness.scope_text import parse_rule
from bowerbird.seeds.bookmarks.sites import KNOWN, BookmarkSiteOptions
from bowerbird.seeds.options import SeedOptions
from bowerbird.store.options import WarcOptions
from bowerbird.workspace.files import write_whole
from bowerbird.workspace.notify_options import NotifyOptions


class IdentityOptions(Options):
    """What makes two URLs the same."""

    hash_bang: bool = Field(False, description="Keep fragments that start with #! apart.")
    ignore_query: bool = Field(
        False, description="Leave the whole query out of the identity (the thesis' way)."
    )
    ignored_parameters: list[str] = Field(
        [], description="Query parameters that never change what is shown, for example utm_*."
    )
    keep_sessions: bool = Field(
        False, description="Keep session tokens, for sites where such a name means something else."
    )


class Choice(Options):
    """A strategy by name, with its options."""

    use: str = Field(description="The strategy's name.")
    options: dict[str, Any] = Field({}, description="Its options; checked when the plan is read.")


class TopicOptions(Options):
    """What the crawl is about."""

    query: str = Field(
        "", description='Words, "phrases", URLs of pages about it; empty crawls without a topic.'
    )
    reader: Literal["basic", "advanced"] = Field(
        "basic", description="`basic` wants an overview, `advanced` what is specialised."
    )
    senses: list[str] = Field(
        [], description="Senses or concepts that are meant; `bowerbird topic senses` names them."
    )
    rejected: list[str] = Field([], description="Senses that are not: softly against the topic.")
    siblings: bool = Field(False, description="Also what is of the same kind.")
    maps: list[str] = Field(
        [], description="Concept maps that come with Bowerbird and are looked into."
    )
    lexicon: str = Field(
        "", description="A WordNet folder or MyThes file instead of the English lexicon."
    )
    terms: dict[str, float] = Field(
        {}, description="Terms by hand with their weight, at most 1; 0 takes one out."
    )
    languages: list[str] = Field(
        [],
        description="Languages that pages should be in, such as en; others count less.",
    )
    other_languages: float = Field(
        0.3, ge=0, le=1, description="Times this is the score of a page in another language."
    )
    most_terms: int = Field(60, ge=1, le=1000, description="No more terms than about this many.")


class StoreOptions(Options):
    """What is kept, and how safely."""

    durability: Literal["process", "power"] = Field(
        "process",
        description="`process` survives kill -9; `power` survives a power cut, too (group commit).",
    )
    warc: WarcOptions = WarcOptions()
    keep_pages: bool = Field(
        True, description="Keep every page as WARC: re-reading needs no fetching then."
    )


IndexName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9._-]{0,63}$")]


def _readable_rules(template: Template) -> Template:
    for rule in template.applies_to:
        parse_rule(rule)
    if template.actions:
        ActionChain.model_validate({"actions": template.actions})
    return template


CheckedTemplate = Annotated[Template, AfterValidator(_readable_rules)]


class Plan(Options):
    """A project's plan."""

    seeds: list[str] = Field([], description="Where the crawl starts.")
    seeding: SeedOptions = SeedOptions()
    topic: TopicOptions = TopicOptions()
    bookmark_sites: dict[str, BookmarkSiteOptions] = Field(
        {}, description="Bookmarking sites that are crawled as such, by name ([seeds](seeds.md))."
    )
    identity: IdentityOptions = IdentityOptions()
    scope: ScopeOptions = ScopeOptions()
    follow: FollowOptions = FollowOptions()
    frontier: FrontierOptions = FrontierOptions()
    politeness: PolitenessOptions = PolitenessOptions()
    fetch: FetchOptions = FetchOptions()
    dns: DnsOptions = DnsOptions()
    browser: BrowserOptions = BrowserOptions()
    retry: RetryOptions = RetryOptions()
    parse: ParseOptions = ParseOptions()
    isolation: IsolationOptions = IsolationOptions()
    dedup: ContentSeenOptions = ContentSeenOptions()
    page_judge: Choice = Choice(use="auto")
    link_judge: Choice = Choice(use="learned")
    store: StoreOptions = StoreOptions()
    budget: Budget = Budget()
    speed: SpeedOptions = SpeedOptions()
    health: HealthOptions = HealthOptions()
    media: MediaOptions = MediaOptions()
    notify: NotifyOptions = NotifyOptions()
    templates: dict[TemplateName, CheckedTemplate] = Field(
        {}, description="What is taken out of pages as fields, by name ([fields](fields.md))."
    )
    indexes: dict[IndexName, IndexOptions] = Field(
        {}, description="The project's indexes, by name; `bowerbird index build` adds them."
    )
    plugins: dict[str, dict[str, Any]] = Field(
        {}, description="Options of plug-ins, by the plug-in's name."
    )

    @model_validator(mode="after")
    def _knows_its_bookmark_sites(self) -> "Plan":
        for name, site in self.bookmark_sites.items():
            if not (site.tags or site.users) and name not in KNOWN:
                raise ValueError(
                    f"bookmark_sites.{name} has no patterns, and is none of those that come along: "
                    f"{', '.join(sorted(KNOWN))}"
                )
        return self

    @model_validator(mode="after")
    def _keeps_what_is_joined(self) -> "Plan":
        joined = [name for name, template in self.templates.items() if template.detail_fields]
        if joined and not self.store.keep_pages:
            raise ValueError(
                f"template {joined[0]!r} takes fields from detail pages, which needs "
                "store.keep_pages"
            )
        return self


def read_plan(path: Path) -> Plan:
    """The plan in that file; a missing file is an empty plan."""
    try:
        text = path.read_bytes().decode()
    except FileNotFoundError:
        return Plan()
    except (OSError, UnicodeDecodeError) as error:
        raise PlanError(f"cannot read {path}: {error}; it must be a UTF-8 text file") from error
    try:
        return check_plan(tomllib.loads(text), str(path))
    except tomllib.TOMLDecodeError as error:
        raise PlanError(f"{path} is not TOML: {error}") from error


def check_plan(values: dict[str, Any], origin: str) -> Plan:
    """The plan made of these values; `origin` names them in the error."""
    try:
        return Plan.model_validate(values)
    except ValidationError as error:
        raise PlanError(f"{origin}: {_first_mistake(error)}") from error


def write_plan(plan: Plan, path: Path) -> None:
    """Write what differs from the defaults, whole or not at all."""
    values = plan.model_dump(mode="json", exclude_defaults=True, exclude_none=True)
    write_whole(path, tomli_w.dumps(values).encode())


def changed(plan: Plan, changes: dict[str, Any], origin: str) -> Plan:
    """The plan with these dotted keys set, for example {"budget.max_pages": 10}."""
    values = plan.model_dump(mode="json", exclude_none=True)
    for path, value in changes.items():
        _set(values, path, value, origin)
    return check_plan(values, origin)


def changed_index(plan: Plan, name: str, changes: Mapping[str, Any], origin: str) -> Plan:
    """The plan with an index of that name, and these dotted keys of its options set."""
    values = plan.model_dump(mode="json", exclude_none=True)
    options = values.setdefault("indexes", {}).setdefault(name, {})
    for path, value in changes.items():
        _set(options, path, value, origin)
    return check_plan(values, origin)


def _set(values: dict[str, Any], path: str, value: Any, origin: str) -> None:
    *parents, last = path.split(".")
    place = values
    for parent in parents:
        place = place.setdefault(parent, {})
        if not isinstance(place, dict):
            raise PlanError(f"{origin}: `{path}` does not exist: `{parent}` is a single value")
    place[last] = deepcopy(value)  # a preset must not change with what is set inside it


def _first_mistake(error: ValidationError) -> str:
    mistakes = error.errors()
    # A misspelt name is why another is missing: it is told first.
    first = next((each for each in mistakes if each["type"] == "extra_forbidden"), mistakes[0])
    path = ".".join(str(part) for part in first["loc"])
    more = f" (and {len(mistakes) - 1} more)" if len(mistakes) > 1 else ""
    if first["type"] == "extra_forbidden":
        *parents, name = [str(part) for part in first["loc"]]
        where = ".".join(parents) or "the plan"
        return f"{where}: unknown field `{name}`{_suggestion(parents, name)}{more}"
    is_ours = first["type"] == "value_error"  # our own sentences name the value, secrets apart
    if is_ours or isinstance(first["input"], (dict, list)):  # a whole table is too much
        return f"{path}: {_sentence(first['msg'])}{more}"
    return f"{path}: {_sentence(first['msg'])}, not {first['input']!r}{more}"


def _sentence(message: str) -> str:
    return message.removeprefix("Value error, ").removeprefix("Input ")


def _suggestion(parents: list[str], name: str) -> str:
    known = sorted(_fields_at(parents))
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    if near:
        return f"; did you mean `{near[0]}`?"
    return f"; known: {', '.join(known)}" if known else ""


def _fields_at(parents: list[str]) -> dict[str, Any]:
    model: Any = Plan
    for parent in parents:
        if hasattr(model, "model_fields"):
            model = getattr(model.model_fields.get(parent), "annotation", None)
        else:  # of a table or list, what stands under a name or number
            model = next(iter(get_args(model)[-1:]), None)
        while get_origin(model) is Annotated:
            model = get_args(model)[0]
    return dict(getattr(model, "model_fields", {}))
