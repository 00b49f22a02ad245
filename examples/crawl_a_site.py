"""Crawl a site, search it, and look at what came of it. Runs against the bundled little web,
without a network.

python examples/crawl_a_site.py
"""

from tempfile import TemporaryDirectory

from bowerbird import Workspace
from bowerbird.testing.little_web import serve_little_web


def main(home: str) -> None:
    with serve_little_web() as web:
        project = Workspace(home).project("solar")
        run = project.crawl(
            "http://solar.test/",
            topic__query="solar energy",
            scope__exclude=["*print*"],
            budget__max_pages=30,
            # The next three are for the little web: it is on this machine, and ours.
            fetch__allow_private=True,
            fetch__resolve=[web.resolve],
            politeness__delay=0.01,
        )
        summary = run.wait()

    print(f"{summary['state']}: {summary['reason']}")
    print(f"{summary['pages']} pages, {summary['relevant']} of them relevant")
    results = project.search("batteries roof", limit=3)
    print(f"{results.total} pages speak of batteries or roofs, the best first:")
    for hit in results.hits:
        print(f"  {hit.score:.2f}  {hit.url}  {hit.fields['title']}")
    read = [page for page in project.pages() if page["state"] == "fetched"]
    print("The most relevant ones, and why the best is:")
    for page in sorted(read, key=lambda page: -page["relevance"])[:3]:
        print(f"  {page['relevance']:.2f}  {page['url']}  {page['title']}")
    best = max(read, key=lambda page: page["relevance"])
    for term in project.explain(best["url"])["score_terms"]:
        print(f"    {term['value']:+.2f}  {term['name']}  {term['because']}")


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        main(folder)
