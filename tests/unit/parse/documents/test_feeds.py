"""Feeds and sitemaps: what they say, and above all where they lead."""

import gzip
import json

import pytest
from tests.unit.parse.documents.reading import failure, links, parsed, read

from bowerbird.model.outcomes import Failure
from bowerbird.parse.options import ParseOptions

RSS, ATOM, XML = "application/rss+xml", "application/atom+xml", "application/xml"
MAY_3 = 1_777_803_300.0

RSS_2 = b"""<?xml version="1.0"?><rss version="2.0"
 xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Nest news</title>
<link>http://nest.test/</link><description>All of it</description><language>en-gb</language>
<item><title>First &amp; best</title><link>http://nest.test/1</link>
<pubDate>Sun, 03 May 2026 10:15:00 GMT</pubDate>
<description>short</description><content:encoded><![CDATA[<p>Long <b>text</b> with
<a href="http://else.test/x">a link</a></p>]]></content:encoded>
<enclosure url="http://nest.test/1.mp3" type="audio/mpeg"/></item>
<item><title>Second</title><guid>http://nest.test/2</guid></item>
<item><guid isPermaLink="false">http://nest.test/no-link</guid></item></channel></rss>"""

ATOM_1 = b"""<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de" xml:base="http://nest.test/a/">
<title>Nest</title><link rel="self" href="feed"/><link rel="next" href="feed?page=2"/>
<entry><title>Eins</title><link href="one"/><updated>2026-05-03T10:15:00Z</updated>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Alles <i>blau</i></div></content>
<link rel="enclosure" href="one.mp3"/></entry></feed>"""

RSS_1 = b"""<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="x"><title>Old</title><link>http://old.test/</link></channel>
<item rdf:about="y"><title>Item</title><link>http://old.test/item</link>
<dc:date>2026-05-03T10:15:00Z</dc:date></item></rdf:RDF>"""

SITEMAP = b"""<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
 xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
<url><loc> http://nest.test/a?x=1&amp;y=2 </loc><lastmod>2026-05-03T10:15:00Z</lastmod>
<image:image><image:loc>http://nest.test/a.jpg</image:loc></image:image></url>
<url><loc>/relative</loc></url><url><loc>http://nest.test/b</loc><lastmod>junk</lastmod></url>
</urlset>"""
INDEX = b"""<sitemapindex xmlns="http://wrong.test/"><sitemap><loc>http://nest.test/1.xml.gz</loc>
<lastmod>2026-05-03</lastmod></sitemap></sitemapindex>"""


def test_an_rss_feed_says_its_entries_and_leads_to_them() -> None:
    document, found = read(RSS_2, RSS), links(RSS_2, RSS)

    assert (document.title, document.language, document.description) == (
        "Nest news", "en", "All of it",
    )  # fmt: skip
    assert "First & best\nLong text with a link\nSecond" in document.text
    assert {href: carrier for href, (carrier, _) in found.items()} == {
        "http://nest.test/": "feed", "http://nest.test/1": "feed", "http://nest.test/2": "feed",
        "http://nest.test/1.mp3": "feed[enclosure]", "http://else.test/x": "a",
    }  # fmt: skip
    context = found["http://nest.test/1"][1]
    assert (context.anchor, context.modified) == ("First & best", MAY_3)


def test_an_atom_feed_is_resolved_against_its_base() -> None:
    document, found = read(ATOM_1, ATOM), links(ATOM_1, ATOM)

    assert (document.title, document.language) == ("Nest", "de")
    assert "Alles blau" in document.text
    assert {href: carrier for href, (carrier, _) in found.items()} == {
        "http://nest.test/a/feed?page=2": "feed", "http://nest.test/a/one": "feed",
        "http://nest.test/a/one.mp3": "feed[enclosure]",
    }  # fmt: skip
    assert found["http://nest.test/a/one"][1].modified == MAY_3


def test_an_old_feed_is_read_too() -> None:
    assert read(RSS_1, "application/rdf+xml").title == "Old"
    assert links(RSS_1, XML)["http://old.test/item"][1].modified == MAY_3


def test_a_json_feed_is_told_from_other_json() -> None:
    feed = {
        "version": "https://jsonfeed.org/version/1.1", "title": "Nest", "next_url": "/feed?p=2",
        "items": [{"url": "http://nest.test/j", "title": "J", "content_html": "<p>said</p>",
                   "date_published": "2026-05-03T10:15:00Z",
                   "attachments": [{"url": "http://nest.test/j.mp3"}]}, "junk"],
    }  # fmt: skip
    body = json.dumps(feed).encode()

    assert read(body, "application/json").text == "J\nsaid"
    assert {href: carrier for href, (carrier, _) in links(body, "application/json").items()} == {
        "/feed?p=2": "feed", "http://nest.test/j": "feed", "http://nest.test/j.mp3":
        "feed[enclosure]",
    }  # fmt: skip
    assert parsed(b'{"title": "data"}', "application/json") is None
    assert parsed(b"[" * 100_000 + b"jsonfeed.org/version/1", "application/json") is None


def test_a_sitemap_leads_to_pages_with_the_day_of_their_change() -> None:
    document, found = read(SITEMAP, XML, name="sitemap.xml"), links(SITEMAP, XML)

    assert (document.title, document.text) == ("sitemap.xml", "")
    assert (document.metadata["sitemap:urls"], document.metadata["sitemap:lastmod"]) == (
        "2", "2026-05-03T10:15:00Z",
    )  # fmt: skip
    assert {href: (carrier, around.modified) for href, (carrier, around) in found.items()} == {
        "http://nest.test/a?x=1&y=2": ("sitemap", MAY_3),
        "http://nest.test/a.jpg": ("sitemap[image]", None),
        "http://nest.test/b": ("sitemap", None),
    }


def test_a_list_of_sitemaps_leads_to_sitemaps() -> None:
    assert links(INDEX, "text/xml")["http://nest.test/1.xml.gz"][0] == "sitemap[index]"


@pytest.mark.parametrize("body", [SITEMAP, b"http://nest.test/b\nhttp://nest.test/c\n"])
def test_a_packed_sitemap_is_read(body: bytes) -> None:
    found = links(gzip.compress(body), "application/gzip")

    assert found["http://nest.test/b"][0] == "sitemap"


def test_a_sitemap_may_have_many_urls() -> None:
    entries = "".join(f"<url><loc>http://nest.test/{n}</loc></url>" for n in range(20_000))
    body = f"<urlset>{entries}</urlset>".encode()

    assert len(read(body, XML).links) == 20_000
    assert len(read(body, XML, ParseOptions(max_sitemap_links=7)).links) == 7


def test_other_packed_files_are_no_documents() -> None:
    assert parsed(gzip.compress(b"\0\1 some programme"), "application/gzip") is None


def test_a_packed_bomb_is_one() -> None:
    assert failure(gzip.compress(bytes(3_000_000)), "application/gzip",
                   ParseOptions(max_unpacked_mib=2)) is Failure.BOMB  # fmt: skip


def test_half_a_packet_says_what_it_has() -> None:
    packed = gzip.compress(SITEMAP)

    assert len(links(packed[: len(packed) - 60], "application/gzip")) >= 1


def test_xml_of_any_kind_is_text_with_whole_sentences() -> None:
    body = b"""<TEI xml:lang="la"><teiHeader><title>De avibus</title></teiHeader><text><p>Aves
    <hi>caeruleas</hi> res <ref href="http://nest.test/r">colligunt</ref>.</p></text></TEI>"""

    document = read(body, XML)

    assert (document.title, document.language) == ("De avibus", "la")
    assert "Aves caeruleas res colligunt." in document.text
    assert links(body, XML)["http://nest.test/r"][0] == "xml"


def test_a_large_mixed_element_loses_nothing() -> None:
    inner = "".join(f"<p>part {n} of it</p>between {n} and more " for n in range(2_000))

    text = read(f"<d>before {inner}</d>".encode(), XML).text

    for said in ("before", "part 0 of it", "part 1999 of it", "between 0 and", "between 1999 and"):
        assert said in text


def test_a_drawing_has_a_size_a_title_and_words() -> None:
    svg = b"""<svg xmlns="http://www.w3.org/2000/svg" width="40px" height="30"><title>Map</title>
    <text>Here be birds</text><style>.a{}</style></svg>"""

    document = read(svg, "image/svg+xml")

    assert (document.title, document.text) == ("Map", "Map\nHere be birds")
    assert document.metadata["image:width"] == "40"


def test_a_web_page_that_is_served_as_xml_is_a_page() -> None:
    found = parsed(b"<html><title>Page</title><p>words</html>", XML)

    assert found.document.title == "Page"  # type: ignore[attr-defined]


@pytest.mark.parametrize("body", [
    b"", b"<", b"\0\1\2", b"<?xml version='1.0'?>", b"just words",
])  # fmt: skip
def test_what_is_no_xml_is_broken(body: bytes) -> None:
    assert failure(body, XML) is Failure.BROKEN


def test_elements_without_end_are_survived() -> None:
    assert read(b"<r><t>said</t>" + b"<a>" * 100_000, XML).text.startswith("said")


def test_entities_in_entities_stay_closed() -> None:
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    body = f'<!DOCTYPE r [<!ENTITY l0 "lol">{laughs}]><r><t>said</t><t>&l9;</t></r>'.encode()

    document = read(body, XML)

    assert "said" in document.text
    assert len(document.text) < 1_000
