"""Rules made into tests, once, when a plan is loaded; each test is a closure over its constants."""

from collections.abc import Callable, Mapping
from operator import eq, ge, gt, le, lt, ne

from bowerbird.model.candidate import Candidate
from bowerbird.model.errors import PlanError
from bowerbird.model.ports import PageFilter
from bowerbird.politeness.scope_patterns import (
    as_in_urls,
    glob_test,
    host_in_urls,
    prefix_in_urls,
    regex_test,
)
from bowerbird.politeness.scope_rules import (
    And,
    AnyQuery,
    Anything,
    Comparison,
    Count,
    Filter,
    Like,
    ListKind,
    Matches,
    Not,
    OneOf,
    Or,
    Parameter,
    Plugin,
    Quantity,
    Rule,
    Subject,
)
from bowerbird.web.url import normalise_escapes


class Look:
    """One candidate, its URL taken apart once for all rules."""

    __slots__ = ("candidate", "host", "path", "query", "target", "url")

    def __init__(self, candidate: Candidate) -> None:
        self.candidate = candidate
        href = candidate.url.href
        if "%" in href:
            href = normalise_escapes(href)
        self.url = href
        self.host = candidate.url.host
        start = href.find("/", len(candidate.url.scheme) + 3)
        self.target = target = href[start:] if start > 0 else "/"
        if "?" in target:
            self.path, _, self.query = target.partition("?")
        else:
            self.path, self.query = target, ""

    @property
    def depth(self) -> int:
        """Names in the path."""
        names = self.path.split("/")
        return len(names) - names.count("")


RuleTest = Callable[[Look], bool]


def matcher_of(rule: Rule, plugins: Mapping[str, PageFilter]) -> RuleTest:
    """The rule as a function. Pure as long as the plugins are."""
    match rule:
        case Not(inner):
            test = matcher_of(inner, plugins)
            return lambda look: not test(look)
        case And(rules):
            return _all([matcher_of(each, plugins) for each in rules])
        case Or(rules):
            return _any([matcher_of(each, plugins) for each in rules])
        case _:
            return _filter_test(rule, plugins)


def _all(tests: list[RuleTest]) -> RuleTest:
    if len(tests) == 2:  # the usual number; a loop costs three times as much
        first, second = tests
        return lambda look: first(look) and second(look)
    return lambda look: all(test(look) for test in tests)


def _any(tests: list[RuleTest]) -> RuleTest:
    if len(tests) == 2:
        first, second = tests
        return lambda look: first(look) or second(look)
    return lambda look: any(test(look) for test in tests)


def _filter_test(rule: Filter, plugins: Mapping[str, PageFilter]) -> RuleTest:
    match rule:
        case Anything():
            return lambda _: True
        case AnyQuery():
            return lambda look: look.query != ""
        case OneOf(kind, words):
            return _ONE_OF[kind](words)
        case Count(quantity, comparison, number):
            return _count_test(quantity, comparison, number)
        case Parameter(name, value):
            return _parameter_test(name, value)
        case Like(subject, glob):
            return _about(subject, glob_test(glob.lower() if subject is Subject.HOST else glob))
        case Matches(subject, pattern, ignore_case):
            return _about(subject, regex_test(pattern, ignore_case))
        case Plugin(name):
            return _plugin_test(name, plugins)


# ---- lists of words ------------------------------------------------------------------------------


def _scheme_test(words: tuple[str, ...]) -> RuleTest:
    schemes = frozenset(word.lower().rstrip(":/") for word in words)
    return lambda look: look.candidate.url.scheme in schemes


def _host_test(words: tuple[str, ...]) -> RuleTest:
    hosts = [host_in_urls(word) for word in words]
    exact = frozenset(host for host in hosts if not host.startswith("*"))
    below = tuple(host[1:] for host in hosts if host.startswith("*"))
    if not below:
        return lambda look: look.host in exact
    return lambda look: look.host in exact or look.host.endswith(below)


def _domain_test(words: tuple[str, ...]) -> RuleTest:
    domains = [host_in_urls(word.lstrip(".")) for word in words]
    exact = frozenset(domains)
    below = tuple("." + domain for domain in domains)
    return lambda look: look.host in exact or look.host.endswith(below)


def _prefix_test(words: tuple[str, ...]) -> RuleTest:
    prefixes = [prefix_in_urls(word) for word in words]
    paths = tuple(prefix for prefix in prefixes if prefix.startswith("/"))
    urls = tuple(prefix for prefix in prefixes if not prefix.startswith("/"))
    if not urls:
        return lambda look: look.target.startswith(paths)
    return lambda look: look.url.startswith(urls) or look.target.startswith(paths)


def _extension_test(words: tuple[str, ...]) -> RuleTest:
    endings = tuple("." + as_in_urls(word).lstrip(".").lower() for word in words)

    def has_extension(look: Look) -> bool:
        # `/.zip` has a name, not an extension; a parameter after ; is none either.
        name = look.path.rpartition("/")[2].partition(";")[0].lower()
        return name.endswith(endings) and name not in endings

    return has_extension


def _via_test(words: tuple[str, ...]) -> RuleTest:
    vias = frozenset(words)
    return lambda look: look.candidate.via in vias


_ONE_OF: dict[ListKind, Callable[[tuple[str, ...]], RuleTest]] = {
    ListKind.SCHEME: _scheme_test,
    ListKind.HOST: _host_test,
    ListKind.DOMAIN: _domain_test,
    ListKind.PREFIX: _prefix_test,
    ListKind.EXTENSION: _extension_test,
    ListKind.VIA: _via_test,
}


# ---- counts, parameters, patterns, plugins -------------------------------------------------------

_COMPARE: dict[Comparison, Callable[[int, int], bool]] = {
    Comparison.LESS: lt,
    Comparison.AT_MOST: le,
    Comparison.EQUAL: eq,
    Comparison.NOT_EQUAL: ne,
    Comparison.AT_LEAST: ge,
    Comparison.MORE: gt,
}


def _parameters(look: Look) -> list[str]:
    return [piece for piece in look.query.replace("+", "%20").split("&") if piece]


_COUNTS: dict[Quantity, Callable[[Look], int]] = {
    Quantity.PATH_DEPTH: lambda look: look.depth,
    Quantity.LINK_DEPTH: lambda look: look.candidate.depth,
    Quantity.URL_LENGTH: lambda look: len(look.candidate.url.href),
    Quantity.PARAMETERS: lambda look: len(_parameters(look)),
}


def _count_test(quantity: Quantity, comparison: Comparison, number: int) -> RuleTest:
    count, compare = _COUNTS[quantity], _COMPARE[comparison]
    return lambda look: compare(count(look), number)


def _parameter_test(name: str, value: str | None) -> RuleTest:
    name = _in_a_query(name)
    first_word = name.partition("%20")[0]  # stands in the query however it writes its spaces
    if value is not None:
        whole = f"{name}={_in_a_query(value)}"
        return lambda look: first_word in look.query and whole in _parameters(look)
    start = name + "="

    def has_parameter(look: Look) -> bool:
        if first_word not in look.query:
            return False
        return any(piece == name or piece.startswith(start) for piece in _parameters(look))

    return has_parameter


def _in_a_query(text: str) -> str:
    """Forms write a space as + (application/x-www-form-urlencoded), links often as %20."""
    return as_in_urls(text).replace("+", "%20")


def _about(subject: Subject, test: Callable[[str], bool]) -> RuleTest:
    match subject:
        case Subject.URL:
            return lambda look: test(look.url)
        case Subject.HOST:
            return lambda look: test(look.host)
        case Subject.PATH:
            return lambda look: test(look.path)
        case Subject.QUERY:
            return lambda look: test(look.query)
        case Subject.TARGET:
            return lambda look: test(look.target)


def _plugin_test(name: str, plugins: Mapping[str, PageFilter]) -> RuleTest:
    may_crawl = plugins.get(name)
    if may_crawl is None:
        known = ", ".join(sorted(plugins)) or "none; install the package that brings it"
        raise PlanError(f"unknown URL filter '{name}' in plugin({name}); known: {known}")
    return lambda look: may_crawl(look.candidate)
