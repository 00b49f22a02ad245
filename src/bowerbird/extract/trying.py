"""A template tried on one page: what each field found, step by step, and how often it did."""

from collections import Counter
from collections.abc import Sequence
from itertools import islice

from msgspec import Struct

from bowerbird.extract.applying import Item, Problem, Where, found_by, item_in, steps_of
from bowerbird.extract.clean import Trace, Value
from bowerbird.extract.scopes import scopes_of
from bowerbird.extract.selectors import selector_of
from bowerbird.extract.template import Template, TemplateField
from bowerbird.extract.tree import Element

SHOWN = 5  # examples of a field


class FieldTrial(Struct, frozen=True):
    """How one field did."""

    field: str
    page: Where
    found: int  # items that have a value
    coverage: float  # of all items
    distinct: int  # different values; 1 of many is a word of the site, not of the item
    selectors: dict[str, int]  # those that found something, and in how many items
    examples: Sequence[Value]
    steps: list[Trace]  # of the first thing found
    problems: list[str]  # why values could not be made what the field wants


class Trial(Struct, frozen=True):
    """How a template did on a page."""

    items: list[Item]
    fields: list[FieldTrial]
    pagination: int  # elements of the pagination scope


def trial_of(template: Template, root: Element, base: str, where: Where = "here") -> Trial:
    """The template applied to a page, or to a detail page, with everything that helps to mend
    it."""
    scopes = islice(scopes_of(template, root), template.max_records) if where == "here" else [root]
    tried = [(scope, item_in(template, scope, base, where)) for scope in scopes]
    kept = [(scope, item) for scope, item in tried if not item.is_empty]
    inside = bool(template.record) and where == "here"
    fields = [field for field in template.fields if field.page == where]
    problems = [problem for _, item in tried for problem in item.problems]
    pagination = template.pagination if where == "here" else ""
    return Trial(
        items=[item for _, item in kept],
        fields=[
            _tried(field, kept, [p for p in problems if p.field == field.name], base, inside=inside)
            for field in fields
        ],
        pagination=len(selector_of(pagination)(root)) if pagination else 0,
    )


def _tried(
    field: TemplateField,
    kept: Sequence[tuple[Element, Item]],
    problems: Sequence[Problem],
    base: str,
    *,
    inside: bool,
) -> FieldTrial:
    values = [item.values[field.name] for _, item in kept]
    full = [value for value in values if value not in (None, "", [])]
    found = [found_by(field, scope, inside=inside) for scope, _ in kept]
    first = next((each.raw for each in found if each.raw), None)
    return FieldTrial(
        field=field.name,
        page=field.page,
        found=len(full),
        coverage=round(len(full) / len(kept), 4) if kept else 0.0,
        distinct=len({repr(value) for value in full}),
        selectors=dict(Counter(each.selector for each in found if each.raw)),
        examples=full[:SHOWN],
        steps=steps_of(field, first, base) if first else [],
        problems=[problem.why for problem in problems[:SHOWN]],
    )
