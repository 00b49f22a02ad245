"""What holds for every URL whatever it looks like."""

from hypothesis import example, given
from hypothesis import strategies as st

from bowerbird.web.url import IdentityRules, InvalidUrl, LinkResolver, Url, parse

# Pieces that have meaning to one of the steps, in any order, find more than random letters do.
PIECES = st.lists(
    st.sampled_from(
        [
            "/", "//", ".", "..", "%", "%7", "%7E", "%37", "%45", "%2e", "%25", "%2F", ";", "a",
            ";jsessionid=", ";jsessionid=1", "(S(abcdefghijklmnopq))", "(", ")", ".aspx",
            "(abcdefghijklmnopqrstuvwx)", "?", "&", "=", "PHPSESSID=1", "sid=" + "0f" * 16, "B",
            "CFID=1",
            "CFTOKEN=2", "utm_a=1", "#", "#!", "!", "\\", " ", "\t", "\n", "ü", "@", ":", "[", "1",
            "jsessionid", "%3B", "ref=1", "|", "C:", "~", "\ud800",
        ]
    ),
    max_size=12,
).map("".join)  # fmt: skip
HEADS = st.sampled_from(
    [
        "http://example.org", "https://example.org:8443", "http://example.org.", "http://[::1]",
        "http://me:x@h.test:81", "ftp://h.test", "file://", "http:", "//h.test", "", "gopher://h",
        "http://0x7f.1", "http://bücher.example", "http://a..", "http://127.1..", "x:",
    ]
)  # fmt: skip
TEXTS = st.one_of(st.builds(str.__add__, HEADS, PIECES), st.text(max_size=40))
RULES = st.builds(
    IdentityRules,
    keep_hash_bang=st.booleans(),
    ignore_query=st.booleans(),
    ignored_parameters=st.sampled_from([(), ("ref",), ("utm_*", "ref")]),
    keep_sessions=st.booleans(),
)
BASE = "http://base.test/dir/page?x"


def parsed(text: str, rules: IdentityRules) -> Url | None:
    try:
        return parse(text, BASE, rules)
    except InvalidUrl:
        return None


@given(TEXTS, RULES)
@example("http://example.org/%%37%45", IdentityRules())
@example("http://example.org/a/..;jsessionid=1/..;jsessionid=1", IdentityRules())
def test_parsing_what_was_parsed_changes_nothing(text, rules):
    url = parsed(text, rules)
    if url is None:
        return

    again = parse(url.href, None, rules)

    assert again.href == url.href
    if not rules.keep_hash_bang:
        assert again == url


@given(TEXTS, RULES)
def test_the_identity_of_an_identity_is_itself(text, rules):
    url = parsed(text, rules)
    if url is None:
        return

    again = parse(url.identity, None, rules)

    assert again.identity == url.identity
    assert (again.scheme, again.host, again.origin) == (url.scheme, url.host, url.origin)


@given(TEXTS)
def test_a_href_has_neither_fragment_nor_credentials_and_is_ascii(text):
    url = parsed(text, IdentityRules())
    if url is None:
        return

    authority = url.href.partition("://")[2].partition("/")[0].partition("?")[0]
    assert "#" not in url.href
    assert "@" not in authority
    assert url.href.isascii() or url.scheme == "gopher"
    assert url.identity.startswith(url.origin)


@given(
    st.sampled_from(
        ["http://example.org/a/b?c", "https://example.org/", "file:///C:/x", "http://h.test./a/"]
    ),
    st.lists(TEXTS, max_size=8),
    RULES,
)
def test_the_resolver_answers_as_the_parser_does_however_often_it_is_asked(base, hrefs, rules):
    resolver = LinkResolver(rules, max_directories=2, max_links=8)
    expected: list[Url | None] = []
    for href in hrefs:
        try:
            expected.append(parse(href, base, rules))
        except InvalidUrl:
            expected.append(None)

    for _ in range(3):
        assert resolver.resolve(base, hrefs) == expected


@given(st.text(max_size=60))
def test_any_text_is_a_url_or_an_invalid_url(text):
    try:
        outcome = parse(text).href
    except InvalidUrl as error:
        outcome = error.reason

    assert outcome
