import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest

from bowerbird.model.errors import UsageError
from bowerbird.workspace import Workspace, audit
from bowerbird.workspace.audit import acting


def test_what_changes_something_is_booked_under_the_name_of_who_acts(tmp_path):
    workspace = Workspace(tmp_path)
    (tmp_path / "a.csv").write_text("id\n1\n")

    with acting("anna", via="web"):
        workspace.project("zoo").import_records(tmp_path / "a.csv")
        workspace.users.add("bert", "four words in a row")

    user, records = workspace.audit.entries()
    assert (records.who, records.via, records.action) == ("anna", "web", "import records")
    assert (records.project, records.subject) == ("zoo", str(tmp_path / "a.csv"))
    assert (user.action, user.subject) == ("add user", "bert as viewer")


def test_what_failed_is_not_booked(tmp_path):
    workspace = Workspace(tmp_path)

    with pytest.raises(UsageError):
        workspace.project("zoo").crawl("https://example.org", nonsense=1)

    assert workspace.audit.entries() == []


def test_threads_that_act_for_different_people_do_not_mix(tmp_path):
    book = Workspace(tmp_path).audit

    def act(name: str) -> None:
        with acting(name):
            for _ in range(10):
                book.note("look", subject=name)

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(act, ["anna", "bert", "carla", "dora"]))

    entries = book.entries()
    assert len(entries) == 40
    assert all(entry.who == entry.subject for entry in entries)


def test_credentials_never_reach_the_book(tmp_path):
    book = Workspace(tmp_path).audit

    book.note("crawl", subject="https://anna:secret@example.org/ " + "x" * 1_000)

    (entry,) = book.entries()
    assert entry.subject.startswith("https://example.org/ x")
    assert len(entry.subject) == audit.LONGEST


def test_the_book_is_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr(audit, "KEPT", 150)
    book = Workspace(tmp_path).audit

    for number in range(400):
        book.note("look", subject=str(number))

    with sqlite3.connect(tmp_path / "catalogue.sqlite") as connection:
        (kept,) = connection.execute("select count(*) from audit").fetchone()
    connection.close()
    assert kept <= 150 + audit.TRIMMED_EVERY
    assert [entry.subject for entry in book.entries(2)] == ["399", "398"]


def test_the_book_is_read_on_from_where_it_was_left(tmp_path):
    book = Workspace(tmp_path).audit
    for number in range(5):
        book.note("look" if number % 2 else "touch", project="zoo", subject=str(number))

    first = book.entries(2)
    rest = book.entries(10, before=first[-1].number)

    assert [entry.subject for entry in (*first, *rest)] == ["4", "3", "2", "1", "0"]
    assert [entry.subject for entry in book.entries(action="look")] == ["3", "1"]
    assert book.entries(project="farm") == []
