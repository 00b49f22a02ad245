"""What lies in the folder of a run: its log, and the room kept for its last word."""

import json
from pathlib import Path

import pytest

from bowerbird.model.errors import StoreError, UsageError
from bowerbird.model.events import Event, Progress, RunState, StateChanged
from bowerbird.workspace import ballast, runlog
from bowerbird.workspace.home import home_folder, project_folder
from bowerbird.workspace.runlog import RunLog


def changed(number: int) -> Event:
    return StateChanged(float(number), RunState.RUNNING, "because")


def progress() -> Progress:
    return Progress(0.0, 1, 1, 1, 1, 1, 1, 1.0, 1)


def test_the_log_holds_every_event_but_progress(tmp_path):
    with RunLog(tmp_path) as log:
        log.note(changed(1))
        log.note(progress())
        log.note(changed(2))

    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [(line["type"], line["at"]) for line in lines] == [("state", 1.0), ("state", 2.0)]


def test_a_resumed_run_goes_on_with_its_log(tmp_path):
    for number in (1, 2):
        with RunLog(tmp_path) as log:
            log.note(changed(number))

    assert len((tmp_path / "log.jsonl").read_text().splitlines()) == 2


def test_a_long_log_is_begun_anew_once(tmp_path, monkeypatch):
    monkeypatch.setattr(runlog, "LARGEST", 500)

    with RunLog(tmp_path) as log:
        for number in range(100):
            log.note(changed(number))

    assert {path.name for path in tmp_path.iterdir()} == {"log.jsonl", "log.1.jsonl"}
    assert all(path.stat().st_size <= 600 for path in tmp_path.iterdir())


def test_a_log_that_cannot_be_written_hurts_nobody():
    log = RunLog(Path("/dev"))
    log._path = Path("/dev/full")

    with log:
        for number in range(2_000):
            log.note(changed(number))
        log.note(progress())


def test_ballast_lasts_as_long_as_the_run(tmp_path):
    with ballast.ballast(tmp_path):
        assert (tmp_path / "ballast").stat().st_size == ballast.SIZE

    assert list(tmp_path.iterdir()) == []


def test_where_there_is_no_room_there_is_no_ballast(tmp_path):
    with ballast.ballast(tmp_path / "not-there"):
        pass

    assert not (tmp_path / "not-there").exists()


@pytest.mark.parametrize("name", ["", "UPPER", "../up", "a/b", ".hidden", "x" * 65, "mice\n"])
def test_a_project_needs_a_plain_name(tmp_path, name):
    with pytest.raises(UsageError, match="a project cannot be called"):
        project_folder(tmp_path, name)


def test_the_home_is_what_was_chosen_then_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("BOWERBIRD_HOME", str(tmp_path / "environment"))

    assert home_folder(tmp_path / "chosen") == tmp_path / "chosen"
    assert home_folder() == tmp_path / "environment"
    assert list((tmp_path / "chosen").iterdir()) == []  # looking leaves no trace


def test_a_home_below_a_file_is_named(tmp_path):
    (tmp_path / "file").write_text("")

    with pytest.raises(StoreError, match=r"cannot write to .*file.*--home"):
        home_folder(tmp_path / "file" / "home")
