import pytest

from bowerbird.workspace import notices
from bowerbird.workspace.catalogue import Catalogue
from bowerbird.workspace.notices import NoticeBook


@pytest.fixture
def book(tmp_path) -> NoticeBook:
    return NoticeBook(Catalogue(tmp_path))


def test_the_same_is_told_once(book):
    assert book.tell("run/zoo/1/ended", "zoo", 1, "run-ended", "info", "Done.")
    assert not book.tell("run/zoo/1/ended", "zoo", 1, "run-ended", "info", "Done.")

    (notice,) = book.all()
    assert (notice.project, notice.run, notice.sentence) == ("zoo", 1, "Done.")


def test_what_was_seen_is_not_unread_any_more(book):
    for number in range(3):
        book.tell(str(number), "zoo", 1, "health", "warn", str(number))

    book.mark_read(book.all()[0].number)

    assert book.unread() == 2
    assert [notice.sentence for notice in book.all(unread=True)] == ["1", "0"]
    book.mark_read()
    assert book.unread() == 0


def test_the_list_is_read_on_and_bounded(book, monkeypatch):
    monkeypatch.setattr(notices, "KEPT", 5)
    for number in range(12):
        book.tell(str(number), "zoo" if number % 2 else "farm", 1, "health", "warn", str(number))

    first = book.all(2)
    assert [notice.sentence for notice in first] == ["11", "10"]
    assert [n.sentence for n in book.all(9, before=first[-1].number)] == ["9", "8", "7"]
    assert {notice.project for notice in book.all(project="zoo")} == {"zoo"}
