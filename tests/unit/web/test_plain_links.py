"""What is answered without a parser is what the parser answers."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bowerbird.web.plain_links import absolute, stem_of
from bowerbird.web.url import IdentityRules, InvalidUrl, LinkResolver, Url, parse


def one_of(words: str) -> st.SearchStrategy[str]:
    return st.sampled_from(words.split())


# Mostly what the short cut lets through, with enough of what it must not.
PIECES = st.one_of(
    one_of("a b Z 0 9 . .. ... / // ../ ./ ? # & = - _ ~ ! $ ' * + , ; : @ index.html page .html"),
    one_of('( ) [ ] | ^ ` { } \\ % %2e %41 é \u3002 \xad \ud800 \x00 \x7f < > " c: c| #!x user@'),
    one_of("sid= s= jsessionid= PHPSESSID=1 http https http: https:// http:// :443 //a.test"),
    one_of("a.test EXAMPLE.test a.test:80 xn--bcher-kva xn--a 127.0.0.1 127.1 0x7f.1 1.2.3.4.5"),
    st.sampled_from([" ", "\t", "\n"]),
)
HREFS = st.lists(PIECES, max_size=8).map("".join) | st.text(
    "abz019./?#&=-_~!$'*+,:@;%", max_size=20
)
PATHS = one_of("/ /a/ /a/b/ /a//b/ // //a/ /a/./b/ /%7e/ /a;b/ /(x)/ /a.b/ /c:/ /a/page /b/c?q=/x/")
SITES = one_of(
    "http://a.test https://a.test:8443 http://127.0.0.1:80 https://[::1] http://a.test. ws://a.test"
    " http://me@a.test HTTP://A.test ftp://a.test file:// file:///c:"
)


def by_parser(href: str, base: str | None = None) -> Url | None:
    try:
        return parse(href, base)
    except InvalidUrl:
        return None


@given(HREFS, SITES, PATHS)
@example("../../../a", "http://a.test", "/a//b/")
@example("httpd.html", "http://a.test", "/a/")
@example("a?x='", "http://a.test", "/a/")
@example("?a", "http://a.test", "/a/page.html")
def test_a_resolver_answers_what_the_parser_answers(href: str, site: str, path: str) -> None:
    resolver, base = LinkResolver(), site + path

    first = resolver.resolve(base, [href])
    resolver.resolve(site + "/elsewhere/", [href])
    again = resolver.resolve(base, [href])

    assert first == again == [by_parser(href, base)]


@given(HREFS)
@example("http://a.test:80/")
@example("http://a.test./")
@example("http://1.2/")
@example("https://xn--a/")
@example("http://a.test/?sid=0123456789abcdef0123456789abcdef")
@example("http://-.-/")
def test_an_absolute_address_is_what_the_parser_makes_of_it(href: str) -> None:
    for text in (href, "http://" + href, "https://a.test" + href, "https://a.test/" + href):
        url = absolute(text)
        assert url is None or url == parse(text)


@given(HREFS, PATHS)
def test_a_relative_address_is_what_the_parser_makes_of_it(href: str, path: str) -> None:
    directory = parse("https://a.test" + path).href.partition("?")[0].rpartition("/")[0] + "/"
    stem = stem_of(directory)
    url = stem.join(href) if stem else None

    assert url is None or url == parse(href, directory)


@pytest.mark.parametrize(
    ("href", "is_now"),
    [
        ("b.html", "https://a.test/x/y/b.html"),
        ("b/c/?q=1&r=/~u", "https://a.test/x/y/b/c/?q=1&r=/~u"),
        ("../b#part 2", "https://a.test/x/b"),
        ("../../../", "https://a.test/"),
        ("/about/", "https://a.test/about/"),
    ],
)
def test_plain_links_need_no_parser(href: str, is_now: str) -> None:
    stem = stem_of("https://a.test/x/y/")

    assert stem is not None
    assert stem.join(href) == parse(is_now)


def test_plain_addresses_need_no_parser() -> None:
    assert absolute("http://127.0.0.2:8990/a/b.html#c") == parse("http://127.0.0.2:8990/a/b.html")
    assert absolute("https://www.example.org/") == parse("https://www.example.org/")


def test_rules_of_ones_own_hold_for_plain_links_too() -> None:
    resolver = LinkResolver(IdentityRules(ignore_query=True, keep_hash_bang=True))

    [queried, bang] = resolver.resolve("https://a.test/x/", ["/b?c=1", "d#!e"])

    assert queried == parse("https://a.test/b?c=1", rules=resolver.rules)
    assert bang == parse("https://a.test/x/d#!e", rules=resolver.rules)


@pytest.mark.parametrize(
    "href", ["/" + "x" * 70_000, "x" * 70_000, "http://a.test/" + "x" * 70_000]
)
def test_a_link_beyond_all_measure_is_not_plain(href: str) -> None:
    assert LinkResolver().resolve("https://a.test/x/", [href]) == [None]
