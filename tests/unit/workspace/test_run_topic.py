from pathlib import Path

import pytest

from bowerbird.model.errors import CorruptError
from bowerbird.model.topic import Topic
from bowerbird.workspace.plan import Plan, TopicOptions
from bowerbird.workspace.run_topic import FILE, compiled_topic, freeze_topic, topic_of_run
from bowerbird.workspace.topics import ProjectTopic

TAPIRS = Plan(topic=TopicOptions(query="tapir"))


def draw(folder: Path, text: str) -> None:
    """Import a concept map into the project."""
    file = folder / "map.txt"
    file.write_text(text)
    ProjectTopic(folder, TAPIRS.topic).import_map(file)


def names(topic: Topic) -> set[str]:
    return {term.term for term in topic.terms}


def test_a_run_keeps_its_topic_when_the_concept_map_changes(tmp_path):
    draw(tmp_path, "tapir\n  kabomani")
    freeze_topic(compiled_topic(tmp_path, TAPIRS), tmp_path, 1)

    draw(tmp_path, "tapir\n  anta")

    assert names(topic_of_run(tmp_path, 1, TAPIRS)) >= {"tapir", "kabomani"}
    assert "anta" not in names(topic_of_run(tmp_path, 1, TAPIRS))
    assert "anta" in names(topic_of_run(tmp_path, 2, TAPIRS))


def test_a_run_that_has_no_topic_yet_freezes_it_when_it_is_asked_for(tmp_path):
    before = topic_of_run(tmp_path, 1, TAPIRS)

    draw(tmp_path, "tapir\n  anta")

    assert topic_of_run(tmp_path, 1, TAPIRS) == before


def test_a_crawl_without_a_topic_keeps_none(tmp_path):
    assert topic_of_run(tmp_path, 1, Plan()) == Topic()
    assert not list(tmp_path.rglob(FILE))


def test_a_topic_that_cannot_be_read_is_told_with_the_remedy(tmp_path):
    freeze_topic(compiled_topic(tmp_path, TAPIRS), tmp_path, 1)
    next(tmp_path.rglob(FILE)).write_text("{")

    with pytest.raises(CorruptError, match="remove it"):
        topic_of_run(tmp_path, 1, TAPIRS)
