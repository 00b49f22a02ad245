"""Seeds on the command line: from bookmarks to a crawl."""

import json

import pytest
from tests.e2e.commands import Bowerbird
from tests.integration.crawl.crawling import page, small_web

from bowerbird.testing.serving import Answer, Asked, serve

BOOKMARKS = """<!DOCTYPE NETSCAPE-Bookmark-file-1>
<DL><p>
<DT><A HREF="http://zoo.test/tapirs" TAGS="tapirs,zoo">All about tapirs</A>
<DT><A HREF="http://kitchen.test/" TAGS="cooking">Soup</A>
<DT><A HREF="javascript:void(0)">Nothing</A>
</DL><p>
"""


@pytest.fixture
def bowerbird(tmp_path) -> Bowerbird:
    (tmp_path / "bookmarks.html").write_text(BOOKMARKS)
    return Bowerbird(tmp_path / "home")


def test_bookmarks_become_seeds_and_a_crawl_starts_from_them(bowerbird, tmp_path):
    done = bowerbird(
        "seeds", "import", str(tmp_path / "bookmarks.html"), "--topic", "tapirs", "--json"
    ).document
    listed = bowerbird("seeds", "list", "--json").document
    with small_web({"http://zoo.test/tapirs": page("Tapirs", text="A tapir eats leaves.")}) as web:
        crawled = bowerbird(
            "crawl", "tapirs", "--json", "--allow-private", "--resolve", web.resolve, "--delay", "0"
        )

    assert (done["bookmarks"], done["left_out"], done["kept"]) == (2, 1, 1)
    assert [seed["url"] for seed in listed["seeds"]] == ["http://zoo.test/tapirs"]
    assert "“tapirs”" in listed["seeds"][0]["because"]
    assert (crawled.status, crawled.document["pages"]) == (0, 1)


def test_without_seeds_a_topic_alone_says_how_to_get_some(bowerbird):
    said = bowerbird("crawl", "tapirs")

    assert said.status == 2
    assert "bowerbird seeds find" in said.complaint


def test_a_search_without_engines_names_them(bowerbird):
    said = bowerbird("seeds", "find", "tapirs")

    assert said.status == 2
    assert "searxng" in said.complaint


def test_a_bookmarking_service_is_asked_with_a_key_of_the_environment(bowerbird, monkeypatch):
    kept = {"http://zoo.test/tapirs": "tapirs", "http://kitchen.test/": "cooking"}
    posts = [{"url": url, "title": "x", "tag_names": [tag]} for url, tag in kept.items()]
    answer = json.dumps({"count": 2, "next": None, "results": posts}).encode()
    monkeypatch.setenv("LINKDING_TOKEN", "sesame")
    asked = []

    def linkding(request: Asked) -> Answer:
        asked.append(request.headers.get("authorization", ""))
        return Answer(200, (("Content-Type", "application/json"),), answer)

    with serve(linkding) as web:
        said = bowerbird(
            "seeds", "import", "--source", "linkding=http://links.test", "--key",
            "${LINKDING_TOKEN}", "--topic", "tapirs", "--allow-private", "--resolve", web.resolve,
        )  # fmt: skip
        listed = bowerbird("seeds", "list", "--json").document

    assert said.status == 0
    assert asked == ["Token sesame"]
    assert "2 bookmarks (linkding); 1 are seeds now" in said.out
    assert [seed["url"] for seed in listed["seeds"]] == ["http://zoo.test/tapirs"]


def test_a_file_or_a_service_is_named_and_not_both(bowerbird):
    assert "give one of the two" in bowerbird.here("seeds", "import").complaint
