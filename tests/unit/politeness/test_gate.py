"""Turns: of hosts, of addresses, after trouble, and across runs."""

import asyncio
from collections.abc import Sequence
from itertools import pairwise
from time import process_time

import pytest
from tests.unit.politeness.gatekeeping import Street, a_lease, answer

from bowerbird.model.outcomes import (
    Admitted,
    Failed,
    Failure,
    NotModified,
    Postponed,
    Refusal,
    Refused,
)
from bowerbird.model.page import Timing
from bowerbird.model.storage import Family
from bowerbird.testing.fetcher import a_redirect

A = "http://a.test/1"
B = "http://a.test/2"


def without_robots(**options: object) -> Street:
    return Street(obey_robots=False, **options)


async def test_the_pause_runs_from_the_end_of_an_answer():
    street = without_robots()
    await street.come_in(A)
    street.clock.advance(7)

    assert street.settle(A) == pytest.approx(1.0)
    assert await street.come_in(B) == pytest.approx(1.0)


async def test_hosts_do_not_wait_for_each_other():
    street = without_robots()

    await street.come_in(A)

    assert await street.come_in("http://b.test/") == 0
    assert await street.come_in("http://c.test/") == 0


async def test_all_ports_and_schemes_of_a_host_share_its_turn():
    street = without_robots()
    await street.visit("http://a.test/")

    assert isinstance(await street.ask("https://a.test:8443/"), Postponed)


async def test_without_a_delay_nobody_waits():
    street = without_robots(delay=0)

    assert await street.visit(A) == 0
    assert await street.visit(B) == 0


async def test_one_host_has_no_more_requests_in_flight_than_it_may():
    street = without_robots(delay=0, connections_per_host=2)
    await street.come_in(A)
    await street.come_in(B)

    third = await street.ask("http://a.test/3")
    street.settle(A)

    assert isinstance(third, Postponed)
    assert await street.come_in("http://a.test/3") == 0


async def test_with_several_connections_requests_start_a_pause_apart():
    street = without_robots(delay=1.0, connections_per_host=4)

    admissions = await asyncio.gather(*(street.ask(f"http://a.test/{n}") for n in range(4)))

    assert sum(isinstance(admission, Admitted) for admission in admissions) == 1


async def test_a_request_that_nobody_reports_does_not_block_its_host_for_ever():
    street = without_robots()
    await street.come_in(A)

    street.clock.advance(3600)

    assert isinstance(await street.ask(B), Admitted)


async def test_a_lease_admitted_twice_is_one_request():
    street = without_robots(delay=0)
    await street.come_in(A)

    assert isinstance(await street.ask(A), Admitted)


async def test_local_files_have_no_turn():
    street = Street()

    assert await street.visit("file:///srv/a.html") == 0
    assert isinstance(await street.ask("file:///srv/b.html"), Admitted)
    assert street.robots_requests == 0


async def test_a_lease_that_was_not_admitted_costs_its_host_nothing():
    street = without_robots()

    assert street.settle(A, Refused(Refusal.SCOPE)) <= 0
    assert await street.come_in(B) == 0


async def test_what_the_guard_refused_was_no_request():
    street = without_robots()
    await street.come_in(A)

    assert street.settle(A, Refused(Refusal.PRIVATE_ADDRESS)) <= 0


async def test_what_was_refused_for_its_media_type_was_a_request():
    street = without_robots()
    await street.come_in(A)

    assert street.settle(A, Refused(Refusal.MEDIA_TYPE)) == pytest.approx(1.0)


async def test_a_postponed_lease_keeps_its_host_waiting():
    street = without_robots()

    assert street.settle(A, Postponed(street.clock.ticks() + 9)) == pytest.approx(9)


# ---- latency -------------------------------------------------------------------------------------


def slow(seconds: float) -> Failed:
    return Failed(Failure.CLOSED, timing=Timing(total=seconds + 1, first_byte=seconds))


async def test_a_slow_server_gets_longer_pauses_and_a_recovered_one_its_old_ones():
    street = without_robots()

    assert await street.visit(A, slow(3.0)) == pytest.approx(6.0)
    assert "takes 3.0 s" in street.gate.describe("a.test").because
    for _ in range(30):
        await street.visit(A, slow(0.01))
    assert await street.visit(A, slow(0.01)) == pytest.approx(1.0)


async def test_the_adapted_pause_has_a_limit():
    street = without_robots()

    assert await street.visit(A, slow(300)) == pytest.approx(30.0)


@pytest.mark.parametrize("options", [{"delay": 0}, {"adapt_to_latency": 0}])
async def test_adapting_can_be_switched_off(options):
    street = without_robots(**options)

    assert await street.visit(A, slow(20)) == pytest.approx(street.options.delay)


async def test_what_was_not_measured_is_no_quick_answer():
    street = without_robots()
    await street.visit(A, slow(3.0))

    assert await street.visit(A, Failed(Failure.DNS)) == pytest.approx(6.0)


# ---- trouble -------------------------------------------------------------------------------------

IN_A_MINUTE = "Tue, 14 Nov 2023 22:14:20 GMT"  # the fake clock starts at 22:13:20


@pytest.mark.parametrize("status", [429, 503, 500, 302])
@pytest.mark.parametrize(("header", "seconds"), [("120", 120.0), (IN_A_MINUTE, 60.0)])
async def test_retry_after_blocks_the_whole_host(status, header, seconds):
    street = without_robots()

    free_in = await street.visit(A, answer(A, status=status, headers={"Retry-After": header}))

    assert free_in == pytest.approx(seconds)
    assert await street.come_in("https://a.test/other") == pytest.approx(seconds)


async def test_retry_after_of_a_redirect_counts_too():
    street = without_robots()
    redirected = a_redirect(A, "/b", status=301)
    redirected.page.headers = answer(headers={"Retry-After": "50"}).page.headers

    assert await street.visit(A, redirected) == pytest.approx(50)


async def test_retry_after_of_a_failure_and_of_304_counts_too():
    street = without_robots()

    failed = Failed(Failure.RATE_LIMITED, status=429, retry_after=40.0)
    assert await street.visit(A, failed) == pytest.approx(40)
    assert await street.visit(A, NotModified(Timing(), retry_after=30.0)) == pytest.approx(30)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("0", 1.0), ("-5", 1.0), ("999999999", 86_400.0), ("Mon, 01 Jan 2001 00:00:00 GMT", 1.0)],
)
async def test_retry_after_is_kept_within_limits(header, seconds):
    street = without_robots(delay=0)

    free_in = await street.visit(A, answer(A, status=503, headers={"Retry-After": header}))

    assert free_in == pytest.approx(seconds)


async def test_an_old_header_on_a_good_answer_is_no_request_to_wait():
    street = without_robots()

    free_in = await street.visit(A, answer(A, headers={"Retry-After": "500"}))

    assert free_in == pytest.approx(1.0)


@pytest.mark.parametrize("header", [{}, {"Retry-After": "later"}])
async def test_without_a_readable_retry_after_the_back_off_doubles_up_to_a_day(header):
    street = without_robots(backoff_jitter=0)
    pauses = [await street.visit(A, answer(A, status=503, headers=header)) for _ in range(13)]

    assert pauses[:4] == pytest.approx([60, 120, 240, 480])
    assert pauses[-2:] == pytest.approx([86_400, 86_400])


async def test_back_offs_are_scattered_around_their_length():
    street = without_robots()

    pauses = [
        await street.visit(f"http://{name}.test/", answer(status=429)) for name in "abcdefghij"
    ]

    assert len(set(pauses)) == 10
    assert all(54 <= pause <= 66 for pause in pauses)


async def test_requests_that_were_under_way_do_not_double_the_back_off():
    street = without_robots(delay=0, connections_per_host=3, backoff_jitter=0)
    leases = [f"http://a.test/{n}" for n in range(3)]
    for href in leases:
        await street.come_in(href)

    pauses = [street.settle(href, answer(href, status=429)) for href in leases]

    assert pauses == pytest.approx([60, 60, 60])


async def test_a_good_answer_alone_does_not_forgive():
    street = without_robots(backoff_jitter=0)
    await street.visit(A, answer(A, status=503))
    await street.visit(A)

    assert await street.visit(A, answer(A, status=503)) == pytest.approx(120)


async def test_half_an_hour_of_quiet_forgives():
    street = without_robots(backoff_jitter=0)
    await street.visit(A, answer(A, status=503))
    await street.visit(A)
    street.clock.advance(1801)

    assert await street.visit(A, answer(A, status=503)) == pytest.approx(60)


async def test_other_errors_are_not_taken_for_overload():
    street = without_robots()

    assert await street.visit(A, answer(A, status=500)) == pytest.approx(1.0)
    assert await street.visit(A, answer(A, status=404)) == pytest.approx(1.0)


# ---- addresses -----------------------------------------------------------------------------------

SHARED = "93.184.216.34"


async def test_names_on_one_public_address_take_turns():
    street = without_robots()
    street.resolver.set("a.test", SHARED)
    street.resolver.set("b.test", SHARED, "93.184.216.99")
    street.resolver.set("c.test", "93.184.216.99", SHARED)

    assert await street.come_in("http://a.test/") == 0
    assert await street.come_in("http://b.test/") == pytest.approx(0.25)
    assert await street.come_in("http://c.test/") == pytest.approx(0.25)


async def test_a_crowd_on_one_address_comes_back_in_order_not_all_at_once():
    street = without_robots()
    hosts = [f"http://h{n}.test/" for n in range(20)]
    for n in range(20):
        street.resolver.set(f"h{n}.test", SHARED)

    admissions = [await street.ask(href) for href in hosts]
    told = [admission.until for admission in admissions if isinstance(admission, Postponed)]
    for href, until in zip(hosts[1:], told, strict=True):
        street.clock.advance_to(until)
        assert isinstance(await street.ask(href), Admitted)

    assert isinstance(admissions[0], Admitted)
    assert [b - a for a, b in pairwise(told)] == pytest.approx([0.25] * 18)


async def test_those_who_come_late_still_keep_their_distance():
    street = without_robots()
    for name in "abc":
        street.resolver.set(f"{name}.test", SHARED)
    for name in "abc":
        await street.ask(f"http://{name}.test/")
    street.clock.advance(60)

    first, second = await street.ask("http://b.test/"), await street.ask("http://c.test/")

    assert isinstance(first, Admitted)
    assert isinstance(second, Postponed)
    assert second.until - street.clock.ticks() == pytest.approx(0.25)


@pytest.mark.parametrize("address", ["127.0.0.1", "10.1.2.3", "192.168.0.9", "::1", "fd00::1"])
async def test_private_addresses_share_no_budget(address):
    street = without_robots()
    street.resolver.set("a.test", address)
    street.resolver.set("b.test", address)

    await street.come_in("http://a.test/")

    assert await street.come_in("http://b.test/") == 0


async def test_names_that_a_person_resolved_share_no_budget():
    street = without_robots()
    street.exempt.update({"a.test", "b.test"})
    street.resolver.set("a.test", SHARED)
    street.resolver.set("b.test", SHARED)

    await street.come_in("http://a.test/")

    assert await street.come_in("http://b.test/") == 0


async def test_a_name_without_an_address_is_left_to_the_fetcher():
    street = without_robots()
    street.resolver.set("a.test")

    assert await street.come_in("http://a.test/") == 0


async def test_no_address_is_looked_up_where_addresses_do_not_matter():
    street = without_robots(pause_per_address=0)

    await street.come_in("http://a.test/")

    assert street.resolver.asked == []


async def test_a_slow_look_up_does_not_let_two_requests_through():
    street = without_robots(connections_per_host=2)

    class SlowResolver:
        async def resolve(self, host: str) -> Sequence[str]:
            await asyncio.sleep(0)
            return [SHARED]

    street.resolver = SlowResolver()  # type: ignore[assignment]  # another resolver
    street.restart(obey_robots=False, connections_per_host=2)

    admissions = await asyncio.gather(street.ask(A), street.ask(B))

    assert sorted(type(admission).__name__ for admission in admissions) == ["Admitted", "Postponed"]


# ---- across runs ---------------------------------------------------------------------------------


async def test_a_back_off_outlives_the_run():
    street = without_robots(backoff_jitter=0)
    await street.visit(A, answer(A, status=503))
    street.clock.advance(10)

    street.restart(obey_robots=False, backoff_jitter=0)

    assert await street.come_in(A) == pytest.approx(50)
    assert street.settle(A, answer(A, status=503)) == pytest.approx(120)


async def test_a_new_run_does_not_ask_sooner_than_the_pause_after_the_old_one():
    street = without_robots(delay=2.0)
    await street.visit(A)
    await street.visit(A)

    street.restart(obey_robots=False, delay=2.0)

    assert await street.come_in(A) == pytest.approx(2.0)
    assert await street.come_in("http://never-met.test/") == 0


async def test_a_long_pause_is_counted_from_the_request_not_from_the_restart():
    street = without_robots(delay=100.0)
    await street.visit(A)
    await street.visit(B)
    street.clock.advance(70)

    street.restart(obey_robots=False, delay=100.0)

    assert await street.come_in(A) == pytest.approx(30)


async def test_what_a_slow_host_taught_is_remembered():
    street = without_robots()
    await street.visit(A, slow(4.0))

    street.restart(obey_robots=False)

    assert street.gate.describe("a.test").pause == pytest.approx(8.0)


async def test_a_clock_that_was_wrong_blocks_nobody_for_ever():
    street = without_robots()
    street.clock.advance(10 * 365 * 86_400)
    await street.visit(A, answer(A, status=503))
    store = street.store

    street = without_robots()
    street.store = store
    street.restart(obey_robots=False)

    assert await street.come_in(A, within=86_400 * 1.5) > 0


async def test_a_row_that_cannot_be_read_counts_as_none():
    street = without_robots()
    batch = street.store.batch()
    batch.put(Family.HOSTS, b"turn\0a.test", b"\xc1 not a row")
    street.store.commit(batch)

    assert await street.come_in(A) == 0


async def test_a_host_that_behaves_as_before_is_not_written_again():
    street = Street(delay=0)
    street.robots("User-agent: *", "Disallow: /private")
    await street.visit(A)
    batch = street.store.batch()

    for n in range(50):
        await street.come_in(f"http://a.test/{n}")
        street.gate.settled(a_lease(f"http://a.test/{n}"), answer(), batch)

    assert batch.changes == []


async def test_a_host_that_stays_as_slow_as_it_was_is_not_written_again():
    street = without_robots()
    await street.visit(A, slow(0.4))
    batch = street.store.batch()

    for _ in range(5):
        await street.come_in(A)
        street.gate.settled(a_lease(A), slow(0.41), batch)

    assert batch.changes == []


async def test_memory_is_bounded_and_forgotten_hosts_are_read_again():
    street = without_robots(keep_hosts=100, backoff_jitter=0)
    await street.visit(A, answer(A, status=503))

    for n in range(300):
        await street.visit(f"http://h{n}.test/")

    assert len(street.gate._turns._turns) <= 101
    assert isinstance(await street.ask(A), Postponed)


# ---- what it says, what it costs -----------------------------------------------------------------


async def test_a_postponed_lease_is_told_why():
    street = without_robots(backoff_jitter=0)
    await street.visit(A, answer(A, status=503))

    admission = await street.ask(B)

    assert isinstance(admission, Postponed)
    assert admission.because == "the server answered 503 once: back-off, 60 s to go"


async def test_the_notes_on_a_host_say_what_holds_and_why():
    street = Street(delay=2.0)
    street.robots("User-agent: *", "Crawl-delay: 120", "Disallow: /x", "Sitemap: http://a.test/s")
    await street.visit(A)

    notes = street.gate.describe("a.test")

    assert (notes.pause, notes.backoffs, notes.blocked_for) == (30.0, 0, 0.0)
    assert notes.because == (
        "robots.txt asks for 120 s between requests; max_crawl_delay makes it 30 s"
    )
    (robots,) = notes.robots
    assert (robots.lines, robots.rules, robots.crawl_delay) == (4, 1, 120.0)
    assert robots.sentence == "robots.txt has 4 lines, 1 of them rules for everyone"
    assert robots.sitemaps == ("http://a.test/s",)


async def test_the_notes_are_there_without_a_run():
    street = Street()
    street.robots("User-agent: *", "Disallow: /x", origin="http://a.test:8080")
    await street.visit("http://a.test:8080/1", answer(status=404))
    await street.visit("https://a.test/1")

    street.restart()
    notes = street.gate.describe("a.test")

    assert [(note.origin, note.rules) for note in notes.robots] == [
        ("http://a.test:8080", 1),
        ("https://a.test", 0),
    ]
    assert "there is no robots.txt (status 404)" in notes.robots[1].sentence
    assert street.gate.describe("a.tes").robots == ()
    assert street.robots_requests == 2


async def test_admitting_and_settling_a_page_costs_microseconds():
    street = Street(delay=0, connections_per_host=8)
    street.robots("User-agent: *", "Disallow: /private")
    hrefs = [f"http://a.test/wiki/page-{n}.html" for n in range(500)]
    leases = [(a_lease(href), answer(href)) for href in hrefs]
    await street.visit(A)
    batch = street.store.batch()

    async def visit_all() -> float:
        started = process_time()
        for lease, outcome in leases:
            await street.gate.admit(lease)
            street.gate.settled(lease, outcome, batch)
        return (process_time() - started) / len(leases)

    best = min([await visit_all() for _ in range(5)])

    assert best < 25e-6  # 3 µs on the machine it was written on; 5 µs is the aim
