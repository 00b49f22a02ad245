"""Picking: a template made by pointing at a page, step by step, each step taken back if wanted.

The state is a plain value, and everything that is shown follows from it: so a step back is exactly
what was there before. A list is proposed before the first step. Pointing into it takes it over;
pointing elsewhere begins anew. Nothing waits here, nothing is kept on disk.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct, structs
from pydantic import ValidationError

from bowerbird.extract.clean import Value
from bowerbird.extract.infer import Memory, NoProposal, Proposal, infer
from bowerbird.extract.infer_examples import LINK, PICTURE, Example, Examples, Reading
from bowerbird.extract.infer_lists import lists_on
from bowerbird.extract.infer_page import SamplePage
from bowerbird.extract.infer_single import selector_for
from bowerbird.extract.pointing import Outlined, outlined
from bowerbird.extract.snapshot import Snapshot
from bowerbird.extract.template import Template, TemplateField
from bowerbird.extract.tree import Element
from bowerbird.model.errors import UsageError

MOST_PAGES = 5
WHERE = frozenset({"selector", "attribute"})  # with these changed, it is another field
# What a template says of itself, whatever its fields are; it outlives them.
OWN = frozenset({"applies_to", "kind", "pagination", "actions", "max_records", "samples"})


class Picked(Struct, frozen=True):
    """All that somebody has said so far."""

    base: Template | None = None  # what is shown while nothing was pointed at
    examples: Examples = Examples()
    choice: int | None = None  # narrower or wider; None: the likeliest
    fields: Mapping[str, Mapping[str, Any]] = {}  # by column: what was written over
    settings: Mapping[str, Any] = {}  # of the template: pagination, actions, rules
    far: Template | None = None  # whose fields of detail pages stay, while its list does


class View(Struct, frozen=True):
    """What follows from it: a template, the table it makes, and what to outline on each page."""

    template: Template | None
    pages: list[list[Outlined]]
    coverage: dict[str, float] = {}
    choices: int = 0  # narrow to wide
    chosen: int = 0
    unplaced: tuple[str, ...] = ()  # examples that stand nowhere
    ignored: tuple[str, ...] = ()  # those that contradict the others
    why: str = ""  # there is no template

    @property
    def rows(self) -> list[dict[str, Value]]:
        """The table, page after page."""
        return [record.values for page in self.pages for record in page]


class PickedPage:
    """A sample page, as it is shown and as inference sees it."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.sample = SamplePage(snapshot.root, snapshot.url)
        self._numbers = {each: number for number, each in enumerate(snapshot.elements)}

    def element(self, number: int) -> Element:
        if not 0 <= number < len(self.snapshot.elements):
            last = len(self.snapshot.elements) - 1
            raise UsageError(f"there is no element {number} on this page; numbers go up to {last}")
        return self.snapshot.elements[number]

    def check(self, number: int) -> None:
        """Can it be pointed at?"""
        if self.sample.find(self.element(number)) <= 0:
            raise UsageError("that is the whole page, or no part that it shows; click on a value")

    def number(self, element: Element) -> int:
        return self._numbers[element]

    def path(self, number: int) -> str:
        return str(self.snapshot.root.getroottree().getpath(self.element(number)))

    def outlined(self, template: Template) -> list[Outlined]:
        root, url = self.snapshot.root, self.snapshot.url
        return list(outlined(template, root, url, self.number))


def _nobody(_: Template) -> None:
    """Until somebody wants to keep it."""


class PickingSession:
    """One person at one template. Every step gives the new view, and its template to `keep`."""

    def __init__(
        self,
        snapshots: Sequence[Snapshot],
        template: Template | None = None,
        keep: Callable[[Template], None] = _nobody,
        **settings: Any,
    ) -> None:
        """`template` is gone on with; `settings` are as for `set`."""
        if not 1 <= len(snapshots) <= MOST_PAGES:
            raise UsageError(f"pick on 1 to {MOST_PAGES} sample pages; these are {len(snapshots)}")
        self.snapshots = snapshots
        self._keep = keep
        self._pages = [PickedPage(each) for each in snapshots]
        self.lists = [each.template for each in lists_on(self._pages[0].sample)]
        self._memory = Memory([page.sample for page in self._pages])
        self._past: list[Picked] = []
        self._now = Picked(
            template or next(iter(self.lists), None), settings={**_own(template), **settings}
        )
        self.view = self._look()

    @property
    def can_undo(self) -> bool:
        """Was there a step?"""
        return bool(self._past)

    @property
    def settings(self) -> Mapping[str, Any]:
        """What the template says of itself, also before it has a field."""
        return self._now.settings

    # ---- steps

    def take_list(self, number: int) -> View:
        """One of the lists that were found, instead of what there is."""
        if not 0 <= number < len(self.lists):
            raise UsageError(f"there is no list {number}; {len(self.lists)} were found")
        return self._step(Picked(self.lists[number], settings=self._now.settings))

    def write(self, template: Template) -> View:
        """This template, as somebody wrote it, instead of what there is."""
        return self._step(Picked(template, settings=_own(template)))

    def click(self, number: int, page: int = 0, field: str = "", read: str = "") -> View:
        """This, and all like it. `field` says which column; `read` takes its `link` or `image`
        instead of its words."""
        state, path = self._now, self._page(page).path(number)
        self._page(page).check(number)
        if state.base is not None:
            column, is_inside = self._column_of(number, page)
            state = self._taken_over() if is_inside else Picked(settings=state.settings)
            if column and field in ("", column) and not read:
                return self._step(state)  # it was proposed, and is right
        example = Example(page=page, node=path, field=field, reading=_READINGS.get(read))
        return self._step(
            structs.replace(state, examples=state.examples.with_(example), choice=None)
        )

    def reject(self, number: int, page: int = 0) -> View:
        """Not this."""
        column, _ = self._column_of(number, page)
        state = self._taken_over()
        example = Example(page=page, node=self._page(page).path(number), field=column, wanted=False)
        examples = state.examples
        if column not in {each.field for each in examples.wanted}:
            example = structs.replace(example, field="")  # a column that nobody has named
        return self._step(structs.replace(state, examples=examples.with_(example), choice=None))

    def narrower(self) -> View:
        """Fewer of the page."""
        return self._choose(self.view.chosen - 1)

    def wider(self) -> View:
        """More of the page."""
        return self._choose(self.view.chosen + 1)

    def rename(self, column: str, name: str) -> View:
        """Call a column by another name."""
        self._field(column)
        if any(field.name == name for field in self._template().fields if field.name != column):
            raise UsageError(f"there is a field {name!r} already; give another name")
        state = self._taken_over()
        mine = self._examples_of(column, state)
        given = tuple(
            structs.replace(each, field=name) if each in mine else each
            for each in state.examples.given
        )
        fields = {name if key == column else key: value for key, value in state.fields.items()}
        return self._step(structs.replace(state, examples=Examples(given), fields=fields))

    def remove(self, column: str) -> View:
        """Without this column."""
        self._field(column)
        state = self._taken_over()
        mine = self._examples_of(column, state)
        given = tuple(each for each in state.examples.given if each not in mine)
        if not any(each.wanted for each in given):
            return self._step(Picked(settings=state.settings))
        fields = {key: value for key, value in state.fields.items() if key != column}
        return self._step(structs.replace(state, examples=Examples(given), fields=fields))

    def edit(self, column: str, **changes: Any) -> View:
        """Write parts of a field by hand: its selector, type, clean-up, whether it is required."""
        if "name" in changes:
            raise UsageError("a field is called otherwise by `rename`")
        self._field(column)
        state = self._now
        before = state.fields.get(column, {})
        return self._step(
            structs.replace(state, fields={**state.fields, column: {**before, **changes}})
        )

    def set(self, **settings: Any) -> View:
        """Write parts of the template by hand: record, rules, key, detail, pagination, actions."""
        if "fields" in settings:
            raise UsageError("fields are changed one by one: `edit`, `rename`, `remove`")
        return self._step(structs.replace(self._now, settings={**self._now.settings, **settings}))

    def paginate(self, number: int, page: int = 0) -> View:
        """Only this link, and what stands there on other pages, leads on."""
        return self.set(pagination=self.selector(number, page))

    def act(self, kind: str, number: int, page: int = 0) -> View:
        """One more action before the page is read: `click` on this, or `next` until it is gone."""
        action = f"{kind} {self.selector(number, page)}"
        return self.set(actions=[*self._now.settings.get("actions", []), action])

    def selector(self, number: int, page: int = 0) -> str:
        """What finds this element alone."""
        place = self._page(page)
        return selector_for(place.element(number), place.snapshot.root)

    def undo(self) -> View:
        """As before the last step; without one, as it is."""
        if self._past:
            self._now = self._past.pop()
            self.view = self._look()
            self._kept()
        return self.view

    # ---- what follows

    def _step(self, state: Picked) -> View:
        """Nothing has happened if what was said cannot be."""
        before, self._now = self._now, state
        try:
            self.view = self._look()
        except ValueError as error:
            self._now = before
            raise UsageError(_sentence(error)) from error
        if state != before:
            self._past.append(before)
        self._kept()  # what was proposed and is confirmed changes nothing, and is kept
        return self.view

    def _kept(self) -> None:
        if self.view.template is not None:
            self._keep(self.view.template)

    def _look(self) -> View:
        state = self._now
        if state.examples.wanted:
            found = infer(self._memory.values.pages, state.examples, self._memory)
            if isinstance(found, NoProposal):
                return View(None, [[] for _ in self._pages], why=found.why)
            return self._shown(found, state)
        if state.base is None:
            return View(None, [[] for _ in self._pages], why="nothing was pointed at yet")
        return self._applied(_written_over(state.base, state))

    def _shown(self, found: Proposal, state: Picked) -> View:
        chosen = found.chosen
        if state.choice is not None:
            chosen = min(state.choice, len(found.choices) - 1)
        view = self._applied(_written_over(found.choices[chosen].template, state))
        return structs.replace(
            view,
            choices=len(found.choices),
            chosen=chosen,
            unplaced=tuple(example.node or example.text for example in found.unplaced),
            ignored=tuple(example.node or example.text for example in found.ignored),
        )

    def _applied(self, template: Template) -> View:
        pages = [page.outlined(template) for page in self._pages]
        records = [record for page in pages for record in page]
        here = [field.name for field in template.fields if field.page == "here"]
        full = {name: sum(_has(each, name) for each in records) for name in here}
        coverage = {name: round(n / len(records), 4) for name, n in full.items() if records}
        return View(template, pages, coverage)

    # ---- from what is shown to what was said

    def _page(self, number: int) -> PickedPage:
        if not 0 <= number < len(self._pages):
            raise UsageError(f"there is no sample page {number}; there are {len(self._pages)}")
        return self._pages[number]

    def _template(self) -> Template:
        if self.view.template is None:
            raise UsageError("there is no field yet; click on what the page says")
        return self.view.template

    def _field(self, column: str) -> TemplateField:
        fields = {field.name: field for field in self._template().fields}
        if column not in fields:
            raise UsageError(f"there is no field {column!r}; fields: {', '.join(fields)}")
        return fields[column]

    def _choose(self, choice: int) -> View:
        if not 0 <= choice < self.view.choices:
            return self.view
        return self._step(structs.replace(self._now, choice=choice))

    def _column_of(self, number: int, page: int) -> tuple[str, bool]:
        """The column that outlines this element, if one does, and whether it is in a record."""
        element = self._page(page).element(number)
        above = {self._page(page).number(each) for each in (element, *element.iterancestors())}
        inside = False
        for record in self.view.pages[page]:
            for column, places in record.places.items():
                if number in places:
                    return column, True
            inside = inside or bool(above.intersection(record.parts))
        return "", inside

    def _taken_over(self) -> Picked:
        """What was proposed becomes examples: each column's first value, under its name."""
        state = self._now
        if state.base is None or state.examples.wanted:
            return state
        given, fields = [], dict(state.fields)
        for field in self._template().fields:
            place = self._first_value(field.name)
            if place is not None:
                page, number = place
                reading = _READINGS.get(field.type)
                if field.attribute:
                    reading = Reading("text", field.attribute)
                path = self._pages[page].path(number)
                given.append(Example(page=page, node=path, field=field.name, reading=reading))
            said = {"type": field.type, "clean": field.clean, "required": field.required}
            fields[field.name] = {**said, **fields.get(field.name, {})}
        far = state.base if state.base.detail_fields else None
        return Picked(
            examples=Examples(tuple(given)), fields=fields, settings=state.settings, far=far
        )

    def _first_value(self, column: str) -> tuple[int, int] | None:
        """In the record that has most, so that all columns are told by one."""
        for page, records in enumerate(self.view.pages):
            for record in sorted(records, key=lambda each: -sum(map(bool, each.places.values()))):
                if places := record.places.get(column):
                    return page, places[0]
        return None

    def _examples_of(self, column: str, state: Picked) -> list[Example]:
        """Those that said what belongs into a column."""
        paths = {
            (page, self._pages[page].path(number))
            for page, records in enumerate(self.view.pages)
            for record in records
            for number in record.places.get(column, ())
        }
        own = [each for each in state.examples.given if not each.field]
        exact = [each for each in own if (each.page, each.node) in paths]
        # A wrapper that says nothing else may have been pointed at, and its inside be taken.
        near = [each for each in own if any(_holds(each, page, path) for page, path in paths)]
        return [each for each in state.examples.given if each.field == column] + (exact or near)


def _holds(example: Example, page: int, path: str) -> bool:
    """Does one of the two hold the other?"""
    one, other = f"{example.node}/", f"{path}/"
    return example.page == page and (one.startswith(other) or other.startswith(one))


_READINGS = {"link": LINK, "image": PICTURE}


def _has(record: Outlined, column: str) -> bool:
    return record.values.get(column) not in (None, "", [])


def _written_over(template: Template, state: Picked) -> Template:
    """With what a person wrote by hand. Whatever selector that is, it is meant: no fingerprint, no
    alternates stand against it."""
    values = template.model_dump(exclude_defaults=True)
    if state.far is not None:
        values["detail"] = state.far.detail
        values["fields"] += [
            field.model_dump(exclude_defaults=True)
            for field in state.far.fields
            if field.page == "detail"
        ]
    for field in values["fields"]:
        changes = state.fields.get(field["name"], {})
        if any(field.get(name, "") != changes[name] for name in WHERE.intersection(changes)):
            field.pop("fingerprint", None)
            field.pop("alternates", None)
        field.update(changes)
    return Template.model_validate({**values, **state.settings})


def _own(template: Template | None) -> dict[str, Any]:
    values = {} if template is None else template.model_dump(exclude_defaults=True)
    return {name: values[name] for name in OWN & values.keys()}


def _sentence(error: ValueError) -> str:
    if not isinstance(error, ValidationError):
        return str(error)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg'].removeprefix('Value error, ')}".removeprefix(": ")
