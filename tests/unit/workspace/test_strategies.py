import pytest

from bowerbird.model.errors import PlanError, UnknownNameError
from bowerbird.model.options import Options
from bowerbird.workspace.strategies import Strategies, house_strategies


class Strictness(Options):
    """How strict."""

    level: int = 3


def judges() -> Strategies[object]:
    table: Strategies[object] = Strategies("page judge")
    table.add("strict", Strictness, lambda options, topic: (options.level, topic))
    return table


def test_a_strategy_is_built_from_its_name_and_options():
    assert judges().build("strict", {"level": 9}, "tapirs") == (9, "tapirs")


def test_an_unknown_name_is_told_with_the_known_ones():
    with pytest.raises(UnknownNameError, match="unknown page judge 'strikt'; known: strict"):
        judges().build("strikt", {})


def test_a_bad_option_is_told_with_its_place():
    with pytest.raises(PlanError, match=r"page judge 'strict', option `levl`: .*; known: level"):
        judges().options("strict", {"levl": 1})


def test_two_of_one_name_are_refused():
    table = judges()

    with pytest.raises(PlanError, match="two page judges are called 'strict'"):
        table.add("strict", Strictness, lambda options: None)


def test_the_house_brings_one_of_each_kind_that_is_needed():
    table = house_strategies()

    assert {"everything", "page-weight"} <= set(table.page_judges.names())
    assert "words" in table.link_judges.names()
    assert "jsonl" in table.exporters.names()
