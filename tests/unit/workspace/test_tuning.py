import json
import shutil
from pathlib import Path
from time import process_time

import msgspec
import pytest

from bowerbird.model.errors import StoreError, UnknownNameError, UsageError
from bowerbird.model.record import Record
from bowerbird.store.records import Records
from bowerbird.store.shard import open_shard
from bowerbird.web.url import parse
from bowerbird.workspace import Workspace
from bowerbird.workspace.places import shard_folder
from bowerbird.workspace.plan import changed_index
from bowerbird.workspace.projects import Project
from bowerbird.workspace.setting_history import AS_FOUND

QUERIES = 12


def project_of(home: Path, rows: list[dict[str, object]], name: str = "posts") -> Project:
    """A project of these records, imported by their `id`, with an index of them."""
    project = Workspace(home).project(name)
    file = home / f"{name}.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    project.import_records(file, key=["id"])
    project.build_index(analysis__minimum_length=0)
    return project


def rows(queries: int = QUERIES) -> list[dict[str, object]]:
    """Of each query's word, the useful document has it in its title; six others, in their text."""
    made: list[dict[str, object]] = []
    for query in range(queries):
        word = f"word{query}"
        made += [
            {"id": f"{word}-{n}", "title": "straw", "text": f"{word} {word}", "votes": n}
            for n in range(6)
        ]
        made.append({"id": f"{word}-useful", "title": word, "text": "straw moss", "votes": 9})
    return made


@pytest.fixture(scope="module")
def template(tmp_path_factory) -> Path:
    home = Path(tmp_path_factory.mktemp("home"))
    project = project_of(home, rows())
    for query in range(QUERIES):
        project.judge(f"word{query}", f"word{query}-useful", 3)
        project.judge(f"word{query}", f"word{query}-1", 0)
    return home


@pytest.fixture
def project(template, tmp_path) -> Project:
    """A copy that a test may change."""
    shutil.copytree(template, tmp_path / "home")
    return Workspace(tmp_path / "home").project("posts")


def test_a_setting_is_measured_by_query_and_in_the_mean(project):
    told = project.tuning().evaluate()

    assert (told.about.judged_queries, told.about.judgements, told.about.in_index) == (12, 24, 24)
    assert told.result.measures["mrr"] == pytest.approx(1 / 7)
    assert told.result.queries[0].places["word0-useful"] == 7
    assert (told.setting.b, told.setting.k) == (0.75, 1.75)


def test_what_is_tried_is_put_over_what_the_plan_says(project):
    project.build_index(ranking__b=0.2, ranking__weights={"text": 0.5})

    told = project.tuning().evaluate(k=3, weights={"title": 4}).setting

    assert (told.b, told.k, told.weights) == (0.2, 3.0, {"text": 0.5, "title": 4.0})


def test_two_settings_are_compared_by_query(project):
    told = project.tuning().compare({}, {"weights": {"title": 5}})

    assert told.comparison["map"].wins == 12
    assert told.comparison["map"].p < 0.01
    assert told.queries[3].gains["mrr"] == pytest.approx(1 - 1 / 7)
    assert told.second.result.measures["mrr"] == 1


def test_another_index_may_be_compared_with(project):
    project.build_index("titles", changes={"fields": ["title"]})
    titles = project.tuning("titles").evaluate()

    told = project.tuning("default").compare({}, titles)

    assert told.comparison["map"].losses == 0
    assert told.second.about.index == "titles"
    assert told.second.result.measures["mrr"] == 1


def test_evaluations_of_other_queries_cannot_be_compared(project):
    before = project.tuning().evaluate()
    project.judge("straw", "word0-1", 1)

    with pytest.raises(UsageError, match="of the same queries"):
        project.tuning().compare(before, {})


def test_a_sweep_is_a_map_over_b_and_k(project):
    told = project.tuning().sweep(
        {"weights": {"title": 5}}, measure="mrr", b_values=[0.0, 1.0], k_values=[0.5, 1.0, 2.0]
    )

    assert [len(row) for row in told.values] == [3, 3]
    assert told.best.value == told.values[told.b.index(told.best.b)][told.k.index(told.best.k)]
    assert told.measure == "mrr"


def test_what_auto_tune_finds_is_accepted_and_searches_use_it(project):
    tuning = project.tuning()
    found = tuning.auto_tune(knobs=["weights"], deals=1)

    line = tuning.accept(found.proposed, found.sentence, {"gain": found.found_value})

    assert found.verdict == "better"
    assert project.plan.indexes["default"].ranking.weights == found.proposed.weights
    assert project.search("word3").hits[0].fields["id"] == "word3-useful"
    assert tuning.evaluate().result.measures["map"] == pytest.approx(found.found_value)
    assert (line.number, line.before, line.evidence) == (2, 1, {"gain": found.found_value})


def test_accepted_stop_words_are_left_out_of_the_index_exactly_as_they_were_tried(project):
    tuning = project.tuning()
    tried = tuning.evaluate(b=0.9, stop_words=["straw", "word0"])

    tuning.accept(tried.setting)

    assert project.plan.indexes["default"].analysis.stop_words == ["straw", "word0"]
    assert project.tuning().evaluate().result.measures == tried.result.measures
    assert project.search("straw").total == 0


def test_what_was_accepted_can_be_taken_back_step_by_step(project):
    tuning, before = project.tuning(), project.search("word0").hits[0].fields["id"]
    for b in (0.1, 0.2):
        tuning.accept(tuning.evaluate(b=b, stop_words=["straw"]).setting, f"b {b}")

    reverted = [tuning.revert(), tuning.revert()]

    assert [line.because for line in reverted] == ["back to 2", "back to 1"]
    assert project.plan.indexes["default"].ranking.b == 0.75
    assert project.plan.indexes["default"].analysis.stop_words == []
    assert project.search("word0").hits[0].fields["id"] == before
    assert project.search("straw").total == 84
    with pytest.raises(UsageError, match="no earlier settings to go back to"):
        tuning.revert()


def test_any_line_of_the_history_can_hold_again(project):
    tuning = project.tuning()
    for b in (0.1, 0.2):
        tuning.accept(tuning.evaluate(b=b).setting)
    tuning.revert(1)

    again = tuning.revert(3)

    assert project.plan.indexes["default"].ranking.b == 0.2
    assert (again.number, again.because, tuning.holding()) == (5, "back to 3", 5)
    with pytest.raises(UnknownNameError, match="has no settings 9; known: 1, 2, 3"):
        tuning.revert(9)


def test_settings_that_somebody_wrote_into_the_plan_are_not_lost(project):
    tuning = project.tuning()
    tuning.accept(tuning.evaluate(b=0.1).setting)
    project.build_index(ranking__b=0.5)
    edited = tuning.holding()
    tuning.accept(tuning.evaluate(b=0.9).setting)

    tuning.revert()

    assert edited is None
    assert project.plan.indexes["default"].ranking.b == 0.5
    assert [line.because for line in tuning.history()][2] == AS_FOUND
    assert [line.before for line in tuning.history()] == [None, 1, 2, 3, 2]


def test_settings_that_hold_already_are_not_accepted_again(project):
    tuning = project.tuning()

    assert tuning.accept(tuning.evaluate().setting).number == 1
    assert tuning.accept(tuning.evaluate().setting).number == 1


def test_new_judgements_and_new_records_count_at_once(project, tmp_path):
    tuning = project.tuning()
    before = tuning.evaluate()
    project.judge("word0", "word0-new", 2)
    missing = tuning.evaluate()
    more = tmp_path / "more.jsonl"
    more.write_text(json.dumps({"id": "word0-new", "title": "word0 word0", "text": "moss"}) + "\n")
    project.import_records(more, key=["id"])
    project.build_index()
    found = tuning.evaluate()

    assert (before.result.missing, missing.result.missing, found.result.missing) == (0, 1, 0)
    assert missing.result.queries[0].missing == ["word0-new"]
    assert found.about.generation > missing.about.generation
    assert found.result.queries[0].places["word0-new"] >= 1


def test_what_was_imported_since_is_measured_too(project, tmp_path):
    more = tmp_path / "more.jsonl"
    more.write_text(json.dumps({"id": "word0-new", "title": "word0", "text": "word0"}) + "\n")
    project.import_records(more, key=["id"])
    project.judge("word0", "word0-new", 3)

    told = project.tuning().evaluate()

    assert told.result.missing == 0
    assert told.about.warnings == []


def test_what_the_plan_says_and_the_index_does_not_know_is_a_warning(project):
    project.plan = changed_index(project.plan, "default", {"analysis.stemming": "english"}, "")

    assert (
        "other analysis than the index was made with"
        in project.tuning().evaluate().about.warnings[0]
    )


def test_what_queries_find_is_kept_as_long_as_nothing_changes(project):
    tuning = project.tuning()
    tuning.evaluate()
    kept = tuning._kept
    tuning.accept(tuning.evaluate(b=0.3).setting)
    tuning.evaluate()

    assert kept is not None
    assert tuning._kept is not None
    assert tuning._kept.trials is kept.trials
    assert project.tuning() is tuning


def test_two_names_of_one_document_are_one_judgement_and_the_later_counts(project):
    project.judge("word0", "id=word0-useful", 0)
    project.judge("moss", "id=word1-useful", 1)
    project.judge("moss", "word1-useful", 2)

    told = project.tuning().evaluate()

    assert told.result.left_out == ["1"]  # its only relevant document is of no use by now
    (moss,) = [query for query in told.result.queries if query.text == "moss"]
    assert (moss.relevant, list(moss.places)) == (1, ["word1-useful"])


def test_names_that_several_records_go_by_are_told(project):
    project.judge("word0", "title=straw", 1)

    assert project.tuning().evaluate().about.ambiguous == ["title=straw"]


def test_a_threshold_tells_from_which_grade_on_documents_are_relevant(project):
    project.judge("word0", "word0-2", 1)

    low, high = (project.tuning(threshold=n).evaluate().result.queries[0] for n in (1, 2))

    assert (low.relevant, high.relevant) == (2, 1)


def test_queries_are_read_as_the_search_box_reads_them_or_as_plain_words(project):
    project.judge("word1 -moss", "word1-useful", 3)

    as_searched, plain = (
        project.tuning(plain=plain).evaluate().result.queries[-1].found for plain in (False, True)
    )

    assert as_searched == 6  # without the one that has moss
    assert plain == 6 + QUERIES  # with all that have it


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda it: it.evaluate(b=2), "the setting, `b`"),
        (
            lambda it: it.evaluate(weights={"name": 2}),
            "no searched field 'name'; known: title, text",
        ),
        (lambda it: it.evaluate(formula="log(likes)"), "likes"),
        (lambda it: it.evaluate(colour=1), "`colour`: known: b, formula, idf, k"),
        (lambda it: it.sweep(measure="f1"), "sweep, `measure`"),
        (lambda it: it.sweep(b_values=[0.5, 1.5]), "sweep, `b_values.1`"),
        (lambda it: it.sweep(k_values=[n / 10 for n in range(201)]), "sweep, `k_values`"),
        (lambda it: it.auto_tune(folds=1), "auto-tune, `folds`"),
        (lambda it: it.auto_tune(knobs=["c"]), "auto-tune, `knobs"),
    ],
)
def test_what_cannot_be_tried_is_said_in_a_sentence(project, call, message):
    with pytest.raises(UsageError) as error:
        call(project.tuning())

    assert message in str(error.value)


def test_without_judgements_or_an_index_the_remedy_is_told(tmp_path):
    project = Workspace(tmp_path).project("empty")
    with pytest.raises(StoreError, match="make one with `bowerbird index build`"):
        project.tuning().evaluate()

    made = project_of(tmp_path, rows(1))
    with pytest.raises(UsageError, match="no query has a document of grade 1"):
        made.tuning().evaluate()
    made.judge("word0", "unheard-of", 1)
    with pytest.raises(UsageError, match="none of the documents that were judged is in this index"):
        made.tuning().evaluate()
    with pytest.raises(UnknownNameError, match="no index 'other'"):
        made.tuning("other")


def test_an_imported_record_is_found_by_its_url(project, tmp_path):
    file = tmp_path / "pages.jsonl"
    file.write_text(json.dumps({"id": "p", "url": "https://a.test/b", "title": "moss"}) + "\n")
    project.import_records(file, key=["id"])
    project.build_index()
    project.judge("moss", "https://a.test/b", 3)

    assert "https://a.test/b" in project.tuning().evaluate().result.queries[-1].places


def test_what_nobody_judged_among_the_first_documents_is_to_be_judged_next(project):
    project.judge("moss", "word0-useful", 0)

    (query,) = project.tuning().unjudged("word3", depth=7)
    every = project.tuning().unjudged(depth=2)

    assert [each.name for each in query.documents] == [
        f"word3-{n}" for n in (0, 2, 3, 4, 5)
    ]  # not word3-1 and word3-useful, which were judged
    assert [each.place for each in query.documents] == [1, 3, 4, 5, 6]
    assert [each.text for each in every][-1] == "moss"
    assert every[-1].documents[0].name == "word1-useful"


def test_a_new_query_is_open_before_anything_was_judged(tmp_path):
    (query,) = project_of(tmp_path, rows(1)).tuning().unjudged("straw  word0", depth=2)

    assert (query.id, [each.place for each in query.documents]) == ("", [1, 2])


def test_a_document_that_was_judged_by_its_name_is_no_longer_open(project):
    before = project.tuning().unjudged("word3")[0].documents[0]

    project.judge("word3", before.name, 1)

    assert before not in project.tuning().unjudged("word3")[0].documents


def test_of_records_with_the_same_content_the_first_counts_whichever_was_judged(tmp_path):
    same: list[dict[str, object]] = [
        {"id": str(n), "title": "moss", "text": "fern", "content_hash": "x" * (n != 2)}
        for n in range(4)
    ]
    project = project_of(tmp_path, same)
    project.judge("moss", "3", 2)
    project.judge("moss", "0", 1)
    tuning = project.tuning()

    (told,) = tuning.evaluate().result.queries
    (query,) = tuning.unjudged("moss")

    assert (told.found, told.relevant, dict(told.places)) == (2, 1, {"0": 1})
    assert [each.name for each in query.documents] == ["2"]
    assert project.search("moss").hits[0].duplicates == 2


def test_a_crawled_page_is_found_by_its_url_however_that_is_written(project):
    url = parse("https://a.test/b?x=1")
    page = Record(url.key, "page", url.href, {"title": "moss", "text": "fern"}, "1")
    with open_shard(shard_folder(project.folder)) as store:
        batch = store.batch()
        Records(store).append([page], batch)
        store.commit(batch)
    project.build_index()
    project.judge("fern", "HTTPS://A.test:443/b?x=1#top", 3)

    told = project.tuning().evaluate()

    assert told.result.queries[-1].places == {"HTTPS://A.test:443/b?x=1#top": 1}


def test_a_hit_of_a_search_is_judged_under_a_name_that_finds_it_again(project):
    (hit, *_) = project.search("word5").hits

    made = project.judge("word5", hit, 2)

    assert made.document == hit.fields["id"] == "word5-0"
    assert project.tuning().evaluate().result.queries[5].places["word5-0"] == 1


def test_all_that_is_told_is_json(project):
    tuning = project.tuning()
    told = [
        tuning.compare({}, {"b": 0.2}),
        tuning.sweep(b_values=[0.5], k_values=[1.0]),
        tuning.auto_tune(knobs=["weights"], deals=1),
        tuning.accept(tuning.evaluate(b=0.2).setting),
    ]

    assert all(json.loads(msgspec.json.encode(each)) for each in told)


def test_a_setting_takes_milliseconds_and_a_thousand_less_than_two_seconds(tmp_path):
    project = project_of(tmp_path, rows(50))
    for query in range(50):
        project.judge(f"word{query} straw", f"word{query}-useful", 3)
    tuning = project.tuning()
    tuning.sweep()

    each = []
    for b in (0.1, 0.3, 0.5, 0.7, 0.9):
        began = process_time()
        tuning.evaluate(b=b, k=1.3)
        each.append(process_time() - began)
    began = process_time()
    tuning.sweep()
    swept = process_time() - began

    assert min(each) <= 0.005
    assert swept <= 2.0
