import pytest
from hypothesis import given
from hypothesis import strategies as st

from bowerbird.frontier.shapes import doubled_block, is_plain, repetition, shape_of

HOST = "a.test"


def segments(path: str) -> list[str]:
    return [part for part in path.split("/") if part]


@pytest.mark.parametrize(
    ("path", "repeated"),
    [
        ("/x/x/x", "x"),
        ("/a/b/a/b/a/b", "a/b"),
        ("/en/a/b/a/b/a/b/page.html", "a/b"),
        ("/shop/one/shop/two/shop/three", "shop"),
        ("/1/1/1/1", "1"),
    ],
)
def test_an_endless_path_is_recognised(path: str, repeated: str) -> None:
    assert repetition(segments(path), 3) == repeated


@pytest.mark.parametrize(
    "path",
    [
        "/a/a/",
        "/a/b/a/b",
        "/2011/11/11/a-day",
        "/11/11/11/",
        "/docs/v2/en/guide/install/linux/debian/packages/apt/sources/keys/rotate",
        "/src/main/java/org/example/main/App.java",
    ],
)
def test_an_ordinary_path_is_not(path: str) -> None:
    assert repetition(segments(path), 3) == ""


def test_a_block_that_comes_twice_in_a_row_is_accretion() -> None:
    assert doubled_block(segments("/about/team/about/team/us")) == "about/team"
    assert doubled_block(segments("/a/a/")) == ""
    assert doubled_block(segments("/a/a/a/b")) == ""
    assert doubled_block(segments("/10/12/10/12")) == ""


@pytest.mark.parametrize(
    ("url", "pattern", "year", "certain"),
    [
        ("/calendar/2031/05/12", "/calendar/{date}", 2031, True),
        ("/events/2031-5-2/", "/events/{date}", 2031, True),
        ("/calendar/2031/05/month", "/calendar/{date}", 2031, True),
        ("/blog/2019/05/", "/blog/{date}", 2019, False),
        ("/topic/2050/5", "/topic/{date}", 2050, False),
        ("/cal.php?month=5&year=2031", "/cal.php?month=…&year=…", 2031, True),
        ("/list?date=20310512", "/list?date=…", 2031, True),
        ("/list?from=2031-05-12T10:00", "/list?from=…", 2031, True),
    ],
)
def test_a_date_in_a_url_is_found(url: str, pattern: str, year: int, certain: bool) -> None:
    assert shape_of(f"https://a.test{url}", HOST).date == (pattern, year, certain)


@pytest.mark.parametrize(
    "url",
    [
        "/2019/05/an-article",
        "/2019/05/12/an-article.html",
        "/item?id=20310512",
        "/item/1234567",
        "/v/1.2.2031/x",
        "/list?q=2031",
    ],
)
def test_what_only_contains_a_date_or_a_number_is_no_calendar(url: str) -> None:
    assert shape_of(f"https://a.test{url}", HOST).date is None


def test_a_query_is_told_by_its_names() -> None:
    query = shape_of("https://a.test/x?sort=up&page=17&sort=down", HOST).query

    assert query == ("page=…&sort=…", 3, 4)


def test_the_path_of_a_bare_origin_is_the_root() -> None:
    assert shape_of("https://a.test", HOST).path == "/"


def test_plain_urls_need_no_closer_look() -> None:
    assert is_plain("https://a.test/section-3/article-17.html")
    assert is_plain("https://a.test/en/shop/en/chairs/oak")
    assert not is_plain("https://a.test/list?page=2")
    assert not is_plain("https://a.test/2031/05")
    assert not is_plain("https://a.test/x/x/x")
    assert not is_plain("https://a.test/a/b/a/b")
    assert not is_plain("https://a.test")


@given(st.lists(st.sampled_from(["a", "b", "c", "7", "2031", "05", "", "a.test", "x?a=1"])))
def test_plain_urls_repeat_nothing_and_have_no_date(segments: list[str]) -> None:
    identity = "https://a.test/" + "/".join(segments)
    shape = shape_of(identity, HOST)

    if is_plain(identity):
        assert repetition(shape.segments, 3) == ""
        assert doubled_block(shape.segments) == ""
        assert (shape.query, shape.date) == (None, None)
        assert shape.path.split("/", 2)[1] == identity.split("/", 4)[3]
