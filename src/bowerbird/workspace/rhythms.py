"""When a project is crawled again, as a short text, and the next time that comes to.

    hourly · daily · weekly · every 6 hours · every 30 minutes
    daily at 06:30 Europe/Berlin · weekly on mon at 06:30 Europe/Berlin
    cron 30 6 * * 1-5 Europe/Berlin          minute, hour, day, month, weekday; Sunday is 0 or 7

Without a zone a time of day is UTC. Where the clock is put forward over it, it comes an hour later;
where it is put back, it comes once.
"""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from msgspec import Struct

from bowerbird.model.errors import UsageError

SHORTEST = 300.0  # seconds between two runs
LOOKED_AHEAD = 366 * 5  # days: 29 February comes in them
DAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
_SECONDS = {"minute": 60.0, "hour": 3_600.0, "day": 86_400.0, "week": 604_800.0}
_EVERY = re.compile(r"every (\d+) (minute|hour|day|week)s?")
_AT = re.compile(
    r"(?:daily|weekly on (?P<day>\w{3})\w*) at (?P<h>\d{1,2}):(?P<m>\d\d)(?: (?P<zone>\S+))?"
)
_RANGES = ((0, 59), (0, 23), (1, 31), (1, 12), (0, 7))


class Every(Struct, frozen=True):
    """So many seconds apart, counted from when the schedule was made."""

    seconds: float

    def after(self, at: float, made: float) -> float:
        """The first time later than `at`."""
        steps = max(0, int((at - made) // self.seconds)) + 1
        return made + steps * self.seconds


class Cron(Struct, frozen=True):
    """Whenever the clock of a place shows one of these."""

    minutes: tuple[int, ...]
    hours: tuple[int, ...]
    days: frozenset[int]
    months: frozenset[int]
    weekdays: frozenset[int]  # Sunday is 0
    zone: str
    either_day: bool = False  # as cron has it: day and weekday both given, one of them is enough

    def after(self, at: float, made: float) -> float:
        """The first time later than `at`."""
        place = ZoneInfo(self.zone)
        today = datetime.fromtimestamp(at, place).date()
        for offset in range(-1, LOOKED_AHEAD):
            day = today + timedelta(days=offset)
            if self._is_one(day):
                found = [time for time in self._times(day, place) if time > at]
                if found:
                    return min(found)
        raise UsageError("the schedule never comes: there is no such day")

    def _is_one(self, day: date) -> bool:
        in_month, in_week = day.day in self.days, day.isoweekday() % 7 in self.weekdays
        fits = in_month or in_week if self.either_day else in_month and in_week
        return fits and day.month in self.months

    def _times(self, day: date, place: ZoneInfo) -> Iterator[float]:
        for hour in self.hours:
            for minute in self.minutes:
                shown = datetime(day.year, day.month, day.day, hour, minute, tzinfo=place)
                yield shown.astimezone(UTC).timestamp()


Rhythm = Every | Cron


def parse_rhythm(text: str) -> Rhythm:
    """The rhythm that a text says."""
    said = " ".join(text.split())
    lower = said.lower()
    plain = {"hourly": 3_600.0, "daily": 86_400.0, "weekly": 604_800.0}
    if lower in plain:
        return Every(plain[lower])
    if found := _EVERY.fullmatch(lower):
        return _every(int(found[1]) * _SECONDS[found[2]], said)
    if found := _AT.fullmatch(said):
        return _at(found, said)
    words = said.split()
    if words[:1] == ["cron"] and len(words) in (6, 7):
        return _cron(words[1:6], words[6] if len(words) == 7 else "UTC", said)
    raise UsageError(
        f"{text!r} is no rhythm: write `hourly`, `every 6 hours`, `daily at 06:30 Europe/Berlin`, "
        "`weekly on mon at 06:30`, or `cron 30 6 * * 1-5`"
    )


def _every(seconds: float, said: str) -> Every:
    if seconds < SHORTEST:
        raise UsageError(f"{said!r} is too often: every 5 minutes at most")
    return Every(seconds)


def _at(found: re.Match[str], said: str) -> Cron:
    hour, minute = int(found["h"]), int(found["m"])
    if hour > 23 or minute > 59:
        raise UsageError(f"{said!r}: there is no such time of day")
    weekdays = frozenset(range(7))
    if found["day"]:
        name = found["day"].lower()
        if name not in DAYS:
            raise UsageError(f"{said!r}: there is no such day; known: {', '.join(DAYS)}")
        weekdays = frozenset({DAYS.index(name)})
    return Cron(
        (minute,), (hour,), frozenset(range(1, 32)), frozenset(range(1, 13)), weekdays,
        _zone(found["zone"] or "UTC"),
    )  # fmt: skip


def _cron(parts: list[str], zone: str, said: str) -> Cron:
    sets = [_numbers(part, *bounds, said) for part, bounds in zip(parts, _RANGES, strict=True)]
    minutes, hours, days, months, weekdays = sets
    if len(minutes) > 12 and len(hours) > 1:
        raise UsageError(f"{said!r} is too often: every 5 minutes at most")
    rhythm = Cron(
        tuple(sorted(minutes)), tuple(sorted(hours)), frozenset(days), frozenset(months),
        frozenset(day % 7 for day in weekdays), _zone(zone), "*" not in (parts[2], parts[4]),
    )  # fmt: skip
    rhythm.after(0.0, 0.0)  # the 31st of February never comes, and is said now
    return rhythm


def _numbers(part: str, least: int, most: int, said: str) -> set[int]:
    """`*`, `*/15`, `1-5`, `1,3,5`, and these together."""
    found: set[int] = set()
    for piece in part.split(","):
        match = re.fullmatch(r"(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:/(\d{1,2}))?", piece)
        if match is None:
            raise UsageError(f"{said!r}: {piece!r} is none of 5, 1-5, */15 or *")
        first = int(match[1]) if match[1] else least
        last = int(match[2]) if match[2] else (first if match[1] and not match[3] else most)
        step = int(match[3] or 1)
        if not (least <= first <= last <= most and step):
            raise UsageError(f"{said!r}: {piece!r} is not within {least} to {most}")
        found |= set(range(first, last + 1, step))
    return found


def _zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise UsageError(f"{name!r} is no time zone; write one like Europe/Berlin or UTC") from None
    return name
