"""What every frontier promises, over every store."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bowerbird.frontier.disk import DiskFrontier, begin_generation
from bowerbird.frontier.inspection import Queued, Settled
from bowerbird.frontier.keys import Order
from bowerbird.frontier.options import FrontierOptions
from bowerbird.model.candidate import Candidate, Lease
from bowerbird.model.ports import Added, Entry
from bowerbird.model.storage import Store
from bowerbird.store.shard import open_shard
from bowerbird.testing.memory_store import MemoryStore
from bowerbird.web.url import Url


def url(path: str, host: str = "a.test") -> Url:
    href = f"https://{host}{path}"
    return Url(href, href, "https", host, f"https://{host}")


def want(path: str, host: str = "a.test", *, depth: int = 0, priority: float = 0.0) -> Candidate:
    return Candidate(url(path, host), depth, priority)


class Desk:
    """A frontier on a store, with a commit after every change as the crawl does it."""

    def __init__(self, store: Store, options: FrontierOptions | None = None) -> None:
        self.store = store
        self.options = options or FrontierOptions(order=Order.BREADTH_FIRST)
        self.frontier = DiskFrontier(store, self.options, 1)

    def reopen(self, generation: int = 1, suspects: frozenset[str] = frozenset()) -> None:
        """As after a crash: memory is gone, what was committed is there."""
        self.frontier = DiskFrontier(self.store, self.options, generation, suspects=suspects)

    def add(self, *candidates: Candidate) -> list[Added]:
        batch = self.store.batch()
        added = self.frontier.add(candidates, batch)
        self.store.commit(batch)
        return added

    def done(self, lease: Lease, free_at: float = 0.0) -> None:
        batch = self.store.batch()
        self.frontier.settle(lease, batch, host_free_at=free_at)
        self.store.commit(batch)

    def retry(self, lease: Lease, at: float, free_at: float = 0.0) -> None:
        batch = self.store.batch()
        self.frontier.settle(lease, batch, host_free_at=free_at, retry_at=at)
        self.store.commit(batch)

    def visit_all(self, now: float = 1e6) -> list[str]:
        """The paths in the order they are handed out."""
        paths = []
        while leases := self.frontier.lease(now, 1):
            paths.append(leases[0].candidate.url.href.removeprefix("https://"))
            self.done(leases[0])
        return paths


@pytest.fixture(params=["memory", "rocksdb"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    opened: AbstractContextManager[Store] = (
        nullcontext(MemoryStore()) if request.param == "memory" else open_shard(tmp_path)
    )
    with opened as shard:
        yield shard


@pytest.fixture
def desk(store: Store) -> Desk:
    return Desk(store)


def entries(added: list[Added]) -> list[Entry]:
    return [answer.entry for answer in added]


# ---- URL-seen ------------------------------------------------------------------------------------


def test_a_url_is_new_once(desk: Desk) -> None:
    first = desk.add(want("/x"), want("/y"), want("/x"))
    again = desk.add(want("/y"))

    assert entries(first) == [Entry.NEW, Entry.NEW, Entry.KNOWN]
    assert entries(again) == [Entry.KNOWN]
    assert desk.frontier.outlook(0).queued == 2


def test_a_settled_url_stays_seen_after_a_restart(desk: Desk) -> None:
    desk.add(want("/x"))
    desk.visit_all()
    desk.reopen()

    assert desk.frontier.knows(url("/x"))
    assert entries(desk.add(want("/x"))) == [Entry.KNOWN]
    assert desk.frontier.lease(0, 9) == []


def test_seen_is_about_the_identity_not_about_what_is_fetched(desk: Desk) -> None:
    one = Url("https://a.test/x?sid=1", "https://a.test/x", "https", "a.test", "https://a.test")
    two = Url("https://a.test/x?sid=2", "https://a.test/x", "https", "a.test", "https://a.test")

    assert entries(desk.add(Candidate(one), Candidate(two))) == [Entry.NEW, Entry.KNOWN]
    assert desk.frontier.lease(0, 1)[0].candidate.url.href == "https://a.test/x?sid=1"


def test_seen_stays_exact_when_memory_is_smaller_than_the_crawl(store: Store) -> None:
    desk = Desk(store, FrontierOptions(order=Order.BREADTH_FIRST, remembered=1024))
    pages = [[want(f"/p{page}-{n}") for n in range(50)] for page in range(100)]
    first = [entry for page in pages for entry in entries(desk.add(*page))]
    again = [entry for page in pages for entry in entries(desk.add(*page))]

    assert set(first) == {Entry.NEW}
    assert set(again) == {Entry.KNOWN}
    assert desk.frontier.outlook(0).queued == 5000


def test_a_new_run_starts_afresh(desk: Desk) -> None:
    desk.add(want("/x"), want("/y"))
    desk.done(desk.frontier.lease(0, 1)[0])
    batch = desk.store.batch()
    begin_generation(2, batch)
    desk.store.commit(batch)
    desk.reopen(generation=2)

    assert desk.frontier.outlook(0).queued == 0
    assert not desk.frontier.knows(url("/x"))
    assert entries(desk.add(want("/x"), want("/y"))) == [Entry.NEW, Entry.NEW]
    assert sorted(desk.visit_all()) == ["a.test/x", "a.test/y"]


def test_beginning_a_run_again_keeps_its_own_queue(desk: Desk) -> None:
    desk.add(want("/x"))
    batch = desk.store.batch()
    begin_generation(1, batch)
    desk.store.commit(batch)
    desk.reopen()

    assert desk.visit_all() == ["a.test/x"]


# ---- turns of hosts ------------------------------------------------------------------------------


def test_a_host_is_asked_one_thing_at_a_time(desk: Desk) -> None:
    desk.add(want("/x"), want("/y"), want("/z", "b.test"))

    leases = desk.frontier.lease(0, 9)

    assert sorted(lease.candidate.url.host for lease in leases) == ["a.test", "b.test"]
    assert desk.frontier.lease(0, 9) == []


def test_a_host_may_be_given_more_connections(store: Store) -> None:
    options = FrontierOptions(order=Order.BREADTH_FIRST, connections_per_host=3)
    desk = Desk(store, options)
    desk.add(*(want(f"/{n}") for n in range(5)))

    leases = desk.frontier.lease(0, 9)

    assert len(leases) == 3
    desk.done(leases[1])
    assert len(desk.frontier.lease(0, 9)) == 1


def test_a_host_rests_until_it_is_free(desk: Desk) -> None:
    desk.add(want("/x"), want("/y"))
    desk.done(desk.frontier.lease(10, 1)[0], free_at=12)

    outlook = desk.frontier.outlook(11)

    assert (outlook.hosts, outlook.hosts_waiting, outlook.next_ready_at) == (1, 1, 12)
    assert desk.frontier.lease(11.9, 1) == []
    assert len(desk.frontier.lease(12, 1)) == 1


def test_free_hosts_take_turns(desk: Desk) -> None:
    hosts = ["a.test", "b.test", "c.test"]
    desk.add(*(want(f"/{n}", host) for host in hosts for n in range(4)))

    asked = [visited.split("/")[0] for visited in desk.visit_all()]

    assert asked == hosts * 4


def test_best_first_serves_the_free_host_with_the_better_head(store: Store) -> None:
    desk = Desk(store, FrontierOptions(order=Order.BEST_FIRST))
    desk.add(want("/dull", "a.test", priority=0.1), want("/good", "b.test", priority=0.9))
    desk.add(want("/better", "a.test", priority=0.95), want("/fair", "b.test", priority=0.5))

    expected = ["a.test/better", "b.test/good", "b.test/fair", "a.test/dull"]
    assert desk.visit_all() == expected


def test_hosts_with_names_that_begin_alike_keep_their_own_queues(desk: Desk) -> None:
    names = ["a.test", "a.test.example", "a.tes", "[::1]", ""]
    desk.add(*(want(f"/{n}", name) for name in names for n in range(3)))
    desk.reopen()

    visited = [lease.candidate.url.host for lease in desk.frontier.lease(0, 99)]

    assert sorted(visited) == sorted(names)
    assert desk.frontier.outlook(0).queued == 10


# ---- order inside a host -------------------------------------------------------------------------


@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (Order.BREADTH_FIRST, ["/b", "/d", "/a", "/e", "/c"]),
        (Order.DEPTH_FIRST, ["/d", "/e", "/a", "/b", "/c"]),
        (Order.BEST_FIRST, ["/d", "/c", "/b", "/a", "/e"]),
    ],
)
def test_order_inside_a_host(
    store: Store, order: Order, expected: list[str], restart: bool
) -> None:
    desk = Desk(store, FrontierOptions(order=order))
    desk.add(
        want("/a", depth=1, priority=0.5),
        want("/b", depth=0, priority=0.5),
        want("/c", depth=2, priority=0.7),
    )
    desk.add(want("/d", depth=0, priority=0.9), want("/e", depth=1, priority=0.5))
    if restart:
        desk.reopen()

    assert desk.visit_all() == [f"a.test{path}" for path in expected]


@pytest.mark.parametrize("order", list(Order))
def test_order_holds_when_most_of_a_queue_is_on_disk(store: Store, order: Order) -> None:
    small = FrontierOptions(order=order, rows_in_memory=64)
    large = FrontierOptions(order=order, rows_in_memory=100_000)
    offered = [
        want(f"/{n}", f"h{n % 3}.test", depth=n * 7 % 5, priority=n * 31 % 97 / 97)
        for n in range(900)
    ]
    visited = []
    for options in (small, large):
        desk = Desk(MemoryStore() if options is large else store, options)
        for start in range(0, 900, 30):
            desk.add(*offered[start : start + 30])
        visited.append(desk.visit_all())

    assert len(visited[0]) == 900
    for host in ("h0.test", "h1.test", "h2.test"):
        on_disk, in_memory = ([path for path in each if path.startswith(host)] for each in visited)
        assert on_disk == in_memory


def test_a_url_found_nearer_to_a_seed_moves_up(desk: Desk) -> None:
    desk.add(want("/x", depth=1), want("/late", depth=4))

    assert entries(desk.add(want("/late", depth=0))) == [Entry.KNOWN]
    assert desk.frontier.outlook(0).queued == 2
    desk.reopen()
    first, second = desk.frontier.lease(0, 1), desk.frontier.outlook(0)
    assert (first[0].candidate.url.href, first[0].candidate.depth) == ("https://a.test/late", 0)
    assert second.queued == 1


def test_a_small_gain_in_priority_is_not_worth_a_write(store: Store) -> None:
    desk = Desk(store, FrontierOptions(order=Order.BEST_FIRST))
    desk.add(want("/x", priority=0.5), want("/y", priority=0.48))
    desk.add(want("/y", priority=0.52))
    slightly = desk.frontier.whereabouts(url("/y").key)
    desk.add(want("/y", priority=0.8))
    much = desk.frontier.whereabouts(url("/y").key)

    assert isinstance(slightly, Queued)
    assert isinstance(much, Queued)
    assert (slightly.ahead, much.ahead) == (1, 0)
    assert desk.visit_all() == ["a.test/y", "a.test/x"]


@pytest.mark.parametrize("restart", [False, True])
def test_a_queued_url_is_filed_anew_up_and_down(store: Store, restart: bool) -> None:
    desk = Desk(store, FrontierOptions(order=Order.BEST_FIRST))
    desk.add(*(want(f"/{n}", priority=n / 10) for n in range(1, 6)))
    desk.add(want("/elsewhere", "b.test", priority=0.55))

    batch = store.batch()
    moved = [
        desk.frontier.refile(url("/5").identity, 0.15, batch),
        desk.frontier.refile(url("/1").identity, 0.9, batch),
        desk.frontier.refile(url("/never-seen").identity, 0.9, batch),
    ]
    store.commit(batch)
    if restart:
        desk.reopen()

    assert moved == [True, True, False]
    assert desk.frontier.outlook(0).queued == 6
    expected = ["a.test/1", "b.test/elsewhere", *(f"a.test/{n}" for n in (4, 3, 2, 5))]
    assert desk.visit_all() == expected


def test_order_holds_while_most_of_a_queue_on_disk_is_filed_anew(store: Store) -> None:
    desk = Desk(store, FrontierOptions(order=Order.BEST_FIRST, rows_in_memory=8))
    desk.add(*(want(f"/{n}", f"h{n % 2}.test", priority=n / 200) for n in range(200)))
    visited = [desk.frontier.lease(0, 1)[0] for _ in range(2)]
    for lease in visited:
        desk.done(lease)

    batch = store.batch()
    for n in range(198):
        assert desk.frontier.refile(url(f"/{n}", f"h{n % 2}.test").identity, 1 - n / 200, batch)
    store.commit(batch)

    order = [int(path.partition("/")[2]) for path in desk.visit_all()]
    for host in (0, 1):
        assert [n for n in order if n % 2 == host] == list(range(host, 198, 2))


def test_those_that_come_next_are_named_without_being_leased(store: Store) -> None:
    desk = Desk(store, FrontierOptions(order=Order.BEST_FIRST))
    desk.add(*(want(f"/{n}", priority=n / 10) for n in range(5)))
    desk.add(want("/there", "b.test", priority=0.9))
    desk.frontier.outlook(0)  # time went on: both hosts are free

    named = [each.url.href for each in desk.frontier.next_up("a.test", 2)]

    assert named == ["https://a.test/4", "https://a.test/3", "https://b.test/there"]
    assert desk.frontier.outlook(0).leased == 0


def test_what_is_on_lease_does_not_move(store: Store) -> None:
    desk = Desk(store, FrontierOptions(order=Order.BEST_FIRST))
    desk.add(want("/x", priority=0.5, depth=3))
    (lease,) = desk.frontier.lease(0, 1)
    desk.add(want("/x", priority=0.9, depth=0))
    desk.done(lease)

    assert desk.frontier.outlook(0).queued == 0
    desk.reopen()
    assert desk.visit_all() == []


# ---- leases --------------------------------------------------------------------------------------


def test_after_a_crash_everything_in_flight_is_in_the_queue_again(desk: Desk) -> None:
    desk.add(*(want("/x", f"h{n}.test") for n in range(5)))
    leases = desk.frontier.lease(0, 5)
    desk.done(leases[0])
    in_flight = frozenset(lease.candidate.url.identity for lease in leases[1:3])

    desk.reopen(suspects=in_flight)
    again = desk.frontier.lease(0, 9)

    assert {lease.key for lease in again} == {lease.key for lease in leases[1:]}
    assert {lease.candidate.url.identity for lease in again if lease.suspect} == in_flight


def test_a_lease_changes_nothing_on_disk(desk: Desk) -> None:
    desk.add(want("/x"))
    before = desk.frontier.whereabouts(url("/x").key)
    desk.frontier.lease(0, 1)
    during = desk.frontier.whereabouts(url("/x").key)

    assert before == Queued(want("/x"), 0, leased=False)
    assert during == Queued(want("/x"), 0, leased=True)


def test_what_is_on_lease_is_not_found_again_on_disk(store: Store) -> None:
    options = FrontierOptions(order=Order.BREADTH_FIRST, connections_per_host=2, rows_in_memory=8)
    desk = Desk(store, options)
    desk.add(want("/out", depth=5))
    (out,) = desk.frontier.lease(0, 1)
    desk.add(want("/sooner", depth=0), want("/later", depth=9))
    desk.add(*(want(f"/{n}", "b.test") for n in range(20)))  # takes the memory for itself

    leases = desk.frontier.lease(0, 9)
    while leases:
        assert out.key not in {lease.key for lease in leases}
        for lease in leases:
            desk.done(lease)
        leases = desk.frontier.lease(0, 9)
    assert desk.frontier.outlook(0).leased == 1


def test_a_second_attempt_waits_for_its_time_and_lets_others_pass(desk: Desk) -> None:
    desk.add(want("/x"), want("/y"))
    (lease,) = desk.frontier.lease(0, 1)
    desk.retry(lease, at=60)

    assert desk.frontier.outlook(0).queued == 2
    assert desk.visit_all(now=30) == ["a.test/y"]
    assert desk.frontier.outlook(30).next_ready_at == 60
    (again,) = desk.frontier.lease(60, 1)
    assert (again.candidate.url.href, again.candidate.attempt) == ("https://a.test/x", 1)


def test_a_second_attempt_is_remembered_over_a_crash(desk: Desk) -> None:
    desk.add(want("/x"))
    desk.retry(desk.frontier.lease(0, 1)[0], at=60)
    desk.reopen()

    assert desk.frontier.lease(0, 1)[0].candidate.attempt == 1


def test_a_postponed_url_is_as_if_it_had_never_been_leased(desk: Desk) -> None:
    desk.add(want("/x"), want("/y"))
    (lease,) = desk.frontier.lease(0, 1)
    desk.frontier.settle(lease, None, host_free_at=5, retry_at=5)

    assert desk.frontier.lease(4, 1) == []
    (again,) = desk.frontier.lease(5, 1)
    assert again.candidate == lease.candidate


def test_a_lease_is_given_back_once(desk: Desk) -> None:
    desk.add(want("/x"))
    (lease,) = desk.frontier.lease(0, 1)
    desk.done(lease)

    with pytest.raises(ValueError, match="not on lease"):
        desk.done(lease)


def test_a_url_cannot_be_done_without_a_batch(desk: Desk) -> None:
    desk.add(want("/x"))
    (lease,) = desk.frontier.lease(0, 1)

    with pytest.raises(ValueError, match="in a batch"):
        desk.frontier.settle(lease, None, host_free_at=0)


# ---- batches -------------------------------------------------------------------------------------


def test_a_batch_that_was_never_committed_leaves_no_trace(desk: Desk) -> None:
    desk.add(want("/x"))
    desk.frontier.add([want("/lost")], desk.store.batch())
    desk.reopen()

    assert entries(desk.add(want("/lost"))) == [Entry.NEW]
    assert desk.visit_all() == ["a.test/x", "a.test/lost"]


def test_rows_of_an_open_batch_are_found_once_it_is_committed(store: Store) -> None:
    desk = Desk(store, FrontierOptions(order=Order.BREADTH_FIRST, rows_in_memory=64))
    batch = store.batch()
    desk.frontier.add([want(f"/{n}") for n in range(500)], batch)
    early = desk.frontier.lease(0, 1)
    store.commit(batch)
    for lease in early:
        desk.done(lease)

    assert len(desk.visit_all()) + len(early) == 500
    assert desk.frontier.outlook(0).queued == 0


def test_many_urls_in_one_batch_are_each_new_once(store: Store) -> None:
    desk = Desk(store, FrontierOptions(order=Order.BREADTH_FIRST, remembered=1024))
    batch = store.batch()
    many = [want(f"/{n}") for n in range(5000)]
    first = desk.frontier.add(many, batch)
    again = desk.frontier.add(many, batch)
    store.commit(batch)

    assert set(entries(first)) == {Entry.NEW}
    assert set(entries(again)) == {Entry.KNOWN}


# ---- beyond the port -----------------------------------------------------------------------------


def test_where_a_url_is(desk: Desk) -> None:
    desk.add(want("/x"), want("/y"), want("/z"))
    desk.done(desk.frontier.lease(0, 1)[0])

    assert desk.frontier.whereabouts(url("/x").key) == Settled()
    assert desk.frontier.whereabouts(url("/z").key) == Queued(want("/z"), 1)
    assert desk.frontier.whereabouts(url("/never").key) is None


def test_dropped_urls_are_gone_and_count_as_never_seen(desk: Desk) -> None:
    desk.add(*(want(f"/{kind}{n}") for kind in ("keep", "drop") for n in range(100)))
    desk.add(want("/drop", "b.test"))
    batch = desk.store.batch()
    rows = desk.frontier.waiting(b"", 150)
    rows += desk.frontier.waiting(rows[-1][0], 150)
    dropped = desk.frontier.drop([row for row in rows if "/drop" in row[1].url.href], batch)
    desk.store.commit(batch)

    assert len(rows) == 201
    assert len(dropped) == 101
    outlook = desk.frontier.outlook(0)
    assert (outlook.queued, outlook.hosts) == (100, 1)
    assert entries(desk.add(want("/drop0"))) == [Entry.NEW]
    assert len(desk.visit_all()) == 101


def test_a_shard_that_was_closed_opens_with_its_queue(tmp_path: Path) -> None:
    with open_shard(tmp_path) as shard:
        desk = Desk(shard)
        desk.add(*(want(f"/{n}") for n in range(200)))
        for _ in range(50):
            desk.done(desk.frontier.lease(0, 1)[0])
    with open_shard(tmp_path) as shard:
        desk = Desk(shard)

        assert desk.frontier.outlook(0).queued == 150
        assert desk.visit_all()[0] == "a.test/50"


# ---- any sequence of calls -----------------------------------------------------------------------

STEPS = st.lists(
    st.one_of(
        st.tuples(
            st.just("add"),
            st.lists(
                st.tuples(st.integers(0, 60), st.integers(0, 3), st.integers(0, 4)), max_size=12
            ),
        ),
        st.tuples(st.just("lease"), st.integers(1, 4)),
        st.tuples(st.just("done"), st.integers(0, 9)),
        st.tuples(st.just("retry"), st.integers(0, 9)),
        st.tuples(st.just("postpone"), st.integers(0, 9)),
        st.tuples(st.just("lost"), st.integers(0, 60)),
        st.tuples(
            st.just("refile"),
            st.lists(st.tuples(st.integers(0, 60), st.integers(0, 4)), max_size=6),
        ),
        st.tuples(st.just("reopen"), st.just(0)),
        st.tuples(st.just("wait"), st.integers(1, 5)),
    ),
    max_size=60,
)


def rounded(candidate: Candidate) -> Candidate:
    return replace(candidate, priority=round(candidate.priority, 6))


class Model:
    """What must hold, told the plain way: a dictionary of what waits and a set of what is done."""

    def __init__(self, order: Order, connections: int, rows: int) -> None:
        self.desk = Desk(
            MemoryStore(),
            FrontierOptions(order=order, connections_per_host=connections, rows_in_memory=rows),
        )
        self.order, self.connections = order, connections
        self.waiting: dict[str, Candidate] = {}
        self.held: dict[str, float] = {}  # second attempts and postponements: not before
        self.turn: dict[str, tuple[int, int]] = {}  # call and serial
        self.done: set[str] = set()
        self.out: list[Lease] = []
        self.free_at: dict[str, float] = {}
        self.now = 0.0
        self.calls = 0
        self.serial = 0

    def add(self, offers: list[tuple[int, int, int]]) -> None:
        offered = [
            want(f"/{n}", f"h{n % 4}.test", depth=depth, priority=priority / 4)
            for n, depth, priority in offers
        ]
        answers = self.desk.add(*offered)
        self.calls += 1
        for candidate, answer in zip(offered, answers, strict=True):
            name = candidate.url.identity
            known = name in self.waiting or name in self.done or self.is_out(name)
            assert answer.entry is (Entry.KNOWN if known else Entry.NEW)
            if not known:
                self.serial += 1
                self.turn[name] = (self.calls, self.serial)
                self.waiting[name] = candidate
            elif name in self.waiting and name not in self.held:
                self.improve(self.waiting[name], candidate)

    def improve(self, old: Candidate, new: Candidate) -> None:
        better = self.order is Order.BEST_FIRST and new.priority > old.priority
        if new.depth < old.depth or better:
            self.waiting[old.url.identity] = Candidate(
                old.url,
                min(old.depth, new.depth),
                max(old.priority, new.priority),
                attempt=old.attempt,
            )

    def refile(self, moves: list[tuple[int, int]]) -> None:
        batch = self.desk.store.batch()
        for number, priority in moves:
            host = f"h{number % 4}.test"
            name = url(f"/{number}", host).identity
            moved = self.desk.frontier.refile(name, priority / 4, batch)
            movable = name in self.waiting and self.held.get(name, 0.0) <= self.now
            assert moved is (movable and self.order is Order.BEST_FIRST)
            if moved:
                self.waiting[name] = replace(self.waiting[name], priority=priority / 4)
        self.desk.store.commit(batch)

    def is_out(self, name: str) -> bool:
        return any(lease.candidate.url.identity == name for lease in self.out)

    def rank(self, candidate: Candidate) -> tuple[float, ...]:
        call, serial = self.turn[candidate.url.identity]
        if self.order is Order.BREADTH_FIRST:
            return (candidate.depth, serial)
        if self.order is Order.DEPTH_FIRST:
            return (-call, serial)
        return (-candidate.priority, candidate.depth, serial)

    def eligible(self) -> dict[str, list[Candidate]]:
        hosts: dict[str, list[Candidate]] = {}
        for name, candidate in self.waiting.items():
            if self.held.get(name, 0.0) <= self.now:
                hosts.setdefault(candidate.url.host, []).append(candidate)
        return hosts

    def room(self, host: str) -> int:
        if self.free_at.get(host, 0.0) > self.now:
            return 0
        return self.connections - sum(lease.candidate.url.host == host for lease in self.out)

    def lease(self, limit: int) -> None:
        self.held = {name: at for name, at in self.held.items() if at > self.now}
        hosts = self.eligible()
        could = sum(min(len(rows), self.room(host)) for host, rows in hosts.items())
        leases = self.desk.frontier.lease(self.now, limit)
        assert len(leases) == min(limit, could)
        for lease in leases:
            host = lease.candidate.url.host
            assert self.room(host) > 0
            best = min((row for row in self.waiting_at(host)), key=self.rank)
            assert rounded(lease.candidate) == rounded(best)
            del self.waiting[best.url.identity]
            self.out.append(lease)

    def waiting_at(self, host: str) -> list[Candidate]:
        return self.eligible().get(host, [])

    def settle(self, which: int, how: str) -> None:
        if not self.out:
            return
        lease = self.out.pop(which % len(self.out))
        name, host = lease.candidate.url.identity, lease.candidate.url.host
        free_at = self.now + which % 3
        self.free_at[host] = free_at
        if how == "done":
            self.desk.done(lease, free_at)
            self.done.add(name)
            return
        again_at = self.now + which % 5
        if how == "retry":
            self.desk.retry(lease, again_at, free_at)
            candidate = lease.candidate
            self.waiting[name] = Candidate(
                candidate.url, candidate.depth, candidate.priority, attempt=candidate.attempt + 1
            )
        else:
            self.desk.frontier.settle(lease, None, host_free_at=free_at, retry_at=again_at)
            self.waiting[name] = lease.candidate
        if again_at > max(self.now, free_at):
            self.held[name] = again_at

    def lost(self, number: int) -> None:
        """A batch that does not commit: the caller reopens."""
        self.desk.frontier.add([want(f"/lost{number}")], self.desk.store.batch())
        self.reopen()

    def reopen(self) -> None:
        self.desk.reopen()
        for lease in self.out:
            self.waiting[lease.candidate.url.identity] = lease.candidate
        self.out.clear()
        self.held.clear()
        self.free_at.clear()

    def check(self) -> None:
        outlook = self.desk.frontier.outlook(self.now)
        assert outlook.queued == len(self.waiting)
        assert outlook.leased == len(self.out)
        assert outlook.hosts == len({row.url.host for row in self.waiting.values()})

    def drain(self) -> None:
        """Everything that was ever new is visited, once."""
        for lease in self.out:
            self.desk.done(lease)
            self.done.add(lease.candidate.url.identity)
        visited = [f"https://{path}" for path in self.desk.visit_all(now=self.now + 1000)]
        assert sorted(visited) == sorted(self.waiting)
        assert self.desk.frontier.outlook(self.now).queued == 0


@given(
    steps=STEPS,
    order=st.sampled_from(list(Order)),
    connections=st.integers(1, 2),
    rows=st.sampled_from([8, 10_000]),
)
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_url_is_lost_or_leased_twice_whatever_happens(
    steps: list[tuple[str, object]], order: Order, connections: int, rows: int
) -> None:
    model = Model(order, connections, rows)
    for step, value in steps:
        if step == "add":
            model.add(value)  # type: ignore[arg-type]  # the strategy pairs them
        elif step == "wait":
            model.now += value  # type: ignore[operator]  # the strategy pairs them
        elif step == "lease":
            model.lease(value)  # type: ignore[arg-type]  # the strategy pairs them
        elif step == "reopen":
            model.reopen()
        elif step == "refile":
            model.refile(value)  # type: ignore[arg-type]  # the strategy pairs them
        elif step == "lost":
            model.lost(value)  # type: ignore[arg-type]  # the strategy pairs them
        else:
            model.settle(value, step)  # type: ignore[arg-type]  # the strategy pairs them
        model.check()
    model.drain()
