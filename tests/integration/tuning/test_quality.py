"""Rankings of real collections that people judged; they lie beside the repository."""

import json

import pytest
import pytrec_eval
from benchmarks.judged_collections import DATA, cisi, cranfield, thesis
from benchmarks.quality import ENGLISH, FLOORS, USUAL, below_floors, measure, trials_on

from bowerbird.index.ranker import Ranker
from bowerbird.tuning.auto import Plan, auto_tune
from bowerbird.tuning.candidates import plain_words
from bowerbird.tuning.evaluation import evaluate
from bowerbird.tuning.trials import Setting

THEIR_NAMES = {
    "map": "map",
    "mp@5": "P_5",
    "mp@r": "Rprec",
    "ndcg@10": "ndcg_cut_10",
    "mrr": "recip_rank",
}
pytestmark = pytest.mark.skipif(not DATA.exists(), reason="the collections are not here")


@pytest.mark.slow
def test_mean_average_precision_is_not_below_its_floors_and_misspelt_queries_rank_alike():
    floors = json.loads(FLOORS.read_text("utf-8"))

    quality = measure(tune=False)

    assert not below_floors(quality, floors)
    assert set(quality.maps) <= set(floors)
    assert quality.misspelt_alike
    assert quality.maps["map_cranfield_every_word"] >= 0.28
    assert quality.maps["map_cranfield_english"] >= 0.32
    assert quality.maps["map_cisi_every_word"] >= 0.18


@pytest.mark.slow
def test_what_auto_tune_finds_on_cranfield_gains_on_queries_that_it_has_not_seen():
    told = auto_tune(trials_on(cranfield(), ENGLISH), Setting(USUAL), Plan(deals=1))

    assert told.held_out is not None
    assert told.held_out.gain > 0
    assert (told.verdict == "better") == (told.held_out.p <= 0.05)
    assert (told.proposed == told.found) == (told.verdict == "better")


def test_the_collections_are_whole():
    assert len(cranfield().entries) == 1400
    assert len(cranfield().judgements.queries) == 225
    assert len(cisi().entries) == 1460
    assert sum(1 for query in cisi().judgements.queries if query.documents) == 76


def test_the_posts_of_the_thesis_are_read_with_their_votes():
    posts = {entry.serial: entry for entry in thesis().entries}

    assert len(posts) == 2415
    assert "object detection website" in posts[288166].text["title"]
    assert min(entry.numbers["votes"] for entry in posts.values()) == -7
    assert [len(query.documents) for query in thesis().judgements.queries] == [7, 7, 5, 6, 5, 5]


def test_every_measure_of_every_query_of_cranfield_is_what_trec_eval_says():
    collection = cranfield()
    trials = trials_on(collection, ENGLISH)
    ranker, names = Ranker(trials.snapshot), [str(e.stored["id"]) for e in collection.entries]
    theirs = pytrec_eval.RelevanceEvaluator(
        {query.id: dict(query.documents) for query in trials.queries}, set(THEIR_NAMES.values())
    )

    told = evaluate(trials, Setting(USUAL))

    run: dict[str, dict[str, float]] = {}
    for query in trials.queries:
        wanted = plain_words(trials.snapshot, query.text, USUAL).wanted
        ranked = ranker.rank(wanted, USUAL, len(names)).documents
        run[query.id] = {names[document]: -float(at) for at, document in enumerate(ranked)}
    measured = theirs.evaluate(run)
    for each in told.queries:
        for ours, name in THEIR_NAMES.items():
            assert each.measures[ours] == pytest.approx(measured[each.id][name], abs=1e-9)
