"""What the frontier keeps in memory stays bounded, and stays right."""

from bowerbird.frontier import queues
from bowerbird.frontier.disk import DiskFrontier
from bowerbird.frontier.keys import Order, quantised, unquantised
from bowerbird.frontier.options import FrontierOptions
from bowerbird.frontier.recent import Recent
from bowerbird.model.candidate import Candidate
from bowerbird.testing.memory_store import MemoryStore
from bowerbird.web.url import Url


def want(path: str, host: str) -> Candidate:
    href = f"https://{host}{path}"
    return Candidate(Url(href, href, "https", host, f"https://{host}"))


def test_recent_forgets_the_oldest_but_nothing_of_the_current_batch() -> None:
    recent: Recent[int] = Recent(10)
    for batch in range(4):
        recent.begin(batch)
        for number in range(5):
            recent.put(f"{batch}-{number}", number)

    assert recent.get("0-0") is None
    assert [recent.get(f"{batch}-4") for batch in (2, 3)] == [4, 4]

    for number in range(1000):
        recent.put(f"many-{number}", number)
    assert recent.get("many-0") == 0


def test_what_is_asked_for_is_remembered_longer() -> None:
    recent: Recent[int] = Recent(10)
    recent.begin("first")
    recent.put("wanted", 1)
    for batch in range(9):
        recent.begin(batch)
        for number in range(5):
            recent.put(f"{batch}-{number}", number)
        assert recent.get("wanted") == 1


def test_hosts_that_are_through_take_no_memory(monkeypatch) -> None:
    monkeypatch.setattr(queues, "SWEEP_EVERY", 10)
    store = MemoryStore()
    frontier = DiskFrontier(store, FrontierOptions(order=Order.BREADTH_FIRST), 1)
    batch = store.batch()
    frontier.add([want("/x", f"h{n}.test") for n in range(100)], batch)
    store.commit(batch)
    leases = frontier.lease(0, 100)
    for number, lease in enumerate(leases):
        batch = store.batch()
        frontier.settle(lease, batch, host_free_at=50 if number % 2 else 0)
        store.commit(batch)

    kept = frontier._queues._hosts  # what a sweep leaves is not to be seen from outside
    assert len(kept) == 50
    assert all(host.free_at == 50 for host in kept.values())
    assert frontier.outlook(0).hosts == 0


def test_rows_in_memory_stay_within_the_budget() -> None:
    store = MemoryStore()
    options = FrontierOptions(order=Order.BREADTH_FIRST, rows_in_memory=100)
    frontier = DiskFrontier(store, options, 1)
    for page in range(40):
        batch = store.batch()
        frontier.add([want(f"/{page}-{n}", f"h{n}.test") for n in range(50)], batch)
        store.commit(batch)
        for lease in frontier.lease(0, 5):
            batch = store.batch()
            frontier.settle(lease, batch, host_free_at=0)
            store.commit(batch)

        buffered = sum(len(host.buffer) for host in frontier._queues._hosts.values())
        assert buffered == frontier._queues._heads._buffered
        assert buffered <= 100


def test_a_priority_out_of_range_counts_as_the_nearer_end() -> None:
    odd = [-1.0, 0.0, 1.0, 7.0, float("nan"), float("inf"), float("-inf")]

    assert [unquantised(quantised(priority)) for priority in odd] == [0, 0, 1, 1, 0, 1, 0]
