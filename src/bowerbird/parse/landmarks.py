"""What an element says of its own part in the page: hidden, a landmark, boilerplate by name."""

import re
from enum import StrEnum
from functools import lru_cache

LANDMARK_ROLES = frozenset(
    [
        "navigation",
        "banner",
        "contentinfo",
        "complementary",
        "search",
        "menu",
        "menubar",
        "toolbar",
        "dialog",
        "alertdialog",
        "tablist",
        "directory",
    ]
)
# Names people give to what stands around the content: a word of its own in class or id, so that
# "has-sidebar" or "no-footer" on a wrapper does not count.
AROUND_NAMES = [
    "nav", "navi", "navbar", "navigation", "menu", "sidebar", "side-bar", "breadcrumb",
    "breadcrumbs", "footer", "masthead", "cookie", "cookies", "consent", "gdpr", "ad", "ads",
    "related", "share", "sharing", "social", "newsletter", "subscribe", "popup", "modal", "toolbar",
    "pagination", "pager", "sr-only", "visually-hidden", "tag-cloud", "tagcloud", "blogroll", "toc",
]  # fmt: skip
AROUND_PREFIXES = [
    "site", "page", "main", "global", "top", "left", "right", "primary", "secondary", "bottom",
]  # fmt: skip
AROUND_STEMS = ["advert", "sponsor", "promo", "recommend", "skip", "skip-"]  # and what follows
AROUND_STEMS_AFTER_DASH = ["cookie", "cookies", "related", "social"]  # and -what or _what follows
_AROUND = re.compile(
    rf"(?:^|\s)(?:(?:{'|'.join(AROUND_PREFIXES)})[-_]?)?"
    rf"(?:{'|'.join(AROUND_NAMES)}|(?:{'|'.join(AROUND_STEMS)})\w*"
    rf"|(?:{'|'.join(AROUND_STEMS_AFTER_DASH)})[-_]\w+)(?=\s|$)",
    re.IGNORECASE,
)
_HIDDEN_STYLE = re.compile(
    r"display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden", re.IGNORECASE
)


_LONGEST_NAME = 500


class Part(StrEnum):
    """What an element is in its page."""

    CONTENT = "content"
    AROUND = "around"  # by its name
    LANDMARK = "landmark"  # by its role
    MAIN = "main"
    ARTICLE = "article"
    HIDDEN = "hidden"


def part_of(attributes: dict[str, str | None]) -> Part:
    """Judged by what the author wrote on the element; CSS files are not read."""
    if "hidden" in attributes or attributes.get("aria-hidden") == "true":
        return Part.HIDDEN
    style = attributes.get("style")
    if style and _HIDDEN_STYLE.search(style):
        return Part.HIDDEN
    role = attributes.get("role")
    if role:
        role = role.strip().lower()
        if role in LANDMARK_ROLES:
            return Part.LANDMARK
        if role == "main":
            return Part.MAIN
        if role == "article":
            return Part.ARTICLE
    for name in (attributes.get("class"), attributes.get("id")):
        if name and _is_around(name):
            return Part.AROUND
    return Part.CONTENT


@lru_cache(maxsize=4_096)  # a site uses few names, and uses them on every page
def _is_around(name: str) -> bool:
    return _AROUND.search(name[:_LONGEST_NAME]) is not None
