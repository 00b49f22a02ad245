"""Services that know papers: Crossref, arXiv, OpenAlex, Semantic Scholar, DBLP."""

from lxml import etree

from bowerbird.model.seed import Hit
from bowerbird.seeds.port import (
    Asked,
    Declined,
    Question,
    Steps,
    json_of,
    ranked,
    with_query,
)

_ATOM = "{http://www.w3.org/2005/Atom}"


class Crossref:
    """`/works?query=`; with an address of mail in the politer pool."""

    name = "crossref"
    address = "https://api.crossref.org/works"
    pause = 1.0
    remedy = "set seeding.mail, wait, and ask again"

    def search(self, asked: Asked) -> Steps[list[Hit]]:
        return self._hits((yield self._question(asked)))

    def _question(self, asked: Asked) -> Question:
        said = {"query": asked.query, "rows": asked.most, "mailto": asked.mail,
                "select": "URL,title,DOI,container-title"}  # fmt: skip
        return Question(with_query(asked.address, said))

    def _hits(self, answer: bytes | None) -> list[Hit]:
        items = json_of(answer)["message"]["items"]
        return ranked(
            [
                (
                    each.get("URL") or f"https://doi.org/{each['DOI']}",
                    " ".join(each.get("title") or ()),
                    " ".join(each.get("container-title") or ()),
                )
                for each in items
            ]
        )


class Arxiv:
    """`/api/query`, Atom; one question every three seconds."""

    name = "arxiv"
    address = "https://export.arxiv.org/api/query"
    pause = 3.0
    remedy = "wait a few seconds and ask again"

    def search(self, asked: Asked) -> Steps[list[Hit]]:
        return self._hits((yield self._question(asked)))

    def _question(self, asked: Asked) -> Question:
        words = " AND ".join(f"all:{word}" for word in asked.query.split())
        return Question(
            with_query(asked.address, {"search_query": words, "max_results": asked.most})
        )

    def _hits(self, answer: bytes | None) -> list[Hit]:
        parser = etree.XMLParser(resolve_entities=False, no_network=True)
        root = etree.fromstring(answer or b"", parser)
        if root.tag != f"{_ATOM}feed":
            raise ValueError("no Atom feed")
        for entry in root.findall(f"{_ATOM}entry"):
            if "/api/errors" in entry.findtext(f"{_ATOM}id", ""):  # a mistake is an entry, too
                raise Declined(entry.findtext(f"{_ATOM}summary", "an error"))
        return ranked(
            [
                (
                    entry.findtext(f"{_ATOM}id", "").strip().replace("http:", "https:", 1),
                    " ".join(entry.findtext(f"{_ATOM}title", "").split()),
                    " ".join(entry.findtext(f"{_ATOM}summary", "").split())[:500],
                )
                for entry in root.findall(f"{_ATOM}entry")
            ]
        )


class OpenAlex:
    """`/works?search=`; it wants a key."""

    name = "openalex"
    address = "https://api.openalex.org/works"
    pause = 0.2
    remedy = "set seeding.providers.openalex.key to a reference such as ${OPENALEX_KEY}"

    def search(self, asked: Asked) -> Steps[list[Hit]]:
        return self._hits((yield self._question(asked)))

    def _question(self, asked: Asked) -> Question:
        said = {"search": asked.query, "per_page": asked.most, "mailto": asked.mail,
                "api_key": asked.key}  # fmt: skip
        return Question(with_query(asked.address, said))

    def _hits(self, answer: bytes | None) -> list[Hit]:
        found = []
        for work in json_of(answer)["results"]:
            place = work.get("primary_location") or {}
            url = place.get("landing_page_url") or work.get("doi") or work.get("id") or ""
            source = (place.get("source") or {}).get("display_name") or ""
            found.append((url, work.get("display_name") or work.get("title") or "", source))
        return ranked(found)


class SemanticScholar:
    """`/graph/v1/paper/search`; slow without a key."""

    name = "semantic-scholar"
    address = "https://api.semanticscholar.org/graph/v1/paper/search"
    pause = 1.0
    remedy = "wait a minute, or set seeding.providers.semantic-scholar.key"

    def search(self, asked: Asked) -> Steps[list[Hit]]:
        return self._hits((yield self._question(asked)))

    def _question(self, asked: Asked) -> Question:
        said = {
            "query": asked.query,
            "limit": asked.most,
            "fields": "url,title,venue,openAccessPdf",
        }
        headers = (("x-api-key", asked.key),) if asked.key else ()
        return Question(with_query(asked.address, said), headers)

    def _hits(self, answer: bytes | None) -> list[Hit]:
        papers = json_of(answer)["data"]
        return ranked(
            [
                (
                    (paper.get("openAccessPdf") or {}).get("url") or paper.get("url") or "",
                    paper.get("title") or "",
                    paper.get("venue") or "",
                )
                for paper in papers
            ]
        )


class Dblp:
    """`/search/publ/api?format=json`."""

    name = "dblp"
    address = "https://dblp.org/search/publ/api"
    pause = 2.0
    remedy = "wait a minute and ask again"

    def search(self, asked: Asked) -> Steps[list[Hit]]:
        return self._hits((yield self._question(asked)))

    def _question(self, asked: Asked) -> Question:
        said = {"q": asked.query, "format": "json", "h": asked.most}
        return Question(with_query(asked.address, said))

    def _hits(self, answer: bytes | None) -> list[Hit]:
        found = json_of(answer)["result"]["hits"].get("hit", ())
        papers = [hit["info"] for hit in found]
        return ranked([(_first(p.get("ee")) or p.get("url", ""), p.get("title", ""),
                        _first(p.get("venue"))) for p in papers])  # fmt: skip


def _first(value: object) -> str:
    return str(value[0]) if isinstance(value, list) and value else str(value or "")
