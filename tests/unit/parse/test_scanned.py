"""The compiled scan and the walk, which share no line of code between tree and links, say the same
of every page."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from tests.unit.parse.markup import markup, page
from tests.unit.parse.pages import AGENT, page_of

from bowerbird.model.document import Document
from bowerbird.parse.html import HtmlParser, ParsedHtml, needs_worker
from bowerbird.parse.options import ParseOptions

PAGES = sorted((Path(__file__).parents[3] / "tests/data/pages").glob("*.html"))
OPTIONS = ParseOptions(detect_language=False)


def both(body: str | bytes, options: ParseOptions = OPTIONS) -> tuple[ParsedHtml, ParsedHtml]:
    """As the scan reads it, and as the walk does."""
    fetched = page_of(body)
    scan, walk = HtmlParser(options, AGENT), HtmlParser(options, AGENT, compiled=False)
    return scan.parse(fetched), walk.parse(fetched)


def facts(document: Document) -> dict[str, object]:
    """Everything, with white space of the text put aside."""
    told = {name: getattr(document, name) for name in document.__struct_fields__}
    return told | {"text": document.text.split()}


def assert_same(body: str | bytes, options: ParseOptions = OPTIONS) -> None:
    scanned, walked = both(body, options)
    assert facts(scanned.document) == facts(walked.document)
    for link in scanned.document.links[:20]:
        assert scanned.context(link) == walked.context(link)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_saved_pages_are_read_alike(path: Path) -> None:
    assert_same(path.read_bytes())


@pytest.mark.parametrize("seed", range(20))
def test_generated_pages_are_read_alike(seed: int) -> None:
    for number in range(20):
        assert_same(page(20 * seed + number))


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(markup())
def test_broken_markup_is_read_alike(body: str) -> None:
    if not needs_worker(body.encode()):
        assert_same(body)


@pytest.mark.parametrize(
    "options",
    [
        ParseOptions(text=False),
        ParseOptions(detect_language=False, max_links=3, max_headings=1, max_text=20),
        ParseOptions(detect_language=False, keep_nofollow=False, strings_as_links=True),
    ],
    ids=["links only", "capped", "strings"],
)
def test_options_mean_the_same(options: ParseOptions) -> None:
    for seed in range(1_000, 1_040):
        assert_same(page(seed), options)


OUTER = ["svg", "math", "select", "table", "template", "noscript", "title", "h1", "a", "ul"]
INNER = ["svg", "title", "style", "script", "textarea", "link", "br", "a", "h2", "td", "p"]
ELEMENT_IN_ELEMENT = [
    f"<{outer}><a href=/1>1</a><{inner} class=nav href=/2 src=/3>two</{inner}> 3</{outer}> four"
    for outer in OUTER
    for inner in INNER
]


@pytest.mark.parametrize("body", ELEMENT_IN_ELEMENT, ids=range(len(ELEMENT_IN_ELEMENT)))
def test_elements_where_they_do_not_belong_are_read_alike(body: str) -> None:
    assert_same(body)


@pytest.mark.parametrize(
    "body",
    [
        "",
        "<",
        "<p",
        "<a href=",
        "<!--",
        "</p>",
        "a\0b<a href='/x\0y'>c</a>",
        "<a href='" + "x" * 20_000 + "'>long</a><a href=/y>short</a>",
        "<p " + "a=b " * 5_000 + ">x",
        "<b>" * 9_000 + "<a href=/deep>x</a>",
        "<template>" * 3_000 + "<a href=/no>x</a>",
        "x<hr>" * 5_000,
        "<p>" + "a&nbsp;" * 5_000,
        "<a href=/&amp;&nbsp;&nbsp;>x</a>" * 500,
        "<i data-url=/x style='background:url(/y)'>x" * 300,
        "<nav>only</nav>",
        "<main><h2>a</h2>b</main>c" * 50,
        "<script>document.write('<!--<script>')</script><a href=/after>x</a></script>y",
        "<p>" + "\u3000\u2003\u00a0\u1680\u205f\u202f x" * 10,
        "\ufeff\ud7ff\U0001f426 <a href=/\U0001f426>\U0001f426</a>",
    ],
    ids=lambda body: body[:20].encode("ascii", "replace").decode() or "nothing",
)
def test_extremes_are_read_alike(body: str) -> None:
    assert_same(body)


def test_the_scan_reads_ordinary_pages_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bowerbird.parse.html.read_walked", None)

    for path in PAGES:
        assert both_without_walk(path.read_bytes()).document.text


def both_without_walk(body: bytes) -> ParsedHtml:
    return HtmlParser(OPTIONS, AGENT).parse(page_of(body))


def test_the_scan_leaves_what_it_does_not_expect_to_the_walk() -> None:
    scanned, _ = both("<p>before<xmp><a href=/no>text</a></xmp><plaintext><a href=/no>")

    assert scanned.document.links == ()
    assert "text" in scanned.document.text
