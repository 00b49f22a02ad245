from itertools import pairwise

import pytest
from msgspec.structs import replace
from tests.unit.crawl.bench import Bench, failed, in_turn

from bowerbird.crawl.options import Budget, FollowOptions, RetryOptions
from bowerbird.frontier.inspection import Queued
from bowerbird.model.candidate import Candidate, Via
from bowerbird.model.events import Visited
from bowerbird.model.outcomes import (
    Failure,
    Fetched,
    NotModified,
    Postponed,
    Refusal,
    Refused,
)
from bowerbird.model.page import Timing
from bowerbird.model.pagerow import PageState
from bowerbird.model.ports import Validators
from bowerbird.model.storage import Family
from bowerbird.testing.clock import FakeClock
from bowerbird.testing.fetcher import Answer, FakeFetcher, a_page, a_redirect
from bowerbird.testing.memory_store import MemoryStore
from bowerbird.web.url import parse

ZOO = "http://zoo.test/"
HTML = "<title>{}</title><p>{}</p>"


class BrokenJudge:
    def priorities(self, links, on, verdict):
        raise ZeroDivisionError("a bug in a plug-in")


def fetched(url: str, html: str = "<title>T</title><p>Words.", **more) -> Fetched:
    return Fetched(a_page(url, html, **more))


# ---- a page ------------------------------------------------------------------------------------


async def test_everything_a_page_yields_becomes_true_in_one_commit():
    html = '<title>Zoo</title><p>Animals.</p><a href="/tapir">the tapir</a>'
    bench = Bench(FakeFetcher({ZOO: fetched(ZOO, html)})).seed(ZOO)
    before = bench.store.commits

    await bench.visit_one()

    assert bench.store.commits == before + 1
    row = bench.row(ZOO)
    assert (row.state, row.title, row.order) == (PageState.FETCHED, "Zoo", 1)
    assert row.page is not None
    assert bench.knows("http://zoo.test/tapir")
    assert len(list(bench.store.scan(Family.RECORDS, b"s", b"t"))) == 1
    assert bench.tally.pages == bench.tally.records == bench.tally.settled == 1
    (told,) = [event for event in bench.events if isinstance(event, Visited)]
    assert (told.url, told.state, told.status) == (ZOO, "fetched", 200)


async def test_the_body_is_given_back_whatever_becomes_of_the_page():
    pages = {ZOO: a_page(ZOO, "<p>x"), f"{ZOO}gone": a_page(f"{ZOO}gone", "no", status=404)}
    bench = Bench(FakeFetcher({url: Fetched(page) for url, page in pages.items()}))

    await bench.seed(*pages).visit_all()

    assert all(page.body.closed for page in pages.values())  # type: ignore[attr-defined] # MemoryBody


async def test_what_the_gate_refuses_is_never_asked_for():
    bench = Bench().seed(ZOO)
    bench.gate.answers[ZOO] = Refused(Refusal.ROBOTS, "robots.txt line 2: Disallow: /")

    await bench.visit_one()

    assert bench.fetcher.asked == []  # type: ignore[attr-defined] # FakeFetcher
    row = bench.row(ZOO)
    assert (row.state, row.reason) == (PageState.REFUSED, Refusal.ROBOTS)
    assert row.rule == "robots.txt line 2: Disallow: /"
    assert bench.tally.refused == {"robots": 1}


async def test_what_is_postponed_goes_back_as_if_it_had_never_been_leased():
    bench = Bench(FakeFetcher({ZOO: fetched(ZOO)})).seed(ZOO)
    bench.gate.answers[ZOO] = Postponed(bench.clock.ticks() + 7, "not its turn")
    before = bench.store.commits

    await bench.visit_one()

    assert bench.store.commits == before
    assert bench.frontier.lease(bench.clock.ticks() + 6.9, 1) == []
    (again,) = bench.frontier.lease(bench.clock.ticks() + 7, 1)
    assert again.candidate.attempt == 0


async def test_a_host_that_had_its_share_is_not_asked_again():
    urls = [f"{ZOO}{number}" for number in range(4)]
    bench = Bench(
        FakeFetcher({url: fetched(url, HTML.format(url, url)) for url in urls}),
        budget=Budget(host_pages=2),
    ).seed(*urls)

    await bench.visit_all()

    states = [bench.row(url).state for url in urls]
    assert states.count(PageState.FETCHED) == 2
    assert bench.tally.refused == {"host-budget": 2}


async def test_links_of_a_page_that_could_not_be_judged_are_found_by_the_next_page():
    twin = f"{ZOO}twin"
    html = '<title>{0}</title><p>{0}.</p><a href="/tapir">the tapir</a>'
    bench = Bench(FakeFetcher({url: fetched(url, html.format(url)) for url in (ZOO, twin)}))
    rightly = bench.crawl.reader.link_judge
    bench.crawl = replace(bench.crawl, reader=replace(bench.crawl.reader, link_judge=BrokenJudge()))
    with pytest.raises(ZeroDivisionError):
        await bench.seed(ZOO).visit_one()

    bench.crawl = replace(bench.crawl, reader=replace(bench.crawl.reader, link_judge=rightly))
    await bench.seed(twin).visit_one()

    assert bench.row(twin).state is PageState.FETCHED
    assert bench.knows("http://zoo.test/tapir")


@pytest.mark.parametrize(
    ("first", "second", "href"),
    [
        ("http://ape.test/", "http://bee.test/", "/enter"),
        ("http://zoo.test/ape/", "http://zoo.test/bee/", "enter"),
        ("http://zoo.test/ape", "http://zoo.test/bee", "?enter"),
    ],
)
async def test_pages_that_say_little_are_no_copies_if_their_links_lead_elsewhere(
    first, second, href
):
    html = f'<title>Welcome</title><a href="{href}">Enter</a>'
    doors = (first, second)
    bench = Bench(FakeFetcher({url: fetched(url, html) for url in doors})).seed(*doors)

    await bench.visit_one()
    await bench.visit_one()

    behind = [f"{url}{href.removeprefix('/')}" for url in doors]
    assert [bench.knows(url) for url in behind] == [True, True]
    assert bench.tally.duplicates == 0


@pytest.mark.parametrize("href", ["http://ape.test/x", "//ape.test/x", "/x", "#x", "mailto:a@b.c"])
async def test_pages_that_say_little_are_copies_if_their_links_lead_to_the_same_places(href):
    html = f'<title>Welcome</title><a href="{href}">Enter</a>'
    doors = (ZOO, f"{ZOO}home/")
    bench = Bench(FakeFetcher({url: fetched(url, html) for url in doors})).seed(*doors)

    await bench.visit_one()
    await bench.visit_one()

    assert bench.tally.duplicates == 1


async def test_a_page_that_is_out_of_date_by_its_own_word_is_not_served():
    old = '<meta name=robots content="unavailable_after: 25 Jun 2010 15:00:00 GMT"><p>Words.'
    late = '<meta name=robots content="unavailable_after: 25 Jun 2999 15:00:00 GMT"><p>More.'
    pages = {ZOO: fetched(ZOO, old), f"{ZOO}late": fetched(f"{ZOO}late", late)}
    bench = Bench(FakeFetcher(pages)).seed(*pages)

    await bench.visit_all()

    assert [bench.row(url).noindex for url in pages] == [True, False]


async def test_a_wall_counts_for_nothing_and_says_so():
    html = "<title>Just a moment...</title><h1>Verify you are human</h1><p>Please wait."
    bench = Bench(FakeFetcher({ZOO: fetched(ZOO, html)})).seed(ZOO)

    await bench.visit_one()

    row = bench.row(ZOO)
    assert (row.state, row.reason, row.rule) == (PageState.FETCHED, "wall", "Just a moment")
    assert not row.relevant
    assert bench.tally.relevant == 0


async def test_a_page_lends_no_score_to_links_that_it_does_not_vouch_for():
    html = '<p><a href="/own">own</a> <a rel="ugc" href="/guest">x</a> <a rel=sponsored href="/ad">'
    bench = Bench(FakeFetcher({ZOO: fetched(ZOO, html)})).seed(ZOO)
    await bench.visit_one()

    leases = bench.frontier.lease(bench.clock.ticks(), 3)

    priorities = {lease.candidate.url.href: lease.candidate.priority for lease in leases}
    assert priorities[f"{ZOO}own"] > 0
    assert priorities[f"{ZOO}guest"] == priorities[f"{ZOO}ad"] == 0


# ---- answers that are no page --------------------------------------------------------------------


@pytest.mark.parametrize("status", [400, 403, 404, 410, 451, 501, 505])
async def test_an_error_that_would_come_again_is_not_asked_for_again(status):
    bench = Bench(FakeFetcher({ZOO: fetched(ZOO, "no", status=status)})).seed(ZOO)

    await bench.visit_all()

    row = bench.row(ZOO)
    assert (row.state, row.reason, row.status) == (PageState.FAILED, Failure.HTTP_ERROR, status)
    assert row.page is not None  # the answer itself is kept
    assert bench.tally.retries == 0
    assert bench.tally.statuses == {status // 100: 1}


@pytest.mark.parametrize("status", [408, 500, 502, 504])
async def test_a_passing_error_is_tried_again(status):
    answers = in_turn(fetched(ZOO, "no", status=status), fetched(ZOO))
    bench = Bench(FakeFetcher({ZOO: answers})).seed(ZOO)

    await bench.visit_all()

    assert bench.row(ZOO).state is PageState.FETCHED
    assert bench.tally.retries == 1


async def test_attempts_come_after_ever_longer_pauses_and_end():
    clock = FakeClock()
    asked: list[float] = []

    def answer(_):
        asked.append(clock.ticks())
        return failed(Failure.CONNECT)

    bench = Bench(
        FakeFetcher({ZOO: answer}), clock=clock, retry=RetryOptions(attempts=4, first_pause=10)
    ).seed(ZOO)

    await bench.visit_all()

    assert [later - earlier for earlier, later in pairwise(asked)] == [10, 20, 40]
    row = bench.row(ZOO)
    assert (row.state, row.reason, row.rule) == (
        PageState.FAILED,
        Failure.CONNECT,
        "the test says so",
    )
    assert (bench.tally.retries, bench.tally.errors, bench.tally.failed) == (3, 4, {"connect": 1})
    told = [event.state for event in bench.events if isinstance(event, Visited)]
    assert told == ["queued", "queued", "queued", "failed"]  # each attempt is news


@pytest.mark.parametrize("reason", [Failure.TLS, Failure.BOMB, Failure.BAD_ENCODING])
async def test_a_failure_that_would_come_again_ends_at_once(reason):
    bench = Bench(FakeFetcher({ZOO: failed(reason)})).seed(ZOO)

    await bench.visit_all()

    assert bench.row(ZOO).reason == reason
    assert bench.tally.retries == 0


async def test_a_304_that_nobody_asked_for_is_no_page():
    bench = Bench(FakeFetcher({ZOO: NotModified(Timing())})).seed(ZOO)

    await bench.visit_one()

    assert bench.row(ZOO).reason == Failure.BAD_HTTP


async def test_a_page_that_did_not_change_is_read_from_the_store():
    html = '<title>Zoo</title><p>Animals.</p><a href="/tapir">the tapir</a>'
    answer = in_turn(fetched(ZOO, html, headers={"ETag": '"7"'}), NotModified(Timing()))
    fetcher = FakeFetcher({ZOO: answer})
    first = Bench(fetcher).seed(ZOO)
    await first.visit_one()

    second = Bench(fetcher, store=first.store, kept=first.kept, run=2).seed(ZOO)
    await second.visit_one()

    assert fetcher.requests[0].validators is None
    assert fetcher.requests[1].validators == Validators('"7"', "")
    row = second.row(ZOO)
    assert (row.state, row.title) == (PageState.UNCHANGED, "Zoo")
    assert [(moment.run, moment.state) for moment in row.history] == [
        ("1", "fetched"), ("2", "unchanged"),
    ]  # fmt: skip
    assert second.knows("http://zoo.test/tapir")
    assert (second.tally.pages, second.tally.records) == (1, 0)


async def test_a_page_from_the_future_is_asked_for_anew():
    headers = {"Last-Modified": "Tue, 25 Jun 2999 15:00:00 GMT"}
    fetcher = FakeFetcher({ZOO: fetched(ZOO, headers=headers)})
    first = Bench(fetcher).seed(ZOO)
    await first.visit_one()

    await Bench(fetcher, store=first.store, kept=first.kept, run=2).seed(ZOO).visit_one()

    assert [request.validators for request in fetcher.requests] == [None, None]


async def test_a_soft_404_is_flagged_and_not_relevant():
    html = "<title>Page not found</title><h1>Page not found</h1><p>Sorry."
    bench = Bench(FakeFetcher({ZOO: fetched(ZOO, html)})).seed(ZOO)

    await bench.visit_one()

    row = bench.row(ZOO)
    assert (row.state, row.reason, row.relevant) == (PageState.FETCHED, "soft-404", False)
    assert "not found" in row.rule.lower()
    assert bench.tally.relevant == 0


# ---- redirects -----------------------------------------------------------------------------------


def hop(number: int) -> str:
    return f"{ZOO}hop/{number}"


def chain(length: int) -> dict[str, Answer]:
    """Hop 0 leads on to hop `length`, which is a page."""
    answers: dict[str, Answer] = {
        hop(n): a_redirect(hop(n), f"/hop/{n + 1}") for n in range(length)
    }
    return answers | {hop(length): fetched(hop(length))}


async def test_ten_redirects_in_a_row_are_followed():
    bench = Bench(FakeFetcher(chain(10))).seed(hop(0))

    await bench.visit_all()

    assert bench.row(hop(10)).state is PageState.FETCHED
    assert bench.row(hop(10)).depth == 0
    assert bench.row(hop(3)).final_url == hop(4)


@pytest.mark.parametrize(
    ("before", "after", "remark"),
    [
        ("https://zoo.test/", ZOO, "downgrade"),
        (ZOO, "https://zoo.test/", ""),
        ("https://zoo.test/", "https://zoo.test/in", ""),
    ],
)
async def test_a_redirect_away_from_tls_is_flagged(before, after, remark):
    bench = Bench(FakeFetcher({before: a_redirect(before, after)})).seed(before)

    await bench.visit_one()

    row = bench.row(before)
    assert (row.state, row.final_url, row.reason) == (PageState.REDIRECTED, after, remark)


async def test_more_than_ten_are_not():
    bench = Bench(FakeFetcher(chain(11))).seed(hop(0))

    await bench.visit_all()

    assert bench.row(hop(10)).reason == Failure.TOO_MANY_REDIRECTS
    assert not bench.knows(hop(11))


@pytest.mark.parametrize("length", [2, 3, 5])
async def test_a_circle_of_redirects_ends_where_it_closes(length):
    answers = {hop(n): a_redirect(hop(n), hop((n + 1) % length)) for n in range(length)}
    fetcher = FakeFetcher(answers)
    bench = Bench(fetcher).seed(hop(0))

    await bench.visit_all()

    assert fetcher.asked == [hop(n) for n in range(length)]
    assert bench.row(hop(length - 1)).reason == Failure.REDIRECT_LOOP


async def test_a_page_that_sends_back_to_itself_with_a_cookie_is_asked_once_more():
    to_itself = a_redirect(ZOO, ZOO)
    page = a_page(ZOO, "", status=302, headers={"Location": ZOO, "Set-Cookie": "seen=1"})
    with_cookie = type(to_itself)(ZOO, 302, page)
    good = Bench(FakeFetcher({ZOO: in_turn(with_cookie, fetched(ZOO))})).seed(ZOO)
    bad = Bench(FakeFetcher({ZOO: with_cookie})).seed(ZOO)
    bare = Bench(FakeFetcher({ZOO: to_itself})).seed(ZOO)

    for bench in (good, bad, bare):
        await bench.visit_all()

    assert good.row(ZOO).state is PageState.FETCHED
    assert bad.row(ZOO).reason == bare.row(ZOO).reason == Failure.REDIRECT_LOOP
    assert len(bad.fetcher.asked) == 2  # type: ignore[attr-defined] # FakeFetcher
    assert len(bare.fetcher.asked) == 1  # type: ignore[attr-defined] # FakeFetcher


@pytest.mark.parametrize("to", ["http://", "http://[::1", "http://a b.test/"])
async def test_a_redirect_to_nowhere_is_told(to):
    bench = Bench(FakeFetcher({ZOO: a_redirect(ZOO, to)})).seed(ZOO)

    await bench.visit_all()

    assert bench.row(ZOO).reason == Failure.REDIRECT_NOWHERE


async def test_a_redirect_of_a_seed_takes_the_scope_along_a_redirect_of_a_link_does_not():
    far, other = "http://far.test/", "http://other.test/"
    answers: dict[str, Answer] = {
        ZOO: a_redirect(ZOO, far),
        far: fetched(far, '<p>Far.</p><a href="/leave">leave</a><a href="/stay">stay</a>'),
        f"{far}leave": a_redirect(f"{far}leave", other),
        f"{far}stay": fetched(f"{far}stay"),
    }
    bench = Bench(FakeFetcher(answers), seeds=[ZOO], scope={"stay": "host"}).seed(ZOO)

    await bench.visit_all()

    assert bench.row(f"{far}stay").state is PageState.FETCHED
    assert (bench.row(other).state, bench.row(other).rule) == (PageState.REFUSED, "stay = host")


# ---- links ---------------------------------------------------------------------------------------


async def test_links_are_sorted_into_followed_known_and_refused():
    html = (
        '<title>Zoo</title><p>Animals.</p><a href="/a">a</a><a href="/a#part">again</a>'
        '<a rel="nofollow" href="/n">n</a><a href="http://me:secret@zoo.test/c">c</a>'
        '<a href="/logout">out</a><a href="http://far.test/">far</a><a href="mailto:x@y.test">m</a>'
    )
    bench = Bench(FakeFetcher({ZOO: fetched(ZOO, html)}), seeds=[ZOO], scope={"stay": "host"})

    await bench.seed(ZOO).visit_one()

    assert bench.knows(f"{ZOO}a")
    assert bench.row(f"{ZOO}n").reason == Refusal.NOFOLLOW
    assert bench.row(f"{ZOO}logout").reason == Refusal.UNSAFE
    assert bench.row("http://far.test/").reason == Refusal.SCOPE
    reasons = {"nofollow": 1, "unsafe": 1, "scope": 1, "credentials": 1}
    assert bench.tally.refused == reasons
    assert bench.tally.links_excluded == 4
    assert bench.tally.links_cross_site == 1


async def test_a_shorter_way_to_a_page_that_waits_counts_for_the_depth():
    far, near, wanted = "http://a.test/", "http://b.test/", "http://z.test/wanted"
    link = f'<title>{{}}</title><p>{{}}</p><a href="{wanted}">wanted</a>'
    answers: dict[str, Answer] = {
        far: fetched(far, link.format("Far", "One.")),
        near: fetched(near, link.format("Near", "Two.")),
        wanted: fetched(wanted, '<title>W</title><p>W</p><a href="/behind">behind</a>'),
    }
    bench = Bench(FakeFetcher(answers), scope={"stay": "any", "max_depth": 3})
    bench.ledger.propose([Candidate(parse(far), depth=2, priority=1.0, via=Via.LINK)])
    bench.seed(near)

    await bench.visit_one()
    first = bench.frontier.whereabouts(parse(wanted).key)
    await bench.visit_one()
    second = bench.frontier.whereabouts(parse(wanted).key)
    await bench.visit_all()

    assert isinstance(first, Queued)
    assert isinstance(second, Queued)
    assert (first.candidate.depth, second.candidate.depth) == (3, 1)
    assert bench.row(wanted).depth == 1
    assert bench.knows("http://z.test/behind")  # four links away by the first way, two by this


async def test_a_repeat_yields_a_record_but_no_links_unless_the_plan_wants_them():
    words = "The same words on both pages, and many of them. " * 10
    html = f'<title>Twin</title><p>{words}</p><a href="leaf">leaf</a>'
    answers = {f"{ZOO}a/": fetched(f"{ZOO}a/", html), f"{ZOO}b/": fetched(f"{ZOO}b/", html)}
    strict = Bench(FakeFetcher(answers)).seed(f"{ZOO}a/")
    keen = Bench(FakeFetcher(answers), follow=FollowOptions(repeats=True)).seed(f"{ZOO}a/")

    for bench in (strict, keen):
        await bench.visit_one()
        bench.seed(f"{ZOO}b/")
        await bench.visit_all()

    assert strict.row(f"{ZOO}b/").links_suppressed
    assert not strict.knows(f"{ZOO}b/leaf")
    assert strict.tally.duplicates == 1
    assert strict.tally.records == 2
    assert keen.knows(f"{ZOO}b/leaf")


async def test_history_keeps_the_last_moments_only():
    store = MemoryStore()
    bench = Bench(FakeFetcher({ZOO: fetched(ZOO)}), store=store)

    for run in range(1, 12):
        bench = Bench(FakeFetcher({ZOO: fetched(ZOO)}), store=store, run=run).seed(ZOO)
        await bench.visit_one()

    assert [moment.run for moment in bench.row(ZOO).history] == [str(n) for n in range(4, 12)]
