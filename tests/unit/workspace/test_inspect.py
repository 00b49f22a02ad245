"""Questions about URLs, answered from the books."""

import msgspec
import pytest
from tests.unit.crawl.bench import Bench

from bowerbird.dedup.content_seen import ContentSeenOptions, DiskContentSeen
from bowerbird.model.candidate import Candidate, Via
from bowerbird.model.errors import UsageError
from bowerbird.model.outcomes import Fetched, Refusal, Refused
from bowerbird.politeness.options_scope import ScopeOptions
from bowerbird.politeness.scope import RuleScope
from bowerbird.testing.fetcher import FakeFetcher, a_page, a_redirect
from bowerbird.web.url import IdentityRules, parse
from bowerbird.workspace.desk import View, answer_about_pages

ZOO = "http://zoo.test/"


def view(bench: Bench) -> View:
    scope = RuleScope(
        ScopeOptions.model_validate({"stay": "host", "exclude": ["*.zip"], "max_depth": 3}),
        [parse(ZOO)],
    )
    contents = DiskContentSeen(bench.store, ContentSeenOptions())
    return View(bench.store, bench.frontier, contents, scope, IdentityRules())


def explain(bench: Bench, url: str) -> dict[str, object]:
    return dict(answer_about_pages({"do": "explain", "url": url}, view(bench)))


async def test_a_page_that_waits_says_who_named_it_and_how_many_are_before_it():
    html = '<title>Zoo</title><p>x</p><a href="/a">a</a><a href="/b">b</a>'
    bench = Bench(FakeFetcher({ZOO: Fetched(a_page(ZOO, html))})).seed(ZOO)
    await bench.visit_one()

    facts = explain(bench, f"{ZOO}b")

    assert (facts["state"], facts["found_on"], facts["via"]) == ("queued", ZOO, "link")
    assert (facts["ahead"], facts["depth"]) == (1, 1)
    assert "waits in the queue of zoo.test, behind 1 others" in str(facts["sentence"])


async def test_a_page_that_waits_says_what_its_host_waits_for():
    bench = Bench().seed(ZOO)
    asked = msgspec.structs.replace(
        view(bench), waits_for=lambda host: f"the server of {host} asked for a pause, 58 s to go"
    )

    facts = answer_about_pages({"do": "explain", "url": ZOO}, asked)

    assert facts["rule"] == "the server of zoo.test asked for a pause, 58 s to go"
    assert facts["sentence"].endswith(
        "(attempt 1). Its host: the server of zoo.test asked for a pause, 58 s to go."
    )


async def test_a_redirect_away_from_tls_says_so():
    safe = "https://zoo.test/"
    bench = Bench(FakeFetcher({safe: a_redirect(safe, ZOO)})).seed(safe)
    await bench.visit_one()

    facts = explain(bench, safe)

    assert (facts["state"], facts["reason"]) == ("redirected", "downgrade")
    assert str(facts["sentence"]).endswith("it is no longer TLS.")


async def test_a_probe_is_no_page_but_is_explained():
    probe = Candidate(parse(f"{ZOO}no-such-page-x"), 1, via=Via.PROBE, found_on=f"{ZOO}gone")
    bench = Bench(FakeFetcher())
    bench.ledger.propose([probe])
    await bench.visit_one()

    facts = explain(bench, probe.url.href)

    assert answer_about_pages({"do": "pages"}, view(bench))["rows"] == []
    assert str(facts["sentence"]).startswith("It is no page: it was asked for to learn what")
    assert "(404)" in str(facts["sentence"])


async def test_a_page_under_way_says_so():
    bench = Bench().seed(ZOO)
    bench.frontier.lease(bench.clock.ticks(), 1)

    assert explain(bench, ZOO)["reason"] == "leased"


async def test_a_refused_page_names_the_line():
    bench = Bench().seed(ZOO)
    bench.gate.answers[ZOO] = Refused(Refusal.ROBOTS, "robots.txt line 2: Disallow: /")
    await bench.visit_one()

    facts = explain(bench, ZOO)

    assert (facts["state"], facts["reason"]) == ("refused", "robots")
    assert facts["sentence"] == "It was refused: robots.txt line 2: Disallow: / (a seed)."


async def test_a_redirect_names_where_it_leads():
    bench = Bench(FakeFetcher({ZOO: a_redirect(ZOO, "/new")})).seed(ZOO)
    await bench.visit_one()

    facts = explain(bench, ZOO)

    assert facts["final_url"] == f"{ZOO}new"
    assert "redirects to http://zoo.test/new" in str(facts["sentence"])


@pytest.mark.parametrize(
    ("url", "reason", "rule"),
    [
        ("http://far.test/", "scope", "stay = host"),
        (f"{ZOO}big.zip", "scope", "exclude "),
        (f"{ZOO}never/named", "not-found-yet", ""),
        (f"{ZOO}logout", "unsafe", "log"),
    ],
)
def test_a_url_that_nobody_named_says_what_would_become_of_it(url, reason, rule):
    facts = explain(Bench(), url)

    assert (facts["state"], facts["reason"]) == ("unknown", reason)
    assert rule in str(facts["rule"])


def test_what_is_no_url_is_a_wrong_question():
    with pytest.raises(UsageError, match="'http://' is not a URL"):
        explain(Bench(), "http://")


async def test_pages_come_in_chunks_and_none_twice(monkeypatch):
    monkeypatch.setattr("bowerbird.workspace.desk.CHUNK", 4)
    urls = [f"{ZOO}{number}" for number in range(10)]
    pages = {url: Fetched(a_page(url, f"<title>{url}</title><p>x")) for url in urls}
    bench = Bench(FakeFetcher(pages)).seed(*urls)
    await bench.visit_all()

    found, after = [], ""
    while after is not None:
        answer = answer_about_pages({"do": "pages", "after": after}, view(bench))
        found += [row["url"] for row in answer["rows"]]
        after = answer["after"]

    assert sorted(found) == sorted(urls)


async def test_a_repeat_names_the_page_that_stands_for_it():
    words = "<p>" + "The same words on both pages. " * 12
    urls = [f"{ZOO}a", f"{ZOO}longer"]
    bench = Bench(FakeFetcher({url: Fetched(a_page(url, words)) for url in urls})).seed(*urls)
    await bench.visit_all()

    rows = answer_about_pages({"do": "pages"}, view(bench))["rows"]

    assert {row["url"]: row["duplicate_of"] for row in rows} == {urls[0]: "", urls[1]: urls[0]}


async def test_a_page_that_counts_for_less_says_why():
    words = "<p>" + "The same words on both pages. " * 12
    hidden = f'<meta name="robots" content="noindex">{words}'
    pages = {
        f"{ZOO}a": words,
        f"{ZOO}b": hidden,
        f"{ZOO}gone": "<title>Page not found</title><p>Page not found",
    }
    bench = Bench(FakeFetcher({url: Fetched(a_page(url, html)) for url, html in pages.items()}))
    await bench.seed(*pages).visit_all()

    repeat, gone = explain(bench, f"{ZOO}b"), explain(bench, f"{ZOO}gone")

    assert repeat["duplicate_of"] == f"{ZOO}a"
    assert f" Its content is that of {ZOO}a." in str(repeat["sentence"])
    assert " It asks not to be indexed, so no search shows it." in str(repeat["sentence"])
    assert " It says “Page not found”, whatever its status says" in str(gone["sentence"])
    assert explain(bench, f"{ZOO}a")["duplicate_of"] == ""
