"""robots.txt: asked for in turn, kept, survived, and explained."""

import asyncio
from itertools import pairwise

import pytest
from tests.unit.politeness.gatekeeping import Street, a_lease, answer, failure

from bowerbird.model.outcomes import (
    Admitted,
    Failed,
    Failure,
    Fetched,
    FetchOutcome,
    NotModified,
    Postponed,
    Refusal,
    Refused,
)
from bowerbird.model.page import Timing
from bowerbird.model.ports import FetchRequest, Validators
from bowerbird.model.storage import Family
from bowerbird.politeness.robots_answers import finding
from bowerbird.testing.fetcher import MemoryBody, a_page, a_redirect
from bowerbird.web.robots import MOST_BYTES

ROBOTS = "http://a.test/robots.txt"
PAGE = "http://a.test/page"
PRIVATE = "http://a.test/private/x"
FORBID = ("User-agent: *", "Disallow: /private")
DAY = 86_400


def quick(**options: object) -> Street:
    return Street(**{"delay": 0, **options})


# ---- the first question --------------------------------------------------------------------------


async def test_a_refusal_names_the_line():
    street = quick()
    street.robots(*FORBID)

    assert await street.ask(PRIVATE) == Refused(
        Refusal.ROBOTS, "robots.txt line 2: Disallow: /private"
    )
    assert isinstance(await street.ask(PAGE), Admitted)
    assert street.gate.robots_found == 1


async def test_the_query_belongs_to_what_is_matched():
    street = quick()
    street.robots("User-agent: *", "Disallow: /*?sort=")

    assert isinstance(await street.ask("http://a.test/list?sort=up"), Refused)
    assert isinstance(await street.ask("http://a.test/list?page=2"), Admitted)


async def test_our_own_token_is_an_option():
    street = quick(agent="Tapir/2.0")
    street.robots("User-agent: *", "Disallow: /", "User-agent: tapir", "Disallow: /private")

    assert isinstance(await street.ask(PAGE), Admitted)
    assert isinstance(await street.ask(PRIVATE), Refused)


async def test_rules_hold_for_one_scheme_host_and_port():
    street = quick(connections_per_host=4)
    street.robots(*FORBID)

    assert isinstance(await street.ask("http://a.test:8080/private/x"), Admitted)
    assert isinstance(await street.ask("https://a.test/private/x"), Admitted)
    assert isinstance(await street.ask("http://www.a.test/private/x"), Admitted)
    assert street.fetcher.asked == [
        "http://a.test:8080/robots.txt",
        "https://a.test/robots.txt",
        "http://www.a.test/robots.txt",
    ]


async def test_robots_txt_can_be_ignored():
    street = quick(obey_robots=False)
    street.robots("User-agent: *", "Disallow: /")

    assert isinstance(await street.ask(PRIVATE), Admitted)
    assert street.robots_requests == 0


async def test_no_more_than_is_ever_read_is_asked_for():
    street = quick()
    street.robots(*FORBID, "#" * (MOST_BYTES * 2))

    await street.ask(PAGE)

    assert street.fetcher.requests[0].max_bytes == MOST_BYTES + 1


async def test_the_question_is_a_request_in_the_turn_of_its_host():
    street = Street(delay=2.0)
    street.robots(*FORBID)

    assert await street.come_in(PAGE) == pytest.approx(2.0)
    assert street.robots_requests == 1


async def test_a_crawl_delay_holds_from_the_first_page_on():
    street = Street()
    street.robots("User-agent: *", "Crawl-delay: 7")

    assert await street.come_in(PAGE) == pytest.approx(7.0)
    assert street.settle(PAGE) == pytest.approx(7.0)


async def test_a_crawl_delay_counts_even_without_a_delay_of_our_own_and_has_a_limit():
    street = quick(max_crawl_delay=10)
    street.robots("User-agent: *", "Crawl-delay: 3600")

    assert await street.come_in(PAGE) == pytest.approx(10)


async def test_a_request_rate_is_a_pause_and_a_shorter_one_than_ours_changes_nothing():
    street = Street(delay=2.0)
    street.robots("User-agent: *", "Request-rate: 1/5", origin="http://a.test")
    street.robots("User-agent: *", "Request-rate: 10/1", origin="http://b.test")

    assert await street.come_in(PAGE) == pytest.approx(5.0)
    assert await street.come_in("http://b.test/") == pytest.approx(2.0)


async def test_the_address_of_the_host_has_its_turn_for_the_question_too():
    street = quick()
    for name in ("a.test", "b.test"):
        street.resolver.set(name, "93.184.216.34")

    await street.ask(PAGE)
    admission = await street.ask("http://b.test/")

    assert isinstance(admission, Postponed)
    assert street.robots_requests == 1


# ---- what the answer means -----------------------------------------------------------------------


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 418, 451])
async def test_4xx_allows_everything(status):
    street = quick()
    street.robots("User-agent: *", "Disallow: /", status=status)

    assert isinstance(await street.ask(PRIVATE), Admitted)
    assert street.gate.robots_found == 0


@pytest.mark.parametrize("status", [401, 403])
async def test_cautious_people_take_401_and_403_for_no(status):
    street = quick(cautious_robots=True)
    street.robots(status=status)

    refused = await street.ask(PAGE)

    assert isinstance(refused, Refused)
    assert refused.reason is Refusal.ROBOTS
    assert str(status) in refused.rule
    assert isinstance(await street.ask("http://b.test/"), Admitted)


@pytest.mark.parametrize(
    "trouble",
    [
        answer(ROBOTS, "User-agent: *\nAllow: /", status=500),
        answer(ROBOTS, status=503),
        answer(ROBOTS, status=429),
        answer(ROBOTS, status=599),
        Failed(Failure.HTTP_ERROR, status=502),
        Failed(Failure.RATE_LIMITED, status=429),
        Failed(Failure.PROXY, "CONNECT refused", status=403),
        Failed(Failure.AUTHENTICATION, "the proxy wants a login", status=407),
        *(
            failure(reason)
            for reason in (
                Failure.DNS, Failure.CONNECT, Failure.TLS, Failure.PROXY, Failure.CONNECT_TIMEOUT,
                Failure.FIRST_BYTE_TIMEOUT, Failure.TOTAL_TIMEOUT, Failure.TOO_SLOW,
                Failure.CLOSED, Failure.TRUNCATED, Failure.BAD_HTTP, Failure.BAD_ENCODING,
                Failure.HEADERS_TOO_LARGE, Failure.BOMB, Failure.TOO_LARGE,
            )
        ),
        NotModified(Timing()),
    ],
)  # fmt: skip
async def test_trouble_forbids_until_it_is_over(trouble):
    street = quick()
    street.fetcher.answer(ROBOTS, trouble)

    assert isinstance(await street.ask(PAGE), Postponed)
    refused, _ = await street.end_of_asking(PAGE)
    assert refused.reason is Refusal.ROBOTS_UNREACHABLE
    assert refused.rule.startswith("robots.txt cannot be read: ")
    assert refused.rule.endswith("; asked 3 times")
    assert street.robots_requests == 3

    street.robots(*FORBID)
    street.clock.advance(3600)
    assert isinstance(await street.ask(PAGE), Admitted)


@pytest.mark.parametrize(
    "nowhere",
    [
        Failed(Failure.REDIRECT_NOWHERE, status=302),
        Failed(Failure.REDIRECT_LOOP),
        Failed(Failure.TOO_MANY_REDIRECTS),
        Failed(Failure.NOT_FOUND),
        Failed(Failure.HTTP_ERROR, status=404),
        Failed(Failure.AUTHENTICATION, status=401),
        Failed(Failure.AUTHENTICATION),
        answer(ROBOTS, status=300),
        a_redirect(ROBOTS, "mailto:robots@a.test"),
        a_redirect(ROBOTS, "http://"),
        a_redirect(ROBOTS, ROBOTS),
    ],
)
async def test_what_leads_nowhere_is_absent(nowhere):
    street = quick()
    street.fetcher.answer(ROBOTS, nowhere)

    assert isinstance(await street.ask(PRIVATE), Admitted)


async def test_an_answer_that_was_cut_short_is_trouble_and_a_long_one_is_not():
    def cut(content: bytes) -> Fetched:
        page = a_page(ROBOTS, content)
        page.truncated = True
        return Fetched(page)

    street = quick()
    street.fetcher.answer(ROBOTS, cut(b"User-agent: *\nDisallow: /pri"))
    assert isinstance(await street.ask(PAGE), Postponed)

    street = quick()
    long = b"User-agent: *\nDisallow: /private\n" + b"#" * MOST_BYTES
    street.fetcher.answer(ROBOTS, cut(long[: MOST_BYTES + 1]))
    assert isinstance(await street.ask(PRIVATE), Refused)


async def test_a_page_instead_of_robots_txt_allows_everything():
    street = quick()
    street.robots("<!DOCTYPE html>", "User-agent: *", "Disallow: /")

    assert isinstance(await street.ask(PRIVATE), Admitted)


async def test_a_server_that_never_answers_is_not_waited_for():
    street = quick(robots_timeout=0.01)

    class Silent:
        async def fetch(self, request: FetchRequest) -> FetchOutcome:
            await asyncio.sleep(60)
            raise AssertionError(request)

    street.fetcher = Silent()  # type: ignore[assignment]  # another fetcher
    street.restart(delay=0, robots_timeout=0.01)

    admission = await street.ask(PAGE)

    assert isinstance(admission, Postponed)
    assert "timed out" in admission.because


async def test_what_the_guard_forbids_is_refused_for_the_guard_s_reason():
    street = quick()
    private = Refused(Refusal.PRIVATE_ADDRESS, "10.0.0.1 is private")
    street.fetcher.answer(ROBOTS, private)

    assert await street.ask(PAGE) == private
    assert await street.ask(PRIVATE) == private
    assert street.robots_requests == 1


async def test_bodies_are_given_back():
    street = quick()
    street.fetcher.answer(ROBOTS, a_redirect(ROBOTS, "/elsewhere.txt"))
    street.fetcher.answer("http://a.test/elsewhere.txt", answer(status=404))
    bodies = []

    for url in (ROBOTS, "http://a.test/elsewhere.txt"):
        outcome = await street.fetcher.fetch(FetchRequest(a_lease(url).candidate.url))
        bodies.append(outcome.page.body)  # type: ignore[union-attr]  # both have pages
    await street.ask(PAGE)

    assert [isinstance(body, MemoryBody) and body.closed for body in bodies] == [True, True]


# ---- redirects -----------------------------------------------------------------------------------


def redirects(street: Street, *hosts: str, to: str) -> None:
    urls = [f"http://{host}/robots.txt" for host in hosts]
    for url, following in zip(urls, [*urls[1:], to], strict=True):
        street.fetcher.answer(url, a_redirect(url, following, status=301))


async def test_five_redirects_are_followed_and_the_rules_are_those_of_the_origin():
    street = quick()
    redirects(street, "a.test", "b.test", "c.test", "d.test", "e.test", to="http://f.test/r.txt")
    street.fetcher.answer("http://f.test/r.txt", answer(content="\n".join(FORBID)))

    assert isinstance(await street.ask(PRIVATE), Refused)
    assert isinstance(await street.ask("http://f.test/private/x"), Admitted)


async def test_a_sixth_redirect_is_not_followed_and_allows_everything():
    street = quick()
    hosts = ["a.test", "b.test", "c.test", "d.test", "e.test", "f.test"]
    redirects(street, *hosts, to="http://g.test/r.txt")
    street.fetcher.answer("http://g.test/r.txt", answer(content="\n".join(FORBID)))

    assert isinstance(await street.ask(PRIVATE), Admitted)
    assert "http://g.test/r.txt" not in street.fetcher.asked


async def test_a_circle_is_left_and_allows_everything():
    street = quick()
    redirects(street, "a.test", "b.test", to=ROBOTS)

    assert isinstance(await street.ask(PRIVATE), Admitted)
    assert street.robots_requests == 2


async def test_trouble_behind_a_redirect_is_trouble():
    street = quick()
    redirects(street, "a.test", to="http://b.test/r.txt")
    street.fetcher.answer("http://b.test/r.txt", answer(status=503))

    assert isinstance(await street.ask(PAGE), Postponed)


async def test_a_redirect_to_a_private_address_hides_the_rules():
    street = quick()
    redirects(street, "a.test", to="http://10.0.0.1/r.txt")
    street.fetcher.answer("http://10.0.0.1/r.txt", Refused(Refusal.PRIVATE_ADDRESS))

    refused, _ = await street.end_of_asking(PAGE)

    assert refused.reason is Refusal.ROBOTS_UNREACHABLE


async def test_each_hop_waits_for_the_turn_of_its_host():
    street = Street(delay=1.0)
    street.fetcher.answer(ROBOTS, a_redirect(ROBOTS, "https://a.test/robots.txt"))
    street.robots(*FORBID, origin="https://a.test")

    assert await street.come_in(PAGE) == pytest.approx(2.0)
    assert street.fetcher.asked == [ROBOTS, "https://a.test/robots.txt"]


async def test_a_hop_to_a_busy_host_waits_and_its_next_turn_is_held():
    street = Street(delay=0.1)
    street.robots(*FORBID, origin="http://b.test")
    redirects(street, "a.test", to="http://b.test/robots.txt")
    await street.come_in("http://b.test/1")

    waiting = await street.ask(PAGE)  # b is in the middle of an answer
    street.settle("http://b.test/1")
    later = await street.ask(PAGE)  # b rests
    assert isinstance(waiting, Postponed)
    assert isinstance(later, Postponed)
    street.clock.advance_to(later.until)
    page_of_b = await street.ask("http://b.test/2")  # b could be asked, but the question goes first
    in_turn = await street.ask(PRIVATE)

    assert isinstance(page_of_b, Postponed)
    assert "http://a.test" in page_of_b.because
    assert isinstance(in_turn, Refused)
    assert street.fetcher.asked.count("http://b.test/robots.txt") == 2
    assert await street.come_in("http://b.test/2") == pytest.approx(0.1)


async def test_a_turn_that_was_held_for_nothing_is_given_up():
    street = Street(delay=0.1)
    redirects(street, "a.test", to="http://b.test/robots.txt")
    await street.visit("http://b.test/1")
    waiting = await street.ask(PAGE)
    assert isinstance(waiting, Postponed)

    assert await street.come_in("http://b.test/2", within=1.0) > 0


# ---- trouble and time ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (Failure.DNS, "the name has no address (NXDOMAIN)"),
        (Failure.CONNECT, "no connection (NXDOMAIN)"),
        (Failure.TLS, "no trustworthy TLS connection (NXDOMAIN)"),
    ],
)
async def test_a_dead_host_is_given_up_within_seconds(reason, words):
    street = Street()
    street.fetcher.answer(ROBOTS, failure(reason, "NXDOMAIN"))

    refused, seconds = await street.end_of_asking(PAGE)

    assert refused == Refused(
        Refusal.ROBOTS_UNREACHABLE, f"robots.txt cannot be read: {words}; asked 3 times"
    )
    assert seconds <= 5


async def test_a_dead_host_is_asked_again_from_time_to_time():
    street = quick()
    street.fetcher.answer(ROBOTS, failure(Failure.DNS))
    await street.end_of_asking(PAGE)

    times = []
    for _ in range(400):
        before = street.robots_requests
        assert isinstance(await street.ask(PAGE), Refused)
        if street.robots_requests > before:
            times.append(street.clock.ticks())
        street.clock.advance(30)

    gaps = [round(b - a) for a, b in pairwise(times)]
    assert gaps[:7] == [120, 240, 480, 960, 1920, 3600, 3600]


async def test_an_overloaded_server_is_asked_again_after_longer_and_longer_pauses():
    street = quick()
    street.fetcher.answer(ROBOTS, answer(ROBOTS, status=503))

    refused, seconds = await street.end_of_asking(PAGE)

    assert seconds == pytest.approx(60 + 120)
    assert "the server answered 503" in refused.rule


async def test_a_server_that_recovers_burns_no_url():
    street = quick()
    street.fetcher.answer(ROBOTS, answer(ROBOTS, status=503))
    assert isinstance(await street.ask(PAGE), Postponed)

    street.robots(*FORBID)

    assert await street.come_in(PAGE) == pytest.approx(60)
    assert isinstance(await street.ask(PRIVATE), Refused)


async def test_patience_and_pauses_are_options():
    street = quick(robots_patience=1, robots_retry_first=0)
    street.fetcher.answer(ROBOTS, answer(ROBOTS, status=500))

    refused = await street.ask(PAGE)

    assert isinstance(refused, Refused)
    assert refused.rule.endswith("asked once")


async def test_retry_after_of_robots_txt_blocks_the_host():
    street = quick()
    unavailable = answer(ROBOTS, status=503, headers={"Retry-After": "300"})
    street.fetcher.answer(ROBOTS, unavailable)
    assert isinstance(await street.ask(PAGE), Postponed)

    street.robots(*FORBID)

    assert street.gate.describe("a.test").blocked_for == pytest.approx(300)
    assert isinstance(await street.ask("https://a.test/other"), Postponed)
    assert await street.come_in(PAGE) == pytest.approx(300)
    assert street.robots_requests == 2


async def test_who_lost_patience_refuses_for_as_long_as_the_server_asked():
    street = quick(robots_patience=1, robots_retry_first=10)
    street.fetcher.answer(ROBOTS, answer(ROBOTS, status=503, headers={"Retry-After": "300"}))
    await street.ask(PAGE)

    street.clock.advance(299)

    assert isinstance(await street.ask(PAGE), Refused)
    assert street.robots_requests == 1


async def test_a_host_behind_the_guard_is_refused_even_where_retries_have_no_pause():
    street = quick(robots_retry_first=0)
    street.fetcher.answer(ROBOTS, Refused(Refusal.PRIVATE_ADDRESS))

    assert isinstance(await street.ask(PAGE), Refused)


# ---- keeping -------------------------------------------------------------------------------------


async def test_rules_are_asked_for_once_a_day():
    street = quick()
    street.robots(*FORBID)
    await street.visit(PAGE)
    street.clock.advance(DAY - 1)
    await street.visit(PAGE)
    assert street.robots_requests == 1

    street.robots("User-agent: *", "Disallow: /page")
    street.clock.advance(2)

    assert isinstance(await street.ask(PAGE), Refused)
    assert isinstance(await street.ask(PRIVATE), Admitted)
    assert street.robots_requests == 2


async def test_rules_outlive_the_run_with_their_age():
    street = quick()
    street.robots(*FORBID)
    await street.visit(PAGE)
    street.clock.advance(DAY - 100)

    street.restart(delay=0)
    assert isinstance(await street.ask(PRIVATE), Refused)
    assert street.robots_requests == 1
    assert street.gate.robots_found == 1

    street.clock.advance(101)
    await street.ask(PRIVATE)
    assert street.robots_requests == 2


async def test_kept_rules_are_read_for_the_token_of_this_run():
    street = quick()
    street.robots("User-agent: tapir", "Disallow: /", "User-agent: *", "Allow: /")
    await street.visit(PAGE)

    street.restart(delay=0, agent="Tapir")

    assert isinstance(await street.ask(PAGE), Refused)
    assert street.robots_requests == 1


async def test_a_kept_crawl_delay_holds_in_the_next_run():
    street = Street()
    street.robots("User-agent: *", "Crawl-delay: 20")
    await street.visit(PAGE)
    street.clock.advance(5)

    street.restart()

    assert await street.come_in(PAGE) == pytest.approx(15)


async def test_a_new_limit_for_crawl_delays_holds_in_the_next_run():
    street = Street()
    street.robots("User-agent: *", "Crawl-delay: 120")
    assert await street.visit(PAGE) == pytest.approx(30)

    street.restart(max_crawl_delay=300)

    assert await street.visit(PAGE) == pytest.approx(120)


async def test_an_absent_robots_txt_is_remembered_too():
    street = quick()
    await street.visit(PAGE)

    street.restart(delay=0)

    assert isinstance(await street.ask(PRIVATE), Admitted)
    assert street.robots_requests == 1


async def test_a_refused_url_is_enough_to_keep_what_was_learnt():
    street = quick()
    street.robots(*FORBID)
    refused = await street.ask(PRIVATE)
    street.settle(PRIVATE, refused)

    street.restart(delay=0)
    await street.ask(PRIVATE)

    assert street.robots_requests == 1


async def test_an_unchanged_robots_txt_costs_its_server_no_body():
    street = quick()
    street.robots(*FORBID, headers={"ETag": '"v1"', "Last-Modified": "yesterday"})
    await street.visit(PAGE)
    street.fetcher.answer(ROBOTS, NotModified(Timing()))
    street.clock.advance(DAY + 1)

    assert isinstance(await street.ask(PRIVATE), Refused)
    assert street.fetcher.requests[-1].validators == Validators('"v1"', "yesterday")
    street.clock.advance(DAY - 1)
    await street.ask(PAGE)
    assert street.robots_requests == 2


async def test_a_robots_txt_from_the_future_is_asked_for_anew():
    street = quick()
    street.robots(*FORBID, headers={"Last-Modified": "Tue, 25 Jun 2999 15:00:00 GMT"})
    await street.visit(PAGE)
    street.clock.advance(DAY + 1)

    await street.visit(PAGE)

    assert [request.validators for request in street.fetcher.requests] == [None, None]


async def test_validators_are_sent_only_to_the_url_they_came_from():
    street = quick()
    redirects(street, "a.test", to="http://b.test/r.txt")
    tagged = {"ETag": '"v1"'}
    street.fetcher.answer("http://b.test/r.txt", answer(content="\n".join(FORBID), headers=tagged))
    await street.visit(PAGE)
    street.clock.advance(DAY + 1)
    await street.visit(PAGE)
    assert [request.validators for request in street.fetcher.requests] == [None] * 4

    street.robots(*FORBID, headers=tagged)
    street.clock.advance(DAY + 1)
    await street.visit(PAGE)
    redirects(street, "a.test", to="http://b.test/r.txt")
    street.clock.advance(DAY + 1)
    await street.visit(PAGE)
    sent = [(request.url.host, request.validators) for request in street.fetcher.requests[-2:]]
    assert sent == [("a.test", Validators('"v1"', "")), ("b.test", None)]


async def test_the_last_good_copy_is_taken_up_again_after_the_guard_was_in_between():
    street = quick()
    street.robots(*FORBID)
    await street.visit(PAGE)
    street.fetcher.answer(ROBOTS, Refused(Refusal.PRIVATE_ADDRESS))
    street.clock.advance(DAY + 1)
    assert isinstance(await street.ask(PAGE), Refused)

    street.fetcher.answer(ROBOTS, answer(ROBOTS, status=500))
    street.clock.advance(61)

    assert isinstance(await street.ask(PAGE), Admitted)
    assert isinstance(await street.ask(PRIVATE), Refused)


async def test_the_last_good_copy_goes_on_for_a_day_of_trouble():
    street = quick()
    street.robots(*FORBID)
    await street.visit(PAGE)
    street.fetcher.answer(ROBOTS, answer(ROBOTS, status=500))
    street.clock.advance(DAY + 1)

    assert isinstance(await street.ask(PAGE), Admitted)
    assert isinstance(await street.ask(PRIVATE), Refused)
    assert "the last good copy is used" in street.gate.describe("a.test").robots[0].sentence
    street.clock.advance(DAY - 10)
    assert isinstance(await street.ask(PAGE), Admitted)
    street.clock.advance(3700)
    assert isinstance(await street.ask(PAGE), Refused | Postponed)


async def test_a_new_outage_is_counted_from_its_own_beginning():
    street = quick()
    street.robots(*FORBID, headers={"ETag": '"v1"'})
    await street.visit(PAGE)
    for _ in range(3):
        street.fetcher.answer(ROBOTS, answer(ROBOTS, status=500))
        street.clock.advance(DAY + 1)
        assert isinstance(await street.ask(PRIVATE), Refused)
        await street.visit(PAGE)
        street.fetcher.answer(ROBOTS, NotModified(Timing()))
        street.clock.advance(61)
        await street.visit(PAGE)


async def test_the_length_of_an_outage_outlives_the_run():
    street = quick()
    street.robots(*FORBID)
    await street.visit(PAGE)
    street.fetcher.answer(ROBOTS, failure(Failure.CONNECT))
    street.clock.advance(DAY + 1)
    await street.visit(PAGE)
    street.clock.advance(DAY + 1)

    street.restart(delay=0)

    assert isinstance(await street.ask(PAGE), Postponed)


async def test_after_thirty_days_of_trouble_those_who_chose_so_go_on_without_rules():
    street = quick(robots_relax_after=30 * DAY)
    street.fetcher.answer(ROBOTS, answer(ROBOTS, status=503))
    refused, _ = await street.end_of_asking(PAGE)
    street.settle(PAGE, refused)

    street.clock.advance(29 * DAY)
    assert isinstance(await street.ask(PAGE), Refused)
    street.clock.advance(DAY)
    assert isinstance(await street.ask(PAGE), Admitted)


async def test_trouble_is_never_taken_for_permission_by_default():
    street = quick()
    street.fetcher.answer(ROBOTS, answer(ROBOTS, status=503))
    refused, _ = await street.end_of_asking(PAGE)
    street.settle(PAGE, refused)

    street.clock.advance(400 * DAY)

    assert isinstance(await street.ask(PAGE), Refused)


@pytest.mark.parametrize("data", [b"", b"\x01", b"\x02\x90", b"\x01\xc1 junk", b"junk"])
async def test_a_record_that_cannot_be_read_is_asked_for_again(data):
    street = quick()
    street.robots(*FORBID)
    batch = street.store.batch()
    batch.put(Family.HOSTS, b"robots\0http://a.test", data)
    street.store.commit(batch)

    assert isinstance(await street.ask(PRIVATE), Refused)
    assert street.robots_requests == 1


# ---- many at once --------------------------------------------------------------------------------


class Deliberate:
    """A server that answers when it is told to."""

    def __init__(self, outcome: FetchOutcome) -> None:
        self.outcome = outcome
        self.asked = 0
        self.may_answer = asyncio.Event()

    async def fetch(self, request: FetchRequest) -> FetchOutcome:
        self.asked += 1
        await self.may_answer.wait()
        return self.outcome


def before(server: Deliberate, **options: object) -> Street:
    street = Street()
    street.fetcher = server  # type: ignore[assignment]  # another fetcher
    street.restart(delay=0, connections_per_host=8, **options)
    return street


async def test_everybody_waits_for_one_question():
    server = Deliberate(answer(ROBOTS, "\n".join(FORBID)))
    street = before(server)
    asking = [asyncio.ensure_future(street.ask(f"{PAGE}/{n}")) for n in range(5)]
    asking += [asyncio.ensure_future(street.ask(f"{PRIVATE}/{n}")) for n in range(5)]
    await asyncio.sleep(0.01)
    assert not any(future.done() for future in asking)

    server.may_answer.set()
    admissions = await asyncio.gather(*asking)

    assert server.asked == 1
    assert [type(admission) for admission in admissions] == [Admitted] * 5 + [Refused] * 5


async def test_everybody_is_postponed_by_one_failure():
    server = Deliberate(failure(Failure.CLOSED))
    street = before(server)
    asking = [asyncio.ensure_future(street.ask(f"{PAGE}/{n}")) for n in range(5)]
    await asyncio.sleep(0.01)

    server.may_answer.set()
    admissions = await asyncio.gather(*asking)

    assert server.asked == 1
    assert all(isinstance(admission, Postponed) for admission in admissions)


async def test_somebody_else_asks_on_when_the_first_is_called_off():
    server = Deliberate(answer(ROBOTS, "\n".join(FORBID)))
    street = before(server)
    first = asyncio.ensure_future(street.ask(PAGE))
    second = asyncio.ensure_future(street.ask(PRIVATE))
    await asyncio.sleep(0.01)

    first.cancel()
    await asyncio.sleep(0.01)
    server.may_answer.set()

    assert isinstance(await second, Refused)
    assert first.cancelled()
    assert server.asked == 2


async def test_a_bug_of_the_fetcher_is_seen_and_holds_up_nobody():
    street = quick()

    def broken(_: FetchRequest) -> FetchOutcome:
        raise ZeroDivisionError

    street.fetcher.answer(ROBOTS, broken)
    with pytest.raises(ZeroDivisionError):
        await street.ask(PAGE)

    street.robots(*FORBID)
    assert isinstance(await street.ask(PAGE), Admitted)


async def test_many_origins_are_remembered_in_bounded_memory():
    street = quick()
    street.robots(*FORBID, origin="http://first.test")
    refused = await street.ask("http://first.test/private")
    street.settle("http://first.test/private", refused)
    big = "\n".join(["User-agent: *", *(f"Disallow: /{n}" for n in range(5000))])

    for n in range(25):
        url = f"http://h{n}.test/robots.txt"
        street.fetcher.answer(url, answer(url, big))
        await street.visit(f"http://h{n}.test/")

    assert len(street.gate._robots._standings) < 25
    asked = street.robots_requests
    assert isinstance(await street.ask("http://first.test/private"), Refused)
    assert street.robots_requests == asked


def test_a_redirect_too_many_is_absent_whatever_it_says():
    assert finding(a_redirect(ROBOTS, "/x"), 0.0, hops=5).status == 404  # type: ignore[union-attr]  # Absent
