"""The links of a page become URLs, and what was resolved once is not resolved again."""

import pytest

from bowerbird.web.url import IdentityRules, LinkResolver, Url, parse

PAGE = "https://example.org/dir/page.html?q=1"


def hrefs_of(urls: list[Url | None]) -> list[str | None]:
    return [url.href if url else None for url in urls]


def test_hrefs_resolve_against_the_base_without_fragments():
    urls = LinkResolver().resolve(
        PAGE, ["a.html#x", "/b", "//c.test/", "?p=2", "#top", "", " d.html ", "http://e.test"]
    )

    assert hrefs_of(urls) == [
        "https://example.org/dir/a.html",
        "https://example.org/b",
        "https://c.test/",
        "https://example.org/dir/page.html?p=2",
        PAGE,
        PAGE,
        "https://example.org/dir/d.html",
        "http://e.test/",
    ]


@pytest.mark.parametrize(
    "href",
    [
        "javascript:void(0)", " JavaScript:x()", "java\nscript:x()", "mailto:me@example.org",
        "tel:+49", "data:text/html,<p>", "blob:https://example.org/1", "about:blank",
        "magnet:?xt=urn", "http://", "http://exa mple/", "https://example.org:99999/",
        "unknown:thing", "//", "data:" + "x" * 100_000, "/" + "x" * 100_000,
    ],
)  # fmt: skip
def test_hrefs_that_name_no_page_give_none(href):
    resolver = LinkResolver()

    assert resolver.resolve(PAGE, [href, href]) == [None, None]


def test_the_same_href_in_the_same_directory_gives_the_same_object():
    resolver = LinkResolver()

    [first] = resolver.resolve("https://example.org/dir/one.html", ["next.html"])
    [again] = resolver.resolve("https://example.org/dir/two.html?x#y", ["next.html"])
    [elsewhere] = resolver.resolve("https://example.org/two.html", ["next.html"])

    assert again is first
    assert elsewhere is not first


def test_a_href_from_the_root_is_remembered_for_the_whole_site():
    resolver = LinkResolver()

    [first] = resolver.resolve("https://example.org/a/b/one.html", ["/about"])
    [again] = resolver.resolve("https://example.org/c/two.html", ["/about"])
    [other_site] = resolver.resolve("https://example.org:8443/c/two.html", ["/about"])

    assert again is first
    assert hrefs_of([other_site]) == ["https://example.org:8443/about"]


@pytest.mark.parametrize(
    "href",
    ["?p=2", "#top", "", "  ?p=2", "\n?p=2", "https:?p=2", "ht\ntps:?p=2", "https:#x", "\t"],
)
def test_a_href_that_depends_on_the_whole_page_is_never_mixed_up(href):
    resolver = LinkResolver()
    pages = ["https://example.org/dir/one", "https://example.org/dir/two?q"]

    for page in pages * 2:
        [url] = resolver.resolve(page, [href])
        assert url == parse(href, page)


@pytest.mark.parametrize(
    "base",
    [
        "file:///C:/dir/a.html",
        "file:///C:",
        "file:///home/a.html",
        "gopher://example.org",
        "gopher://example.org/x?y/z",
        "https://example.org./dir/a",
        "HTTPS:\\\\Example.ORG\\dir\\a",
        "https://me:secret@example.org/dir/a",
    ],
)
def test_odd_bases_resolve_as_the_parser_does(base):
    resolver = LinkResolver()
    hrefs = ["/x", "y", "../z", "//h.test/", "?q", "C:/w", "\\v", "./", "http:u", "http:/u"]
    hrefs = [href for href in hrefs if not (base.startswith("file") and href == "C:/w")]

    urls = resolver.resolve(base, hrefs) + resolver.resolve(base, hrefs)

    expected: list[str | None] = []
    for href in hrefs * 2:
        try:
            expected.append(parse(href, base).href)
        except ValueError:
            expected.append(None)
    assert hrefs_of(urls) == expected


def test_without_a_usable_base_only_absolute_hrefs_count():
    urls = LinkResolver().resolve("about:blank", ["a.html", "http://example.org/b#c"])

    assert hrefs_of(urls) == [None, "http://example.org/b"]


def test_rules_of_identity_reach_every_link():
    resolver = LinkResolver(IdentityRules(keep_hash_bang=True, ignore_query=True))

    urls = resolver.resolve("https://example.org/app?x", ["#!/one", "#two", "other?y#!z"])

    assert [url and url.identity for url in urls] == [
        "https://example.org/app#!/one",
        "https://example.org/app",
        "https://example.org/other#!z",
    ]


def test_memory_stays_bounded_and_answers_stay_right():
    resolver = LinkResolver(max_directories=4, max_links=50)

    for number in range(200):
        hrefs = [f"p{number}-{each}" for each in range(10)] + ["/nav", f"/n{number}"]
        urls = resolver.resolve(f"https://example.org/d{number % 7}/", hrefs)
        assert hrefs_of(urls)[0] == f"https://example.org/d{number % 7}/p{number}-0"
        assert hrefs_of(urls)[10] == "https://example.org/nav"
        assert resolver.remembered <= 50 + len(hrefs)


def test_a_page_of_more_links_than_memory_holds_is_resolved_whole():
    resolver = LinkResolver(max_links=10)

    urls = resolver.resolve(PAGE, [f"p{each}" for each in range(1_000)])
    resolver.resolve("https://other.test/", ["x"])

    assert len({url.href for url in urls if url}) == 1_000
    assert resolver.remembered <= 11


def test_huge_hrefs_are_not_remembered():
    resolver = LinkResolver()

    resolver.resolve(PAGE, ["a" * 5_000, "javascript:" + "x" * 5_000])

    assert resolver.remembered == 0
