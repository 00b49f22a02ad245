"""What a URL looks like to the trap brakes: repeated segments, dates, query patterns. Pure."""

import re
from collections import Counter
from typing import NamedTuple

from bowerbird.web.tokens import has_token

_YEAR = r"(?P<year>(?:1[5-9]|2\d)\d\d)"
# A date that ends the path is a calendar's; /2019/05/an-article is an archive's and goes on.
_DATE_IN_PATH = re.compile(
    rf"/{_YEAR}[-/](?:1[0-2]|0?[1-9])(?P<day>[-/](?:3[01]|[12]\d|0?[1-9]))?"
    r"(?:/(?:day|week|month|list|events)|/index)?/?(?:\.\w{2,5})?$"
)
_DATE_VALUE = re.compile(
    rf"{_YEAR}(?:[-/.]|%2F)(?:1[0-2]|0?[1-9])(?:(?:[-/.]|%2F)[0-3]?\d)?(?:T.*)?$", re.IGNORECASE
)
_PLAIN_VALUE = re.compile(rf"{_YEAR}(?:(?:1[0-2]|0[1-9])(?:[0-2]\d|3[01])?)?$")
_CALENDAR_WORD = re.compile(
    r"calend|kalend|agenda|schedul|event|termin|date|day|week|month|year|yyyy|^y(?:r|y)?$|"
    r"jahr|monat|annee|mois|fecha",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+")
_RUNAWAY = re.compile(r"(?P<slashes>/{4,})|(?P<escapes>%25(?:25){3,})")
_LONGEST_CYCLE = 6  # segments; longer ones do not occur in the traps we know


class QueryShape(NamedTuple):
    """A query by the names in it."""

    names: str  # sorted, each once, as people read them: page=…&sort=…
    parameters: int  # with repeats
    longest: int  # characters in the longest value


class Dated(NamedTuple):
    """A URL that stands for a day, a month or a year."""

    pattern: str  # path and names with the date taken out
    year: int
    certain: bool  # /topic/2050/5 may be a date; /calendar/2050/5 is one


class Shape(NamedTuple):
    """A URL, taken apart once."""

    host: str
    path: str
    query: QueryShape | None
    date: Dated | None

    @property
    def segments(self) -> list[str]:
        """The parts of the path between its slashes."""
        return [part for part in self.path.split("/") if part]


def shape_of(identity: str, host: str) -> Shape:
    """The shape of a URL with this identity, without parsing it again."""
    start = identity.find("/", identity.find("://") + 3)
    if start < 0:
        return Shape(host, "/", None, None)
    path, _, query = identity[start:].partition("?")
    if not query:
        return Shape(host, path, None, _date_in_path(path, ""))
    pairs = [pair.partition("=") for pair in query.split("&") if pair]
    names = "&".join(f"{name}=…" for name in sorted({name for name, _, _ in pairs}))
    longest = max((len(value) for _, _, value in pairs), default=0)
    date = _date_in_path(path, names)
    if date is None and (year := _year_in(pairs)):
        date = Dated(f"{digits_out(path)}?{names}", year, certain=True)
    return Shape(host, path, QueryShape(names, len(pairs), longest), date)


def is_plain(identity: str) -> bool:
    """No query, date or token, at most one segment twice: it repeats nothing, whatever the limits,
    and only the counts of its host and its first segment could brake it. False is not certain."""
    if "?" in identity or "%2525" in identity or has_token(identity):
        return False
    segments = identity.split("/")
    repeated = len(segments) - len(set(segments))
    return len(segments) > 3 and repeated <= 1 and not _DATE_IN_PATH.search(identity)


def digits_out(path: str) -> str:
    """The path with its numbers as #: /topic/17 and /topic/18 are one pattern."""
    return _DIGITS.sub("#", path)


def runaway(path: str) -> str:
    """What grows in a path that is neither a name nor a number; empty if nothing does."""
    found = _RUNAWAY.search(path)
    if found is None:
        return ""
    return "slashes in a row" if found["slashes"] else "percent signs escaped again and again"


def repetition(segments: list[str], times: int) -> str:
    """The segment or cycle that comes `times` times; empty if none does.

    A segment counts wherever it stands, for relative links accrete around others (/shop/a/shop/b/
    shop/c). Numbers count only in an unbroken row one longer: /11/11/11 is a day.
    """
    if len(segments) - len(set(segments)) < times - 1:
        return ""
    for segment, count in Counter(segments).items():
        if count >= times and not segment.isdigit():
            cycle = _cycle(segments, times)
            return "/".join(cycle) if segment in cycle else segment
    return "/".join(_cycle(segments, times + 1))


def doubled_block(segments: list[str]) -> str:
    """Two or more segments that come twice in a row, as when a relative link lacks its slash."""
    if len(set(segments)) > len(segments) - 2:
        return ""
    block = _cycle(segments, 2, shortest=2)
    return "/".join(block) if any(not part.isdigit() for part in block) else ""


def _date_in_path(path: str, names: str) -> Dated | None:
    found = _DATE_IN_PATH.search(path)
    if found is None:
        return None
    before = path[: found.start()]
    certain = bool(_CALENDAR_WORD.search(before) or (found["day"] or "").startswith("-"))
    pattern = f"{digits_out(before)}/{{date}}"
    return Dated(f"{pattern}?{names}" if names else pattern, int(found["year"]), certain)


def _year_in(pairs: list[tuple[str, str, str]]) -> int:
    for name, _, value in pairs:
        match = _DATE_VALUE.match(value)
        if match is None and value.isdigit() and _CALENDAR_WORD.search(name):
            match = _PLAIN_VALUE.match(value)
        if match:
            return int(match["year"])
    return 0


def _cycle(segments: list[str], times: int, shortest: int = 1) -> list[str]:
    """The first block that comes `times` times in an unbroken row."""
    for length in range(shortest, min(_LONGEST_CYCLE, len(segments) // times) + 1):
        run = 0  # how many segments in a row equal the one `length` before
        for at in range(length, len(segments)):
            run = run + 1 if segments[at] == segments[at - length] else 0
            if run >= length * (times - 1):
                return segments[at + 1 - length * times :][:length]
    return []
