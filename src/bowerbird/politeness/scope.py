"""Scope: which URLs belong to a crawl at all, and by which rule the others do not.

In this order: scheme and caps → stay → exclude → include → unsafe → depth. A seed is excused from
stay, include and unsafe: somebody named it. What it redirects to is excused from stay alone: a site
may have moved, but nobody but its server named the new place.
"""

from collections.abc import Iterable, Mapping
from copy import copy
from functools import lru_cache

from bowerbird.model.candidate import Candidate, Via
from bowerbird.model.outcomes import Refusal, Refused
from bowerbird.model.ports import PageFilter
from bowerbird.politeness.options_scope import ScopeOptions, Stay
from bowerbird.politeness.scope_matching import Look, RuleTest, matcher_of
from bowerbird.politeness.scope_text import parse_rule
from bowerbird.politeness.unsafe_links import unsafe_action
from bowerbird.web.domains import registrable_domain
from bowerbird.web.url import Cap, Caps, Url, broken_cap, normalise_escapes, path_of

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
        self._schemes = frozenset(options.schemes)
        self._caps = Caps(options.max_url_length, options.max_path_segments)
        self._max_depth = options.max_depth
        self._home = _Home(options.stay, seeds, {})
        self._excludes = [(matcher_of(parse_rule(text), plugins), text) for text in options.exclude]
        self._includes = [matcher_of(parse_rule(text), plugins) for text in options.include]

    def with_seeds(self, more: Iterable[Url]) -> "RuleScope":
        """The same rules around more seeds: those found later, or where a seed redirected to."""
        wider = copy(self)
        wider._home = self._home.with_seeds(more)  # noqa: SLF001 - our own copy
        return wider

    def refusal(self, candidate: Candidate) -> Refused | None:
        """The rule that keeps this URL out, or None."""
        if candidate.url.scheme not in self._schemes:
            return Refused(Refusal.SCHEME, f"schemes = {', '.join(self._options.schemes)}")
        if cap := broken_cap(candidate.url, self._caps):
            return self._over(cap)
        look = Look(candidate)
        via = candidate.via
        at_home = via is Via.SEED or (candidate.depth == 0 and via in _MOVED)
        if not at_home and not self._home.holds(look):
            return Refused(Refusal.SCOPE, f"stay = {self._options.stay}")
        for fits, text in self._excludes:
            if fits(look):
                return Refused(Refusal.SCOPE, f"exclude {text}")
        if via is not Via.SEED and (unwanted := self._unwanted(look)):
            return unwanted
        if self._max_depth is not None and candidate.depth > self._max_depth:
            return Refused(Refusal.DEPTH, f"max_depth = {self._max_depth}")
        return None

    def _over(self, cap: Cap) -> Refused:
        match cap:
            case Cap.LENGTH:
                return Refused(Refusal.TOO_LONG, f"max_url_length = {self._caps.max_length}")
            case Cap.SEGMENTS:
                rule = f"max_path_segments = {self._caps.max_segments}"
                return Refused(Refusal.TOO_DEEP_PATH, rule)

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


_MOVED = frozenset({Via.REDIRECT, Via.REFRESH})


# ---- stay ----------------------------------------------------------------------------------------


class _Home:
    """Where the seeds live: site or registrable domain → the folders in it that may be crawled."""

    def __init__(
        self, stay: Stay, seeds: Iterable[Url], known: Mapping[str, tuple[str, ...]]
    ) -> None:
        self._stay = stay
        self._folders = dict(known)
        for seed in seeds:
            self._add(seed)
        self.holds = _stay_test(stay, self._folders)

    def with_seeds(self, more: Iterable[Url]) -> "_Home":
        return _Home(self._stay, more, self._folders)

    def _add(self, seed: Url) -> None:
        by_domain = self._stay is Stay.DOMAIN
        where = registrable_domain(seed.host) if by_domain else _site_of(seed.origin)
        folder = _folder(seed) if self._stay is Stay.SEEDS else "/"
        known = self._folders.get(where, ())
        if not folder.startswith(known):
            self._folders[where] = (*known, folder)


def _stay_test(stay: Stay, folders: Mapping[str, tuple[str, ...]]) -> RuleTest:
    match stay:
        case Stay.ANY:
            return lambda _: True
        case Stay.HOST:
            return lambda look: _site_of(look.candidate.url.origin) in folders
        case Stay.DOMAIN:
            return lambda look: registrable_domain(look.host) in folders
        case Stay.SEEDS:
            return lambda look: f"{look.path}/".startswith(
                folders.get(_site_of(look.candidate.url.origin), ())
            )


def _folder(seed: Url) -> str:
    """`/docs/` of `/docs/` and `/docs/index.html`; of `/docs` too, which names the folder."""
    path = normalise_escapes(path_of(seed))
    head, slash, name = path.rpartition("/")
    if name and "." not in name and "?" not in seed.href:
        return path + "/"
    return head + slash


@lru_cache(maxsize=65_536)
def _site_of(origin: str) -> str:
    """Host and port without www.: http or https, with www. or without, it is one site."""
    return origin.partition("://")[2].removeprefix("www.")
