import sqlite3

import pytest

from bowerbird.model.errors import CorruptError, OutOfSpaceError
from bowerbird.model.events import RunState
from bowerbird.workspace.catalogue import Catalogue, as_store_error


def test_runs_are_numbered_per_project(tmp_path):
    catalogue = Catalogue(tmp_path)

    assert [catalogue.new_run("zoo").number, catalogue.new_run("zoo").number] == [1, 2]
    assert catalogue.new_run("sea").number == 1
    assert [run.number for run in catalogue.runs("zoo")] == [1, 2]


def test_what_a_run_says_of_itself_is_kept(tmp_path):
    Catalogue(tmp_path).new_run("zoo")

    Catalogue(tmp_path).update("zoo", 1, state=RunState.RUNNING, pid=7, summary={"pages": 3})

    entry = Catalogue(tmp_path).run("zoo", 1)
    assert entry is not None
    assert (entry.state, entry.pid, entry.summary) == (RunState.RUNNING, 7, {"pages": 3})


def test_a_file_that_is_no_catalogue_is_named_and_left_alone(tmp_path):
    file = tmp_path / "catalogue.sqlite"
    file.write_bytes(b"this is not a database, but somebody's notes" * 100)

    with pytest.raises(CorruptError, match=r"catalogue\.sqlite"):
        Catalogue(tmp_path)

    assert file.read_bytes().startswith(b"this is not")


def test_a_full_disk_is_called_full(tmp_path):
    error = sqlite3.OperationalError("disk I/O error")

    full, other = (as_store_error(tmp_path, error, free) for free in (0, 1 << 30))

    assert isinstance(full, OutOfSpaceError)
    assert str(full) == f"cannot use {tmp_path}: the disk is full; free some space."
    assert "disk I/O error" in str(other)


def test_a_catalogue_of_a_later_version_is_not_touched(tmp_path):
    catalogue = Catalogue(tmp_path)
    with catalogue.connection() as connection:
        connection.execute("pragma user_version = 99")

    with pytest.raises(CorruptError, match="schema 99"):
        Catalogue(tmp_path)
