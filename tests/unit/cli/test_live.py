import json

import pytest
from rich.console import Console

from bowerbird.cli.live import _View
from bowerbird.cli.output import human_bytes, human_seconds, print_json
from bowerbird.cli.summary import _lines
from bowerbird.model.events import Health, Progress, RunState, Severity, StateChanged


def progress(**changes: float | str | None) -> Progress:
    values = {
        "at": 0.0, "pages": 40, "relevant": 10, "records": 40, "queued": 7, "leased": 2,
        "hosts_waiting": 3, "pages_per_second": 12.5, "bytes": 2_000_000,
    } | changes  # fmt: skip
    return Progress(**values)  # type: ignore[arg-type] # figures only


def test_the_plain_line_says_how_far_it_is_and_how_sure_the_guess_is():
    view = _View("3", RunState.NEW)

    view.note(progress(eta_seconds=125.0, eta_confidence="fair"))

    assert view.line() == (
        "run 3: 40 pages, 10 relevant, 7 queued, 12.5 pages/s, about 2 min 5 s to go "
        "(fair confidence)"
    )


def test_before_the_first_look_there_is_only_a_state():
    view = _View("3", RunState.NEW)

    view.note(StateChanged(0.0, RunState.RUNNING))

    assert view.line() == "run 3: running"


def test_sentences_are_kept_for_the_end():
    view = _View("3", RunState.NEW)

    for number in range(30):
        view.note(Health(0.0, "rule", Severity.WARN, f"Sentence {number}."))

    assert list(view.sentences) == [f"Sentence {number}." for number in range(10, 30)]


def test_the_live_view_shows_what_matters(capsys):
    view = _View("3", RunState.NEW)
    view.note(StateChanged(0.0, RunState.PAUSED, "paused by request"))
    view.note(progress())

    console = Console(width=100, force_terminal=False)
    console.print(view.render())

    shown = capsys.readouterr().out
    assert all(
        part in shown
        for part in ("run 3: paused paused by request", "25%", "2 under way", "12.5 pages/s")
    )


@pytest.mark.parametrize(
    ("size", "text"), [(0, "0 B"), (999, "999 B"), (1500, "1.5 kB"), (2.5e9, "2.5 GB")]
)
def test_bytes_are_told_for_people(size, text):
    assert human_bytes(size) == text


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.25, "0.2 s"), (59, "59.0 s"), (61, "1 min 1 s"), (7260, "2 h 1 min")]
)
def test_times_are_told_for_people(seconds, text):
    assert human_seconds(seconds) == text


def test_json_is_one_line_that_keeps_every_letter(capsys):
    print_json({"title": "Bücher", "state": RunState.RUNNING})

    said = capsys.readouterr().out
    assert said.count("\n") == 1
    assert "Bücher" in said
    assert json.loads(said) == {"title": "Bücher", "state": "running"}


def test_a_run_that_did_nothing_yet_has_a_summary_too():
    lines = dict(_lines({"run": "1", "state": "new", "reason": ""}))

    assert lines["pages"] == "0 in 0.0 s"
    assert lines["refused"] == ""
