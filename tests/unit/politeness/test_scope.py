"""Which URLs belong to a crawl, and which rule keeps the others out."""

import time
from collections.abc import Mapping

import pytest
from pydantic import ValidationError

from bowerbird.model.candidate import Candidate, Via
from bowerbird.model.errors import PlanError
from bowerbird.model.outcomes import Refusal, Refused
from bowerbird.model.ports import PageFilter, Scope
from bowerbird.politeness.options_scope import ScopeOptions
from bowerbird.politeness.scope import RuleScope
from bowerbird.web.url import parse

SEED = "https://example.org/docs/start.html"


def link(text: str, depth: int = 1, via: Via = Via.LINK) -> Candidate:
    return Candidate(parse(text), depth=depth, via=via)


def scope(
    *seeds: str, plugins: Mapping[str, PageFilter] | None = None, **options: object
) -> RuleScope:
    chosen = ScopeOptions.model_validate({"stay": "any", **options})
    urls = [parse(seed) for seed in seeds or (SEED,)]
    return RuleScope(chosen, urls, plugins or {})


def fits(rule: str, text: str, depth: int = 1, via: Via = Via.LINK) -> bool:
    """Does the URL fit the rule? Asked as people ask: by excluding it."""
    refused = scope(exclude=[rule]).refusal(link(text, depth, via))
    assert refused is None or refused == Refused(Refusal.SCOPE, f"exclude {rule}")
    return refused is not None


def test_a_rule_scope_is_a_scope():
    port: Scope = scope()

    assert port.refusal(link(SEED)) is None


# ---- filters -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "inside", "outside"),
    [
        ("scheme(https)", ["https://a.test/"], ["http://a.test/"]),
        ("host(a.test)", ["http://a.test/", "http://A.TEST:81/"], ["http://b.a.test/"]),
        ("host(*.a.test)", ["http://b.a.test/", "http://c.b.a.test/"], ["http://a.test/",
                                                                        "http://ba.test/"]),
        ("host(bücher.example)", ["http://xn--bcher-kva.example/"], ["http://bucher.example/"]),
        ("host(0x7f.1)", ["http://127.0.0.1/"], ["http://127.0.0.2/"]),
        ("host(::1)", ["http://[::1]:8080/"], ["http://[::2]/"]),
        ('host("[::1]")', ["http://[::1]:8080/"], ["http://[::2]/"]),
        ("domain(a.test)", ["http://a.test/", "http://c.b.a.test/"], ["http://ba.test/",
                                                                      "http://a.test.evil.test/"]),
        ("domain(Bücher.example)", ["http://www.xn--bcher-kva.example/"], ["http://example/"]),
        ("prefix(/docs/)", ["http://a.test/docs/x", "http://b.test/docs/"], ["http://a.test/docs",
                                                                            "http://a.test/x/docs/"]),
        ("prefix(/ü)", ["http://a.test/ü/x", "http://a.test/%c3%bc"], ["http://a.test/u"]),
        ("prefix(https://a.test)", ["https://a.test/x"], ["https://a.test.evil.test/",
                                                         "http://a.test/"]),
        ("prefix(HTTPS://A.test:443/docs/)", ["https://a.test/docs/x"], ["https://a.test/x"]),
        ("extension(zip, .TAR.GZ)", ["http://a.test/x.ZIP", "http://a.test/x.tar.gz?v=1",
                                     "http://a.test/x.zip;v=1"],
         ["http://a.test/x.gz", "http://a.test/zip", "http://a.test/x.zip/", "http://a.test/.zip",
          "http://a.test/?x.zip"]),
        ("path-depth > 2", ["http://a.test/a/b/c", "http://a.test/a//b/c/"],
         ["http://a.test/a/b/", "http://a.test/", "http://a.test/?/a/b/c/d"]),
        ("path-depth = 0", ["http://a.test/", "http://a.test"], ["http://a.test/a"]),
        ("url-length >= 20", ["http://a.test/123456"], ["http://a.test/12345"]),
        ("parameters > 1", ["http://a.test/?a&b=1"], ["http://a.test/?a&&", "http://a.test/"]),
        ("query", ["http://a.test/?a"], ["http://a.test/?", "http://a.test/"]),
        ("query has sort", ["http://a.test/?sort", "http://a.test/?a=1&sort=x"],
         ["http://a.test/?resort=x", "http://a.test/?a=sort", "http://a.test/sort"]),
        ("query has sort = price", ["http://a.test/?sort=price&a"], ["http://a.test/?sort=prices",
                                                                     "http://a.test/?sort"]),
        ('query has q = "a b"', ["http://a.test/?q=a+b", "http://a.test/?q=a%20b"],
         ["http://a.test/?q=ab"]),
        ("query has größe", ["http://a.test/?größe=1", "http://a.test/?gr%c3%b6%c3%9fe"],
         ["http://a.test/?groesse"]),
        ("path like /a/*/print", ["http://a.test/a/b/c/print?x"], ["http://a.test/a/print",
                                                                   "http://a.test/a/b/printer"]),
        ("path like /a.b", ["http://a.test/a.b"], ["http://a.test/aXb"]),
        ("url like *cal.ndar*", ["http://a.test/my-cal.ndar/1"], ["http://a.test/calendar"]),
        ("host like A*.test", ["http://abc.test/"], ["http://b.test/"]),
        ("target like /s?q=*", ["http://a.test/s?q=1"], ["http://a.test/s", "http://a.test/sXq=1"]),
        ("url matches /calendar/", ["http://calendar.test/", "http://a.test/?calendar"],
         ["http://a.test/Calendar"]),
        ("path matches /^\\/calendar$/i", ["http://a.test/Calendar?x"], ["http://a.test/calendar/"]),
        ("query matches /(^|&)p=\\d+/", ["http://a.test/?x&p=12"], ["http://a.test/p=12"]),
        ("not query", ["http://a.test/"], ["http://a.test/?a"]),
        ("query or extension(zip) or domain(b.test)", ["http://a.test/x.zip", "http://b.test/"],
         ["http://a.test/"]),
        ("query and extension(php) and domain(a.test)", ["http://a.test/x.php?1"],
         ["http://a.test/x.php", "http://b.test/x.php?1"]),
        ("anything", ["http://a.test/"], []),
    ],
)  # fmt: skip
def test_a_filter_tells_urls_apart(rule, inside, outside):
    assert [text for text in inside if not fits(rule, text)] == []
    assert [text for text in outside if fits(rule, text)] == []


def test_how_far_and_by_what_a_url_was_found_can_be_filtered():
    assert fits("link-depth > 2", SEED, depth=3)
    assert not fits("link-depth > 2", SEED, depth=2)
    assert fits("via(sitemap, feed)", SEED, via=Via.FEED)
    assert not fits("via(sitemap, feed)", SEED, via=Via.LINK)


def test_a_supplied_filter_has_a_say():
    plugins = {"short": lambda candidate: len(candidate.url.href) < 20}
    chosen = scope(include=["plugin(short)"], plugins=plugins)

    assert chosen.refusal(link("http://a.test/x")) is None
    assert chosen.refusal(link("http://a.test/a-long-name")) == Refused(
        Refusal.SCOPE, "include plugin(short)"
    )


def test_an_unknown_supplied_filter_is_a_mistake_in_the_plan():
    with pytest.raises(PlanError, match=r"'shrt' in plugin\(shrt\); known: long, short"):
        scope(exclude=["plugin(shrt)"], plugins={"short": bool, "long": bool})


def test_no_pattern_of_a_person_can_make_a_url_slow():
    chosen = scope(
        exclude=["url matches /(a+)+$/", "url matches /(a|a)*b/", "url like *a*a*a*a*a*a*a*b"]
    )
    candidate = link("http://a.test/" + "a" * 2_000)

    begun = time.process_time()
    refused = chosen.refusal(candidate)

    assert refused == Refused(Refusal.SCOPE, "exclude url matches /(a+)+$/")
    assert scope(exclude=["url matches /(a+)+c/"]).refusal(candidate) is None
    assert time.process_time() - begun < 0.5


# ---- the whole -----------------------------------------------------------------------------------


def test_the_first_rule_that_refuses_is_named():
    chosen = scope(
        stay="host", include=["/docs/"], exclude=["*.zip"], max_depth=3, max_url_length=100
    )

    def reason(text: str, depth: int = 1) -> tuple[Refusal, str] | None:
        refused = chosen.refusal(link(text, depth))
        return (refused.reason, refused.rule) if refused else None

    assert reason("ftp://example.org/docs/") == (Refusal.SCHEME, "schemes = http, https")
    assert reason("https://b.test/" + "a" * 100) == (Refusal.TOO_LONG, "max_url_length = 100")
    assert reason("https://b.test/" + "a/" * 21) == (
        Refusal.TOO_DEEP_PATH,
        "max_path_segments = 20",
    )
    assert reason("https://b.test/docs/a.zip") == (Refusal.SCOPE, "stay = host")
    assert reason("https://example.org/a.zip") == (Refusal.SCOPE, "exclude *.zip")
    assert reason("https://example.org/a.html", 9) == (Refusal.SCOPE, "include /docs/")
    assert reason("https://example.org/docs/logout", 9) == (Refusal.UNSAFE, "log out")
    assert reason("https://example.org/docs/a.html", 9) == (Refusal.DEPTH, "max_depth = 3")
    assert reason("https://example.org/docs/a.html", 3) is None


def test_one_of_several_includes_is_enough_and_all_are_named():
    chosen = scope(include=["/a/", "/b/"])

    assert chosen.refusal(link("http://x.test/b/")) is None
    assert chosen.refusal(link("http://x.test/c/")) == Refused(Refusal.SCOPE, "include /a/, /b/")


@pytest.mark.parametrize(
    ("stay", "seed", "inside", "outside"),
    [
        ("host", "https://example.org/docs/", ["http://example.org/x", "https://www.example.org/"],
         ["https://b.example.org/", "https://example.org:8443/", "https://example.org.evil.test/"]),
        ("host", "http://www.example.org./", ["http://example.org/"], ["http://example.com/"]),
        ("domain", "https://docs.example.co.uk/", ["http://example.co.uk/", "http://a.example.co.uk:81/"],
         ["http://other.co.uk/"]),
        ("domain", "https://alice.github.io/", ["https://x.alice.github.io/"], ["https://bob.github.io/"]),
        ("seeds", "https://example.org/docs/", ["http://www.example.org/docs/a?b", "https://example.org/docs"],
         ["https://example.org/", "https://example.org/docs2/", "https://b.test/docs/"]),
        ("seeds", "https://example.org/docs/start.html", ["https://example.org/docs/b/c"],
         ["https://example.org/docs2"]),
        ("seeds", "https://example.org/docs", ["https://example.org/docs", "https://example.org/docs/a"],
         ["https://example.org/docs2", "https://example.org/"]),
        ("seeds", "http://a.test/%7Eme/", ["http://a.test/~me/a"], ["http://a.test/~you"]),
        ("seeds", "https://example.org", ["https://example.org/x/y"], ["https://b.example.org/"]),
        ("seeds", "file:///srv/www/", ["file:///srv/www/a"], ["file:///srv/", "file:///etc/passwd"]),
        ("any", "https://example.org/", ["http://b.test/"], []),
    ],
)  # fmt: skip
def test_a_crawl_stays_where_its_seeds_are(stay, seed, inside, outside):
    chosen = scope(seed, stay=stay, schemes=["http", "https", "file"])

    assert [text for text in inside if chosen.refusal(link(text))] == []
    assert [chosen.refusal(link(text)) for text in outside] == [
        Refused(Refusal.SCOPE, f"stay = {stay}")
    ] * len(outside)


def test_every_seed_counts():
    chosen = scope("http://a.test/x/", "http://a.test/y/", "http://b.test/", stay="seeds")

    assert chosen.refusal(link("http://a.test/y/1")) is None
    assert chosen.refusal(link("http://b.test/1")) is None
    assert chosen.refusal(link("http://a.test/z/1")) is not None


def test_a_seed_is_excused_from_stay_include_and_unsafe_but_not_from_exclude():
    chosen = scope(stay="host", include=["/docs/"], exclude=["*.zip"])

    assert chosen.refusal(link("http://b.test/logout", 0, Via.SEED)) is None
    assert chosen.refusal(link("http://b.test/x.zip", 0, Via.SEED)) is not None
    assert chosen.refusal(link("http://b.test/docs/", 0, Via.SITEMAP)) is not None


@pytest.mark.parametrize("via", [Via.REDIRECT, Via.REFRESH])
def test_where_a_seed_leads_is_excused_from_stay_alone(via):
    chosen = scope(stay="host", include=["/docs/"], exclude=["*.zip"])

    assert chosen.refusal(link("http://b.test/docs/a", 0, via)) is None
    assert chosen.refusal(link("http://b.test/a", 0, via)) is not None
    assert chosen.refusal(link("http://b.test/docs/x.zip", 0, via)) is not None
    assert chosen.refusal(link("http://b.test/docs/logout", 0, via)) is not None
    assert chosen.refusal(link("http://b.test/docs/a", 1, via)) is not None


def test_where_a_seed_redirected_to_can_become_a_seed():
    before = scope("http://old.test/", stay="host", exclude=["*.zip"])

    after = before.with_seeds([parse("http://new.test/")])

    assert before.refusal(link("http://new.test/a")) is not None
    assert after.refusal(link("http://new.test/a")) is None
    assert after.refusal(link("http://old.test/a")) is None
    assert after.refusal(link("http://new.test/a.zip")) is not None


def test_unsafe_links_can_be_followed_when_asked():
    assert scope(follow_unsafe=True).refusal(link("http://a.test/logout")) is None


# ---- options -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "where", "what"),
    [
        ({"stay": "home"}, ("stay",), "'host', 'domain', 'seeds' or 'any'"),
        ({"exclude": ["*.zip", "calendar"]}, ("exclude", 1), "write|expected *calendar*"),
        ({"include": ["domain("]}, ("include", 0), "at column 8"),
        ({"max_depth": -1}, ("max_depth",), "greater than or equal to 0"),
        ({"max_url_length": 0}, ("max_url_length",), "greater than or equal to 16"),
        ({"schemes": []}, ("schemes",), "at least 1"),
        ({"schemes": ["http://"]}, ("schemes", 0), "write it like http"),
        ({"excludes": []}, ("excludes",), "Extra inputs are not permitted"),
    ],
)
def test_options_that_do_not_hold_fail_at_load_with_their_path(options, where, what):
    with pytest.raises(ValidationError) as error:
        ScopeOptions.model_validate(options)

    [mistake] = error.value.errors()
    assert mistake["loc"] == where
    assert any(part in mistake["msg"] for part in what.split("|"))


def test_options_keep_rules_as_they_were_written():
    options = ScopeOptions(exclude=["*.zip", "not  query"])

    assert ScopeOptions.model_validate(options.model_dump()) == options
    assert options.exclude == ["*.zip", "not  query"]
