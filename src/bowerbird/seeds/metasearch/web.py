"""Search engines of the open web: Marginalia, and Common Crawl's index."""

import msgspec

from bowerbird.model.seed import Hit
from bowerbird.seeds.port import Asked, Question, Steps, json_of, ranked, with_query


class Marginalia:
    """The small web; the shared key `public` works while few use it."""

    name = "marginalia"
    address = "https://api2.marginalia-search.com/search"
    pause = 2.0
    remedy = "its shared key is busy: wait, or set seeding.providers.marginalia.key to your own"

    def search(self, asked: Asked) -> Steps[list[Hit]]:
        said = {"query": asked.query, "count": asked.most}
        key = (("API-Key", asked.key or "public"),)
        results = json_of((yield Question(with_query(asked.address, said), key)))["results"]
        return ranked([(r["url"], r.get("title", ""), r.get("description", "")) for r in results])


class CommonCrawl:
    """Which pages of a host somebody has crawled: it knows addresses, no words. The query is a host
    or the beginning of an address. Its list of crawls names the newest index."""

    name = "common-crawl"
    address = "https://index.commoncrawl.org/collinfo.json"
    pause = 3.0
    remedy = "wait: it answers slowly and few questions; or name one crawl's index as its address"

    def search(self, asked: Asked) -> Steps[list[Hit]]:
        index = asked.address
        if index.endswith(".json"):
            index = json_of((yield Question(index)))[0]["cdx-api"]
        host = asked.query.split()[0].split("://")[-1].rstrip("/*") if asked.query.split() else ""
        said = {"url": f"{host}/*", "output": "json", "limit": asked.most,
                "filter": "=status:200", "fl": "url,mime"}  # fmt: skip
        nothing = frozenset({404})  # that is how it says that it has no page of a host
        answer = (yield Question(with_query(index, said), also=nothing)) or b""
        lines = [msgspec.json.decode(line) for line in answer.splitlines() if line.strip()]
        if lines and "message" in lines[0]:
            return []
        return ranked([(each["url"], "", each.get("mime", "")) for each in lines])
