"""What pages say of themselves: by each vocabulary, by several at once, and by none."""

import json
import time
from typing import Any

import pytest

from bowerbird.extract.metadata.html import NOTHING, html_metadata, page_metadata
from bowerbird.extract.metadata.office import property_metadata
from bowerbird.model.document import Document
from bowerbird.model.metadata import Person, Source


def said(markup: str, url: str = "") -> Any:
    """Fields that are missing would fail a test by themselves: no need to say so each time."""
    return html_metadata(markup, url)


def again(body: bytes, document: Document, url: str) -> Any:
    return page_metadata(body, document, url)


def page(*head: str, body: str = "") -> str:
    return f"<!doctype html><html lang=en><head>{''.join(head)}</head><body>{body}</body></html>"


def meta(name: str, content: str) -> str:
    return f'<meta name="{name}" content="{content}">'


def block(value: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(value)}</script>'


def names(found) -> list[str]:
    return [person.name for person in found.authors.value]


def test_highwire_tags_are_read_and_an_institution_belongs_to_the_author_before_it():
    found = said(
        page(
            meta("citation_title", "On Bowers &amp; Birds"),
            meta("citation_author", "Gould, Ann"),
            meta("citation_author_institution", "University of Perth"),
            meta("citation_author", "Bo Li"),
            meta("citation_publication_date", "2019/3/4"),
            meta("citation_doi", "doi:10.1234/BOW.7"),
            meta("citation_journal_title", "Emu"),
            meta("citation_firstpage", "12"),
            meta("citation_lastpage", "19"),
            meta("citation_issn", "0158-4197"),
            meta("citation_pdf_url", "https://x.test/7.pdf"),
            meta("citation_reference", "citation_title=Nests; citation_doi=10.5/n"),
        )
    )

    assert found.title.value == "On Bowers & Birds"
    assert found.title.source is Source.HIGHWIRE
    assert found.authors.value == (
        Person("Ann Gould", "Gould", "Ann", ("University of Perth",)),
        Person("Bo Li"),
    )
    assert found.affiliations.value == ("University of Perth",)
    assert (found.date.value, found.doi.value) == ("2019-03-04", "10.1234/bow.7")
    assert (found.journal.value, found.pages.value) == ("Emu", "12–19")
    assert found.issn.value == ("0158-4197",)
    assert found.pdf.value == "https://x.test/7.pdf"
    assert found.references.value[0].text.startswith("Nests")


def test_json_ld_tells_the_work_among_the_nodes_of_a_graph():
    graph = {
        "@context": "https://schema.org",
        "@graph": [
            {"@type": "WebSite", "name": "The Site"},
            {"@type": "Organization", "@id": "#org", "name": "Bird Press"},
            {
                "@type": ["NewsArticle"],
                "headline": "Bowers found",
                "author": [{"@id": "#ann"}, "Bo Li"],
                "datePublished": "2020-05-01T10:00:00+02:00",
                "publisher": {"@id": "#org"},
                "isPartOf": {
                    "@type": "PublicationIssue",
                    "issueNumber": 3,
                    "isPartOf": {"@type": "Periodical", "name": "Emu", "issn": "0158-4197"},
                },
                "keywords": ["birds", "bowers"],
                "license": "https://creativecommons.org/licenses/by/4.0/",
            },
            {
                "@type": "Person",
                "@id": "#ann",
                "name": "Ann Gould",
                "sameAs": "https://orcid.org/0000-0002-1825-0097",
                "affiliation": {"name": "University of Perth"},
            },
        ],
    }

    found = said(page(block(graph)))

    assert found.title.value == "Bowers found"
    assert names(found) == ["Ann Gould", "Bo Li"]
    assert found.authors.value[0].orcid == "0000-0002-1825-0097"
    assert found.affiliations.value == ("University of Perth",)
    assert (found.date.value, found.publisher.value) == ("2020-05-01", "Bird Press")
    assert (found.journal.value, found.issue.value) == ("Emu", "3")
    assert found.keywords.value == ("birds", "bowers")
    assert found.type.value == "article-newspaper"
    assert {field.source for field in (found.title, found.licence, found.issn)} == {Source.JSON_LD}


@pytest.mark.parametrize(
    "written",
    [
        '{"@type":"Article","headline":"Bowers",}',
        '<!-- {"@type":"Article","headline":"Bowers"} -->',
        '//<![CDATA[\n{"@type":"Article","headline":"Bowers"}\n//]]>',
        '[{"@type":"Article",\n"headline":"Bow\ners"}];',
    ],
    ids=["trailing comma", "comment", "cdata", "line break in a text"],
)
def test_carelessly_written_json_ld_is_read(written):
    found = said(page(f"<script type='application/ld+json'>{written}</script>"))

    assert found.title.value.replace(" ", "") == "Bowers"


def test_reviews_inside_a_product_are_not_what_the_page_is_about():
    product = {"@type": "Product", "name": "Nest", "review": {"@type": "Review", "name": "Great"}}

    found = said(page("<title>Nest for sale</title>", block(product)))

    assert (found.title.value, found.title.source) == ("Nest for sale", Source.HTML)


def test_of_several_works_the_one_at_the_pages_address_is_told():
    works = [
        {"@type": "Article", "headline": "Another", "url": "https://x.test/other"},
        {"@type": "Article", "headline": "This one", "url": "https://x.test/this/"},
    ]

    found = said(page(block(works)), "https://x.test/this")

    assert found.title.value == "This one"


def test_dublin_core_prism_eprints_and_bepress_are_told_apart():
    found = said(
        page(
            meta("DC.Title", "Bowers"),
            meta("DCTERMS.issued", "2011-04"),
            meta("DC.identifier", "urn:issn:0158-4197"),
            meta("dc.creator", "Gould, Ann"),
            meta("prism.publicationName", "Emu"),
            meta("eprints.abstract", "All of it."),
            meta("bepress_citation_volume", "7"),
        )
    )

    told = {name: getattr(found, name) for name in ("title", "journal", "abstract", "volume")}
    assert {name: str(field.source) for name, field in told.items()} == {
        "title": "dublin-core",
        "journal": "prism",
        "abstract": "eprints",
        "volume": "bepress",
    }
    assert (found.date.value, found.issn.value) == ("2011-04", ("0158-4197",))


def test_microdata_and_rdfa_are_read_with_items_inside_items():
    microdata = """<article itemscope itemtype="https://schema.org/Book">
        <h2 itemprop="name">The <em>Bower</em> Book</h2>
        by <span itemprop="author" itemscope itemtype="https://schema.org/Person">
        <a itemprop="name" href="/ann">Ann Gould</a></span>
        <meta itemprop="isbn" content="3-16-148410-X">
        <time itemprop="datePublished" datetime="1999-02-03">once</time></article>"""
    rdfa = """<div vocab="https://schema.org/" typeof="Dataset"><span property="name">Nests</span>
        <div property="creator" typeof="Person"><b property="name">Bo Li</b></div></div>"""

    book, dataset = said(page(body=microdata)), said(page(body=rdfa))

    assert (book.title.value, book.title.source) == ("The Bower Book", Source.MICRODATA)
    assert (names(book), book.date.value) == (["Ann Gould"], "1999-02-03")
    assert (book.isbn.value, book.type.value) == (("9783161484100",), "book")
    assert (dataset.title.value, dataset.title.source) == ("Nests", Source.RDFA)
    assert names(dataset) == ["Bo Li"]


def test_of_two_sources_the_earlier_is_believed_and_the_other_shown():
    found = said(
        page(
            block({"@type": "Article", "headline": "A", "author": "Ann Gould"}),
            meta("citation_title", "B"),
            meta("citation_author", "Gould, A."),
        )
    )

    assert (found.title.value, found.title.source) == ("A", Source.JSON_LD)
    assert [(each.value, each.source) for each in found.title.conflicts] == [("B", Source.HIGHWIRE)]
    assert found.authors.agreeing == (Source.HIGHWIRE,)
    assert not found.authors.conflicts
    assert found.authors.confidence > 0.95 > found.title.confidence


def test_a_source_that_knows_more_completes_one_that_agrees():
    found = said(
        page(
            block(
                {
                    "@type": "Article",
                    "headline": "A long study of the nests of …",
                    "datePublished": "2019",
                }
            ),
            meta("citation_title", "A long study of the nests of bowerbirds"),
            meta("citation_date", "2019-07-01"),
        )
    )

    assert found.title.value == "A long study of the nests of bowerbirds"
    assert found.date.value == "2019-07-01"
    assert not found.date.conflicts


def test_open_graph_and_what_people_see_are_the_last_resort():
    found = said(
        page(
            '<meta property="og:title" content="Bowers">',
            '<meta property="article:published_time" content="2021-01-02T03:04:05Z">',
            '<meta property="article:author" content="https://social.test/ann">',
            body='<h1>Bowers</h1><a rel="author" href="/ann">By Ann Gould</a>',
        )
    )

    assert found.title.source is Source.OPEN_GRAPH
    assert found.title.agreeing == (Source.HTML,)
    assert (names(found), found.authors.source) == (["Ann Gould"], Source.HTML)
    assert found.date.value == "2021-01-02"


def test_a_parsed_page_that_says_nothing_of_a_work_has_no_metadata():
    html = page(meta("viewport", "width=1"), meta("description", "d"), body="<p>words</p>")
    document = Document(metadata={"viewport": "width=1", "description": "d"})

    assert again(html.encode(), document, "https://x.test/") is NOTHING


def test_a_parsed_page_is_read_again_only_where_it_carries_more():
    html = page(meta("citation_author", "Ann Gould"), meta("citation_author", "Bo Li"))
    document = Document(metadata={"citation_author": "Ann Gould"}, charset="utf-8")
    blogs = Document(title="T", metadata={"author": "Ann Gould", "og:type": "article"})

    assert names(again(html.encode(), document, "")) == ["Ann Gould", "Bo Li"]
    assert names(again(b"", blogs, "")) == ["Ann Gould"]


def test_a_page_in_an_unknown_charset_is_read_nevertheless():
    work = {"@context": "https://schema.org", "@type": "Article", "headline": "Ä"}
    html = page(block(work | {"datePublished": "2024-05-06"}))

    found = again(html.encode(), Document(charset="x-unheard-of"), "")

    assert (found.title.value, found.date.value) == ("Ä", "2024-05-06")


def test_a_block_that_only_names_the_page_is_not_read_again():
    html = page(block({"@context": "https://schema.org", "@type": "Article", "headline": "A"}))

    assert again(html.encode(), Document(title="A", charset="utf-8"), "") is NOTHING


HOSTILE = {
    "quotes that never close": "<a b='" * 100_000,
    "open tags": "<div itemscope itemtype=x " * 60_000,
    "nested items": '<div itemscope itemtype="https://schema.org/Article" itemprop=a>' * 20_000,
    "elements of all names": "".join(f"<x{n} itemprop=a>" for n in range(60_000)),
    "deep json": page(f'<script type="application/ld+json">{"[" * 200_000}</script>'),
    "comments": "<!--" * 200_000,
    "scripts": "<script>" * 100_000,
    "blocks that never close": '<script type="application/ld+json">' * 60_000,
    "attributes": "<a " + "b " * 400_000,
    "entities": meta("citation_title", "&amp" * 200_000),
}


@pytest.mark.parametrize("markup", HOSTILE.values(), ids=HOSTILE.keys())
def test_no_page_costs_more_than_its_length(markup):
    before = time.process_time()

    said(markup)
    again(b"/schema.org" + markup.encode(), Document(), "")

    assert time.process_time() - before < 4


def test_a_program_that_names_itself_wrote_nothing():
    said = {"dc:creator": "openpyxl; Microsoft Office User; Ann Gould", "dc:title": "Weights"}

    read = property_metadata(Document(metadata=said))

    assert names(read) == ["Ann Gould"]
