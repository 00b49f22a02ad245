"""SearXNG: many engines behind one instance that somebody runs."""

from bowerbird.model.seed import Hit
from bowerbird.seeds.port import Asked, Question, Steps, json_of, ranked, with_query

MOST_PAGES = 4  # about twenty results each; how many is the instance's choice


class SearXNG:
    """`GET /search?format=json`, page after page."""

    name = "searxng"
    address = ""
    pause = 1.0
    remedy = "allow JSON in the instance's settings.yml (search.formats), or name another instance"

    def search(self, asked: Asked) -> Steps[list[Hit]]:
        found: dict[str, tuple[str, str, str]] = {}
        for page in range(1, MOST_PAGES + 1):
            answer = yield self._question(asked, page)
            results = json_of(answer)["results"] if answer is not None else ()
            new = {r["url"]: (r["url"], r.get("title", ""), r.get("content") or "")
                   for r in results if r["url"] not in found}  # fmt: skip
            found |= new
            if not new or len(found) >= asked.most:
                break
        return ranked(list(found.values()))[: asked.most]

    def _question(self, asked: Asked, page: int) -> Question:
        said = {"q": asked.query, "format": "json", "safesearch": 0, "language": asked.language,
                "pageno": page if page > 1 else None}  # fmt: skip
        address = f"{asked.address.rstrip('/')}/search"
        return Question(with_query(address, said), optional=page > 1)
