"""Repair: a template that no longer fits new pages, made to fit, by what its fields remember.

The fingerprint of each field says what its values looked like, and samples what they were. Where
they, or their likes, stand on the new pages, the values are examples again; the template that these
ask for is proposed, never put in place.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from bowerbird.extract.clean import Value
from bowerbird.extract.coverage import BROKEN, expected
from bowerbird.extract.fingerprints import path_distance
from bowerbird.extract.infer import rows_of
from bowerbird.extract.infer_examples import LINK, PICTURE, WORDS, Reading, Spot, Values
from bowerbird.extract.infer_fields import FieldSearch, Ground, Wish
from bowerbird.extract.infer_lists import grounds_on
from bowerbird.extract.infer_page import SamplePage
from bowerbird.extract.infer_scopes import PAGE
from bowerbird.extract.infer_search import Column, Sketch
from bowerbird.extract.infer_shapes import Shape, shape_distance, shape_of
from bowerbird.extract.infer_templates import template_of
from bowerbird.extract.template import Template, TemplateField

LIKE = 0.45  # a value so far from what a fingerprint says is none of its field
SHOWN = 5  # rows before and after
MOST_LISTS = 4
SAME_TEXT, SAME_CLASS, SAME_LABEL, SAME_SHAPE, SAME_TAG = 0.5, 0.4, 0.4, 0.3, 0.1


class Change(Struct, frozen=True):
    """One field's selector, before and after."""

    field: str
    before: str
    after: str


class Repair(Struct, frozen=True):
    """A template that fits again; `before` and `after` are rows of the first page."""

    template: Template
    why: str
    coverage: dict[str, float]  # as it is now, field by field
    changes: list[Change]
    before: list[dict[str, Value]]
    after: list[dict[str, Value]]


class NothingToRepair(Struct, frozen=True):
    """Why nothing is proposed."""

    why: str
    coverage: dict[str, float]


def coverage_of(template: Template, pages: Sequence[SamplePage]) -> dict[str, float]:
    """The share of records on these pages in which each field has a value; 0 without records."""
    rows = [row for page in pages for row in rows_of(template, page)]
    names = [field.name for field in template.fields]
    filled = {name: sum(row.get(name) not in (None, "", []) for row in rows) for name in names}
    return {name: round(count / len(rows), 4) if rows else 0.0 for name, count in filled.items()}


def broken_fields(template: Template, pages: Sequence[SamplePage]) -> list[str]:
    """Fields that have lost more of their coverage than a quiet day explains."""
    now = coverage_of(template, pages)
    return [
        field.name
        for field in template.fields
        if field.page == "here" and now[field.name] < expected(field) - BROKEN
    ]


def repaired(template: Template, pages: Sequence[SamplePage]) -> Repair | NothingToRepair:
    """A template for the same columns that fits these pages."""
    now = coverage_of(template, pages)
    broken = broken_fields(template, pages)
    if not broken:
        return NothingToRepair("every field finds what it used to", now)
    if not all(field.fingerprint for field in template.fields if field.name in broken):
        return NothingToRepair(
            f"{', '.join(broken)}: nothing is known of what it looked like; infer it anew with"
            " `bowerbird fields infer`",
            now,
        )
    best = max(_candidates(template, pages), key=lambda pair: pair[0], default=None)
    if best is None:
        return NothingToRepair("nothing on these pages looks like what was there before", now)
    made = _merged(template, best[1])
    return Repair(
        template=made,
        why=f"{', '.join(broken)} found too little on these pages",
        coverage=now,
        changes=list(_changes(template, made)),
        before=rows_of(template, pages[0])[:SHOWN],
        after=rows_of(made, pages[0])[:SHOWN],
    )


# ---- looking for the likes -----------------------------------------------------------------------


def _candidates(template: Template, pages: Sequence[SamplePage]) -> Iterator[tuple[float, Sketch]]:
    """Sketches with a column for each field that is found again, each with how well it fits."""
    values = Values(list(pages))
    grounds = [Ground(PAGE, values)]
    if template.record:
        grounds = [Ground(scope, values) for scope in grounds_on(pages[0], MOST_LISTS)]
    for ground in grounds:
        columns: list[Column] = []
        fits = []
        worth = 0.0
        for field in template.fields:
            if field.page != "here":
                continue
            spot, far = _likest(field, ground)
            if spot is None or far > LIKE:
                continue
            wish = Wish(((spot,),), (), _reading(field))
            fit = FieldSearch(ground, wish).best(float("inf"))
            if fit is not None:
                columns.append(Column(field.name, wish, field.type))
                fits.append(fit)
                worth += (1 - far) * (0.5 + 0.5 * fit.coverage) - 0.02 * fit.cost
        if columns:
            yield worth - 0.02 * ground.scope.cost, Sketch(ground, columns, fits, 0.0)


def _likest(field: TemplateField, ground: Ground) -> tuple[Spot | None, float]:
    """The value on the ground that looks most like what the field had."""
    reading = _reading(field)
    best: Spot | None = None
    least = float("inf")
    for number, records in enumerate(ground.records):
        for start, end in records.spans[:4]:
            for node in range(start, end):
                text = ground.values.of(number, node, reading)
                if not text or not _may_be(ground, number, node, reading):
                    continue
                far = _distance(field, ground, Spot(number, node, reading, text))
                if far < least:
                    best, least = Spot(number, node, reading, text), far
    return best, least


def _may_be(ground: Ground, number: int, node: int, reading: Reading) -> bool:
    page = ground.values.pages[number]
    match reading.type:
        case "link":
            return page.tags[node] == "a"
        case "image":
            return page.tags[node] == "img"
        case _:
            return not page.children[node] or bool(reading.attribute)


def _distance(field: TemplateField, ground: Ground, spot: Spot) -> float:
    """0: what it was, to the letter and in its place; 1: nothing in common."""
    known = field.fingerprint
    assert known is not None
    page = ground.values.pages[spot.page]
    parts: list[tuple[float, float]] = []
    if known.samples and spot.text in known.samples:
        parts.append((SAME_TEXT, 0.0))
    if known.shapes and spot.reading == WORDS:
        shape = shape_of(spot.text)
        far = min(shape_distance(shape, Shape(each)) for each in known.shapes)
        parts.append((SAME_SHAPE, far))
    if known.label:
        here = page.label(spot.node) or page.column(spot.node)
        parts.append((SAME_LABEL, float(here != known.label)))
    if known.classes:
        classes = _words([*page.classes[spot.node], *page.classes[page.parent[spot.node]]])
        told = _words(known.classes)
        parts.append((SAME_CLASS, 1 - len(classes & told) / len(told) if told else 1.0))
    parts.append((SAME_TAG, float(page.tags[spot.node] != known.tag)))
    tags = [page.tags[each] for each in page.up(spot.node)][::-1]
    parts.append((SAME_TAG, path_distance(tags[-4:], known.path.split()[-4:])))
    return sum(weight * far for weight, far in parts) / sum(weight for weight, _ in parts)


def _words(classes: Sequence[str]) -> set[str]:
    """`product-price` and `price_now` have a word in common."""
    return {word for name in classes for word in name.lower().replace("_", "-").split("-") if word}


def _reading(field: TemplateField) -> Reading:
    if field.attribute:
        return Reading("text", field.attribute)
    return {"link": LINK, "image": PICTURE}.get(field.type, WORDS)


# ---- the new template ----------------------------------------------------------------------------


def _merged(template: Template, sketch: Sketch) -> Template:
    """The old one with new selectors; clean-up, names and the rest stay."""
    made = template_of(sketch)
    new = {field.name: field for field in made.fields}
    fields = []
    for field in template.fields:
        if (found := new.get(field.name)) is None:
            fields.append(field)
            continue
        taken = {
            "selector": found.selector,
            "alternates": found.alternates,
            "fingerprint": found.fingerprint,
        }
        fields.append(field.model_copy(update=taken))
    return template.model_copy(
        update={"record": made.record, "extent": made.extent, "fields": fields}
    )


def _changes(before: Template, after: Template) -> Iterator[Change]:
    if before.record != after.record:
        yield Change("", before.record, after.record)
    for old, new in zip(before.fields, after.fields, strict=True):
        if old.selector != new.selector:
            yield Change(old.name, old.selector, new.selector)
