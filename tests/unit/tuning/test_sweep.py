import pytest
from tests.unit.index.plain_index import Doc, snapshot_from

from bowerbird.index.options import RankingOptions
from bowerbird.tuning.documents import found_by_field
from bowerbird.tuning.evaluation import evaluate
from bowerbird.tuning.judgements import JudgedQuery, Judgements
from bowerbird.tuning.sweep import sweep, with_b_and_k
from bowerbird.tuning.trials import Setting, Trials

# The useful document is long and repeats the word: only with a small b does it come first.
DOCS = [
    Doc({"text": "bower straw moss"}, stored={"url": "short"}),
    Doc({"text": "bower " * 3 + "straw " * 30}, stored={"url": "long"}),
    Doc({"text": "moss"}, stored={"url": "other"}),
]
JUDGED = Judgements((JudgedQuery("1", "bower", {"long": 1}),))
START = Setting(RankingOptions())


@pytest.fixture
def trials():
    snapshot = snapshot_from(DOCS)
    return Trials(snapshot, JUDGED, found_by_field(snapshot, JUDGED))


def test_a_sweep_is_a_map_of_every_b_with_every_k(trials):
    told = sweep(trials, START, "mrr", b_values=(0, 0.5, 1), k_values=(0.5, 2))

    for b, row in zip(told.b, told.values, strict=True):
        for k, value in zip(told.k, row, strict=True):
            assert value == evaluate(trials, with_b_and_k(START, b, k)).measures["mrr"]
    assert told.values[0] == [1, 1]
    assert told.values[2] == [0.5, 0.5]
    assert told.best.value == 1
    assert (told.start.b, told.start.k, told.start.value) == (0.75, 1.75, 0.5)


def test_the_plateau_says_how_much_of_the_map_is_as_good(trials):
    told = sweep(trials, START, "mrr", b_values=(0, 1), k_values=(0.5, 2))

    assert (told.plateau.points, told.plateau.share) == (2, 0.5)
    assert told.plateau.b == (0, 0)
    assert told.plateau.k == (0.5, 2)
