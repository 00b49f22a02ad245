"""Meta robots and X-Robots-Tag in the engine's words, and what the rel of a link allows."""

from collections.abc import Iterable

from bowerbird.model.document import RobotsDirectives
from bowerbird.model.page import Headers
from bowerbird.web.robots_directives import (
    PageDirectives,
    header_directives,
    meta_directives,
    rel_of,
)


def of_page(metas: Iterable[tuple[str, str]], headers: Headers, agent: str) -> RobotsDirectives:
    """Everything that addresses us: generic and by name, in the page and in its headers."""
    found = meta_directives(metas, agent) | header_directives(headers.all("x-robots-tag"), agent)
    return as_directives(found)


def of_headers(headers: Headers, agent: str) -> RobotsDirectives:
    """X-Robots-Tag alone, for what has no markup."""
    return as_directives(header_directives(headers.all("x-robots-tag"), agent))


def union(one: RobotsDirectives, other: RobotsDirectives) -> RobotsDirectives:
    """Both hold."""
    return as_directives(_as_page(one) | _as_page(other))


def is_unavailable(directives: RobotsDirectives, now: float) -> bool:
    """Has the page asked not to be shown any more from some time before `now` (UTC)?"""
    until = directives.unavailable_after
    return until is not None and until <= now


def forbids_following(rel: str) -> bool:
    """Does the link itself ask not to be followed?"""
    return rel_of(rel).nofollow


def as_directives(found: PageDirectives) -> RobotsDirectives:
    """The grammar's answer as the engine's value."""
    return RobotsDirectives(found.noindex, found.nofollow, found.unavailable_after, found.others)


def _as_page(directives: RobotsDirectives) -> PageDirectives:
    return PageDirectives(
        directives.noindex,
        directives.nofollow,
        directives.unavailable_after,
        directives.others,
    )
