"""SearXNG: many engines behind one instance that somebody runs."""

from bowerbird.model.seed import Hit
from bowerbird.seeds.metasearch.port import Asked, Question, json_of, ranked, with_query


class SearXNG:
    """`GET /search?format=json`."""

    name = "searxng"
    address = ""
    pause = 1.0
    remedy = "allow JSON in the instance's settings.yml (search.formats), or name another instance"

    def question(self, asked: Asked) -> Question:
        said = {"q": asked.query, "format": "json", "safesearch": 0}
        return Question(with_query(f"{asked.address.rstrip('/')}/search", said))

    def hits(self, answer: bytes) -> list[Hit]:
        results = json_of(answer)["results"]
        return ranked([(r["url"], r.get("title", ""), r.get("content") or "") for r in results])
