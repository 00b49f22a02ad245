"""Plain text: title, links, charset; and the choice of a parser by media type."""

import pytest
from tests.unit.parse.pages import AGENT, page_of

from bowerbird.parse.chooser import ParserByMediaType
from bowerbird.parse.html import HtmlParser
from bowerbird.parse.options import ParseOptions
from bowerbird.parse.plain import ParsedText, PlainTextParser


def read(body: str | bytes, **headers: str) -> ParsedText:
    page = page_of(body, media_type="text/plain", **headers)
    return PlainTextParser(ParseOptions(), AGENT).parse(page)


def test_the_first_line_with_words_is_the_title() -> None:
    assert read("\n====\n# Notes on  bowers\n\nText").document.title == "Notes on bowers"
    assert read("").document.title == ""


@pytest.mark.parametrize(
    ("text", "href"),
    [
        ("see http://x.test/a.", "http://x.test/a"),
        ("<https://x.test/b>", "https://x.test/b"),
        ("(http://x.test/c)", "http://x.test/c"),
        ("http://x.test/d_(e)", "http://x.test/d_(e)"),
        ("[words](http://x.test/f)", "http://x.test/f"),
        ('"http://x.test/g", he said', "http://x.test/g"),
        ("FTP://x.test/h!", "FTP://x.test/h"),
    ],
)
def test_bare_urls_are_links_without_the_sentence_around_them(text: str, href: str) -> None:
    links = read(text).document.links

    assert [(link.carrier, link.href) for link in links] == [("text", href)]


def test_the_line_is_what_stands_around_a_link() -> None:
    parsed = read("first line\nall about http://x.test/a and more\nlast line")

    context = parsed.context(parsed.document.links[0])

    assert context.nearby == "all about http://x.test/a and more"


def test_text_in_another_charset_with_robots_in_a_header() -> None:
    document = read(
        "Vögel bauen Lauben".encode("latin-1"),
        content_type="text/plain; charset=ISO-8859-1",
        x_robots_tag="noindex",
    ).document

    assert document.text == "Vögel bauen Lauben"
    assert document.charset == "windows-1252"
    assert document.robots.noindex


def test_markup_in_plain_text_declares_nothing() -> None:
    assert read("<meta charset=koi8-r>").document.charset == "utf-8"


def test_the_parser_is_chosen_by_media_type() -> None:
    html = HtmlParser(ParseOptions(), AGENT)
    plain = PlainTextParser(ParseOptions(), AGENT)
    chooser = ParserByMediaType.of([html, plain])

    def chosen(media_type: str) -> object:
        return chooser.parser_for(page_of("", media_type=media_type))

    assert chosen("text/html; charset=utf-8") is html
    assert chosen("Application/XHTML+XML") is html
    assert chosen("text/x-rst") is plain
    assert chosen("image/png") is None
    assert chosen("") is None
    assert "text/html" in chooser.media_types


@pytest.mark.parametrize(("text", "carrier"), [
    ("http://garden.test/a\nhttp://garden.test/b\n", "sitemap"),
    ("\ufeffhttp://garden.test/a\n\nhttp://garden.test/b", "sitemap"),
    ("http://garden.test/a\nhttp://else.test/b\n", "text"),
    ("http://garden.test/a\nand http://garden.test/b\n", "text"),
    ("http://garden.test/a\n", "text"),
])  # fmt: skip
def test_a_list_of_the_sites_own_urls_is_a_sitemap(text: str, carrier: str) -> None:
    page = page_of(text, "http://garden.test/sitemap.txt", "text/plain")
    document = PlainTextParser(ParseOptions(), AGENT).parse(page).document

    assert {link.carrier for link in document.links} == {carrier}
