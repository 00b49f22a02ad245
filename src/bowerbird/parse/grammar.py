"""The web's grammar as the parsers need it: one small door for each of its parts."""

from collections.abc import Sequence

from bowerbird.model.document import RobotsDirectives
from bowerbird.web.link_header import parse_refresh
from bowerbird.web.robots_directives import (
    NO_DIRECTIVES,
    PageDirectives,
    header_directives,
    meta_directives,
)
from bowerbird.web.url import InvalidUrl
from bowerbird.web.url import parse as parse_url

IMMEDIATE = 5.0  # seconds; a slower refresh is a reload or an advertisement, not a redirect
LONGEST_REFRESH = 8_192

_BASES = frozenset({"http", "https", "ftp", "file"})
_UNRESTRICTED = RobotsDirectives()


def refresh_target(content: str) -> str:
    """The target of a refresh of at most five seconds; empty if it is later or has none."""
    refresh = parse_refresh(content[:LONGEST_REFRESH])
    return refresh.target if refresh is not None and refresh.seconds <= IMMEDIATE else ""


def resolved_base(hrefs: Sequence[str], page: str) -> str:
    """The first of the hrefs that links can resolve against, else the page itself."""
    for href in hrefs:
        try:
            url = parse_url(href, page)
        except InvalidUrl:
            continue
        if url.scheme in _BASES:
            return url.href
    return page


def robots(
    agent: str, metas: Sequence[tuple[str, str]], headers: Sequence[str]
) -> RobotsDirectives:
    """The union of every directive that addresses us."""
    if not metas and not headers:
        return _UNRESTRICTED
    said: PageDirectives = meta_directives(metas, agent)
    if headers:
        said |= header_directives(headers, agent)
    if said is NO_DIRECTIVES:
        return _UNRESTRICTED
    return RobotsDirectives(said.noindex, said.nofollow, said.unavailable_after, said.others)
