import json
import random

import msgspec
import pytest
from tests.unit.index.plain_index import Doc, snapshot_from

from bowerbird.index.formula import parse_formula
from bowerbird.index.options import RankingOptions
from bowerbird.tuning.auto import Plan, auto_tune, judge
from bowerbird.tuning.comparison import compare
from bowerbird.tuning.documents import found_by_field
from bowerbird.tuning.judgements import JudgedQuery, Judgements
from bowerbird.tuning.knobs import formulas
from bowerbird.tuning.trials import Setting, Trials

START = Setting(RankingOptions())


def trials(queries: int, useful_in: str = "title", noise: int = 6) -> Trials:
    """Each query has a word; the useful document holds it in one field, others in the other."""
    chosen = random.Random(5)
    docs, judged = [], []
    for query in range(queries):
        word = f"word{query}"
        other = "text" if useful_in == "title" else "title"
        useful = {useful_in: word, other: "straw moss"}
        docs += [Doc({useful_in: "straw", other: f"{word} {word}"}) for _ in range(noise)]
        docs.append(Doc(useful, stored={"url": word}, numbers={"votes": chosen.random()}))
        judged.append(JudgedQuery(str(query), word, {word: 1}))
    snapshot = snapshot_from(docs, ("title", "text"))
    judgements = Judgements(tuple(judged))
    return Trials(snapshot, judgements, found_by_field(snapshot, judgements))


def test_a_field_that_matters_gets_its_weight_and_the_gain_holds_on_queries_held_out():
    told = auto_tune(trials(12), START, Plan(knobs=("weights",)))

    assert told.verdict == "better"
    assert told.found.weights["title"] > 2
    assert told.proposed == told.found
    assert told.found_value == 1
    assert told.held_out is not None
    assert told.held_out.gain == pytest.approx(1 - told.start_value)
    assert sorted(each for fold in told.folds if fold.deal == 2 for each in fold.queries) == sorted(
        map(str, range(12))
    )


def test_few_queries_tell_nothing_however_much_is_gained():
    told = auto_tune(trials(6), START, Plan(knobs=("weights",)))

    assert told.verdict == "too-few"
    assert told.sentence.startswith("Too few queries to tell: 6 have")
    assert told.proposed == told.start != told.found


def test_three_queries_are_not_even_folded():
    told = auto_tune(trials(3), START, Plan(knobs=("weights",)))

    assert (told.verdict, told.held_out, told.folds) == ("too-few", None, [])


def test_where_nothing_can_be_gained_the_settings_stay():
    told = auto_tune(trials(10, useful_in="text", noise=0), START, Plan())

    assert told.verdict == "no-better"
    assert told.sentence.startswith("No better settings were found: +0.0000")
    assert told.proposed == told.found == told.start


def test_the_same_plan_gives_the_same_answer_as_json():
    one, two = (auto_tune(trials(10), START, Plan(seed=4)) for _ in range(2))

    assert one == two
    assert json.loads(msgspec.json.encode(one))["held_out"]["queries"] == 10


@pytest.mark.parametrize(
    ("second", "verdict"),
    [
        ([0.1] * 12, "better"),
        ([-0.1] * 12, "no-better"),
        ([0.0] * 12, "no-better"),
        ([0.5, -0.4] * 6, "too-few"),
        ([0.1] * 5 + [0.0] * 7, "too-few"),
    ],
)
def test_what_is_said_follows_from_gain_and_chance(second, verdict):
    told = compare([0.0] * 12, second)

    said, sentence = judge(told, 12, changed=True)

    assert said == verdict
    assert f"{told.wins} better, {told.losses} worse" in sentence


def test_how_many_queries_would_do_follows_from_gain_and_spread():
    told = compare([0.0] * 12, [0.5, -0.4] * 6)

    assert told.spread == pytest.approx(0.47, abs=0.001)
    assert told.queries_needed() == 693


def test_coefficients_of_a_formula_are_what_multiplies_and_divides_and_the_whole():
    texts = formulas("log(1 + votes) + 3 × rank")

    assert [[parse_formula(text) for text in each][4] for each in texts] == [
        parse_formula("log(1 + votes) + 6 × rank"),
        parse_formula("2 × (log(1 + votes) + 3 × rank)"),
    ]
    assert [parse_formula(each) for each in formulas("votes / 10")[0][-3:]] == [
        parse_formula("votes / 5"),
        parse_formula("votes / 2.5"),
        parse_formula("votes / 1"),
    ]
    assert len(formulas("votes / 10")) == 1
    assert formulas("") == []


def test_a_formula_that_helps_is_found_from_one_that_hardly_does():
    chosen = random.Random(1)
    docs, judged = [], []
    for query in range(12):
        for other in range(5):
            useful = other == 4
            name = f"{query}.{other}"
            docs.append(
                Doc(
                    {"text": f"word{query}" + " moss" * chosen.randint(0, 9)},
                    numbers={"votes": 50.0 if useful else 20.0},
                    stored={"url": name},
                )
            )
        judged.append(JudgedQuery(str(query), f"word{query}", {f"{query}.4": 1}))
    snapshot = snapshot_from(docs)
    judgements = Judgements(tuple(judged))
    tried = Trials(snapshot, judgements, found_by_field(snapshot, judgements))
    start = Setting(RankingOptions(formula="0.01 * votes"))

    told = auto_tune(tried, start, Plan(knobs=("formula",)))

    assert told.verdict == "better"
    assert parse_formula(told.found.formula) == parse_formula("0.1 * votes")
