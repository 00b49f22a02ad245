import pytest

from bowerbird.crawl.budget import HostBudgets
from bowerbird.crawl.options import Budget
from bowerbird.model.outcomes import Refusal


@pytest.mark.parametrize(
    ("limit", "spent"),
    [
        ({"host_pages": 2}, {"pages": 2, "size": 0, "seconds": 0.0}),
        ({"host_bytes": 100}, {"pages": 0, "size": 100, "seconds": 0.0}),
        ({"host_seconds": 1.5}, {"pages": 0, "size": 0, "seconds": 1.5}),
    ],
)
def test_a_host_that_had_its_share_is_refused_with_the_limit_it_reached(limit, spent):
    budgets = HostBudgets(Budget.model_validate(limit), {})

    assert budgets.refusal("zoo.test") is None
    budgets.spend("zoo.test", **spent)

    refused = budgets.refusal("zoo.test")
    assert refused is not None
    assert refused.reason is Refusal.HOST_BUDGET
    assert next(iter(limit)) in refused.rule


def test_one_host_does_not_spend_the_share_of_another():
    budgets = HostBudgets(Budget(host_pages=1), {})

    budgets.spend("zoo.test", pages=1, size=0, seconds=0.0)

    assert budgets.refusal("other.test") is None


def test_without_limits_nothing_needs_to_be_booked():
    assert not HostBudgets(Budget(max_pages=5), {}).limited
