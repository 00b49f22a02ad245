import pytest

from bowerbird.crawl.options import Budget
from bowerbird.crawl.statistics import Tally
from bowerbird.crawl.stop_rules import StopRules


def rules(**budget: object) -> StopRules:
    chosen = Budget.model_validate(budget)
    return StopRules(lambda: chosen)


def reasons(relevant: str, stop: StopRules) -> list[str]:
    """What is said after each page of `1` (relevant) and `0`."""
    tally, said = Tally(), []
    stop.reason(tally, extracts=False)
    for page in relevant:
        tally.pages += 1
        tally.relevant += page == "1"
        said.append(stop.reason(tally, extracts=False))
    return said


@pytest.mark.parametrize(
    ("budget", "tally"),
    [
        ({"max_pages": 3}, Tally(pages=3)),
        ({"max_records": 3}, Tally(records=3)),
        ({"max_bytes": 3}, Tally(bytes=3)),
        ({"max_seconds": 3}, Tally(seconds=3.0)),
    ],
)
def test_a_budget_that_is_spent_names_itself(budget, tally):
    (name,) = budget

    assert rules(**budget).reason(Tally(), extracts=False) == ""
    assert rules(**budget).reason(tally, extracts=False) == f"the budget {name} = 3 is spent"


def test_a_harvest_that_falls_below_the_least_ends_the_run_and_says_so():
    said = reasons("1" * 10 + "0" * 10, rules(least_harvest=0.3, harvest_window=10))

    assert said[:17] == [""] * 17
    assert said[17] == (
        "the harvest has fallen to 20.0% over the last 10 pages, below least_harvest = 0.3"
    )


def test_a_harvest_at_the_least_goes_on():
    assert set(reasons("1000" * 20, rules(least_harvest=0.2, harvest_window=10))) == {""}


def test_fewer_pages_than_the_window_say_nothing():
    assert set(reasons("0" * 9, rules(least_harvest=1.0, harvest_window=10))) == {""}


def test_a_run_that_goes_on_has_a_window_of_its_own_again():
    tally = Tally(pages=100, relevant=0)
    stop = rules(least_harvest=0.5, harvest_window=10)

    assert stop.reason(tally, extracts=False) == ""
    tally.pages += 10
    assert "0.0% over the last 10 pages" in stop.reason(tally, extracts=False)


def test_a_window_may_hold_several_pages_between_two_looks():
    tally = Tally()
    stop = rules(least_harvest=0.5, harvest_window=10)
    stop.reason(tally, extracts=False)
    said = []
    for _ in range(3):
        tally.pages += 4
        tally.relevant += 1
        said.append(stop.reason(tally, extracts=False))

    assert "25.0% over the last 12 pages" in said[-1]
