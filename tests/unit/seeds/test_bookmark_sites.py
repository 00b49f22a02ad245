import pytest

from bowerbird.model.document import Link
from bowerbird.model.outcomes import Refusal
from bowerbird.model.topic import Topic, TopicTerm
from bowerbird.seeds.bookmarks.people import pseudonym
from bowerbird.seeds.bookmarks.sites import (
    KNOWN,
    BookmarkSiteOptions,
    BookmarkSites,
    Mark,
    evidence_of,
)
from bowerbird.web.url import Url, parse

SUN = Topic("solar energy", ("solar",), (TopicTerm("solar energy", 1.0), TopicTerm("panel", 0.5)))
SITE = BookmarkSiteOptions(tags=["marks.test/t/{tag}"], users=["marks.test/~{user}"])


def sites(topic: Topic = SUN) -> BookmarkSites:
    return BookmarkSites({"marks": SITE, "lobsters": BookmarkSiteOptions()}, topic)


def links(*urls: str) -> list[tuple[Link, Url]]:
    whole = [url if "://" in url else f"http://marks.test{url}" for url in urls]
    return [(Link(url, "a"), parse(url)) for url in whole]


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("http://marks.test/t/solar-energy", ("tag", "solar-energy")),
        ("https://www.marks.test/t/solar+energy?page=2", ("tag", "solar energy")),
        ("http://marks.test/t/caf%C3%A9/page/2", ("tag", "café")),
        ("http://marks.test/~ann", ("user", "ann")),
        ("https://lobste.rs/t/rust", ("tag", "rust")),
        ("http://marks.test/t/", None),
        ("http://marks.test/", None),
        ("http://other.test/t/solar-energy", None),
    ],
)
def test_pages_of_tags_and_users_are_known_by_their_patterns(url, told):
    place = sites().place(parse(url))

    assert (place and (place.kind, place.name)) == told


def test_a_tag_that_has_nothing_to_do_with_the_topic_is_refused():
    refused = sites().refusal(parse("http://marks.test/t/cooking"))

    assert refused is not None
    assert (refused.reason, refused.rule) == (
        Refusal.SCOPE,
        "the tag “cooking” is none of the topic's",
    )
    assert sites().refusal(parse("http://marks.test/t/SolarEnergy")) is None
    assert sites().refusal(parse("http://marks.test/~ann")) is None
    assert sites(Topic()).refusal(parse("http://marks.test/t/cooking")) is None


def test_a_page_of_the_site_promises_what_its_tag_is_worth():
    promises = [sites().promise(parse(f"http://marks.test{path}"))
                for path in ("/t/solar-energy", "/t/panel", "/~ann", "/about")]  # fmt: skip

    assert promises == [1.0, 0.5, 0.3, 0.0]


def test_items_are_resources_with_the_tags_and_the_user_behind_them():
    found = sites().marks(
        parse("http://marks.test/~ann"),
        links(
            "/t/cloud-tag", "http://one.test/", "/t/solar-energy", "/~bob", "/add", "/t/panel",
            "http://two.test/", "/t/cooking", "http://three.test/", "/t/panel", "/t/2020",
        ),
    )  # fmt: skip

    ann = pseudonym("marks", "ann")
    assert [(mark.url.href, mark.user) for mark in found] == [
        ("http://one.test/", ann),
        ("http://three.test/", ann),
    ]
    assert found[0].fit == 1.0
    assert found[1].fit == pytest.approx(0.5 / 2**0.5)


def test_the_page_of_a_tag_lends_it_to_every_item():
    here = parse("http://marks.test/t/solar-energy?page=2")

    (mark,) = sites().marks(here, links("http://one.test/", "/~bob", "/save"))

    assert mark == Mark(parse("http://one.test/"), pseudonym("marks", "bob"), 1.0)


def test_other_pages_say_nothing():
    assert sites().marks(parse("http://marks.test/"), links("http://one.test/", "/t/panel")) == []


def test_each_person_takes_half_of_what_doubt_is_left():
    assert evidence_of([]) == 0.0
    assert evidence_of([1.0]) == 0.5
    assert evidence_of([1.0, 1.0]) == 0.75


@pytest.mark.parametrize("pattern", ["marks.test/t/", "http://marks.test/{tag}", "{tag}/{tag}"])
def test_a_pattern_that_is_none_is_refused(pattern):
    with pytest.raises(ValueError, match="must hold"):
        BookmarkSiteOptions(tags=[pattern])


def test_sites_that_come_along_have_patterns():
    assert all(site.tags and site.users for site in KNOWN.values())
