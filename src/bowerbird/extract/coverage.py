"""How much of what a field used to find it still finds: the sign that a site was rebuilt."""

from collections.abc import Iterator, Sequence

from bowerbird.extract.applying import Item, Where
from bowerbird.extract.template import Template, TemplateField

BROKEN = 0.4  # so much of its coverage a field may lose before it counts as broken


def expected(field: TemplateField) -> float:
    """The share of records that had a value when somebody pointed at it."""
    return field.fingerprint.coverage if field.fingerprint else 1.0


def still_found(
    template: Template, items: Sequence[Item], where: Where
) -> Iterator[tuple[str, bool]]:
    """Each field that ought to have values, and whether these items of a page have enough of them.
    Of a field that nobody pointed at only that is known that it finds nothing at all; with a
    default it need not find anything."""
    for field in template.fields:
        if field.page != where or field.default is not None or not items:
            continue
        filled = sum(item.values.get(field.name) not in (None, "", []) for item in items)
        if field.fingerprint is None:
            yield field.name, filled > 0
        else:
            yield field.name, filled / len(items) >= expected(field) - BROKEN
