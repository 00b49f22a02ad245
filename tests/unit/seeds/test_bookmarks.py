import json
import time
from pathlib import Path

import pytest

from bowerbird.model.errors import UsageError
from bowerbird.model.seed import Bookmark
from bowerbird.seeds.bookmarks.files import BookmarkFile, read_bookmarks, tags_of
from bowerbird.seeds.bookmarks.netscape import instant, read_netscape, split_tags
from bowerbird.seeds.bookmarks.people import pseudonym

DATA = Path(__file__).parents[4] / "shared" / "data" / "bookmarks"
needs_data = pytest.mark.skipif(not DATA.is_dir(), reason="uses ../shared/data")

NETSCAPE = """<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE><H1>Bookmarks</H1>
<DL><p>
  <DT><A HREF="http://one.test/" ADD_DATE="1456433741" TAGS="sun, wind power">One &amp; only</A>
  <DD>A <b>note</b>
  over two lines
  <DT><H3>Animals</H3>
  <DL><p>
    <DT><A HREF='http://two.test/?a=1&amp;b=2' TAGS="tapir ant">Two</A>
    <DT><H3 FOLDED>Birds</H3>
    <DL><p><dt><a href=http://three.test/>Three</a></DL><p>
  </DL><p>
  <DT><A HREF="place:sort=14">Recent</A>
  <DT><A HREF="javascript:alert(1)">Bookmarklet</A>
  <DT><A HREF="?abc">A note of Shaarli</A>
</DL><p>
"""
SERVICES = {
    "pinboard": [{"href": "http://one.test/", "description": "One", "extended": "n",
                  "tags": "sun wind", "time": "2020-01-02T03:04:05Z"}],
    "linkding": {"count": 1, "results": [{"url": "http://one.test/", "title": "One",
                 "description": "n", "tag_names": ["sun", "wind"],
                 "date_added": "2020-01-02T03:04:05.0Z"}]},
    "raindrop": {"result": True, "items": [{"link": "http://one.test/", "title": "One",
                 "excerpt": "n", "tags": ["sun", "wind"], "created": "2020-01-02T03:04:05.000Z",
                 "user": {"$id": 7}}]},
    "shaarli": [{"id": 1, "url": "http://one.test/", "title": "One", "description": "n",
                 "tags": ["sun", "wind"], "created": "2020-01-02T03:04:05+00:00"}],
    "bibsonomy": {"posts": {"start": 0, "post": [{"description": "n",
                  "postingdate": "2020-01-02T03:04:05+00:00", "user": {"name": "ann"},
                  "tag": [{"name": "sun"}, {"name": "wind"}],
                  "bookmark": {"title": "One", "url": "http://one.test/"}}]}},
    "lobsters": [{"short_id": "x", "url": "http://one.test/", "title": "One",
                  "description_plain": "n", "tags": ["sun", "wind"], "submitter_user": "ann",
                  "created_at": "2020-01-02T03:04:05.000+00:00"}],
}  # fmt: skip


def read(tmp_path: Path, name: str, content: str) -> BookmarkFile:
    (tmp_path / name).write_text(content, encoding="utf-8")
    return read_bookmarks(tmp_path / name)


def test_the_file_of_netscape_gives_titles_notes_tags_and_folders(tmp_path):
    found = read(tmp_path, "bookmarks.html", NETSCAPE)

    one, two, three = found.bookmarks
    assert (one.title, one.note, one.at) == ("One & only", "A note over two lines", 1456433741.0)
    assert one.tags == ("sun", "wind power")
    assert (two.url, two.tags) == ("http://two.test/?a=1&b=2", ("Animals", "tapir", "ant"))
    assert (three.url, three.tags) == ("http://three.test/", ("Animals", "Birds"))


def test_what_cannot_be_crawled_is_left_out_and_counted(tmp_path):
    found = read(tmp_path, "bookmarks.html", NETSCAPE)

    assert (len(found.bookmarks), found.left_out) == (3, 3)


@pytest.mark.parametrize("form", SERVICES)
def test_every_service_is_known_by_its_answer(tmp_path, form):
    found = read(tmp_path, "export.json", json.dumps(SERVICES[form]))

    assert found.form == form
    (one,) = found.bookmarks
    assert (one.url, one.title, one.note) == ("http://one.test/", "One", "n")
    assert set(one.tags) == {"sun", "wind"}
    assert one.at == 1577934245.0


def test_hacker_news_has_words_of_titles_for_tags(tmp_path):
    hits = {"hits": [{"url": "http://one.test/", "title": "A Sun of wind", "author": "ann"}]}

    (one,) = read(tmp_path, "hn.json", json.dumps(hits)).bookmarks

    assert one.tags == ("sun", "wind")


def test_what_a_question_links_to_is_a_resource_with_its_tags(tmp_path):
    body = '<a href="http://two.test/">x</a> <a href="http://two.test/">again</a>'
    question = {"question_id": 1, "link": "http://one.test/q", "title": "&quot;Q&quot;",
                "tags": ["sun"], "body": body, "owner": {"user_id": 5}}  # fmt: skip

    found = read(tmp_path, "so.json", json.dumps({"items": [question]})).bookmarks

    assert [each.url for each in found] == ["http://one.test/q", "http://two.test/"]
    assert {each.title for each in found} == {'"Q"'}
    assert {each.tags for each in found} == {("sun",)}


def test_triples_and_lists_are_read(tmp_path):
    triples = read(tmp_path, "t.csv", "resource,user,tag\nhttp://one.test/,ann,sun\n")
    urls = read(tmp_path, "urls.txt", "# mine\nhttp://one.test/\nhttp://two.test/\n")

    assert triples.bookmarks[0].tags == ("sun",)
    assert [each.url for each in urls.bookmarks] == ["http://one.test/", "http://two.test/"]


def test_nobody_is_named(tmp_path):
    (one,) = read(tmp_path, "b.json", json.dumps(SERVICES["bibsonomy"])).bookmarks

    assert one.user == pseudonym("bibsonomy", "ann")
    assert "ann" not in one.user
    assert pseudonym("lobsters", "ann") != one.user
    assert pseudonym("bibsonomy", "") == ""


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("1456433741", 1456433741.0),
        ("1456433741000", 1456433741.0),
        ("1515515697780642", 1515515697.780642),
        ("10/Oct/2000:13:55:36 +0300", 971175336.0),
        ("yesterday", 0.0),
        ("", 0.0),
    ],
)
def test_instants_come_in_every_unit(text, seconds):
    assert instant(text) == pytest.approx(seconds)


def test_tags_are_split_at_commas_where_there_are_any():
    assert split_tags("dev, php dev, php 7.x") == ["dev", "php dev", "php 7.x"]
    assert split_tags(" private  secret ") == ["private", "secret"]


def test_the_commonest_tags_come_first():
    marks = [Bookmark("http://a.test/", tags=("b", "a")), Bookmark("http://b.test/", tags=("a",))]

    assert list(tags_of(marks).items()) == [("a", 2), ("b", 1)]


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("page.html", "<html><body>Hello</body></html>", "no file of bookmarks"),
        ("some.json", '{"a": 1}', "no file of bookmarks that is known"),
        ("some.txt", "not a list of addresses", "no file of bookmarks that is known"),
    ],
)
def test_other_files_are_refused_in_a_sentence(tmp_path, name, content, words):
    with pytest.raises(UsageError, match=words):
        read(tmp_path, name, content)


@pytest.mark.parametrize(
    "markup", ["<A HREF='", '<A HREF="x" ', "<DT", "<DL><H3>", "<A a=", "<DD><A x='>'"]
)
def test_markup_that_never_ends_takes_time_in_proportion(markup):
    before = time.process_time()

    for _ in read_netscape(b"<DL>" + markup.encode() * 40_000):
        pass

    assert time.process_time() - before < 3


def test_addresses_without_a_scheme_are_meant_as_such(tmp_path):
    found = read(tmp_path, "t.csv", "url,tags\nwww.one.test/x,sun\nnot an address,sun\n")

    assert [each.url for each in found.bookmarks] == ["http://www.one.test/x"]
    assert found.left_out == 1


def test_papers_and_concepts_by_number_get_their_names(tmp_path):
    (tmp_path / "concepts.csv").write_text("# ID, Name\n7,Solar cell\n9,Dark matter\n")

    found = read(
        tmp_path, "b.csv", "#user_id, paper_id, concept_id\n1,0705.1234v1,7\n1,0705.1234v1,9\n"
        "2,hep-ph/9506380v1,9\n2,report 4,7\n",
    )  # fmt: skip

    one, two = found.bookmarks
    papers = [each.url.removeprefix("https://arxiv.org/abs/") for each in found.bookmarks]
    assert papers == ["0705.1234v1", "hep-ph/9506380v1"]
    assert [one.tags, two.tags] == [("Solar cell", "Dark matter"), ("Dark matter",)]
    assert one.user != two.user
    assert (found.form, found.left_out) == ("sciencewise", 1)


def test_people_and_tags_of_items_by_number_are_read_though_items_have_no_address(tmp_path):
    (tmp_path / "tags.dat").write_text("sun\nwind\n")
    (tmp_path / "item-tag.dat").write_text("2 0 1\n1 1\n")

    found = read(tmp_path, "users.dat", "2 0 1\n1 1\n")

    assert (found.form, found.bookmarks) == ("citeulike", ())
    assert [each.tags for each in found.others] == [("sun", "wind"), ("wind",), ("wind",)]
    assert len({each.user for each in found.others}) == 2


@needs_data
def test_every_dialect_of_the_collection_is_read():
    """Counts as a person counts them in the files."""
    counts = {
        "netscape-bookmark-parser/chromium_nested.htm": 18,
        "netscape-bookmark-parser/delicious.htm": 5,
        "netscape-bookmark-parser/firefox_nested.htm": 21,
        "netscape-bookmark-parser/google_bookmarks_nested.htm": 6,
        "netscape-bookmark-parser/internet_explorer_11_nested.htm": 27,
        "netscape-bookmark-parser/netscape_nested.htm": 8,
        "netscape-bookmark-parser/safari_folded.htm": 3,
        "netscape-bookmark-parser/scuttle.htm": 4,
        "netscape-bookmark-parser/shaarli.htm": 5,
        "netscape-bookmark-parser/empty.htm": 0,
        "bibsonomy/bibsonomy-importer/src/test/resources/opera_12.15.html": 46,
        "bibsonomy/bibsonomy-importer/src/test/resources/chrome_13.06.13.html": 9,
        "linkding/bookmarks/tests/resources/simple_valid_import_file.html": 3,
    }

    assert {name: len(read_bookmarks(DATA / name).bookmarks) for name in counts} == counts


@needs_data
def test_no_dialect_of_the_collection_is_refused():
    """Files of posts that nobody bookmarked, such as lists of tags or groups, are no bookmarks."""
    dialects = [
        file
        for file in DATA.rglob("*")
        if file.suffix in (".htm", ".html") or "Post" in file.stem or file.name == "bookmarks.csv"
    ]

    found = {file: read_bookmarks(file) for file in dialects}

    assert len(found) > 40
    empty = {file.stem for file, each in found.items() if not (each.bookmarks or each.others)}
    assert empty == {"empty"}


@needs_data
def test_large_collections_of_triples_are_read():
    papers = read_bookmarks(DATA / "scienceWISE" / "bookmarks.csv")
    items = read_bookmarks(DATA / "citeulike-a" / "users.dat")

    triples = sum(len(each.tags) for each in (*papers.bookmarks, *papers.others))
    assert (papers.form, papers.left_out, triples) == ("sciencewise", 27, 15_100)
    assert len(items.others) == 204_986
