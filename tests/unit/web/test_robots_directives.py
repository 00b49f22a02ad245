from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bowerbird.web.robots_directives import (
    PageDirectives,
    header_directives,
    meta_directives,
    rel_of,
)

JUNE = datetime(2010, 6, 25, 15, tzinfo=UTC).timestamp()
JULY = datetime(2010, 7, 25, 15, tzinfo=UTC).timestamp()


def header(*values: str) -> PageDirectives:
    return header_directives(values, "Bowerbird/1.0")


@pytest.mark.parametrize(
    ("content", "noindex", "nofollow"),
    [
        ("noindex", True, False), ("NoFollow", False, True), ("none", True, True),
        ("noindex, nofollow", True, True), ("noindex,follow", True, False),
        ("noindex nofollow", True, True), ("noindex;nofollow", True, True),
        ("all", False, False), ("index, follow", False, False), ("", False, False),
        ("index, noindex", True, False), ("no-index", False, False),
    ],
)  # fmt: skip
def test_meta_and_header_say_the_same(content, noindex, nofollow):
    for found in (meta_directives([("robots", content)], "bowerbird"), header(content)):
        assert (found.noindex, found.nofollow) == (noindex, nofollow)


def test_what_everyone_is_told_and_what_we_are_told_add_up():
    found = meta_directives(
        [("ROBOTS", "noindex, noarchive"), ("Bowerbird", "nofollow"), ("otherbot", "nosnippet")],
        "bowerbird/2.0",
    )

    assert found == PageDirectives(True, True, None, ("noarchive",))


def test_a_permission_for_us_does_not_lift_a_restriction_for_everyone():
    assert meta_directives([("robots", "none"), ("bowerbird", "all")], "bowerbird").noindex


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["bowerbird: noindex"], PageDirectives(noindex=True)),
        (["BowerBird: noindex, nofollow"], PageDirectives(noindex=True, nofollow=True)),
        (["otherbot: noindex, nofollow"], PageDirectives()),
        (["otherbot: noindex, bowerbird: nofollow"], PageDirectives(nofollow=True)),
        (["bowerbird: noindex nosnippet"], PageDirectives(noindex=True, others=("nosnippet",))),
        (["noindex", "otherbot: none", "nofollow"], PageDirectives(noindex=True, nofollow=True)),
        (["robots: noindex"], PageDirectives(noindex=True)),
        (["max-snippet: 20, noai"], PageDirectives(others=("max-snippet:20", "noai"))),
        (
            ["bowerbird: max-image-preview: none"],
            PageDirectives(others=("max-image-preview:none",)),
        ),
    ],
)
def test_a_name_in_front_says_whom_a_header_addresses(values, expected):
    assert header(*values) == expected


@pytest.mark.parametrize(
    "value",
    [
        "unavailable_after: 25 Jun 2010 15:00:00 GMT",
        "unavailable_after: Fri, 25 Jun 2010 15:00:00 GMT",
        "Unavailable_After:Friday, 25-Jun-10 15:00:00 GMT",
        "unavailable_after: 2010-06-25T15:00:00+00:00",
        "bowerbird: unavailable_after: Fri, 25 Jun 2010 15:00:00 GMT",
    ],
)
@pytest.mark.parametrize("after", ["", ", noindex"])
def test_dates_with_commas_and_colons_stay_whole(value, after):
    found = header(value + after)

    assert (found.unavailable_after, found.noindex) == (JUNE, bool(after))


def test_the_earliest_end_counts_and_junk_is_no_end():
    assert header("unavailable_after: soon").unavailable_after is None
    early = PageDirectives(unavailable_after=JUNE)
    late = PageDirectives(unavailable_after=JULY)
    assert (late | early).unavailable_after == JUNE
    assert (late | PageDirectives()).unavailable_after == JULY


def test_other_directives_are_kept_once_and_bounded():
    assert header("noarchive, NoArchive", "noarchive").others == ("noarchive",)
    assert len(header(", ".join(f"x{n}" for n in range(500))).others) == 32


@given(st.lists(st.text(max_size=50) | st.text(":,; nofidex_after", max_size=40), max_size=4))
def test_no_header_upsets_the_reader(values):
    both = header(*values) | meta_directives([("robots", value) for value in values], "")

    assert both == both | both


@pytest.mark.parametrize(
    ("rel", "nofollow", "passes_score"),
    [("", False, True), ("noopener author", False, True), ("NoFollow", True, False),
     ("ugc nofollow", True, False), ("sponsored", False, False), ("ugc", False, False),
     ("nofollow,noopener", True, False), ("nofollowers", False, True)],
)  # fmt: skip
def test_the_rel_of_a_link_tells_whether_its_author_vouches_for_it(rel, nofollow, passes_score):
    assert (rel_of(rel).nofollow, rel_of(rel).passes_score) == (nofollow, passes_score)
