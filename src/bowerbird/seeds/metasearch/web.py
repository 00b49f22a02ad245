"""Search engines of the open web: Marginalia, Common Crawl's index, and any site's own search."""

import re

import msgspec
from lxml import etree

from bowerbird.model.seed import Hit
from bowerbird.seeds.metasearch.port import Asked, Question, json_of, ranked, with_query

_ATOM = "{http://www.w3.org/2005/Atom}"
_PLACE = re.compile(r"\{([a-zA-Z:]+)(\?)?\}")


class Marginalia:
    """The small web; the shared key `public` works while few use it."""

    name = "marginalia"
    address = "https://api2.marginalia-search.com/search"
    pause = 2.0
    remedy = "its shared key is busy: wait, or set seeding.providers.marginalia.key to your own"

    def question(self, asked: Asked) -> Question:
        said = {"query": asked.query, "count": asked.most}
        return Question(with_query(asked.address, said), (("API-Key", asked.key or "public"),))

    def hits(self, answer: bytes) -> list[Hit]:
        results = json_of(answer)["results"]
        return ranked([(r["url"], r.get("title", ""), r.get("description", "")) for r in results])


class CommonCrawl:
    """Which pages of a host somebody has crawled: it knows addresses, no words. The query is a host
    or the beginning of an address."""

    name = "common-crawl"
    address = "https://index.commoncrawl.org/CC-MAIN-2026-43-index"
    pause = 3.0
    remedy = "name a newer crawl's index as its address, or wait: it answers slowly"

    def question(self, asked: Asked) -> Question:
        host = asked.query.split()[0].split("://")[-1].rstrip("/*") if asked.query.split() else ""
        said = {"url": f"{host}/*", "output": "json", "limit": asked.most,
                "filter": "=status:200", "fl": "url,mime"}  # fmt: skip
        return Question(with_query(asked.address, said))

    def hits(self, answer: bytes) -> list[Hit]:
        lines = [msgspec.json.decode(line) for line in answer.splitlines() if line.strip()]
        return ranked([(each["url"], "", each.get("mime", "")) for each in lines])


class OpenSearch:
    """A site's own search, by the URL template of its OpenSearch description, such as
    `https://example.org/find?q={searchTerms}&format=atom`; the answer is Atom or RSS."""

    name = "opensearch"
    address = ""
    pause = 2.0
    remedy = "give the template of a feed: its type is application/atom+xml or application/rss+xml"

    def question(self, asked: Asked) -> Question:
        from urllib.parse import quote_plus

        known = {"searchTerms": quote_plus(asked.query), "count": str(asked.most),
                 "startPage": "1", "startIndex": "1", "language": "*", "inputEncoding": "UTF-8",
                 "outputEncoding": "UTF-8"}  # fmt: skip
        url = _PLACE.sub(lambda found: known.get(found[1], ""), asked.address)
        if url == asked.address:
            raise ValueError("its address has no {searchTerms}")
        return Question(url)

    def hits(self, answer: bytes) -> list[Hit]:
        parser = etree.XMLParser(resolve_entities=False, no_network=True)
        root = etree.fromstring(answer, parser)
        if root.tag == f"{_ATOM}feed":
            return ranked([_entry(entry) for entry in root.findall(f"{_ATOM}entry")])
        items = root.findall(".//item")
        if root.tag.lower() not in ("rss", "rdf") and not items:
            raise ValueError("neither Atom nor RSS")
        return ranked([(item.findtext("link", "").strip(), item.findtext("title", ""),
                        item.findtext("description", "")) for item in items])  # fmt: skip


def template_in(description: bytes) -> str:
    """The URL template of a feed in an OpenSearch description; Atom before RSS. `ValueError`: it
    names none."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    root = etree.fromstring(description, parser)
    urls = [each for each in root.iter() if str(each.tag).endswith("}Url")]
    for kind in ("application/atom+xml", "application/rss+xml"):
        for url in urls:
            if url.get("type", "").lower() == kind and url.get("template"):
                return str(url.get("template"))
    raise ValueError("it describes no search whose results are a feed")


def _entry(entry: "etree._Element") -> tuple[str, str, str]:
    links = entry.findall(f"{_ATOM}link")
    best = next((each for each in links if each.get("rel", "alternate") == "alternate"), None)
    url = best.get("href", "") if best is not None else ""
    title = " ".join(entry.findtext(f"{_ATOM}title", "").split())
    return url, title, " ".join(entry.findtext(f"{_ATOM}summary", "").split())
