"""What keeps a crawl from following for ever, and from giving up a URL too early."""

from hashlib import blake2b

import pytest
from tests.unit.crawl.bench import Bench

from bowerbird.crawl.options import Budget, RetryOptions
from bowerbird.model.candidate import Candidate, Via
from bowerbird.model.outcomes import Fetched, Refusal
from bowerbird.model.pagerow import PageState
from bowerbird.model.ports import FetchRequest
from bowerbird.testing.fetcher import Answer, FakeFetcher, a_page, a_redirect
from bowerbird.web.url import parse

ZOO = "http://zoo.test/"
PROSE = (
    "The keeper walks round the pond each morning with a lantern, and counts the tapirs "
    + "again. " * 8
)


def fetched(url: str, html: str, **more) -> Fetched:
    return Fetched(a_page(url, html, **more))


class Site:
    """A server whose every answer is made from the path that is asked for."""

    def __init__(self, page) -> None:
        self._page = page
        self.asked: list[str] = []

    async def fetch(self, request: FetchRequest) -> Fetched:
        path = request.url.href.removeprefix(ZOO)
        self.asked.append(path)
        return fetched(request.url.href, self._page(path))


async def test_ten_refreshes_in_a_row_are_followed_and_no_more():
    site = Site(lambda path: f'<meta http-equiv="refresh" content="0; url=/{path}x">{path}')
    bench = Bench(site).seed(ZOO)

    await bench.visit_all()

    assert site.asked == ["x" * n for n in range(11)]
    last = bench.row(ZOO + "x" * 11)
    assert (last.state, last.reason) == (PageState.REFUSED, Refusal.TOO_MANY_HOPS)
    assert last.rule == "more than 10 redirects in a row"


async def test_two_canonical_links_in_a_row_are_followed_and_no_more():
    site = Site(lambda path: f'<link rel="canonical" href="/{path}x"><title>{path}</title>')
    bench = Bench(site).seed(ZOO)

    await bench.visit_all()

    assert site.asked == ["", "x", "xx"]
    assert bench.row(f"{ZOO}xxx").reason == Refusal.TOO_MANY_HOPS


async def test_an_ordinary_link_begins_a_chain_anew():
    site = Site(
        lambda path: (
            f'<link rel="canonical" href="/{path}x"><title>{path}</title><a href="/{path}x">x</a>'
            if len(path) < 6
            else "<title>End</title>"
        )
    )
    bench = Bench(site).seed(ZOO)

    await bench.visit_all()

    assert site.asked[-1] == "xxxxxx"


@pytest.mark.parametrize(
    ("first", "reason"),
    [
        ('<a rel="nofollow" href="/leaf">x</a>', Refusal.NOFOLLOW),
        ('<a href="http://me:secret@zoo.test/leaf">x</a>', Refusal.CREDENTIALS),
    ],
)
async def test_a_link_that_is_refused_once_may_be_vouched_for_later(first, reason):
    good = '<a href="/leaf">leaf</a>'
    answers = {
        f"{ZOO}1": fetched(f"{ZOO}1", f"<title>One</title>{first}"),
        f"{ZOO}2": fetched(f"{ZOO}2", f"<title>Two</title>{good}"),
        f"{ZOO}leaf": fetched(f"{ZOO}leaf", "<title>Leaf</title>"),
    }
    bench = Bench(FakeFetcher(answers)).seed(f"{ZOO}1")
    await bench.visit_one()
    before = bench.row(f"{ZOO}leaf").reason

    await bench.seed(f"{ZOO}2").visit_all()

    assert before == reason
    assert bench.row(f"{ZOO}leaf").state is PageState.FETCHED


@pytest.mark.parametrize("turn", [1, -1])
async def test_of_two_links_on_one_page_the_one_that_may_be_followed_counts(turn):
    both = ['<a rel="nofollow" href="/leaf">x</a>', '<a href="/leaf">x</a>'][::turn]
    bench = Bench(FakeFetcher({ZOO: fetched(ZOO, "".join(both))})).seed(ZOO)

    await bench.visit_one()

    assert bench.knows(f"{ZOO}leaf")
    assert bench.tally.refused == {}


async def test_errors_and_attempts_use_up_the_share_of_a_host():
    urls = [f"{ZOO}{number}" for number in range(6)]
    answers = {url: fetched(url, "no", status=404) for url in urls}
    answers[urls[0]] = fetched(urls[0], "no", status=500)
    bench = Bench(
        FakeFetcher(answers), budget=Budget(host_pages=4), retry=RetryOptions(attempts=2)
    ).seed(*urls)

    await bench.visit_all()

    assert len(bench.fetcher.asked) == 4  # type: ignore[attr-defined] # FakeFetcher


async def test_the_same_page_under_another_session_is_no_news():
    sessions = [blake2b(bytes([n]), digest_size=16).hexdigest() for n in range(8)]
    one, two = (f"{ZOO}?visit={session}" for session in sessions[:2])
    onward = [" ".join(sessions[start : start + 3]) for start in (2, 5)]
    pages = {
        url: fetched(url, f"<title>T</title><p>{PROSE} {links}</p>")
        for url, links in zip((one, two), onward, strict=True)
    }
    bench = Bench(FakeFetcher(pages)).seed(one)
    await bench.visit_all()

    await bench.seed(two).visit_all()

    assert bench.row(two).near_duplicate_of == bench.row(one).identity
    assert not bench.row(two).links_suppressed


async def test_a_redirect_back_to_a_seed_does_not_take_its_page_away():
    answers: dict[str, Answer] = {
        ZOO: fetched(ZOO, '<title>Zoo</title><a href="/docs/home">home</a>'),
        f"{ZOO}docs/home": a_redirect(f"{ZOO}docs/home", ZOO),
    }
    bench = Bench(FakeFetcher(answers), seeds=[ZOO], scope={"include": ["/docs/"]}).seed(ZOO)

    await bench.visit_all()

    assert bench.row(f"{ZOO}docs/home").final_url == ZOO
    assert (bench.row(ZOO).state, bench.row(ZOO).title) == (PageState.FETCHED, "Zoo")
    assert bench.tally.refused == {}


async def test_a_crawl_moves_to_where_a_seed_lives_and_not_to_what_lies_on_the_way():
    tracker, home = "http://tracker.test/", "http://home.test/"
    links = f'<title>Home</title><a href="/in">in</a><a href="{tracker}more">more</a>'
    answers: dict[str, Answer] = {
        ZOO: a_redirect(ZOO, tracker),
        tracker: a_redirect(tracker, home),
        home: fetched(home, links),
        f"{home}in": fetched(f"{home}in", "<title>In</title>"),
    }
    bench = Bench(FakeFetcher(answers), seeds=[ZOO], scope={"stay": "host"}).seed(ZOO)

    await bench.visit_all()

    assert bench.row(f"{home}in").state is PageState.FETCHED
    assert bench.row(f"{tracker}more").reason == Refusal.SCOPE
    resumed = Bench(store=bench.store, seeds=[ZOO], scope={"stay": "host"})
    link = Candidate(parse(f"{home}later"), depth=1, via=Via.LINK)
    assert resumed.crawl.reader.scope.refusal(link) is None
