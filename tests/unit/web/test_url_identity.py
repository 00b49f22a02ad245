"""Two URLs are one page when only spelling or a session token tells them apart."""

import pytest

from bowerbird.web.url import IdentityRules, parse

SITE = "http://example.org"
HEX32 = "0123456789abcdef0123456789ABCDEF"


def identity(rest: str, rules: IdentityRules | None = None) -> str:
    whole = parse(SITE + rest, None, rules or IdentityRules()).identity
    assert whole.startswith(SITE)
    return whole.removeprefix(SITE)


@pytest.mark.parametrize(
    ("rest", "same_as"),
    [
        ("", "/"),
        ("/%7Euser", "/~user"),
        ("/%41%2d%2E%5f", "/A-._"),
        ("/a%2fb", "/a%2Fb"),
        ("/%e4", "/%E4"),
        ("/a?b=%7e&c=%2f", "/a?b=~&c=%2F"),
        ("/100%", "/100%25"),
        ("/%zz", "/%25zz"),
        ("/%%37%45", "/%257E"),
        ("/a#part", "/a"),
    ],
)
def test_spelling_makes_no_other_page(rest, same_as):
    assert identity(rest) == same_as


@pytest.mark.parametrize(
    "rest",
    [
        "/A", "/a/", "/a//b", "/a?b=1&a=2", "/a?", "/a?b", "/a?b=", "/a%2Fb", "/a+b", "/a%20b",
        "/index.html", "/a;v=1", "/a(b)c", "/a?x=1;y=2", "/a?b&b&b",
    ],
)  # fmt: skip
def test_what_a_server_may_tell_apart_stays_apart(rest):
    assert identity(rest) == rest


@pytest.mark.parametrize(
    ("rest", "same_as"),
    [
        ("/a;jsessionid=0A1B2C.node1", "/a"),
        ("/a;jsessionid=0A1B2C.node1?x=1", "/a?x=1"),
        ("/a;JSESSIONID=0A1B/b;v=2", "/a/b;v=2"),
        ("/a;v=2;jsessionid=1", "/a;v=2"),
        ("/a;%6asessionid=1", "/a"),
        ("/a/..;jsessionid=1/b", "/b"),
        ("/a?jsessionid=1", "/a"),
        ("/a?PHPSESSID=abc123&x=1", "/a?x=1"),
        ("/a?x=1&PHPSESSID=abc123&y=2", "/a?x=1&y=2"),
        (f"/viewtopic.php?t=7&sid={HEX32}", "/viewtopic.php?t=7"),
        (f"/showthread.php?s={HEX32}&t=7", "/showthread.php?t=7"),
        ("/a.asp?ASPSESSIONIDQQABCDEF=LKJHGFDSA", "/a.asp"),
        ("/a?ASP.NET_SessionId=lit3py55t21z5v55vlm25s55", "/a"),
        ("/(S(lit3py55t21z5v55vlm25s55))/page.aspx", "/page.aspx"),
        ("/app/(A(lit3py55t21z5v55vlm25s55)F(lit3py55t21z5v55))/page", "/app/page"),
        ("/(lit3py55t21z5v55vlm25s55)/page.aspx", "/page.aspx"),
        ("/shop?osCsid=hpcmhgpnglj45lm61pvhs7sus7&p=1", "/shop?p=1"),
        ("/shop?CFID=12345&CFTOKEN=98765432&p=1", "/shop?p=1"),
    ],
)
def test_a_session_token_makes_no_other_page_but_is_fetched(rest, same_as):
    assert identity(rest) == same_as
    if "/.." not in rest:
        assert parse(SITE + rest).href == SITE + rest


@pytest.mark.parametrize(
    "rest",
    [
        "/talks?session_id=12",
        "/talks?sessionid=opening-keynote",
        "/a?sid=20230101",
        "/search?s=shoes",
        "/a?cfid=12345",
        "/a?PHPSESSID=",
        "/a?thesid=" + HEX32,
        "/(S(short))/page.aspx",
        "/wiki/Foo_(bar)/x",
        "/(lit3py55t21z5v55vlm25s55)/page.html",
    ],
)
def test_only_a_clear_session_token_is_taken_out(rest):
    assert identity(rest) == rest


def test_sessions_can_be_kept():
    rest = "/a;jsessionid=1?PHPSESSID=2"

    assert identity(rest, IdentityRules(keep_sessions=True)) == rest


def test_a_hash_bang_names_a_page_only_when_asked():
    keep = IdentityRules(keep_hash_bang=True)

    assert identity("/a#!/one") == "/a"
    assert identity("/a#!/one", keep) == "/a#!/one"
    assert identity("/a#one", keep) == "/a"
    assert parse(SITE + "/a#!/one", None, keep).href == SITE + "/a"


def test_the_query_is_left_out_only_when_asked():
    assert identity("/a?b=1", IdentityRules(ignore_query=True)) == "/a"
    assert identity("/a?", IdentityRules(ignore_query=True)) == "/a"
    assert parse(SITE + "/a?b=1", None, IdentityRules(ignore_query=True)).href == SITE + "/a?b=1"


@pytest.mark.parametrize(
    ("rest", "same_as"),
    [
        ("/a?utm_source=x&b=1&utm_medium=y", "/a?b=1"),
        ("/a?ref=x", "/a"),
        ("/a?REF=x", "/a?REF=x"),
        ("/a?prefer=x", "/a?prefer=x"),
        ("/a?b=utm_source", "/a?b=utm_source"),
        ("/a", "/a"),
        ("/a?", "/a?"),
    ],
)
def test_named_parameters_are_left_out_when_asked(rest, same_as):
    assert identity(rest, IdentityRules(ignored_parameters=("ref", "utm_*"))) == same_as
