from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bowerbird.model.errors import UsageError
from bowerbird.workspace.rhythms import parse_rhythm

BERLIN = "Europe/Berlin"


def at(text: str, zone: str = "UTC") -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


def following(rhythm: str, after: str, zone: str = "UTC", count: int = 1) -> list[str]:
    found = []
    time = at(after, zone)
    for _ in range(count):
        time = parse_rhythm(rhythm).after(time, at("2026-01-01T00:10"))
        found.append(datetime.fromtimestamp(time, ZoneInfo(zone)).strftime("%Y-%m-%d %H:%M"))
    return found


@pytest.mark.parametrize(
    ("rhythm", "after", "zone", "expected"),
    [
        ("hourly", "2026-01-01T05:10", "UTC", "2026-01-01 06:10"),
        ("Every 6 hours", "2026-01-01T05:00", "UTC", "2026-01-01 06:10"),
        ("every 2 days", "2026-01-01T00:10", "UTC", "2026-01-03 00:10"),
        ("weekly", "2026-01-09T00:00", "UTC", "2026-01-15 00:10"),
        ("daily at 06:30", "2026-01-01T06:30", "UTC", "2026-01-02 06:30"),
        (f"daily at 6:30 {BERLIN}", "2026-07-01T05:00", BERLIN, "2026-07-01 06:30"),
        ("weekly on mon at 06:30", "2026-01-01T00:00", "UTC", "2026-01-05 06:30"),
        ("weekly on Sunday at 06:30", "2026-01-01T00:00", "UTC", "2026-01-04 06:30"),
        ("cron 30 6 * * 1-5", "2026-01-02T07:00", "UTC", "2026-01-05 06:30"),
        ("cron */20 8-9 * * *", "2026-01-02T08:41", "UTC", "2026-01-02 09:00"),
        ("cron 0 0 29 2 *", "2026-01-02T00:00", "UTC", "2028-02-29 00:00"),
        ("cron 0 0 * * 7", "2026-01-02T00:00", "UTC", "2026-01-04 00:00"),
        ("cron 0 0 13 * 5", "2026-01-03T00:00", "UTC", "2026-01-09 00:00"),  # the 13th, or a Friday
    ],
)
def test_the_next_time(rhythm, after, zone, expected):
    assert following(rhythm, after, zone) == [expected]


def test_where_the_clock_is_put_forward_a_run_comes_an_hour_later_once():
    assert following(f"daily at 02:30 {BERLIN}", "2026-03-28T12:00", BERLIN, 2) == [
        "2026-03-29 03:30",
        "2026-03-30 02:30",
    ]


def test_where_the_clock_is_put_back_a_run_comes_once():
    assert following(f"daily at 02:30 {BERLIN}", "2026-10-24T12:00", BERLIN, 2) == [
        "2026-10-25 02:30",
        "2026-10-26 02:30",
    ]


@pytest.mark.parametrize(
    ("rhythm", "sentence"),
    [
        ("", "is no rhythm"),
        ("sometimes", "is no rhythm"),
        ("every 0 hours", "too often"),
        ("every 1 minute", "too often"),
        ("cron * * * * *", "too often"),
        ("daily at 25:00", "no such time"),
        ("weekly on foo at 06:30", "no such day"),
        ("daily at 06:30 Mars/Olympus", "is no time zone"),
        ("daily at 06:30 ../../etc/passwd", "is no time zone"),
        ("cron 61 6 * * *", "not within 0 to 59"),
        ("cron 5-1 6 * * *", "not within 0 to 59"),
        ("cron a 6 * * *", "is none of"),
        ("cron 0 0 31 2 *", "never comes"),
    ],
)
def test_what_is_no_rhythm_is_said(rhythm, sentence):
    with pytest.raises(UsageError, match=sentence):
        parse_rhythm(rhythm)
