"""Which elements of a page a template takes: what is outlined there while somebody points."""

from collections.abc import Callable, Iterator, Mapping

from lxml import etree
from msgspec import Struct

from bowerbird.extract.applying import findings_in, item_of
from bowerbird.extract.clean import Value
from bowerbird.extract.scopes import copied_run, parts_of_records
from bowerbird.extract.template import Template
from bowerbird.extract.tree import Element

Number = Callable[[Element], int]


class Outlined(Struct, frozen=True):
    """One record of a page: its values, and the numbers of the elements that they are from."""

    parts: list[int]  # the element that is the record, or those of a run
    values: dict[str, Value]
    places: dict[str, list[int]]  # by field; none where a value is an attribute's


def outlined(template: Template, root: Element, base: str, number: Number) -> Iterator[Outlined]:
    """The records of a page in its order, those without any value left out."""
    for parts in parts_of_records(template, root):
        scope, originals = parts[0], _SAME
        if template.extent == "run":
            scope = copied_run(parts)
            originals = dict(_pairs(scope, parts))
        findings = findings_in(template, scope)
        item = item_of(template, scope, base, findings)
        if item.is_empty:
            continue
        places = {}
        for field in template.fields:
            if field.page == "here":
                found = findings[field.name].places
                taken = found if field.type == "list" else found[:1]
                places[field.name] = [
                    number(originals.get(each, each)) for each in taken if not isinstance(each, str)
                ]
        yield Outlined([number(part) for part in parts], item.values, places)


_SAME: Mapping[Element, Element] = {}


def _pairs(run: Element, parts: list[Element]) -> Iterator[tuple[Element, Element]]:
    """Each copied element with the one that it is a copy of."""
    for copy, part in zip(run, parts, strict=True):
        yield from zip(copy.iter(etree.Element), part.iter(etree.Element), strict=True)
