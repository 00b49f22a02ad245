"""What a page asks of robots: meta robots, X-Robots-Tag and the rel of a link."""

import re
from collections.abc import Iterable

from msgspec import Struct

from bowerbird.web.dates import any_date

_SPACE_AROUND_COLON = re.compile(r"\s*:\s*")
_TOKEN = re.compile(r"[A-Za-z_-]+")
_DAY_NAME = re.compile(
    r"(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?", re.IGNORECASE
)
_VALUED = ("unavailable_after", "max-snippet", "max-image-preview", "max-video-preview")
_PERMISSIVE = frozenset({"all", "index", "follow"})  # the default: they never lift a restriction
_MOST_OTHERS = 32
_LONGEST_OTHER = 100


class PageDirectives(Struct, frozen=True, array_like=True, gc=False):
    """The restrictions that address us, whoever wrote them; absence means none."""

    noindex: bool = False
    nofollow: bool = False
    unavailable_after: float | None = None  # seconds since 1970, UTC; the earliest if several
    others: tuple[str, ...] = ()  # noarchive, max-snippet:20 …, lower case, without repeats

    def __or__(self, other: "PageDirectives") -> "PageDirectives":
        """Both hold: a restriction stays one, whoever else allows."""
        dates = [
            date for date in (self.unavailable_after, other.unavailable_after) if date is not None
        ]
        return PageDirectives(
            self.noindex or other.noindex,
            self.nofollow or other.nofollow,
            min(dates, default=None),
            tuple(dict.fromkeys(self.others + other.others))[:_MOST_OTHERS],
        )


NO_DIRECTIVES = PageDirectives()


def meta_directives(metas: Iterable[tuple[str, str]], agent: str) -> PageDirectives:
    """The union of `<meta name=robots>` and `<meta name=OUR-TOKEN>`, given as (name, content)."""
    found = NO_DIRECTIVES
    names = {"robots", _token(agent)}
    for name, content in metas:
        if name.strip().lower() in names:
            found |= _read(_parts(content))
    return found


def header_directives(values: Iterable[str], agent: str) -> PageDirectives:
    """The union of every X-Robots-Tag header; `bot: noindex` counts if we are that bot.

    A name in front holds until the next name: `onebot: noindex, nofollow, otherbot: none`.
    """
    found = NO_DIRECTIVES
    token = _token(agent)
    for value in values:
        ours: list[str] = []
        for_us = True
        for part in _parts(value):
            name, colon, rest = part.partition(":")
            if colon and name.lower() not in _VALUED and _TOKEN.match(name):
                for_us = _token(name) in {token, "robots"}
                part = rest
            if for_us:
                ours.extend([part] if ":" in part else part.split())
        found |= _read(ours)
    return found


class Rel(Struct, frozen=True, array_like=True, gc=False):
    """What the rel of a link says about following it; none of the three passes on a score."""

    nofollow: bool = False
    ugc: bool = False
    sponsored: bool = False

    @property
    def passes_score(self) -> bool:
        """Does the author vouch for the target?"""
        return not (self.nofollow or self.ugc or self.sponsored)


PLAIN_REL = Rel()


def rel_of(rel: str) -> Rel:
    """The parts of a rel attribute that concern crawlers."""
    if not rel:
        return PLAIN_REL
    words = rel.lower().replace(",", " ").split()
    return Rel("nofollow" in words, "ugc" in words, "sponsored" in words)


def _token(agent: str) -> str:
    found = _TOKEN.match(agent.strip())
    return found.group().lower() if found else ""


def _parts(content: str) -> list[str]:
    """Directives, each `word` or `word:value`, in lower case apart from dates."""
    parts: list[str] = []
    for piece in re.split(r"[,;]", _SPACE_AROUND_COLON.sub(":", content)):
        piece = piece.strip()
        if parts and _awaits_date(parts[-1]):  # `unavailable_after: Fri, 25 Jun 2010 …`
            parts[-1] += ", " + piece
        elif ":" in piece:
            parts.append(piece)
        else:
            parts.extend(piece.lower().split())  # `noindex nofollow` is read as it was meant
    return parts


def _awaits_date(part: str) -> bool:
    names, _, value = part.rpartition(":")
    return names.lower().endswith("unavailable_after") and bool(_DAY_NAME.fullmatch(value))


def _read(parts: Iterable[str]) -> PageDirectives:
    noindex = nofollow = False
    dates: list[float] = []
    others: dict[str, None] = {}
    for part in parts:
        name, _, value = part.partition(":")
        match name.lower():
            case "none":
                noindex = nofollow = True
            case "noindex":
                noindex = True
            case "nofollow":
                nofollow = True
            case "unavailable_after":
                date = any_date(value)
                if date is not None:
                    dates.append(date)
            case word if word not in _PERMISSIVE and len(others) < _MOST_OTHERS:
                others[part.lower()[:_LONGEST_OTHER]] = None
    return PageDirectives(noindex, nofollow, min(dates, default=None), tuple(others))
