"""Signs that a page says less without a browser than with one."""

import re
from collections.abc import Sequence

from msgspec import Struct

READ = 1024 * 1024  # bytes of the page; what shows later than that is not empty
LITTLE_TEXT = 200  # characters: less is a frame without a picture


class Look(Struct, frozen=True, gc=False):
    """What can be read of a page as it is, roughly, but of any page in linear time."""

    text: int  # characters outside of scripts, menus, heads and feet
    links: int
    missing: tuple[str, ...] = ()  # fields of its template that it does not have


_SKIPPED = re.compile(
    rb"<(?:(!--)|(script|style|noscript|template|head|nav|header|footer|aside|select|svg)\b)",
    re.IGNORECASE,
)
_FLAGS = re.IGNORECASE | re.DOTALL
_SCRIPT = re.compile(rb"<script\b", _FLAGS)
# Bounded repetitions: a hostile page must not make this slow.
_NOSCRIPT = re.compile(rb"<noscript\b[^>]{0,200}>(.{0,1500}?)</noscript", _FLAGS)
_WANTS_SCRIPT = re.compile(rb"java\s?script|browser", _FLAGS)
_MOUNT = re.compile(
    rb"<(?:div|main|section|article)\b[^>]{0,200}\bid\s{0,5}=\s{0,5}[\"']?"
    rb"(?:root|app|__next|__nuxt|gatsby-___?gatsby|svelte|react-root|main-app|application)[\"'\s>]"
    rb"[^<]{0,200}</",
    _FLAGS,
)
_CUSTOM = re.compile(rb"<(app-root|[a-z]{1,20}-app)\b[^>]{0,200}>\s{0,200}</\1", _FLAGS)
_EMPTY_LIST = re.compile(
    rb"<(ul|ol|dl|tbody|table)\b[^>]{0,200}>(?:\s|<!--.{0,100}?-->){0,20}</\1", _FLAGS
)


def look_at(body: bytes, missing: Sequence[str] = ()) -> Look:
    """Reads the markup in one go: a tree would be dearer, and this page is not kept yet."""
    lower = body.lower()
    at, text = 0, 0
    while 0 <= at < len(body):
        tag = body.find(b"<", at)
        text += len(b" ".join(body[at : len(body) if tag < 0 else tag].split()))
        if tag < 0:
            break
        at = _behind(lower, tag)
    return Look(text, lower.count(b"<a "), tuple(missing))


def signs_of(body: bytes, look: Look) -> str:
    """The strongest sign, in words; empty if there is none."""
    if look.missing:
        return f"without it, {_listed(look.missing)} is missing"
    head = body[:READ]
    if not _SCRIPT.search(head):
        return ""
    hint = _NOSCRIPT.search(head)
    if look.text < LITTLE_TEXT and hint and _WANTS_SCRIPT.search(hint[1]):
        return "it says that it needs scripts"
    if _MOUNT.search(head) or _CUSTOM.search(head):
        return "its content is drawn by a script"
    if _EMPTY_LIST.search(head):
        return "it has an empty list, and scripts"
    if look.text < LITTLE_TEXT:
        return f"it has {look.text} characters of text, and scripts"
    return ""


def _behind(lower: bytes, tag: int) -> int:
    """Where the text goes on; -1 if nowhere."""
    skipped = _SKIPPED.match(lower, tag)
    behind = tag
    if skipped is not None:
        behind = lower.find(b"--" if skipped[1] else b"</" + skipped[2], tag + len(b"<!--"))
        if behind < 0:
            return -1
    end = lower.find(b">", behind)
    return -1 if end < 0 else end + 1


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names[:3]) + (" and more" if len(names) > 3 else "")
