"""OpenSearch: any site's own search, by its description, where it has one."""

import re
from urllib.parse import quote_plus, urljoin

from bowerbird.model.seed import Hit
from bowerbird.seeds.metasearch.markup import (
    feed_entries,
    head_links,
    is_html,
    local_name,
    xml_root,
)
from bowerbird.seeds.port import Asked, Question, Steps, ranked

DESCRIPTION = "application/opensearchdescription+xml"
FEEDS = ("application/atom+xml", "application/rss+xml")
_PLACE = re.compile(r"\{([a-zA-Z:]+)(\?)?\}")


class OpenSearch:
    """Its address is a page of the site, whose head names the description; or the description; or
    the URL template in it, such as `https://example.org/find?q={searchTerms}&format=atom`."""

    name = "opensearch"
    address = ""
    pause = 2.0
    remedy = "name a page of a site with a search whose results are Atom or RSS"

    def search(self, asked: Asked) -> Steps[list[Hit]]:
        template, offsets = asked.address, {"page": 1, "index": 1}
        if "{searchTerms" not in template:
            template, offsets = yield from self._described(asked.address)
        answer = yield Question(_filled(template, asked, offsets))
        return ranked(feed_entries(xml_root(answer or b"")))

    def _described(self, address: str) -> Steps[tuple[str, dict[str, int]]]:
        answer = (yield Question(address)) or b""
        if is_html(answer):
            found = [link.href for link in head_links(answer, address)
                     if "search" in link.rel and link.kind == DESCRIPTION]  # fmt: skip
            if not found:
                raise ValueError(f"{address} names no OpenSearch description")
            address = found[0]
            answer = (yield Question(address)) or b""
        return template_in(answer, address)


def template_in(description: bytes, address: str) -> tuple[str, dict[str, int]]:
    """The URL template of a feed in a description, Atom before RSS, and the numbers at which its
    pages and results begin. `ValueError`: it names none."""
    urls = [each for each in xml_root(description).iter() if local_name(each) == "Url"]
    for kind in FEEDS:
        for url in urls:
            by_get = url.get("method", "get").lower() == "get"
            if url.get("type", "").lower() == kind and by_get and url.get("template"):
                offsets = {"page": int(url.get("pageOffset", "1")),
                           "index": int(url.get("indexOffset", "1"))}  # fmt: skip
                return urljoin(address, str(url.get("template"))), offsets
    raise ValueError("it describes no search whose results are a feed")


def _filled(template: str, asked: Asked, offsets: dict[str, int]) -> str:
    known = {
        "searchTerms": quote_plus(asked.query), "count": str(asked.most),
        "startPage": str(offsets["page"]), "startIndex": str(offsets["index"]),
        "language": asked.language or "*", "inputEncoding": "UTF-8", "outputEncoding": "UTF-8",
    }  # fmt: skip
    return _PLACE.sub(lambda found: known.get(found[1], ""), template)
