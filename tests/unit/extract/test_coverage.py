"""How much a field still finds."""

from bowerbird.extract.applying import Item
from bowerbird.extract.coverage import still_found
from bowerbird.extract.template import Fingerprint, Template, TemplateField


def found(filled: int, of: int, *, coverage: float | None = None, default: int | None = None):
    known = None if coverage is None else Fingerprint(coverage=coverage)
    field = TemplateField(name="price", selector="i", default=default, fingerprint=known)
    template = Template(record="li", fields=[field])
    items = [Item({"price": "1" if n < filled else None}) for n in range(of)]
    return list(still_found(template, items, "here"))


def test_a_field_that_was_pointed_at_ought_to_find_about_what_it_found_then():
    assert found(10, 10, coverage=1.0) == [("price", True)]
    assert found(6, 10, coverage=1.0) == [("price", True)]
    assert found(5, 10, coverage=1.0) == [("price", False)]
    assert found(0, 10, coverage=0.3) == [("price", True)]


def test_of_a_field_that_nobody_pointed_at_only_nothing_at_all_counts():
    assert found(1, 10) == [("price", True)]
    assert found(0, 10) == [("price", False)]


def test_a_field_with_a_default_or_a_page_without_items_says_nothing():
    assert found(0, 10, default=0) == []
    assert found(0, 0) == []
