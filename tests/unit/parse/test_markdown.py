"""Markdown without its marks, with its links."""

import time

import pytest
from tests.unit.parse.pages import AGENT, page_of

from bowerbird.model.document import Heading
from bowerbird.parse.documents.framing import ParsedDocument
from bowerbird.parse.markdown import MarkdownParser
from bowerbird.parse.options import ParseOptions

MANY = 300_000


def read(text: str) -> ParsedDocument:
    page = page_of(text, "http://garden.test/notes/birds.md", "text/markdown")
    return MarkdownParser(ParseOptions(), AGENT).parse(page)


def hrefs(text: str) -> dict[str, str]:
    return {link.href: link.carrier for link in read(text).document.links}


def test_marks_go_and_words_stay() -> None:
    text = (
        "# Bowers\n\nSome **bold**, _slanted_ and `snake_case` words.\n\n> quoted\n\n- [x] done\n"
    )

    assert (
        read(text).document.text == "Bowers\nSome bold, slanted and snake_case words.\nquoted\ndone"
    )


def test_headings_of_both_forms_are_found() -> None:
    document = read("Bowers\n======\n\n### Sticks ###\n\nBlue\n----\n").document

    assert document.headings == (Heading(1, "Bowers"), Heading(3, "Sticks"), Heading(2, "Blue"))
    assert document.title == "Bowers"


def test_links_of_every_form_are_found() -> None:
    text = (
        "[one](http://a.test/1 'title') ![pic](pic.png) [two][ref] [ref] <http://a.test/auto>\n"
        'http://a.test/bare. <a href="html.html">x</a> [braces](http://a.test/b_(c))\n\n'
        "[ref]: http://a.test/ref\n"
    )

    assert hrefs(text) == {
        "http://a.test/1": "markdown", "pic.png": "img", "http://a.test/ref": "markdown",
        "http://a.test/auto": "text", "http://a.test/bare": "text", "html.html": "a",
        "http://a.test/b_(c)": "markdown",
    }  # fmt: skip


def test_a_link_is_told_with_its_words_and_its_line() -> None:
    parsed = read("Birds like [blue *things*](x.html) a lot.")

    context = parsed.context(parsed.document.links[0])
    assert (context.anchor, context.nearby) == (
        "blue things", "Birds like [blue *things*](x.html) a lot.",
    )  # fmt: skip


def test_front_matter_names_the_page() -> None:
    document = read("---\ntitle: 'Blue'\nlang: fr\nauthor: A. Tapir\n---\nmots\n").document

    assert (document.title, document.language, document.text) == ("Blue", "fr", "mots")
    assert document.metadata["front:author"] == "A. Tapir"


def test_code_is_said_as_it_is() -> None:
    document = read("```\n[no](link.html)\n```\nafter").document

    assert document.text == "[no](link.html)\nafter"
    assert document.links == ()


@pytest.mark.parametrize("piece", [
    "[", "](", "[a](", "[a](x", "![", "<a href=\"", "<!--", "*a", "`", "# ", "> ", "|", "\\",
    "[x](" + "a" * 990 + " ", "[a][b]", "---\n", "(((",
])  # fmt: skip
def test_no_line_takes_longer_than_its_length(piece: str) -> None:
    started = time.process_time()
    read(piece * (MANY // len(piece)))

    assert time.process_time() - started < 2.0  # 0.3 s at the most where it was written
