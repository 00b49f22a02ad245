"""What a page says of itself: title, headings, meta, base, language, robots, refresh."""

import pytest
from tests.unit.parse.pages import read

from bowerbird.model.document import Heading
from bowerbird.parse.html import needs_worker
from bowerbird.parse.options import ParseOptions


def test_title_headings_and_description() -> None:
    document = read(
        "<title> Blue \n birds </title><meta name=Description content=' On blue. '>"
        "<h1>Blue <em>birds</em></h1><svg><title>icon</title></svg><h2></h2><h3>Why<br>blue</h3>"
    ).document

    assert document.title == "Blue birds"
    assert document.headings == (Heading(1, "Blue birds"), Heading(3, "Why blue"))
    assert document.description == "On blue."


def test_meta_is_bounded_and_the_first_of_a_name_wins() -> None:
    metas = "<meta name=a content=1><meta name=A content=2><meta property='og:title' content=xyz>"
    metas += "".join(f"<meta name=n{number} content=1>" for number in range(100))

    metadata = read(metas, ParseOptions(max_metadata=5, max_metadata_length=2)).document.metadata

    assert metadata["a"] == "1"
    assert metadata["og:title"] == "xy"
    assert len(metadata) == 5


def test_canonical_and_alternates() -> None:
    document = read(
        "<link rel=canonical href=/c><link rel=canonical href=/second>"
        "<link rel=alternate hreflang=DE href=/de><link rel=alternate media=print href=/print>"
        "<link rel=amphtml href=/amp><link rel='alternate stylesheet' href=/s>"
        "<link rel=alternate type='application/atom+xml' href=/feed>"
    ).document

    assert document.canonical == "/c"
    assert document.alternates == (
        ("de", "/de"),
        ("print", "/print"),
        ("amphtml", "/amp"),
        ("application/atom+xml", "/feed"),
    )


def test_a_canonical_may_come_as_a_header() -> None:
    assert read("<p>x", link="</c>; rel=canonical").document.canonical == "/c"


@pytest.mark.parametrize(
    ("base", "expected"),
    [
        ("", "http://garden.test/birds/bower.html"),
        ("<base href=/top/>", "http://garden.test/top/"),
        ("<base href='../up/'>", "http://garden.test/up/"),
        ("<base target=_blank><base href=//cdn.test/x>", "http://cdn.test/x"),
        ("<base href='javascript:1'><base href=/second/>", "http://garden.test/second/"),
        ("<base href='http://['><base href=/second/>", "http://garden.test/second/"),
        ("<p>late</p>" * 100 + "<base href=/late/>", "http://garden.test/late/"),
    ],
)
def test_links_resolve_against_the_first_base_that_holds(base: str, expected: str) -> None:
    assert read(base + "<a href=x>x</a>").document.base == expected


@pytest.mark.parametrize(
    ("markup", "headers", "language"),
    [
        ("<html lang=de-AT>", {}, "de"),
        ("<html LANG='EN_us'>", {}, "en"),
        ("<html xml:lang=fr>", {}, "fr"),
        ("<meta http-equiv=content-language content=it>", {}, "it"),
        ("<p>x", {"content_language": "pl, en"}, "pl"),
        ("<html lang=und><p>" + "Der Laubenvogel baut eine Laube aus Zweigen. " * 3, {}, "de"),
        ("<p>" + "Le jardinier construit une tonnelle de brindilles. " * 3, {}, "fr"),
        ("<p>123 456", {}, ""),
    ],
)
def test_the_language_is_declared_or_else_detected(
    markup: str, headers: dict[str, str], language: str
) -> None:
    assert read(markup, None, "", **headers).document.language == language


def test_a_page_without_text_has_no_language() -> None:
    assert read("").document.language == ""


@pytest.mark.parametrize(
    ("markup", "headers", "noindex", "nofollow"),
    [
        ("<meta name=robots content='noindex'>", {}, True, False),
        ("<META NAME=ROBOTS CONTENT='NONE'>", {}, True, True),
        ("<meta name=bowerbird content=nofollow>", {}, False, True),
        ("<meta name=otherbot content=noindex>", {}, False, False),
        ("<p>x", {"x_robots_tag": "noindex, nofollow"}, True, True),
        ("<p>x", {"x_robots_tag": "otherbot: noindex"}, False, False),
        ("<meta name=robots content=noindex>", {"x_robots_tag": "nofollow"}, True, True),
    ],
)
def test_robots_directives_of_page_and_headers_add_up(
    markup: str, headers: dict[str, str], noindex: bool, nofollow: bool
) -> None:
    robots = read(markup, None, "", **headers).document.robots

    assert (robots.noindex, robots.nofollow) == (noindex, nofollow)


def test_a_quick_refresh_is_a_redirect() -> None:
    assert read("<meta http-equiv=refresh content='0;url=/x'>").document.refresh == "/x"
    assert read("<meta http-equiv=refresh content='6;url=/x'>").document.refresh == ""
    assert read("<p>x", refresh="5; url=/y").document.refresh == "/y"


def test_nuls_do_not_cut_a_page() -> None:
    document = read(b"<title>a\0b</title><p>before\0after</p><a href=/x\0y>l</a>").document

    assert document.title == "a\ufffdb"
    assert document.text.startswith("before\ufffdafter")
    assert document.links[0].href == "/x\ufffdy"


def test_text_can_be_left_out() -> None:
    document = read("<p>words</p><a href=/x>y</a>", ParseOptions(text=False)).document

    assert document.text == ""
    assert len(document.links) == 1


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"<p>x</p>" * 100, False),
        (b"<div>" * 300_000, True),
        (b"<div>" * 10_100, True),
        (b"<p>x</p>" * 20_000, False),
        (b"x" * 2_000_001, True),
    ],
)
def test_deep_and_big_pages_need_the_worker(body: bytes, expected: bool) -> None:
    assert needs_worker(body) is expected
