import pytest

from bowerbird.crawl.missing import looks_missing
from bowerbird.model.document import Document, Heading


@pytest.mark.parametrize(
    "title",
    [
        "404 Not Found",
        "Not found.",
        "Error 404",
        "Page not found | Zoo",
        "The page you requested does not exist",
        "Seite nicht gefunden",
        "Page introuvable",
        "Página no encontrada",
        "Страница не найдена",
        "ページが見つかりません",
    ],
)
def test_a_page_that_says_it_is_missing_is_seen_through(title):
    assert looks_missing(Document(title=title, text="Sorry."))


def test_the_heading_is_asked_too():
    assert looks_missing(Document(title="Zoo", headings=(Heading(1, "Page not found"),)))


@pytest.mark.parametrize("title", ["Room 404 of the old hotel", "Lost and found", "The 404 bus"])
def test_a_page_about_something_else_is_not(title):
    assert not looks_missing(Document(title=title, text="Prose."))


def test_a_long_page_about_missing_pages_is_a_page():
    assert not looks_missing(
        Document(title="How to design a 404 - not found page", text="x" * 2000)
    )
