from bowerbird.model.document import RobotsDirectives
from bowerbird.model.page import Headers
from bowerbird.politeness.directives import (
    forbids_following,
    is_unavailable,
    of_headers,
    of_page,
    union,
)


def test_a_page_and_its_headers_add_up():
    headers = Headers((("X-Robots-Tag", "noai"), ("x-robots-tag", "bowerbird: nofollow")))

    assert of_page([("robots", "noindex")], headers, "Bowerbird") == (
        RobotsDirectives(noindex=True, nofollow=True, others=("noai",))
    )
    assert of_headers(headers, "Otherbot") == RobotsDirectives(others=("noai",))


def test_a_union_keeps_every_restriction():
    one = RobotsDirectives(noindex=True, unavailable_after=200.0, others=("noarchive",))
    other = RobotsDirectives(nofollow=True, unavailable_after=100.0, others=("noarchive", "noai"))

    assert union(one, other) == RobotsDirectives(True, True, 100.0, ("noarchive", "noai"))


def test_a_page_is_unavailable_from_its_date_on():
    assert is_unavailable(RobotsDirectives(unavailable_after=100.0), 100.0)
    assert not is_unavailable(RobotsDirectives(unavailable_after=100.0), 99.0)
    assert not is_unavailable(RobotsDirectives(), 99.0)


def test_only_nofollow_forbids_following():
    assert forbids_following("external nofollow")
    assert not forbids_following("ugc sponsored")
