"""Scope: which URLs belong to a crawl at all, and by which rule the others do not.

In this order: scheme and caps → stay → exclude → include → unsafe → depth. A seed (and what it
redirects to) is excused from stay, include and unsafe: somebody named it.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from bowerbird.model.candidate import Candidate, Via
from bowerbird.model.outcomes import Refusal, Refused
from bowerbird.model.ports import PageFilter
from bowerbird.politeness.options_scope import ScopeOptions, Stay
from bowerbird.politeness.scope_matching import Look, matcher_of
from bowerbird.politeness.scope_text import parse_rule
from bowerbird.politeness.unsafe_links import unsafe_action
from bowerbird.web.domains import registrable_domain
from bowerbird.web.url import Url, path_of

NO_PLUGINS: Mapping[str, PageFilter] = {}


class RuleScope:
    """The scope of a plan. Pure: the same candidate always gets the same answer."""

    def __init__(
        self,
        options: ScopeOptions,
        seeds: Iterable[Url],
        plugins: Mapping[str, PageFilter] = NO_PLUGINS,
    ) -> None:
        self._options = options
        self._seeds = tuple(seeds)
        self._plugins = plugins
        self._schemes = frozenset(options.schemes)
        self._max_depth = options.max_depth
        self._stays = _stay_test(options.stay, self._seeds)
        self._excludes = [(matcher_of(parse_rule(text), plugins), text) for text in options.exclude]
        self._includes = [matcher_of(parse_rule(text), plugins) for text in options.include]

    def with_seeds(self, more: Iterable[Url]) -> "RuleScope":
        """The same rules around more seeds: those found later, or where a seed redirected to."""
        return RuleScope(self._options, (*self._seeds, *more), self._plugins)

    def refusal(self, candidate: Candidate) -> Refused | None:
        """The rule that keeps this URL out, or None."""
        if candidate.url.scheme not in self._schemes:
            return Refused(Refusal.SCHEME, f"schemes = {', '.join(self._options.schemes)}")
        look = Look(candidate)
        if over := self._over_cap(look):
            return over
        named = _is_named(candidate)
        if not named and not self._stays(candidate.url):
            return Refused(Refusal.SCOPE, f"stay = {self._options.stay}")
        for fits, text in self._excludes:
            if fits(look):
                return Refused(Refusal.SCOPE, f"exclude {text}")
        if not named and (unwanted := self._unwanted(look)):
            return unwanted
        if self._max_depth is not None and candidate.depth > self._max_depth:
            return Refused(Refusal.DEPTH, f"max_depth = {self._max_depth}")
        return None

    def _over_cap(self, look: Look) -> Refused | None:
        options = self._options
        if len(look.candidate.url.href) > options.max_url_length:
            return Refused(Refusal.TOO_LONG, f"max_url_length = {options.max_url_length}")
        # Counting slashes is quick and never too low: only a URL near the cap is taken apart.
        if look.path.count("/") > options.max_path_segments < look.depth:
            return Refused(
                Refusal.TOO_DEEP_PATH, f"max_path_segments = {options.max_path_segments}"
            )
        return None

    def _unwanted(self, look: Look) -> Refused | None:
        if self._includes and not self._fits_an_include(look):
            return Refused(Refusal.SCOPE, f"include {', '.join(self._options.include)}")
        if not self._options.follow_unsafe and (action := unsafe_action(look.target)):
            return Refused(Refusal.UNSAFE, action)
        return None

    def _fits_an_include(self, look: Look) -> bool:
        for fits in self._includes:  # noqa: SIM110 - any() over a generator costs 0.4 µs more
            if fits(look):
                return True
        return False


def _is_named(candidate: Candidate) -> bool:
    if candidate.via is Via.SEED:
        return True
    return candidate.depth == 0 and candidate.via in {Via.REDIRECT, Via.REFRESH}


# ---- stay ----------------------------------------------------------------------------------------


def _stay_test(stay: Stay, seeds: tuple[Url, ...]) -> Callable[[Url], bool]:
    match stay:
        case Stay.ANY:
            return lambda _: True
        case Stay.HOST:
            sites = frozenset(map(_site, seeds))
            return lambda url: _site(url) in sites
        case Stay.DOMAIN:
            domains = frozenset(registrable_domain(seed.host) for seed in seeds)
            return lambda url: registrable_domain(url.host) in domains
        case Stay.SEEDS:
            return _below_seeds(seeds)


def _below_seeds(seeds: tuple[Url, ...]) -> Callable[[Url], bool]:
    folders: dict[str, tuple[str, ...]] = {}
    for seed in seeds:
        folders[_site(seed)] = (*folders.get(_site(seed), ()), _folder(seed))

    def is_below(url: Url) -> bool:
        return f"{path_of(url)}/".startswith(folders.get(_site(url), ()))

    return is_below


def _folder(seed: Url) -> str:
    """`/docs/` of `/docs/` and `/docs/index.html`; of `/docs` too, which names the folder."""
    path = path_of(seed)
    head, slash, name = path.rpartition("/")
    if name and "." not in name and "?" not in seed.href:
        return path + "/"
    return head + slash


def _site(url: Url) -> str:
    """Host and port without www.: http or https, with www. or without, it is one site."""
    return _site_of(url.origin)


@lru_cache(maxsize=65_536)
def _site_of(origin: str) -> str:
    return origin.partition("://")[2].removeprefix("www.")
