from typing import Any

import pytest

from bowerbird.index.entries import entry_of
from bowerbird.index.options import IndexOptions
from bowerbird.model.record import Record

DEFAULT = IndexOptions()


def record(**fields: Any) -> Record:
    return Record(
        key=b"k", kind="page", url="https://zoo.test/tapir", fields=fields, run="1", seq=7,
        created_at=86_400.0,
    )  # fmt: skip


def test_the_searched_fields_are_texts_and_everything_said_is_kept_for_showing():
    entry = entry_of(record(title="Tapirs", text="They swim.", summary="About tapirs"), DEFAULT)

    assert (entry.key, entry.serial, entry.gone) == (b"k", 7, False)
    assert entry.text == {"title": "Tapirs", "text": "They swim."}
    assert entry.stored == {
        "url": "https://zoo.test/tapir", "title": "Tapirs", "text": "They swim.",
        "summary": "About tapirs", "kind": "page",
    }  # fmt: skip


def test_any_field_may_be_searched():
    options = IndexOptions(fields=["tags", "year", "url", "none", "seen"])

    entry = entry_of(record(tags=["red", "shy"], year=1925, seen=True), options)

    assert entry.text == {"tags": ["red", "shy"], "year": "1925", "url": "https://zoo.test/tapir"}


@pytest.mark.parametrize(
    ("value", "number"),
    [(3, 3.0), (2.5, 2.5), (True, 1.0), ("42", 42.0), ("-1.5", -1.5), ("1970-01-02", 86_400.0),
     ("1970-01-02T00:00:01Z", 86_401.0)],
)  # fmt: skip
def test_what_is_a_number_or_a_date_can_be_calculated_with(value, number):
    assert entry_of(record(x=value), DEFAULT).numbers == {"created_at": 86_400.0, "x": number}


@pytest.mark.parametrize(
    "value",
    ["3 votes", "01234", "1,5", "", "9" * 30, float("nan"), float("inf"), "2024-13-40", ["1"]],
)
def test_what_only_looks_a_little_like_a_number_is_none(value):
    assert "x" not in entry_of(record(x=value), DEFAULT).numbers


def test_short_texts_lists_and_truths_are_labels():
    entry = entry_of(
        record(
            language="de", tags=["red", "", "x" * 500], relevant=True, note="l\n", long="y" * 81
        ),
        DEFAULT,
    )

    assert entry.labels == {
        "site": ["zoo.test"], "kind": ["page"], "language": ["de"], "tags": ["red"],
        "relevant": ["true"],
    }  # fmt: skip


def test_a_record_names_its_own_site_but_not_its_kind():
    entry = entry_of(record(site="Berlin", kind="ape"), DEFAULT)

    assert (entry.labels["site"], entry.labels["kind"]) == (["Berlin"], ["page"])


def test_what_must_not_be_shown_is_forgotten():
    gone = Record(key=b"k", kind="page", url="", fields={}, run="1", seq=8, gone=True)

    assert entry_of(gone, DEFAULT).gone
    assert entry_of(record(title="x", noindex=True), DEFAULT).gone
    assert entry_of(record(title="x", soft_404=True), DEFAULT).gone
    assert entry_of(record(title="x"), IndexOptions(kinds=["zoo"])).gone
    assert not entry_of(record(title="x", noindex=False), IndexOptions(kinds=["page"])).gone


def test_a_url_that_is_none_does_no_harm():
    odd = Record(key=b"k", kind="x", url="http://[", fields={"title": "t"}, run="1")

    assert "site" not in entry_of(odd, DEFAULT).labels
