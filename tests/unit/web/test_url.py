"""A URL is read as browsers read it, and is fetched as the page gave it."""

import pytest

from bowerbird.web.url import (
    Cap,
    Caps,
    InvalidUrl,
    Url,
    broken_cap,
    has_credentials,
    key_of,
    parse,
    path_and_query,
    path_depth,
    path_of,
    path_segments,
    query_of,
)

PAGE = "http://example.org/dir/page.html?q=1"


@pytest.mark.parametrize(
    ("text", "href"),
    [
        ("HTTP://EXAMPLE.org", "http://example.org/"),
        ("http://example.org:80/", "http://example.org/"),
        ("https://example.org:443/a", "https://example.org/a"),
        ("https://example.org:80/a", "https://example.org:80/a"),
        ("http:\\\\example.org\\a\\b", "http://example.org/a/b"),
        ("  http://example.org/a\t\n ", "http://example.org/a"),
        ("http://exa\nmple.org/a\tb", "http://example.org/ab"),
        ("http://example.org/a b", "http://example.org/a%20b"),
        ("http:////example.org/a", "http://example.org/a"),
        ("http:/example.org/a", "http://example.org/a"),
        ("http://example.org/a/./b/../c", "http://example.org/a/c"),
        ("http://example.org/a/%2e%2E/c", "http://example.org/c"),
        ("http://example.org/../../c", "http://example.org/c"),
        ("http://example.org/%7euser", "http://example.org/%7euser"),
        ("http://example.org/ü", "http://example.org/%C3%BC"),
        ("http://bücher.example/", "http://xn--bcher-kva.example/"),
        ("http://BÜCHER.example/", "http://xn--bcher-kva.example/"),
        ("http://faß.example/", "http://xn--fa-hia.example/"),
        ("http://ｅｘａｍｐｌｅ.org/", "http://example.org/"),
        ("http://example。org/", "http://example.org/"),
        ("http://ex%61mple.org/", "http://example.org/"),
        ("http://0x7f.1/", "http://127.0.0.1/"),
        ("http://0177.0.0.1/", "http://127.0.0.1/"),
        ("http://2130706433/", "http://127.0.0.1/"),
        ("http://127.1/", "http://127.0.0.1/"),
        ("http://[::FFFF:127.0.0.1]/", "http://[::ffff:7f00:1]/"),
        ("http://[2001:DB8:0:0::1]:8080/", "http://[2001:db8::1]:8080/"),
        ("http://example.org/a?b#c", "http://example.org/a?b"),
        ("http://example.org/?", "http://example.org/?"),
        ("http://example.org?a=b", "http://example.org/?a=b"),
        ("http://user:secret@example.org/a", "http://example.org/a"),
        ("http://example.org/a\ud800b", "http://example.org/a%EF%BF%BDb"),
        ("ftp://example.org/file", "ftp://example.org/file"),
        ("file:///home/me/a.html", "file:///home/me/a.html"),
        ("file:///C|/a", "file:///C:/a"),
    ],
)
def test_an_absolute_url_is_read_as_whatwg_does(text, href):
    assert parse(text).href == href


@pytest.mark.parametrize(
    ("text", "href"),
    [
        ("next.html", "http://example.org/dir/next.html"),
        ("/top", "http://example.org/top"),
        ("//other.test/x", "http://other.test/x"),
        ("\\\\other.test\\x", "http://other.test/x"),
        ("?p=2", "http://example.org/dir/page.html?p=2"),
        ("#here", "http://example.org/dir/page.html?q=1"),
        ("", "http://example.org/dir/page.html?q=1"),
        ("http:next.html", "http://example.org/dir/next.html"),
        ("https:next.html", "https://next.html/"),
        ("../..//x", "http://example.org//x"),
        ("a:b", None),
        ("./a:b", "http://example.org/dir/a:b"),
    ],
)
def test_a_reference_is_resolved_as_whatwg_does(text, href):
    try:
        result = parse(text, PAGE).href
    except InvalidUrl:
        result = None

    assert result == href


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("example.org/a", "no scheme"),
        ("http://", "host"),
        ("http://exa mple.org/", "host"),
        ("http://exam<ple.org/", "host"),
        ("http://1.2.3.4.5/", "host"),
        ("http://256.1.1.1/", "host"),
        ("http://[::1/", "host"),
        ("http://example.org:65536/", "port"),
        ("http://exa%00mple.org/", "host"),
        ("http://\u00ad/", "host"),
        ("mailto:me@example.org", "mailto:"),
        ("javascript:alert(1)", "javascript:"),
        ("data:text/html,<p>", "data:"),
        ("blob:https://example.org/123", "blob:"),
        ("about:blank", "about:"),
        ("foo:///path", "no host"),
        ("http://example.org/" + "a" * 70_000, "longer than"),
    ],
)
def test_what_names_no_page_is_refused_with_a_reason(text, reason):
    with pytest.raises(InvalidUrl) as refused:
        parse(text)

    assert reason in refused.value.reason
    assert len(str(refused.value)) < 500


def test_a_reference_without_a_usable_base_names_the_base():
    with pytest.raises(InvalidUrl, match="its base is 'nonsense'"):
        parse("a.html", "nonsense")


@pytest.mark.parametrize(
    ("text", "scheme", "host", "origin"),
    [
        ("http://Example.org/a", "http", "example.org", "http://example.org"),
        ("https://example.org:8443/a", "https", "example.org", "https://example.org:8443"),
        ("http://[::1]:8080/", "http", "::1", "http://[::1]:8080"),
        ("http://0x7f000001/", "http", "127.0.0.1", "http://127.0.0.1"),
        ("http://me@example.org:81/", "http", "example.org", "http://example.org:81"),
        ("http://example.org./a", "http", "example.org", "http://example.org"),
        ("file:///etc/hosts", "file", "", "file://"),
        ("gopher://example.org:70/1", "gopher", "example.org", "gopher://example.org:70"),
    ],
)
def test_scheme_host_and_origin_are_taken_from_the_parsed_form(text, scheme, host, origin):
    url = parse(text)

    assert (url.scheme, url.host, url.origin) == (scheme, host, origin)


def test_a_last_dot_of_the_host_is_fetched_but_is_no_other_page():
    dotted, plain = parse("http://example.org./a"), parse("http://example.org/a")

    assert dotted.href == "http://example.org./a"
    assert dotted.identity == plain.identity


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("http://example.org/a", False),
        ("http://example.org/@user", False),
        ("mailto:me@example.org", False),
        ("http://me@example.org/", True),
        ("//me:secret@example.org/", True),
        ("\\\\me@example.org", True),
        ("http:\t//me@example.org/", True),
        ("http://@example.org/", False),
        ("http://a@b:c@/", False),
        ("@", False),
    ],
)
def test_credentials_in_a_link_are_noticed(text, answer):
    assert has_credentials(text) is answer
    assert has_credentials(text, PAGE) is answer


def test_credentials_of_the_base_do_not_count_as_the_links_own():
    assert parse("b", "http://me:secret@example.org/a").href == "http://example.org/b"


def test_the_key_stands_for_the_identity_alone():
    one, other = parse("http://example.org/%7Ea#x"), parse("http://example.org/~a")

    assert one.href != other.href
    assert one.key == other.key == key_of("http://example.org/~a")
    assert len(one.key) == 16


@pytest.mark.parametrize(
    ("text", "path", "query", "names"),
    [
        ("http://example.org", "/", "", []),
        ("http://example.org/a//b/?x=/y", "/a//b/", "x=/y", ["a", "b"]),
        ("http://example.org?x", "/", "x", []),
        ("gopher://example.org?x", "/", "x", []),
        ("file:///a/b", "/a/b", "", ["a", "b"]),
    ],
)
def test_a_url_comes_apart_into_path_and_query(text, path, query, names):
    url = parse(text)

    assert path_of(url) == path
    assert query_of(url) == query
    assert path_and_query(url) == (f"{path}?{query}" if query else path)
    assert path_segments(url) == names
    assert path_depth(url) == len(names)


def test_the_caps_say_which_of_them_is_broken():
    caps = Caps(max_length=60, max_segments=3)

    assert broken_cap(parse("http://example.org/a/b/c/"), caps) is None
    assert broken_cap(parse("http://example.org/a/b/c/d"), caps) is Cap.SEGMENTS
    assert broken_cap(parse("http://example.org//a//b//c//?/////"), caps) is None
    assert broken_cap(parse("http://example.org/" + "a" * 60), caps) is Cap.LENGTH


def test_the_usual_caps_are_2048_characters_and_20_names():
    site = "http://example.org/"

    assert broken_cap(parse(site + "a" * (2_048 - len(site)))) is None
    assert broken_cap(parse(site + "a" * (2_049 - len(site)))) is Cap.LENGTH
    assert broken_cap(parse(site + "a/" * 20)) is None
    assert broken_cap(parse(site + "a/" * 21)) is Cap.SEGMENTS


def test_a_url_is_a_value():
    assert parse("http://example.org/a") == Url(
        "http://example.org/a",
        "http://example.org/a",
        "http",
        "example.org",
        "http://example.org",
    )
