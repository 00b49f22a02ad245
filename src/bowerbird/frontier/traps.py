"""Trap brakes: they notice URLs that breed without end, and hold them where they can be released.

Every brake is reversible and led by yield. A pattern may grow to its allowance; what its pages
brought so far (`learn`) makes the allowance larger, and then what was held comes back by itself.
"""

from typing import NamedTuple

from pydantic import Field

from bowerbird.frontier.patterns import Kind, Pattern, PatternBook
from bowerbird.frontier.shapes import (
    Shape,
    digits_out,
    doubled_block,
    is_plain,
    repetition,
    runaway,
    shape_of,
)
from bowerbird.model.options import Options
from bowerbird.web.domains import registrable_domain
from bowerbird.web.tokens import has_token, without_tokens
from bowerbird.web.url import Url


class TrapOptions(Options):
    """How far a pattern of URLs may grow before a brake takes it."""

    enabled: bool = Field(default=True, description="Hold URLs that look like a trap.")
    repeated_segment: int = Field(
        default=3, ge=3, description="A path segment that comes this often marks an endless path."
    )
    accreted_paths: int = Field(
        default=10,
        ge=0,
        description="URLs per host whose path repeats a block of itself (/a/b/a/b).",
    )
    calendar_urls: int = Field(
        default=200, ge=1, description="Dated URLs of one pattern, unless they bring new content."
    )
    calendar_years_ahead: int = Field(
        default=3, ge=0, description="A calendar is not followed further into the future than this."
    )
    calendar_years_back: int = Field(
        default=60, ge=0, description="A calendar is not followed further into the past than this."
    )
    query_urls: int = Field(
        default=200,
        ge=1,
        description="URLs of one path and set of parameters, unless they bring more.",
    )
    facet_urls: int = Field(
        default=1_000, ge=1, description="URLs of one path with any query, unless they bring more."
    )
    token_urls: int = Field(
        default=200,
        ge=1,
        description="URLs of one path with tokens (sessions, hashes), unless they bring more.",
    )
    parameters: int = Field(default=10, ge=1, description="More parameters than this are a trap.")
    growing_values: int = Field(
        default=12,
        ge=2,
        description="So many times a value over 100 characters may break its record.",
    )
    prefix_urls: int = Field(
        default=50_000,
        ge=1,
        description="URLs below one first path segment, unless they bring more.",
    )
    host_urls: int = Field(
        default=1_000_000, ge=1, description="URLs of one host, unless they bring new content."
    )
    domain_hosts: int = Field(
        default=200,
        ge=1,
        description="Hosts of one registrable domain, seeds apart, unless they bring new content.",
    )
    barren_pages: int = Field(
        default=50,
        ge=1,
        description="A path with any query may grow to `query_urls` only, if so many pages of it "
        "were read and hardly one was new.",
    )
    least_yield: float = Field(
        default=0.1, ge=0, le=1, description="A pattern of which less than this share is new stops."
    )
    growth_per_new_page: int = Field(
        default=10,
        ge=0,
        description="So many URLs more for every page of new content in the pattern.",
    )
    kept_per_pattern: int = Field(
        default=10_000,
        ge=0,
        description="URLs kept per pattern to be released; the rest is counted.",
    )


PREFIXES_FROM = 1_000  # URLs of a host before its prefixes are counted: small hosts cost nothing
LONG_VALUE = 100  # characters; tokens and search words stay below


class Braked(NamedTuple):
    """A brake took a URL."""

    pattern: Pattern
    sentence: str


class TrapBrakes:
    """Decides on every new URL. Its counts are in the store's `hosts` family, so a resumed run
    decides as the one before it would have."""

    def __init__(self, book: PatternBook, options: TrapOptions, this_year: int | None) -> None:
        self._book = book
        self._options = options
        self._first_year = this_year - options.calendar_years_back if this_year else 0
        self._last_year = this_year + options.calendar_years_ahead if this_year else 9999
        self._small = min(PREFIXES_FROM, options.host_urls)
        self._bases = {
            Kind.ACCRETION: options.accreted_paths,
            Kind.CALENDAR: options.calendar_urls,
            Kind.QUERY: options.query_urls,
            Kind.FACETS: options.facet_urls,
            Kind.TOKENS: options.token_urls,
            Kind.PREFIX: options.prefix_urls,
            Kind.HOST: options.host_urls,
            Kind.DOMAIN: options.domain_hosts,
        }

    def check(self, url: Url, *, named: bool = False) -> Braked | None:
        """None: the URL may be queued, and is counted. Call it once per new URL. The host of a
        URL that a person `named` is welcome, however many its domain has."""
        if not self._options.enabled:
            return None
        host = self._host(url)
        if host.pardoned:
            return None
        if not host.count and not named and (braked := self._by_growth([self._domain(url.host)])):
            return braked
        if is_plain(url.identity):  # most URLs; costs 1 µs, not 5
            if host.count < self._small:
                self._count([host], named)
                return None
            grown = self._wide(url.identity.split("/", 4)[3], host)
            braked = self._by_growth(grown)
        else:
            shape = shape_of(url.identity, url.host)
            grown = self._patterns(shape, host)
            braked = self._by_form(shape) or self._by_growth(grown)
        if braked is None:
            self._count(grown, named)
        return braked

    def learn(self, url: Url, novel: bool) -> list[Pattern]:
        """A page brought new content, or a repeat. The patterns that now may give back URLs."""
        if not self._options.enabled:
            return []
        host = self._host(url)
        if is_plain(url.identity):
            grown = self._wide(url.identity.split("/", 4)[3], host)
        else:
            grown = self._patterns(shape_of(url.identity, url.host), host)
        grown.append(self._domain(url.host))
        for pattern in grown:
            pattern.learn(novel)
            self._book.touch(pattern)
        return [pattern for pattern in grown if pattern.kept and self.room(pattern) > 0]

    def room(self, pattern: Pattern) -> int:
        """How many more URLs of this pattern may be queued."""
        return _NO_END if pattern.pardoned else self._allowance(pattern) - pattern.count

    def pardon_host(self, host: str) -> None:
        """Nothing of this host is braked again in this run."""
        pattern = self._book.of(Kind.HOST, host, host)
        pattern.pardoned = True
        self._book.change(pattern)

    def _host(self, url: Url) -> Pattern:
        return self._book.of(Kind.HOST, url.host, url.host)

    def _domain(self, host: str) -> Pattern:
        domain = registrable_domain(host)
        return self._book.of(Kind.DOMAIN, domain, domain)

    def _count(self, grown: list[Pattern], named: bool) -> None:
        """A URL is let in; where every name has an address, it is its host that counts."""
        host = grown[-1]
        if not host.count and not named:
            grown = [*grown, self._domain(host.name)]
        for pattern in grown:
            pattern.count += 1
            self._book.touch(pattern)

    def _patterns(self, shape: Shape, host: Pattern) -> list[Pattern]:
        """The patterns whose growth this URL adds to, the narrowest first."""
        grown: list[Pattern] = []
        if shape.date:
            grown.append(self._book.of(Kind.CALENDAR, host.name, host.name + shape.date.pattern))
        elif shape.query:
            name = f"{host.name}{digits_out(shape.path)}?{shape.query.names}"
            grown.append(self._book.of(Kind.QUERY, host.name, name))
        if shape.query:
            name = f"{host.name}{digits_out(shape.path)}?…"
            grown.append(self._book.of(Kind.FACETS, host.name, name))
        if has_token(shape.path):
            name = host.name + without_tokens(shape.path, "{token}")
            grown.append(self._book.of(Kind.TOKENS, host.name, name))
        if shape.path.count("/") >= 4 and doubled_block(shape.segments):
            grown.append(self._book.of(Kind.ACCRETION, host.name, host.name))
        return grown + self._wide(shape.path.split("/", 2)[1], host)

    def _wide(self, first_segment: str, host: Pattern) -> list[Pattern]:
        """The patterns that every URL of a host adds to."""
        if host.count < PREFIXES_FROM:
            return [host]
        return [self._book.of(Kind.PREFIX, host.name, f"{host.name}/{first_segment}/…"), host]

    def _by_form(self, shape: Shape) -> Braked | None:
        """What one URL alone gives away."""
        options = self._options
        host, date, query = shape.host, shape.date, shape.query
        times = options.repeated_segment
        if shape.path.count("/") >= times and (repeated := repetition(shape.segments, times)):
            name = f"{host}/…/{repeated}/…"
            return self._held(Kind.REPEATS, host, name, f"the path repeats «{repeated}»")
        if growing := runaway(shape.path):
            return self._held(Kind.REPEATS, host, f"{host}/…", f"the path has {growing}")
        if date and date.certain and not self._first_year <= date.year <= self._last_year:
            name = host + date.pattern
            why = f"the calendar {name} marches to the year {date.year}"
            return self._held(Kind.FAR_DATES, host, name, why)
        if query and query.parameters > options.parameters:
            name = f"{host}{digits_out(shape.path)}?…"
            why = f"the query has {query.parameters} parameters, more than {options.parameters}"
            return self._held(Kind.PARAMETERS, host, name, why)
        return self._growing_value(shape) if query and query.longest > LONG_VALUE else None

    def _growing_value(self, shape: Shape) -> Braked | None:
        assert shape.query
        name = f"{shape.host}{digits_out(shape.path)}?{shape.query.names}"
        pattern = self._book.of(Kind.GROWING, shape.host, name)
        if shape.query.longest <= pattern.longest:
            return None
        if pattern.records >= self._options.growing_values:
            why = f"a value of the query pattern {name} grows from URL to URL"
            return self._held(Kind.GROWING, shape.host, name, why)
        pattern.records += 1
        pattern.longest = shape.query.longest
        self._book.touch(pattern)
        return None

    def _held(self, kind: Kind, host: str, name: str, why: str) -> Braked | None:
        pattern = self._book.of(kind, host, name)
        return None if pattern.pardoned else Braked(pattern, f"quarantined: {why}")

    def _by_growth(self, grown: list[Pattern]) -> Braked | None:
        for pattern in grown:
            if self.room(pattern) <= 0:
                if pattern.visited:
                    evidence = f"of which {pattern.share_new:.0%} were new"
                else:
                    evidence = "before one of them was read"
                what = _WHAT[pattern.kind].format(pattern.name)
                limit = self._allowance(pattern)
                return Braked(pattern, f"quarantined: {what} grew past {limit} URLs, {evidence}")
        return None

    def _allowance(self, pattern: Pattern) -> int:
        options = self._options
        base = self._bases.get(pattern.kind, 0)
        if pattern.share_new < options.least_yield:
            barren = pattern.kind is Kind.FACETS and pattern.visited >= options.barren_pages
            return min(base, options.query_urls) if barren else base
        if pattern.count < base:
            return base
        return base + options.growth_per_new_page * pattern.novel


_NO_END = 1 << 62
_WHAT = {
    Kind.ACCRETION: "paths of {} that repeat a part of themselves",
    Kind.CALENDAR: "the calendar {}",
    Kind.QUERY: "the query pattern {}",
    Kind.FACETS: "the queries of {}",
    Kind.TOKENS: "the paths {}",
    Kind.PREFIX: "the prefix {}",
    Kind.HOST: "the host {}",
    Kind.DOMAIN: "the hosts of {}",
}
