from pathlib import Path

import msgspec
import pytest

from bowerbird.model.document import Document
from bowerbird.model.errors import CorruptError, PlanError
from bowerbird.model.pageview import PageView
from bowerbird.model.seed import Bookmark, Seed
from bowerbird.model.topic import Topic, TopicTerm
from bowerbird.seeds.evidence import seeds_from
from bowerbird.web.url import parse
from bowerbird.workspace.choices import judges
from bowerbird.workspace.plan import Choice, Plan, TopicOptions
from bowerbird.workspace.run_topic import FILE, compiled_topic, freeze_topic, topic_of_run
from bowerbird.workspace.strategies import house_strategies
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


def test_what_an_example_says_is_kept_with_the_run(tmp_path: Path) -> None:
    text = tmp_path / "about.txt"
    text.write_text("The tapir swims. It eats leaves in the forest.")
    plan = Plan(topic=TopicOptions(query=f"tapir @{text}"))

    freeze_topic(compiled_topic(tmp_path, plan), tmp_path, 1)
    text.unlink()

    (said,) = topic_of_run(tmp_path, 1, plan).texts
    assert "eats leaves in the forest" in said


def test_pages_are_judged_by_terms_only_where_the_topic_has_some() -> None:
    plan = Plan(page_judge=Choice(use="bm25"))

    with pytest.raises(PlanError, match="--topic"):
        judges(plan, house_strategies(), Topic(examples=("http://zoo.test/",)))


def test_languages_of_a_topic_lower_the_scores_of_others() -> None:
    plan = Plan(topic=TopicOptions(query="tapir", languages=["en"], other_languages=0.5))
    topic = Topic("tapir", ("tapir",), (TopicTerm("tapir", 1.0),), languages=("en",))
    judge, _ = judges(plan, house_strategies(), topic)

    said = [
        judge.judge(
            PageView(Document(text="tapir " * 40, language=code), parse("http://zoo.test/"))
        )
        for code in ("en", "de")
    ]

    assert said[1].score == pytest.approx(0.5 * said[0].score)


def test_bookmarks_count_by_what_their_tags_say_of_this_topic(tmp_path: Path) -> None:
    marks = (
        Bookmark("http://zoo.test/a", "ann", ("tapir",), "A page"),
        Bookmark("http://zoo.test/a", "bob", ("tapirs", "tapir"), "A page"),
        Bookmark("http://zoo.test/b", "ann", ("tapir",), "Another"),
        Bookmark("http://zoo.test/c", "ann", ("cooking",), "A third"),
    )
    seeds = [*seeds_from(marks, Topic(), "marks.html"), Seed("http://zoo.test/d", 0.9, "tapir")]
    (tmp_path / "seeds.json").write_bytes(msgspec.json.encode(seeds))

    said = compiled_topic(tmp_path, TAPIRS).bookmarked

    assert set(said) == {"http://zoo.test/a", "http://zoo.test/b"}
    assert said["http://zoo.test/a"] > said["http://zoo.test/b"] > 0.3
