"""URLs as browsers read them, and what makes two of them the same.

Every URL is two things: `href`, which is fetched exactly as the page gave it, and `identity`, which
URL-seen compares. They are never mixed up. This module is the door; behind it are parsing, identity
and the resolving of a page's links.
"""

from bowerbird.web.link_resolver import LinkResolver
from bowerbird.web.url_identity import DEFAULT_IDENTITY, IdentityRules, normalise_escapes
from bowerbird.web.url_parsing import (
    DEFAULT_CAPS,
    Cap,
    Caps,
    InvalidUrl,
    Url,
    broken_cap,
    from_serialised,
    has_credentials,
    key_of,
    parse,
    path_and_query,
    path_depth,
    path_of,
    path_segments,
    query_of,
    serialise,
)

__all__ = [
    "DEFAULT_CAPS",
    "DEFAULT_IDENTITY",
    "Cap",
    "Caps",
    "IdentityRules",
    "InvalidUrl",
    "LinkResolver",
    "Url",
    "broken_cap",
    "from_serialised",
    "has_credentials",
    "key_of",
    "normalise_escapes",
    "parse",
    "path_and_query",
    "path_depth",
    "path_of",
    "path_segments",
    "query_of",
    "serialise",
]
