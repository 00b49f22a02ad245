"""MediaWiki: what the articles on a topic link to outside of the wiki, the articles themselves, and
which articles link to an address."""

from collections.abc import Mapping
from typing import Any

from bowerbird.model.seed import Hit
from bowerbird.seeds.port import Asked, Declined, Question, Steps, json_of, with_query

LINKS_OF_ONE = 20  # external links taken of one article
MOST_ROUNDS = 3  # a wiki gives 500 links at a time
_USUAL = {"action": "query", "format": "json", "formatversion": 2, "maxlag": 5}


class MediaWiki:
    """`action=query&generator=search&prop=extlinks|info`."""

    name = "mediawiki"
    address = "https://en.wikipedia.org/w/api.php"
    pause = 1.0
    remedy = "wait a little, or name the wiki's api.php as its address"

    def search(self, asked: Asked) -> Steps[list[Hit]]:
        said = {
            **_USUAL, "generator": "search", "gsrsearch": asked.query,
            "gsrlimit": min(asked.most, 50), "prop": "extlinks|info", "inprop": "url",
            "ellimit": 500,
        }  # fmt: skip
        pages: dict[int, dict[str, Any]] = {}
        more: Mapping[str, Any] = {}
        for turn in range(MOST_ROUNDS):
            question = Question(with_query(asked.address, {**said, **more}), optional=turn > 0)
            if (answer := (yield question)) is None:
                break
            found = _unless_declined(json_of(answer))
            for page in found.get("query", {}).get("pages", ()):
                known = pages.setdefault(page["pageid"], {**page, "extlinks": []})
                known["extlinks"] += page.get("extlinks", ())
            if not (more := found.get("continue", {})):
                break
        return _hits(pages.values())


class MediaWikiBacklinks:
    """`generator=exturlusage`: the articles that link to an address."""

    name = "mediawiki-backlinks"
    address = MediaWiki.address
    pause = 1.0
    remedy = MediaWiki.remedy

    def search(self, asked: Asked) -> Steps[list[Hit]]:
        protocol, _, rest = asked.query.rpartition("://")
        said = {
            **_USUAL, "generator": "exturlusage", "geuquery": rest.rstrip("/"),
            "geuprotocol": protocol or "https", "geulimit": min(asked.most, 500),
            "geunamespace": 0, "prop": "info", "inprop": "url",
        }  # fmt: skip
        found = _unless_declined(json_of((yield Question(with_query(asked.address, said)))))
        pages = found.get("query", {}).get("pages", ())
        return [
            Hit(page["fullurl"], page.get("title", ""), f"links to {asked.query}", at)
            for at, page in enumerate(pages, 1)
        ]


def _hits(pages: Any) -> list[Hit]:
    """Articles by their rank; a link by that of the best article it stands in."""
    hits = []
    for page in pages:
        rank, title = page.get("index", 1), page.get("title", "")
        hits.append(Hit(page["fullurl"], title, "", rank))
        for link in page["extlinks"][:LINKS_OF_ONE]:
            url = link["url"]
            url = f"https:{url}" if url.startswith("//") else url
            if url.startswith("http"):
                hits.append(Hit(url, "", f"named in the article “{title}”", rank))
    return sorted(hits, key=lambda hit: hit.rank)


def _unless_declined(found: Any) -> Any:
    """A wiki says no with status 200: it lags, it is asked too often, a parameter is wrong."""
    if "error" in found:
        raise Declined(str(found["error"].get("info", "an error")))
    if "query" not in found and "batchcomplete" not in found:
        raise ValueError("neither results nor the word that there are none")
    return found
