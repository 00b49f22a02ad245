"""MediaWiki: what the articles on a topic link to outside of the wiki, and the articles."""

from bowerbird.model.seed import Hit
from bowerbird.seeds.metasearch.port import Asked, Question, json_of, with_query

LINKS_OF_ONE = 20  # external links taken of one article


class MediaWiki:
    """`action=query&generator=search&prop=extlinks|info`."""

    name = "mediawiki"
    address = "https://en.wikipedia.org/w/api.php"
    pause = 1.0
    remedy = "name the wiki's api.php as its address"

    def question(self, asked: Asked) -> Question:
        said = {
            "action": "query", "format": "json", "formatversion": 2, "maxlag": 5,
            "generator": "search", "gsrsearch": asked.query, "gsrlimit": min(asked.most, 50),
            "prop": "extlinks|info", "inprop": "url", "ellimit": 500,
        }  # fmt: skip
        return Question(with_query(asked.address, said))

    def hits(self, answer: bytes) -> list[Hit]:
        """Articles by their rank; a link by that of the best article it stands in."""
        found = json_of(answer)
        if "error" in found:
            raise ValueError(found["error"].get("info", "an error"))
        hits = []
        for page in found.get("query", {}).get("pages", ()):
            rank, title = page.get("index", 1), page.get("title", "")
            hits.append(Hit(page["fullurl"], title, "", rank))
            for link in page.get("extlinks", ())[:LINKS_OF_ONE]:
                url = link["url"]
                url = f"https:{url}" if url.startswith("//") else url
                if url.startswith("http"):
                    hits.append(Hit(url, "", f"named in the article “{title}”", rank))
        return sorted(hits, key=lambda hit: hit.rank)


class MediaWikiBacklinks:
    """`list=exturlusage`: the articles that link to an address."""

    name = "mediawiki-backlinks"
    address = MediaWiki.address
    pause = 1.0
    remedy = MediaWiki.remedy

    def question(self, asked: Asked) -> Question:
        protocol, _, rest = asked.query.rpartition("://")
        said = {
            "action": "query", "format": "json", "formatversion": 2, "maxlag": 5,
            "list": "exturlusage", "euquery": rest.rstrip("/"), "euprotocol": protocol or "https",
            "eulimit": min(asked.most, 500), "euprop": "url|title", "eunamespace": 0,
        }  # fmt: skip
        return Question(with_query(asked.address, said))

    def hits(self, answer: bytes) -> list[Hit]:
        usage = json_of(answer)["query"]["exturlusage"]
        return [
            Hit(each["url"], "", f"linked from the article “{each['title']}”", at)
            for at, each in enumerate(usage, 1)
        ]
