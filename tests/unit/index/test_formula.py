import math

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings
from tests.unit.index.plain_index import Doc, snapshot_from

from bowerbird.index.formula import columns_of, parse_formula
from bowerbird.index.formula_values import formula_values
from bowerbird.model.errors import PlanError

RECORDS = [
    {"votes": 9.0, "price": 10.0, "rank": 2.0},
    {"votes": 0.0, "price": 250.0, "rank": 1.0},
    {"price": 40.0, "rank": 3.0},  # nobody voted
    {"votes": math.inf, "price": 40.0, "rank": 3.0},
]
SEGMENT = snapshot_from([Doc({"text": "a"}, numbers) for numbers in RECORDS]).segments[0]


def values(text: str) -> list[float]:
    found: list[float] = formula_values(parse_formula(text), SEGMENT)[0].tolist()
    return found


@pytest.mark.parametrize(
    ("formula", "first"),
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) × 3", 9),
        ("8 ÷ 2 / 2", 2),
        ("8 : 4", 2),
        ("2 − 3 - 4", -5),
        ("−2 + 5", 3),
        ("--2", 2),
        ("2 * -3", -6),
        ("log(1+votes)", math.log(10)),
        ("votes/10", 0.9),
        ("rank", 2),
        ("[price] + 1e1 + .5", 20.5),
        ("sqrt(votes)", 3),
        ("min(votes, price, 4)", 4),
        ("max(votes, price)", 10),
        ("abs(votes - price)", 1),
        ("if(price < 100, votes, 0)", 9),
        ("if(price >= 100, 1, 2)", 2),
        ("if(price = 10, 1, 2) + if(price != 10, 10, 20)", 21),
        ("price ≤ 10", 1),
        ("if(rank, 3, 4)", 3),
        ('if("2024-01-01" > "2023-12-31", 1, 0)', 1),
        ('"1970-01-02"', 86400),
    ],
)
def test_formulas_come_to_what_they_say(formula, first):
    assert values(formula)[0] == pytest.approx(first, rel=1e-15)


@pytest.mark.parametrize(
    "formula", ["log(1+votes)", "votes", "if(votes > 3, 1, 2)", "max(votes, 1)"]
)
def test_a_missing_value_contributes_nothing_and_is_counted(formula):
    found, missing = formula_values(parse_formula(formula), SEGMENT)

    assert found[2] == 0
    assert missing >= 1


def test_what_is_not_finite_contributes_nothing_and_is_counted():
    assert formula_values(parse_formula("log(votes)"), SEGMENT)[1] == 3  # of 0, nothing, infinity
    assert formula_values(parse_formula("1/votes"), SEGMENT)[0].tolist() == [1 / 9, 0, 0, 0]
    assert formula_values(parse_formula("sqrt(0 - price)"), SEGMENT)[1] == 4


def test_only_the_branch_that_is_taken_can_be_missing():
    assert values("if(rank = 3, 7, votes)") == [9, 0, 7, 7]


def test_a_column_that_a_segment_lacks_is_missing_in_each_record():
    found, missing = formula_values(parse_formula("stars + 1"), SEGMENT)

    assert (found.tolist(), missing) == ([0, 0, 0, 0], 4)


def test_dead_records_are_not_counted_as_missing():
    docs = [Doc({"text": "a"}, {"votes": 1.0}), Doc({"text": "a"}, alive=False)]
    segment = snapshot_from(docs).segments[0]

    assert formula_values(parse_formula("votes"), segment)[1] == 0


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        ("log(1+vots)", "formula, column 7: “vots”: no such column; columns are: price, votes"),
        ("log(votes", "formula, column 10: the end: “)” is missing before it"),
        ("exp(votes)", "formula, column 1: “exp”: no such function; functions are: log, sqrt"),
        ("votes price", "formula, column 7: “price”: an operator such as + is missing before it"),
        ("votes +", "formula, column 8: the end: a number, a column or a function is missing"),
        ("log(votes, 2)", "formula, column 1: “log”: takes 1 values, here it has 2"),
        ("votes ; 1", "formula, column 7: “;” cannot stand here"),
        ('"202"', "formula, column 2: “202”: is no date"),
        ('"yesterday"', "formula, column 2: “yesterday”: is no date"),
        ("1e999", "formula, column 1: “1e999”: is too large"),
        ("", "formula, column 1: the end: a number, a column or a function is missing here"),
        ("(" * 60 + "1" + ")" * 60, "formula, column 51: “(”: more than 50 parentheses"),
        ("1+" * 2000 + "1", "formula, column 300: “+”: more than 300 numbers, names and signs"),
        ("__import__(1)", "formula, column 1: “__import__”: no such function"),
    ],
)
def test_a_formula_that_cannot_be_read_says_where_and_why(formula, message):
    with pytest.raises(PlanError) as caught:
        parse_formula(formula, ["votes", "price"])

    assert str(caught.value).startswith(message)


@given(st.text(alphabet='votesprice()+-*/<>=!,.0123456789 []"×÷−log if', max_size=40))
@settings(max_examples=500, deadline=None)
def test_any_text_is_a_formula_or_says_what_is_wrong(text):
    try:
        expression = parse_formula(text)
    except PlanError:
        return
    assert np.isfinite(formula_values(expression, SEGMENT)[0]).all()
    assert parse_formula(str(expression)) == expression
    assert columns_of(expression) == columns_of(parse_formula(str(expression)))
