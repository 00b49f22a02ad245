import pytest

from bowerbird.model.errors import CorruptError
from bowerbird.model.topic import Topic, TopicTerm
from bowerbird.workspace.words import FILE, note_words, project_words

MOUSE = Topic("mouse", ("mouse",), (
    TopicTerm("mouse", 1.0, "asked for"), TopicTerm("pointer", 0.9, "another name"),
    TopicTerm("rodent", -0.3, "not meant"),
))  # fmt: skip
POINTER = Topic("pointer tail", ("pointer", "tail"), (TopicTerm("pointer", 1.0, "asked for"),))


def test_words_are_kept_once_and_in_the_order_in_which_they_came(tmp_path):
    for topic in (MOUSE, POINTER, MOUSE):
        note_words(tmp_path, topic)

    found = project_words(tmp_path)
    assert [(word.word, word.asked) for word in found] == [
        ("mouse", True), ("pointer", True), ("tail", True),
    ]  # fmt: skip
    assert found[0].because == "asked for: mouse"


def test_what_was_only_found_stands_behind_what_was_asked_for(tmp_path):
    note_words(tmp_path, MOUSE)

    assert [(word.word, word.asked) for word in project_words(tmp_path)] == [
        ("mouse", True), ("pointer", False),
    ]  # fmt: skip


def test_a_topic_without_words_changes_nothing(tmp_path):
    note_words(tmp_path, Topic())

    assert project_words(tmp_path) == []
    assert not (tmp_path / FILE).exists()


def test_a_file_that_holds_no_words_says_what_to_do(tmp_path):
    (tmp_path / FILE).parent.mkdir()
    (tmp_path / FILE).write_text("[7")

    with pytest.raises(CorruptError, match="remove it"):
        project_words(tmp_path)
