from bowerbird.crawl.options import Budget
from bowerbird.crawl.progress import ProgressMeter
from bowerbird.crawl.statistics import Tally
from bowerbird.model.events import Progress
from bowerbird.model.ports import Outlook


def outlook(queued: int) -> Outlook:
    return Outlook(
        queued=queued, leased=0, quarantined=0, hosts=1, hosts_waiting=0, next_ready_at=None
    )


def after_ten_seconds(budget: Budget, *, pages: int, queued: tuple[int, int]) -> Progress:
    meter = ProgressMeter(budget)
    meter.look(0.0, Tally(), outlook(queued[0]))
    return meter.look(10.0, Tally(pages=pages, seconds=10.0), outlook(queued[1]))


def test_a_budget_that_the_queue_can_fill_is_a_firm_end():
    progress = after_ten_seconds(Budget(max_pages=300), pages=100, queued=(500, 900))

    assert progress.pages_per_second == 10.0
    assert progress.eta_seconds == 20.0
    assert progress.eta_confidence == "good"


def test_a_shrinking_queue_is_a_fair_guess():
    progress = after_ten_seconds(Budget(), pages=100, queued=(150, 50))

    assert progress.eta_seconds == 5.0
    assert progress.eta_confidence == "fair"


def test_a_growing_queue_makes_any_guess_a_poor_one():
    progress = after_ten_seconds(Budget(), pages=100, queued=(50, 150))

    assert progress.eta_confidence == "low"


def test_before_anything_moved_there_is_no_guess():
    assert ProgressMeter(Budget()).look(0.0, Tally(), outlook(10)).eta_seconds is None
