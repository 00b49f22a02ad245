"""A template applied to a page: items with typed values, and what was wrong with those left out."""

from collections.abc import Mapping
from itertools import islice
from typing import Literal

from msgspec import Struct

from bowerbird.extract.clean import Trace, Value, absolute, cleaned
from bowerbird.extract.dates import date_of
from bowerbird.extract.fingerprints import Stranger, stranger
from bowerbird.extract.nodes import said_by
from bowerbird.extract.numbers import number_of
from bowerbird.extract.scopes import scopes_of
from bowerbird.extract.selectors import selector_of
from bowerbird.extract.template import Template, TemplateField
from bowerbird.extract.tree import Element

BETWEEN = "; "  # the parts of a list that has to be one text
MOST_PARTS = 1_000  # of one list

Where = Literal["here", "detail"]


class Problem(Struct, frozen=True):
    """A value that could not be made what its field wants."""

    field: str
    value: str
    why: str


class Item(Struct, frozen=True):
    """What a template found at one place."""

    values: dict[str, Value]
    problems: tuple[Problem, ...] = ()
    detail: str = ""  # URL of the page that says more
    missing: tuple[str, ...] = ()  # required fields without a value: this is no record
    alternates: tuple[tuple[str, str], ...] = ()  # fields that not their first selector found

    @property
    def is_empty(self) -> bool:
        return not any(value not in (None, "", []) for value in self.values.values())


class Finding(Struct, frozen=True):
    """What the selectors of a field found in one place."""

    selector: str  # the one that found it
    raw: list[str]
    places: list[Element | str]  # the elements that said it; of an attribute its text
    stranger: Stranger | None = None  # something that looks nothing like the fingerprint


def items_of(template: Template, root: Element, base: str) -> list[Item]:
    """What the fields of a page say, one item per record; empty ones are left out.

    `base` is what links of the page resolve against.
    """
    scopes = islice(scopes_of(template, root), template.max_records)
    items = (item_in(template, scope, base) for scope in scopes)
    return [item for item in items if not item.is_empty]


def item_in(template: Template, scope: Element, base: str, where: Where = "here") -> Item:
    """One item: the fields that stand in this element, or on this detail page."""
    return item_of(template, scope, base, findings_in(template, scope, where), where)


def findings_in(template: Template, scope: Element, where: Where = "here") -> dict[str, Finding]:
    """What each field finds there."""
    inside = bool(template.record) and where == "here"
    return {
        field.name: found_by(field, scope, inside=inside)
        for field in template.fields
        if field.page == where
    }


def item_of(
    template: Template,
    scope: Element,
    base: str,
    findings: Mapping[str, Finding],
    where: Where = "here",
) -> Item:
    """The item that these findings make."""
    values: dict[str, Value] = {}
    problems: list[Problem] = []
    alternates: list[tuple[str, str]] = []
    for field in template.fields:
        if field.page == where:
            found = findings[field.name]
            values[field.name] = _value(field, found.raw, base, problems)
            if found.raw and found.selector != field.selector:
                alternates.append((field.name, found.selector))
            if not found.raw and found.stranger:
                problems.append(Problem(field.name, found.stranger.text[:200], found.stranger.why))
    return Item(
        values=values,
        problems=tuple(problems),
        alternates=tuple(alternates),
        detail=_detail(template, scope, base) if where == "here" else "",
        missing=tuple(
            field.name
            for field in template.fields
            if field.required and field.page == where and values[field.name] in (None, "", [])
        ),
    )


def found_by(field: TemplateField, scope: Element, *, inside: bool) -> Finding:
    """The first of its selectors that finds anything which is what was pointed at."""
    odd: Stranger | None = None
    for text in (field.selector, *field.alternates):
        said: list[str] = []
        places: list[Element | str] = []
        for each in selector_of(text, inside=inside)(scope):
            raw = said_by(each, field.type, field.attribute)
            if not raw:
                continue
            unlike = stranger(field, scope, each, raw)
            odd = odd or unlike
            if unlike is None:
                said.append(raw)
                places.append(each)
        if said:
            return Finding(text, said, places, odd)
    return Finding(field.selector, [], [], odd)


def steps_of(field: TemplateField, raw: list[str], base: str) -> list[Trace]:
    """The clean-up of what was found, step by step, and at last what the type makes of it."""
    value: Value = raw[:MOST_PARTS] if field.type == "list" or _lists(field) else raw[0]
    traces = list(cleaned(value, field.clean, base))
    if traces:
        value = traces[-1].after
        if traces[-1].problem:
            return traces
    try:
        after = _typed(value, field, base)
    except ValueError as error:
        return [*traces, Trace(field.type, value, None, str(error))]
    return [*traces, Trace(field.type, value, after)]


def _value(field: TemplateField, raw: list[str], base: str, problems: list[Problem]) -> Value:
    if not raw:
        return field.default
    last = steps_of(field, raw, base)[-1]
    if last.problem:
        problems.append(Problem(field.name, raw[0][:200], last.problem))
    return field.default if last.after in (None, "", []) else last.after


def _detail(template: Template, scope: Element, base: str) -> str:
    if not template.detail:
        return ""
    found = selector_of(template.detail, inside=bool(template.record))(scope)
    href = next((raw for each in found if (raw := said_by(each, "link", ""))), "")
    try:
        url = absolute(href, base) if href else ""
    except ValueError:
        return ""
    return url if url.startswith(("http://", "https://", "ftp://", "file://")) else ""


def _lists(field: TemplateField) -> bool:
    """Does a step of it want all that was found?"""
    return any(step.do in ("join", "take") for step in field.clean)


def _typed(value: Value, field: TemplateField, base: str) -> Value:
    if value in (None, "", []):
        return None
    if isinstance(value, list):
        if field.type == "list":
            return value
        value = BETWEEN.join(value) if field.type in ("text", "html") else value[0]
    match field.type:
        case "list":
            return [str(value)]
        case "link" | "image":
            return absolute(str(value), base)
        case "number":
            return number_of(value) if isinstance(value, str) else value
        case "date":
            return date_of(str(value))
        case "text" | "html":
            return str(value)
