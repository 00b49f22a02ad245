"""Links in headers: Link (RFC 8288) and Refresh."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bowerbird.web.link_header import HeaderLink, Refresh, parse_links, parse_refresh


@pytest.mark.parametrize(
    ("value", "links"),
    [
        ("<https://a.test/a>; rel=canonical", [("https://a.test/a", {"rel": "canonical"})]),
        ('</a,b;c>; rel="next prev"', [("/a,b;c", {"rel": "next prev"})]),
        (
            '<a>; rel=next; title="one, \\"two\\"; three", <b>;rel=prev',
            [("a", {"rel": "next", "title": 'one, "two"; three'}), ("b", {"rel": "prev"})],
        ),
        ("<a> ; REL = Next ; rel=prev", [("a", {"rel": "Next"})]),
        ("<a>;rel=up;hreflang=de;media", [("a", {"rel": "up", "hreflang": "de", "media": ""})]),
        ("<a>; title*=UTF-8'de'%e2%82%ac", [("a", {"title*": "UTF-8'de'%e2%82%ac"})]),
        ("<>; rel=self", [("", {"rel": "self"})]),
        ("< a >", [("a", {})]),
        (",, <a>;;; rel=next;,,<b>", [("a", {"rel": "next"}), ("b", {})]),
        ("junk <a>; rel=x junk, <b>", [("a", {"rel": "x"}), ("b", {})]),
        ('<a>; rel="never closed, <b>', [("a", {"rel": "never closed, <b>"})]),
        ("<a", []),
        ("nothing", []),
        ("", []),
    ],
)  # fmt: skip
def test_a_link_header_is_read_and_junk_is_skipped(value, links):
    assert parse_links([value]) == [HeaderLink(target, params) for target, params in links]


def test_several_headers_are_one_list():
    links = parse_links(["<a>; rel=next", "<b>; rel='x'"])

    assert [link.target for link in links] == ["a", "b"]


def test_relations_compare_in_lower_case():
    [link] = parse_links(['<a>; rel="Next  CANONICAL"'])

    assert link.relations == ("next", "canonical")


def test_endless_headers_are_cut():
    assert len(parse_links(["<a>," * 10_000])) == 500


@pytest.mark.parametrize(
    "value",
    ["<a>" + ";" * 60_000, '<a>;x="' + "\\" * 60_000, "<a>" + " " * 60_000, "," * 60_000 + "<",
     "<" * 60_000, "<a>;x=" * 10_000, "<a>;" + " ;=" * 20_000],
)  # fmt: skip
def test_no_link_header_is_slow(value):
    begun = time.process_time()

    parse_links([value])

    assert time.process_time() - begun < 0.5


@pytest.mark.parametrize(
    ("text", "refresh"),
    [
        ("5; url=/next", Refresh(5, "/next")),
        ("0;URL='/a b' ignored", Refresh(0, "/a b")),
        ('0;url="/a"', Refresh(0, "/a")),
        ("0;url='/unclosed", Refresh(0, "/unclosed")),
        (" 3.9 , url = /x ", Refresh(3, "/x")),
        (".5;url=/x", Refresh(0, "/x")),
        ("5 /plain", Refresh(5, "/plain")),
        ("5;/plain", Refresh(5, "/plain")),
        ("5;urlx", Refresh(5, "urlx")),
        ("5;url=url=x", Refresh(5, "url=x")),
        ("5", Refresh(5, "")),
        ("5;", Refresh(5, "")),
        ("5; ", Refresh(5, "")),
        ("9" * 5_000 + ";url=/x", Refresh(999_999_999, "/x")),
        ("", None),
        ("url=/x", None),
        ("-1;url=/x", None),
        ("5x", None),
        ("; url=/x", None),
    ],
)
def test_a_refresh_is_read_as_browsers_do(text, refresh):
    assert parse_refresh(text) == refresh


@given(st.text(alphabet="<>;,=\"'\\ abr0.9url\t", max_size=60))
def test_any_text_is_read_without_trouble(text):
    assert all(isinstance(link.target, str) for link in parse_links([text]))
    refresh = parse_refresh(text)
    assert refresh is None or refresh.seconds >= 0
