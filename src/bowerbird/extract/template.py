"""Templates: what a person wants to take out of pages of one kind, as fields with selectors."""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from bowerbird.extract.clean import Step
from bowerbird.extract.selectors import LONGEST, checked
from bowerbird.model.options import Options

TemplateName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9 _-]{0,63}$")]
Selector: TypeAlias = Annotated[str, AfterValidator(checked), Field(max_length=LONGEST)]
OURS = frozenset({"url", "noindex"})  # fields that a record has whatever its template says
FieldType = Literal["text", "link", "image", "number", "date", "html", "list"]


class Fingerprint(Options):
    """What the element looked like that somebody pointed at. What a selector finds later, and looks
    nothing like it, is reported and not taken."""

    tag: str = Field("", description="Its tag.")
    attributes: dict[str, str] = Field({}, description="Its attributes that tell it apart.")
    path: str = Field("", description="The tags from the record down to it.")
    paths: list[str] = Field([], max_length=20, description="Other such paths that it had.")
    classes: list[str] = Field([], max_length=20, description="Classes that it always had.")
    label: str = Field("", description="The words beside it, such as `Price`.")
    before: str = Field("", description="Tag and class of what stood before it.")
    shapes: list[str] = Field([], max_length=20, description="Shapes of its texts, such as price.")
    samples: list[str] = Field([], max_length=20, description="Values it had.")
    coverage: float = Field(1.0, ge=0, le=1, description="The share of records that had one.")


class TemplateField(Options):
    """One column of the records: where its value stands, and what it is."""

    name: str = Field(
        min_length=1, max_length=100, description="The column's name, unique in the template."
    )
    selector: Selector = Field(
        min_length=1, description="XPath or CSS, from the record; `.` is the record itself."
    )
    type: FieldType = Field(
        "text",
        description="text, link (whole URL), image (whole URL), number, date (ISO), html or list.",
    )
    variable: str = Field(
        "",
        pattern=r"^(?:[A-Za-z_][A-Za-z0-9_]*)?$",
        max_length=64,
        description="A name for formulas; the record has the value under it, too.",
    )
    attribute: str = Field(
        "", max_length=100, description="Read this attribute instead of what the type reads."
    )
    clean: list[Step] = Field([], max_length=50, description="Steps that tidy the value, in order.")
    required: bool = Field(False, description="Without it there is no record.")
    default: str | int | float | None = Field(None, description="The value where there is none.")
    alternates: list[Selector] = Field(
        [],
        max_length=10,
        description="Selectors that are tried in turn where the first finds none.",
    )
    page: Literal["here", "detail"] = Field(
        "here", description="`detail`: the value stands on the page that the record's detail names."
    )
    fingerprint: Fingerprint | None = Field(None, description="What was pointed at.")


class Template(Options):
    """Which pages it is for, what is one record there, and its fields."""

    applies_to: list[str] = Field(
        [], max_length=1_000, description="Rules for URLs; a page fits one of them. Empty: all."
    )
    kind: str = Field(
        "",
        max_length=64,
        description="What its records are called; empty: the template's name. Templates of several "
        "sites may share one.",
    )
    record: Selector = Field(
        "", description="Each match is one record; empty: the page itself is one."
    )
    extent: Literal["element", "run"] = Field(
        "element",
        description="How far a record goes: the matched element, or a run: the element and the "
        "siblings after it, up to the next match.",
    )
    fields: list[TemplateField] = Field(
        min_length=1, max_length=200, description="The columns, in order."
    )
    key: list[str] = Field(
        [],
        description="The columns that tell records apart; empty takes the detail page's URL if "
        "there is one, else all columns.",
    )
    detail: Selector = Field(
        "", description="From the record, the link to a page that says more about it."
    )
    pagination: Selector = Field(
        "",
        description="Only links in here are followed on such pages, and those to detail pages; "
        "empty follows all.",
    )
    actions: list[str | dict[str, Any]] = Field(
        [],
        max_length=100,
        description="What is done on its pages in the browser before they are read, in order.",
    )
    samples: list[str] = Field(
        [], max_length=5, description="Pages that it was made on; a crawl does not ask for them."
    )
    max_records: int = Field(
        10_000, ge=1, le=1_000_000, description="Of one page; what comes after is left out."
    )

    @model_validator(mode="after")
    def _holds_together(self) -> "Template":
        names = [field.name for field in self.fields]
        variables = [field.variable for field in self.fields if field.variable]
        for taken in (names, variables):
            twice = next((name for name in taken if taken.count(name) > 1), "")
            if twice:
                raise ValueError(f"two fields are called {twice!r}; give one another name")
        taken_by = next((f.name for f in self.fields if f.variable in set(names) - {f.name}), "")
        if taken_by:
            raise ValueError(f"the variable of {taken_by!r} is the name of another field")
        ours = (name for name in (*names, *variables) if name in OURS or name.startswith("_"))
        if reserved := next(ours, ""):
            raise ValueError(f"a field cannot be called {reserved!r}: every record has that itself")
        if self.kind in ("page", "media"):
            raise ValueError(f"kind cannot be {self.kind!r}: Bowerbird calls its own records that")
        unknown = next((name for name in self.key if name not in {*names, "url"}), "")
        if unknown:
            raise ValueError(
                f"key names {unknown!r}, which is no field; fields: {', '.join(names)}"
            )
        self._check_details()
        return self

    @property
    def detail_fields(self) -> list[str]:
        """The fields that stand on the detail page."""
        return [field.name for field in self.fields if field.page == "detail"]

    def _check_details(self) -> None:
        far = self.detail_fields
        if far and not self.detail:
            raise ValueError(
                f"field {far[0]!r} is on the detail page; say in `detail` which link leads there"
            )
        if far and set(far) & set(self.key):
            raise ValueError(f"key names {far[0]!r}, which is only known on the detail page")
