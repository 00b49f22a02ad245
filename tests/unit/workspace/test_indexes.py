"""Indexes of a project, over records that came from a file."""

import json
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bowerbird import Workspace
from bowerbird.model.errors import PlanError, StoreError, UnknownNameError, UsageError
from bowerbird.store.records import Records
from bowerbird.store.shard import open_shard
from bowerbird.text.stop_lists import STOP_LISTS
from bowerbird.workspace import Project
from bowerbird.workspace.following import begin_anew_what_is_ahead
from bowerbird.workspace.places import shard_folder

ROWS: list[dict[str, Any]] = [
    {"id": "1", "title": "The bower", "text": "A bower of straw and blue feathers.", "votes": 3},
    {"id": "2", "title": "The nest", "text": "The hen builds a nest of moss.", "votes": 9},
    {"id": "3", "title": "Colours", "text": "Blue colours draw the eye.", "votes": -1},
    {"id": "4", "title": "Straw", "text": "Where straw is dear, moss will do.", "votes": 0},
]


def fed(folder: Path, rows: list[dict[str, Any]] = ROWS, **options: Any) -> Project:
    """A project into which these rows were imported."""
    project = Workspace(folder / "home").project("birds")
    file = folder / "rows.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    project.import_records(file, key=["id"], **options)
    return project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return fed(tmp_path)


def titles(project: Project, query: str, **settings: Any) -> list[object]:
    return [hit.fields["title"] for hit in project.search(query, **settings).hits]


# ---- building ------------------------------------------------------------------------------------


def test_an_index_is_built_and_described(project):
    facts = project.build_index()

    assert (facts["name"], facts["state"], facts["documents"], facts["taken"]) == (
        "default", "ready", 4, 4,
    )  # fmt: skip
    assert facts["terms"] > 10
    assert facts["bytes"] == sum(facts["segments"].values()) > 0
    assert facts["seconds"] > 0
    told = {name: facts[name] for name in facts if name not in ("taken", "seconds")}
    assert project.index() == told
    assert project.indexes() == [told]


def test_what_an_index_was_built_with_stays_in_the_plan(project):
    project.build_index(
        "posts", fields=["title"], ranking__b=0.3, changes={"ranking.words": {"straw": 2}}
    )

    written = tomllib.loads(project.plan_file.read_text())
    assert written["indexes"] == {
        "posts": {"fields": ["title"], "ranking": {"b": 0.3, "words": {"straw": 2.0}}}
    }
    project.build_index("posts", ranking__k=2.0)
    assert project.plan.indexes["posts"].ranking.b == 0.3


def test_a_build_takes_in_what_has_come_since_and_nothing_else(project, tmp_path):
    project.build_index()
    changed = {**ROWS[0], "text": "A palace of straw."}

    fed(tmp_path, [changed, {"id": "5", "title": "Fern", "text": "Ferns."}])
    facts = project.build_index()

    assert (facts["taken"], facts["documents"]) == (2, 5)
    assert titles(project, "palace") == ["The bower"]
    assert titles(project, "feathers", forgive=False) == []


def test_other_words_that_count_are_taken_over_without_reading_a_record(project):
    project.build_index()
    assert titles(project, "colour", forgive=False) == []

    facts = project.build_index(analysis__stemming="english", analysis__stop_words=["blue"])

    assert facts["taken"] == 0
    assert titles(project, "colour", forgive=False) == ["Colours"]
    assert titles(project, "blue", forgive=False) == []


def test_other_fields_need_a_rebuild_and_leave_the_plan_as_it_was(project):
    project.build_index()

    with pytest.raises(PlanError, match=r"other fields .*--rebuild"):
        project.build_index(fields=["title"])
    assert project.plan.indexes["default"].fields == ["title", "text"]

    facts = project.build_index(fields=["title"], rebuild=True)
    assert facts["taken"] == 4
    assert titles(project, "moss", forgive=False) == []


def test_only_the_kinds_that_were_asked_for_are_in_an_index(project, tmp_path):
    fed(tmp_path, [{"id": "9", "title": "Straw price", "text": "Low."}], kind="price")

    project.build_index("prices", kinds=["price"])

    assert titles(project, "straw", index="prices") == ["Straw price"]


def test_a_second_index_does_not_take_the_first_from_the_project(project):
    project.build_index()
    project.plan = project.plan.model_copy(update={"indexes": {}})

    project.build_index("titles", fields=["title"])

    assert [facts["name"] for facts in project.indexes()] == ["default", "titles"]
    assert titles(project, "moss") == ["The nest", "Straw"]
    assert titles(project, "moss", index="titles", forgive=False) == []


def test_a_name_with_dots_is_one_name(project):
    assert project.build_index("v1.2", ranking__b=0.1)["name"] == "v1.2"
    assert project.plan.indexes["v1.2"].ranking.b == 0.1


def test_the_name_of_a_list_of_stop_words_stands_for_its_words(project):
    project.build_index(analysis__stop_words=["english"])

    assert project.plan.indexes["default"].analysis.stop_words == list(STOP_LISTS["english"])


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"ranking__b": 2}, r"indexes\.default\.ranking\.b: .*less than or equal to 1, not 2"),
        ({"analysis__steming": "english"}, "unknown field `steming`; did you mean `stemming`"),
        ({"analysis__stemming": "klingon"}, "no endings known of 'klingon'"),
        ({"analysis__stop_words": ["/(/"]}, "is no pattern"),
        ({"dictionary": "/nowhere/words.tsv"}, "there is no dictionary /nowhere/words.tsv"),
        ({"fields": []}, "name at least one field"),
    ],
)
def test_wrong_options_are_refused_in_a_sentence_before_anything_is_written(
    project, options, sentence
):
    with pytest.raises(PlanError, match=sentence):
        project.build_index(**options)

    assert not project.plan_file.exists()
    assert project.indexes()[0]["state"] == "not built"


def test_what_the_plan_says_and_nothing_answers_to_is_told(project):
    facts = project.build_index(ranking__weights={"heading": 2}, ranking__formula="likes / 2")

    assert any("no searched field 'heading'; known: title, text" in it for it in facts["warnings"])
    assert any("likes" in it and "votes" in it for it in facts["warnings"])


def test_a_project_without_records_says_so(tmp_path):
    with pytest.raises(UnknownNameError, match="has no records yet"):
        Workspace(tmp_path).project("empty").build_index()


# ---- searching -----------------------------------------------------------------------------------


def test_every_knob_turns_with_the_query(project):
    project.build_index()

    assert titles(project, "straw moss")[0] == "Straw"
    assert titles(project, "straw moss", formula="votes")[0] == "The nest"
    assert titles(project, "straw moss", words={"hen": 1, "bower": 50}, limit=1) == ["Straw"]
    assert titles(project, "moss", fields=["title"], forgive=False) == []
    assert titles(project, "moss", sort="-votes") == ["The nest", "Straw"]
    assert titles(project, "moss", offset=1) == ["Straw"]


def test_the_ranking_of_the_plan_holds_without_a_build(project):
    project.build_index()
    assert titles(project, "straw moss")[0] == "Straw"

    text = project.plan_file.read_text()
    project.plan_file.write_text(text + '[indexes.default.ranking]\nformula = "votes"\n')

    assert titles(project, "straw moss")[0] == "The nest"


def test_a_plan_that_asks_for_another_index_is_told_with_the_results(project):
    project.build_index()
    project.plan_file.write_text('[indexes.default]\nfields = ["title"]\n')

    results = project.search("moss")

    assert results.total == 2
    assert results.warnings == [
        "the plan has other fields than the index was made with: "
        "`bowerbird index build` takes them over"
    ]


def test_a_query_that_is_wrong_says_where_and_finds_what_it_can(project):
    project.build_index()

    results = project.search("straw) votes>many")

    assert [hit.fields["title"] for hit in results.hits] == ["Straw", "The bower"]
    assert results.warnings[0].startswith("column 6: this parenthesis closes nothing")
    assert results.warnings[1] == "column 14: “many” is no number, date or range; left out"


def test_misspelt_words_and_other_spellings_are_found(project):
    project.build_index(synonyms=True)

    assert project.search("fethers").corrected == "searched for “feathers”, instead of “fethers”"
    assert titles(project, "colors", forgive=False) == ["Colours"]
    assert titles(project, "fethers", forgive=False) == []


def test_synonyms_come_from_a_list_of_ones_own(project, tmp_path):
    (tmp_path / "own.tsv").write_text("palace\tbower;mansion\n")

    project.build_index(synonyms=True, synonym_list=str(tmp_path / "own.tsv"))

    assert titles(project, "palace", forgive=False) == ["The bower"]


def test_synonyms_come_from_the_lexicon_unless_it_is_left_out(project):
    project.build_index(synonyms=True)
    assert titles(project, "pergola", forgive=False) == ["The bower"]

    project.build_index(lexicon=False)
    assert titles(project, "pergola", forgive=False) == []


def test_suggestions_come_from_words_titles_and_dictionaries(project, tmp_path):
    (tmp_path / "own.tsv").write_text("Straw house\thut\t7\tQ1\n")
    project.build_index(dictionary=str(tmp_path / "own.tsv"))

    found = project.suggest("stra")

    assert {(it.text, it.source) for it in found} == {
        ("straw", "word"),
        ("Straw house", "dictionary"),
    }
    assert [it.source for it in project.suggest("the ne")] == ["title"]
    assert project.suggest("hut")[0].entity == "Q1"


def test_without_a_name_the_only_index_is_meant(project):
    project.build_index("only")

    assert titles(project, "moss") == ["The nest", "Straw"]
    project.build_index("other")
    with pytest.raises(UnknownNameError, match="which index is meant; known: only, other"):
        project.search("moss")
    with pytest.raises(UnknownNameError, match="no index 'third'; known: only, other"):
        project.search("moss", index="third")


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"limit": -1}, "search, `limit`: .*greater than or equal to 0; not -1"),
        ({"limits": 3}, "search, `limits`: known: .*limit"),
        ({"idf": "log3"}, "search, `idf`"),
    ],
)
def test_settings_that_do_not_hold_are_refused(project, settings, sentence):
    project.build_index()

    with pytest.raises(UsageError, match=sentence):
        project.search("moss", **settings)


# ---- damage --------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", [10, 100, 1500, 2000, -1, -40, -300])
def test_a_damaged_segment_is_named_and_a_rebuild_mends_it(project, place):
    project.build_index()
    (raw,) = (project.folder / "indexes" / "default").glob("*.raw")
    content = bytearray(raw.read_bytes())
    content[place] ^= 1
    raw.write_bytes(content)

    facts = project.index(check=True)
    assert facts["state"] == "damaged"
    assert [raw.name in sentence for sentence in facts["damaged"]] == [True]

    project.build_index(rebuild=True)
    assert project.index(check=True)["damaged"] == []
    assert titles(project, "moss") == ["The nest", "Straw"]


def test_a_damaged_manifest_is_told_with_the_remedy(project):
    project.build_index()
    manifest = project.folder / "indexes" / "default" / "manifest.json"
    manifest.write_bytes(manifest.read_bytes().replace(b'"generation"', b'"generatioN"'))

    (sentence,) = project.index(check=True)["damaged"]

    assert "manifest.json does not hold what was written" in sentence
    assert "--rebuild" in sentence
    with pytest.raises(StoreError, match=r"manifest\.json"):
        project.search("moss")


# ---- a log that changes ------------------------------------------------------------------------


def forget(project: Project, number: str) -> None:
    """A tombstone for the record of this id."""
    (record,) = (record for record in project.records() if record.fields["id"] == number)
    with open_shard(shard_folder(project.folder)) as store:
        batch = store.batch()
        Records(store).append([replace(record, gone=True)], batch)
        store.commit(batch)


def test_a_record_that_is_gone_is_forgotten(project):
    project.build_index()

    forget(project, "2")

    assert project.build_index()["documents"] == 3
    assert titles(project, "hen", forgive=False) == []


def test_a_search_takes_in_what_nobody_has_taken_in(project, tmp_path):
    project.build_index()
    fed(tmp_path, [{"id": "5", "title": "Fern", "text": "Ferns."}])

    results = Workspace(tmp_path / "home").project("birds").search("ferns")

    assert (results.total, results.warnings) == (1, [])


def test_a_search_of_what_was_never_built_builds_it(project):
    assert titles(project, "hen") == ["The nest"]
    assert project.index()["state"] == "ready"


def test_an_index_that_does_not_follow_says_how_much_it_does_not_know(project, tmp_path):
    project.build_index(follow=False)
    fed(tmp_path, [{"id": "5", "title": "Fern", "text": "Ferns."}])

    results = Workspace(tmp_path / "home").project("birds").search("ferns")

    assert results.total == 0
    assert results.warnings == [
        "the index 'default' does not know the last change of the records: "
        "`bowerbird index build` takes it in"
    ]


def lose_the_log(project: Project, folder: Path) -> Project:
    """As after a power cut: the records have other numbers now, and fewer of them."""
    shutil.rmtree(shard_folder(project.folder))
    return fed(folder, ROWS[:2])


def test_an_index_that_knows_what_the_log_has_lost_is_made_anew_by_a_search(project, tmp_path):
    project.build_index()

    other = lose_the_log(project, tmp_path)

    assert titles(other, "moss blue") == ["The bower", "The nest"]
    assert other.index()["cursor"] == 2


def test_a_run_empties_an_index_that_is_ahead_before_it_gives_out_the_numbers_again(
    project, tmp_path
):
    project.build_index()
    project.build_index("titles", fields=["title"])

    begin_anew_what_is_ahead(project.folder, project.plan, 4)
    assert [facts["documents"] for facts in project.indexes()] == [4, 4]
    begin_anew_what_is_ahead(project.folder, project.plan, 3)

    assert [(facts["documents"], facts["cursor"]) for facts in project.indexes()] == [(0, 0)] * 2
    assert project.build_index("titles")["documents"] == 4
