import json
from typing import Any

import msgspec
import pytest
from tests.unit.index.plain_index import Doc, snapshot_from

from bowerbird.index.options import RankingOptions
from bowerbird.model.errors import PlanError, UsageError
from bowerbird.tuning.documents import found_by_field
from bowerbird.tuning.evaluation import compare_settings, evaluate
from bowerbird.tuning.judgements import JudgedQuery, Judgements
from bowerbird.tuning.trials import Setting, Trials

TEXTS = [
    "bower bird",
    "bower bower bower straw straw straw straw straw",
    "moss",
    "bird bird",
    "blue straw",
    "straw",
]
DOCS = [
    Doc({"text": text}, stored={"url": f"u{at}", "number": float(at)}, alive=at != 3)
    for at, text in enumerate(TEXTS)
]
JUDGED = Judgements(
    (
        JudgedQuery("1", "bower", {"u1": 3, "u0": 0, "u2": 1, "u9": 2}),
        JudgedQuery("2", "straw moss", {"u2": 2, "u5": 1}),
        JudgedQuery("3", "nothing relevant", {"u2": 0}),
    )
)


def trials(**options: Any) -> Trials:
    snapshot = snapshot_from(DOCS, cuts=[4])
    return Trials(snapshot, JUDGED, found_by_field(snapshot, JUDGED, "url"), **options)


def test_each_query_is_measured_and_what_is_missing_is_said():
    told = evaluate(trials(), Setting(RankingOptions(b=0)))

    first, second = told.queries
    assert first.places == {"u0": 2, "u1": 1}
    assert first.measures["map"] == pytest.approx(1 / 3)
    assert first.measures["mrr"] == 1
    assert (first.relevant, first.found, first.missing) == (3, 2, ["u9"])
    assert (first.unjudged, second.unjudged) == (0, 2)
    assert told.measures["map"] == pytest.approx(
        (first.measures["map"] + second.measures["map"]) / 2
    )
    assert told.left_out == ["3"]
    assert told.missing == 1
    assert told.unjudged == 2 / 6


def test_all_of_it_can_be_written_as_json():
    told = evaluate(trials(), Setting(RankingOptions()))

    assert json.loads(msgspec.json.encode(told))["queries"][0]["id"] == "1"


def test_trials_and_evaluation_say_the_same():
    tried = trials()
    settings = [Setting(RankingOptions(b=b, k=k)) for b in (1, 0, 0.5) for k in (0.1, 5)]
    settings.append(Setting(RankingOptions(), stop_words=("straw",)))
    settings.append(Setting(RankingOptions(idf="none")))

    values = tried.values(settings)

    for setting, of_setting in zip(settings, values, strict=True):
        told = evaluate(tried, setting)
        for query, of_query in zip(told.queries, of_setting, strict=True):
            assert list(query.measures.values()) == pytest.approx(of_query.tolist())


def test_the_threshold_says_what_is_relevant():
    told = evaluate(trials(threshold=2), Setting(RankingOptions()))

    assert [query.relevant for query in told.queries] == [2, 1]
    with pytest.raises(UsageError, match="no query has a document of grade 4 or more"):
        trials(threshold=4)


def test_two_settings_are_compared_by_every_measure():
    tried = trials()
    kind, strict = (
        evaluate(tried, Setting(RankingOptions(b=b, k=10))) for b in (0, 1)
    )  # a long text comes first, or a short one

    told = compare_settings(kind, strict)

    assert (told["mrr"].wins, told["mrr"].losses, told["mrr"].ties) == (1, 1, 0)
    assert (kind.by("mrr"), strict.by("mrr")) == ([1, 0.5], [0.5, 1])
    assert told["mrr"].gain == 0


def test_a_formula_takes_part():
    docs = [Doc({"text": "moss"}, numbers={"votes": v}, stored={"url": str(v)}) for v in (1, 5)]
    snapshot = snapshot_from(docs)
    judged = Judgements((JudgedQuery("1", "moss", {"5": 1}),))
    tried = Trials(snapshot, judged, found_by_field(snapshot, judged))

    without, with_votes = (
        evaluate(tried, Setting(RankingOptions(formula=text))) for text in ("", "votes / 10")
    )

    assert without.measures["mrr"] == 1 / 2
    assert with_votes.measures["mrr"] == 1


def test_documents_are_found_by_a_field_and_dead_ones_are_not():
    snapshot = snapshot_from(DOCS, cuts=[4])
    judged = Judgements((JudgedQuery("1", "x", {"u0": 1, "u3": 1, "u5": 1, "u7": 1}),))
    numbered = Judgements((JudgedQuery("1", "x", {"5": 1}),))

    assert found_by_field(snapshot, judged, "url") == {"u0": 0, "u5": 5}
    assert found_by_field(snapshot, numbered, "number") == {"5": 5}


def test_what_can_not_be_tried_is_said_before():
    snapshot = snapshot_from(DOCS)

    with pytest.raises(UsageError, match="none of the documents that were judged is in this index"):
        Trials(snapshot, JUDGED, {})
    with pytest.raises(PlanError, match="no such column"):
        evaluate(trials(), Setting(RankingOptions(formula="votes / 10")))
