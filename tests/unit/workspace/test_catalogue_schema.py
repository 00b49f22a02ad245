"""A catalogue that an older Bowerbird wrote is brought up to date where it lies."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bowerbird.model.events import RunState
from bowerbird.workspace.catalogue import Catalogue
from bowerbird.workspace.catalogue_schema import SCHEMA, STEPS, bring_up_to_date

# As version 1 was written by the first Bowerbird.
VERSION_1 = """
create table if not exists runs (
    project text not null,
    number integer not null,
    state text not null,
    reason text not null default '',
    created_at real not null,
    started_at real,
    ended_at real,
    heartbeat_at real,
    pid integer,
    socket text not null default '',
    summary text not null default '{}',
    primary key (project, number)
)
"""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    connection = sqlite3.connect(tmp_path / "catalogue.sqlite", isolation_level=None)
    connection.execute("pragma journal_mode = wal")
    connection.execute(VERSION_1)
    connection.execute(
        "insert into runs (project, number, state, created_at, pid, summary) "
        """values ('zoo', 3, 'stopped', 5.0, 7, '{"pages": 12}')"""
    )
    connection.execute("pragma user_version = 1")
    connection.close()
    return tmp_path


def tables(home: Path) -> dict[str, str]:
    connection = sqlite3.connect(home / "catalogue.sqlite")
    found = connection.execute("select name, sql from sqlite_master where type = 'table'")
    shape = {name: " ".join(sql.split()) for name, sql in found}
    connection.close()
    return shape


def version(home: Path) -> int:
    connection = sqlite3.connect(home / "catalogue.sqlite")
    (found,) = connection.execute("pragma user_version").fetchone()
    connection.close()
    return int(found)


def test_an_old_catalogue_keeps_its_runs_and_gets_what_is_new(old):
    catalogue = Catalogue(old)

    entry = catalogue.run("zoo", 3)
    assert entry is not None
    assert (entry.state, entry.pid, entry.summary) == (RunState.STOPPED, 7, {"pages": 12})
    assert catalogue.new_run("zoo").number == 4
    assert version(old) == SCHEMA


def test_an_old_catalogue_ends_like_a_new_one(old, tmp_path_factory):
    new = tmp_path_factory.mktemp("new")
    Catalogue(new)

    Catalogue(old)

    assert tables(old) == tables(new)
    assert {"runs", "queries", "judgements", "settings"} <= set(tables(old))


def test_several_may_open_an_old_catalogue_at_once(old):
    with ThreadPoolExecutor(8) as openers:
        catalogues = list(openers.map(Catalogue, [old] * 8))

    assert all(catalogue.run("zoo", 3) for catalogue in catalogues)
    assert version(old) == SCHEMA


def test_a_step_that_fails_leaves_the_old_catalogue_as_it_was(old, monkeypatch):
    before = tables(old)
    broken = (*STEPS[:1], (STEPS[1][0], "create table and nothing else"))
    monkeypatch.setattr("bowerbird.workspace.catalogue_schema.STEPS", broken)
    connection = sqlite3.connect(old / "catalogue.sqlite", isolation_level=None)

    with pytest.raises(sqlite3.OperationalError):
        bring_up_to_date(connection)
    connection.close()

    assert (tables(old), version(old)) == (before, 1)


def test_a_catalogue_whose_making_was_cut_short_is_made_whole(tmp_path):
    connection = sqlite3.connect(tmp_path / "catalogue.sqlite")
    connection.execute(VERSION_1)  # and then the power went
    connection.commit()
    connection.close()

    assert Catalogue(tmp_path).new_run("zoo").number == 1
    assert version(tmp_path) == SCHEMA
