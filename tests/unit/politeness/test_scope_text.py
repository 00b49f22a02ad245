"""Rules are read as people write them, print themselves back, and errors name the column."""

import pytest

from bowerbird.politeness.scope_errors import RuleError
from bowerbird.politeness.scope_rules import (
    And,
    AnyQuery,
    Anything,
    Comparison,
    Count,
    Like,
    ListKind,
    Matches,
    Not,
    OneOf,
    Or,
    Parameter,
    Plugin,
    Quantity,
    Subject,
)
from bowerbird.politeness.scope_text import parse_rule

ZIP = OneOf(ListKind.EXTENSION, ("zip",))
DEEP = Count(Quantity.PATH_DEPTH, Comparison.MORE, 8)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("anything", Anything()),
        ("scheme(http, https)", OneOf(ListKind.SCHEME, ("http", "https"))),
        ("host(*.example.org)", OneOf(ListKind.HOST, ("*.example.org",))),
        ("domain( a.test,b.test )", OneOf(ListKind.DOMAIN, ("a.test", "b.test"))),
        ("prefix(https://example.org/a?b=c)", OneOf(ListKind.PREFIX, ("https://example.org/a?b=c",))),
        ('prefix("/a (1), b")', OneOf(ListKind.PREFIX, ("/a (1), b",))),
        ("via(sitemap, feed)", OneOf(ListKind.VIA, ("sitemap", "feed"))),
        ("path-depth>8", DEEP),
        ("link-depth <= 3", Count(Quantity.LINK_DEPTH, Comparison.AT_MOST, 3)),
        ("url-length >= 200", Count(Quantity.URL_LENGTH, Comparison.AT_LEAST, 200)),
        ("parameters != 0", Count(Quantity.PARAMETERS, Comparison.NOT_EQUAL, 0)),
        ("query", AnyQuery()),
        ('query has "replytocom"', Parameter("replytocom")),
        ("query has sort=price", Parameter("sort", "price")),
        ('query has sort = "a b"', Parameter("sort", "a b")),
        ("path like */print/*", Like(Subject.PATH, "*/print/*")),
        ("query like *sort=*", Like(Subject.QUERY, "*sort=*")),
        (r"url matches /\/calendar\/\d{4}/", Matches(Subject.URL, r"/calendar/\d{4}")),
        ("host matches /^www\\./i", Matches(Subject.HOST, r"^www\.", True)),
        ("plugin(mine)", Plugin("mine")),
        ("not not query", Not(Not(AnyQuery()))),
        ("not query and query", And((Not(AnyQuery()), AnyQuery()))),
        ("extension(zip) or path-depth > 8 and query", Or((ZIP, And((DEEP, AnyQuery()))))),
        ("(extension(zip) or path-depth > 8) and query", And((Or((ZIP, DEEP)), AnyQuery()))),
        ("query and (query and query)", And((AnyQuery(), And((AnyQuery(), AnyQuery()))))),
        ("((query))", AnyQuery()),
        (
            "domain(example.org)\n  and not (extension(zip) or path-depth > 8)",
            And((OneOf(ListKind.DOMAIN, ("example.org",)), Not(Or((ZIP, DEEP))))),
        ),
    ],
)  # fmt: skip
def test_an_expression_is_read_and_prints_itself_back(text, rule):
    assert parse_rule(text) == rule
    assert parse_rule(str(rule)) == rule


def test_the_canonical_text_has_no_more_parentheses_and_quotes_than_it_needs():
    text = '((domain("example.org")) and not(extension( zip,exe ) or (path-depth>8)))'

    assert str(parse_rule(text)) == (
        "domain(example.org) and not (extension(zip, exe) or path-depth > 8)"
    )


@pytest.mark.parametrize(
    ("short", "whole"),
    [
        ("*.zip", "extension(zip)"),
        ("*.tar.gz", "extension(tar.gz)"),
        ("*.example.org", "host(*.example.org)"),
        ("example.org", "domain(example.org)"),
        ("docs.example.org", "domain(docs.example.org)"),
        ("127.0.0.1", "host(127.0.0.1)"),
        ("localhost", "host(localhost)"),
        ("example.org/docs/*", "url like *://example.org/docs/*"),
        ("localhost:8080", "url like *://localhost:8080/*"),
        ("https://example.org/docs/", "prefix(https://example.org/docs/)"),
        ("https://example.org/docs/*", "prefix(https://example.org/docs/)"),
        ("https://*.example.org/a", "url like https://*.example.org/a"),
        ("/private/*", "prefix(/private/)"),
        ("/private/", "prefix(/private/)"),
        ("/wiki/Foo_(bar)", 'prefix("/wiki/Foo_(bar)")'),
        ("/a/*/print", "path like /a/*/print"),
        ("/search?q=*", "target like /search?q=*"),
        ("?", "query"),
        ("?sort", "query has sort"),
        ("?sort=*", "query has sort"),
        ("?sort=price", "query has sort = price"),
        ("*calendar*", "url like *calendar*"),
        (r"regex:/\d{4}/", r"url matches /\/\d{4}\//"),
        ("  *.zip ", "extension(zip)"),
    ],
)
def test_a_bare_word_is_a_rule(short, whole):
    assert str(parse_rule(short)) == whole
    assert parse_rule(whole) == parse_rule(short)


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("", 1, "a filter"),
        ("domain(example.org", 19, ", or )"),
        ("domain()", 8, "a word"),
        ("domain(example.org) domain(a.test)", 21, "and, or, or the end"),
        ("query and", 10, "a filter"),
        ("not", 4, "a filter"),
        ("(query", 7, ")"),
        ("query)", 6, "and, or, or the end"),
        ("path-depth many", 12, "one of < <= = != >= >"),
        ("path-depth > many", 14, "a whole number"),
        ("path-depth > 8x", 14, "a whole number"),
        ("path", 5, "like or matches"),
        ("query has", 10, "the name of a query parameter"),
        ('query has "a', 11, 'a closing "'),
        ("url matches calendar", 13, "a regular expression between slashes"),
        ("url matches /a", 13, "a regular expression between slashes"),
        ("url matches /(a/", 13, "unclosed group"),
        ("url matches /(?=a)b/", 13, "look-around"),
        (r"url matches /(a)\1/", 13, "backreferences"),
        ("url matches /(a{1000}){1000}/", 13, "exceeds size limit"),
        ("prefix(docs)", 7, "a path that begins with / or a whole URL"),
        ("via(magic)", 4, "one of seed, link"),
        ("host(example.org:80)", 5, "a host alone, without scheme, port or path"),
        ("host(example.org/a)", 5, "a host alone"),
        ("domain(https://example.org)", 7, "a host alone"),
        ("domain(*.example.org)", 7, "a word without *"),
        ('host("")', 5, "a host alone"),
        ("host(me@a.test)", 5, "a host alone"),
        ("host(a*.example.org)", 5, "a * only at the start"),
        ("extension(*)", 10, "a word without *"),
        ("calendar", 1, "*calendar* for that word anywhere"),
        ("Domain(example.org)", 1, "a filter"),
        ("(" * 60 + "query" + ")" * 60, 51, "nested parentheses"),
        ("query or " * 5_000 + "query", 20_001, "a shorter rule"),
    ],
)
def test_an_error_is_one_sentence_with_the_column_and_what_was_expected(text, column, expected):
    with pytest.raises(RuleError) as error:
        parse_rule(text)

    assert error.value.column == column
    assert f"at column {column}: expected" in str(error.value)
    assert expected in str(error.value)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 400
