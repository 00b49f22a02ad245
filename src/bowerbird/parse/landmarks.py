"""What an element says of its own part in the page: hidden, a landmark, boilerplate by name."""

import re
from enum import StrEnum
from functools import lru_cache

_LANDMARK_ROLES = frozenset(
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
_AROUND = re.compile(
    r"(?:^|\s)(?:(?:site|page|main|global|top|left|right|primary|secondary|bottom)[-_]?)?"
    r"(?:nav|navi|navbar|navigation|menu|sidebar|side-bar|breadcrumbs?|footer|masthead|"
    r"cookies?(?:[-_]\w+)?|consent|gdpr|advert\w*|ads?|sponsor\w*|promo\w*|related(?:[-_]\w+)?|"
    r"recommend\w*|shar(?:e|ing)|social(?:[-_]\w+)?|newsletter|subscribe|popup|modal|toolbar|"
    r"pagination|pager|skip[-_]?\w*|sr-only|visually-hidden|tag-?cloud|blogroll|toc)(?=\s|$)",
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
        if role in _LANDMARK_ROLES:
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
