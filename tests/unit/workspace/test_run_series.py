from typing import Any

import pytest

from bowerbird.model.events import Progress, StateChanged
from bowerbird.model.events import RunState as State
from bowerbird.workspace import run_series
from bowerbird.workspace.run_series import SeriesWriter, read_series, series_told


def progress(second: float, **more: int) -> Progress:
    figures: dict[str, Any] = {
        "pages": int(10 * second),
        "relevant": int(4 * second),
        "bytes": int(1e3 * second),
    }
    return Progress(
        at=1_000.0 + second,
        records=0,
        queued=7,
        leased=1,
        hosts_waiting=0,
        pages_per_second=0.0,
        **figures | more,
    )


def test_a_finished_run_can_be_drawn(tmp_path):
    writer = SeriesWriter(tmp_path)
    for second in range(4):
        writer.note(progress(second))
    writer.note(StateChanged(1_003.0, State.STOPPING))
    writer.note(progress(3.5))
    writer.close()

    points = series_told(read_series(tmp_path))["points"]

    assert [point["pages"] for point in points] == [0, 10, 20, 30, 35]
    assert points[2]["pages_per_second"] == 10.0
    assert points[2]["harvest_rate"] == 0.4
    assert points[2]["bytes_per_second"] == 1_000
    assert points[0]["harvest_rate"] is None


def test_a_run_of_days_takes_no_more_room_than_one_of_minutes(tmp_path):
    writer = SeriesWriter(tmp_path)
    for second in range(200_000):
        writer.note(progress(float(second)))
    writer.close()

    series = read_series(tmp_path)

    assert run_series.MOST / 2 <= len(series.points) <= run_series.MOST + 1
    assert series.points[0].at == 1_000.0
    assert series.points[-1].pages == 1_999_990
    assert (tmp_path / "series.json").stat().st_size < 64_000


def test_a_resume_goes_on_where_the_series_ended(tmp_path):
    first = SeriesWriter(tmp_path)
    first.note(progress(0))
    first.close()

    second = SeriesWriter(tmp_path)
    second.note(progress(9))
    second.close()

    assert [point.pages for point in read_series(tmp_path).points] == [0, 90]


@pytest.mark.parametrize("data", [b"", b"{", b'{"points": 3}'])
def test_what_cannot_be_read_is_an_empty_series(tmp_path, data):
    (tmp_path / "series.json").write_bytes(data)

    assert series_told(read_series(tmp_path)) == {"interval": 1.0, "points": []}
