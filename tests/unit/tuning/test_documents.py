from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest
from tests.unit.index.plain_index import Doc, snapshot_from

from bowerbird.index.reading import Segment, Snapshot
from bowerbird.tuning.documents import DocumentFinder, Located

DOCS = [
    Doc({"text": "a"}, {"id": 7}, {"kind": ["page"]}, {"url": "https://a.test/"}),
    Doc({"text": "b"}, {"n": 5}, {"kind": ["book"], "docno": ["FT-1"]}, {"docno": "FT-1"}),
    Doc({"text": "c"}, {"n": 5}, {"id": ["x"]}, {"title": "On moss"}, alive=False),
    Doc({"text": "d"}, {"n": 6.5}, {"id": ["x"]}, {"title": "On moss", "url": "https://b.test/"}),
    Doc({"text": "e"}, {"n": 8}, {"docno": ["8", "FT-1"], "id": ["007"]}),
]


def keys_of(name: str, kinds: Collection[str]) -> Iterator[bytes]:
    """The test's records have their positions as keys."""
    yield from (name.removeprefix(f"{kind}-").encode() for kind in kinds if name.startswith(kind))


@pytest.fixture(params=[(), (1, 3)], ids=["one segment", "three segments"])
def snapshot(request) -> Snapshot:
    return snapshot_from(DOCS, cuts=request.param)


@pytest.mark.parametrize(
    ("name", "position"),
    [
        ("page-3", 3),  # a key
        ("docno=FT-1", 1),  # a column of labels
        ("n=5", 1),  # a column of numbers; the first of them that lives
        ("n=6.5", 3),
        ("title=On moss", 3),  # what is only stored
        ("https://a.test/", 0),
        ("x", 3),  # a column `id`
        ("7", 0),
        ("007", 4),
        ("n=5.0", None),  # not as it is written
        ("https://c.test/", None),
        ("page-2", None),  # not alive
        ("8", None),
        ("=", None),
    ],
)
def test_a_document_is_found_by_any_of_its_names(snapshot, name, position):
    found = DocumentFinder(keys_of).find(snapshot, {name, "something else"})

    assert found.positions == ({} if position is None else {name: position})


def test_names_of_several_records_are_told():
    found = DocumentFinder(keys_of).find(snapshot_from(DOCS, cuts=[2]), {"docno=FT-1", "x"})

    assert found == Located({"docno=FT-1": 1, "x": 3}, ambiguous=("docno=FT-1",))


def test_a_surer_way_comes_before_another():
    docs = [Doc({"text": "a"}, labels={"id": ["page-1"], "kind": ["page"]}), Doc({"text": "b"})]

    found = DocumentFinder(keys_of).find(snapshot_from(docs), {"page-1"})

    assert found.positions == {"page-1": 1}


def test_two_names_may_be_of_one_document():
    found = DocumentFinder(keys_of).find(snapshot_from(DOCS), {"page-3", "title=On moss", "x"})

    assert set(found.positions.values()) == {3}


def test_what_was_looked_for_in_a_segment_is_not_looked_for_there_again():
    read: list[str] = []
    snapshot = snapshot_from(DOCS, cuts=[2])

    def watched(segment: Segment) -> Segment:
        def stored(document: int) -> Mapping[str, Any]:
            read.append(segment.name)
            return segment.stored(document)

        return replace(segment, stored=stored)

    counted = tuple(map(watched, snapshot.segments))
    grown = snapshot_from([*DOCS, Doc({"text": "f"}, stored={"url": "https://c.test/"})], cuts=[2])
    newer = replace(grown, segments=(counted[0], replace(grown.segments[1], name="s9")))
    finder, names = DocumentFinder(keys_of), {"https://b.test/", "https://c.test/"}

    first = finder.find(replace(snapshot, segments=counted), names)
    once = set(read)
    read.clear()
    second = finder.find(newer, names)

    assert first.positions == {"https://b.test/": 3}
    assert once == {"s0", "s2"}
    assert second.positions == {"https://b.test/": 3, "https://c.test/": 5}
    assert read == []


def test_a_document_that_died_since_is_not_found():
    snapshot, finder = snapshot_from(DOCS), DocumentFinder(keys_of)
    (segment,) = snapshot.segments
    alive = segment.alive.copy()
    alive[0] = False

    before = finder.find(snapshot, {"7"})
    after = finder.find(replace(snapshot, segments=(replace(segment, alive=alive),)), {"7"})

    assert (before.positions, after.positions) == ({"7": 0}, {})
