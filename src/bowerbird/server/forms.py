"""Forms drawn from pydantic models: what may be set, with range and meaning, comes from where it is
read; what a browser sends back becomes such a model again.

Names are dotted paths of the model. A list is a text with one entry a line; a field left empty
stays as it is by default.
"""

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any, Literal, TypeVar

import msgspec
from fastapi import Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError
from starlette.datastructures import FormData

Model = TypeVar("Model", bound=BaseModel)
Kind = Literal["text", "lines", "number", "yes-no", "choice", "table"]
CODE = re.compile(r"\[([^\]]+)\]\([^)]*\)|`([^`]+)`")


class FormField(msgspec.Struct, frozen=True):
    """One line of a form."""

    name: str
    label: str
    help: str
    kind: Kind
    value: Any = None
    default: Any = None
    choices: list[str] = []
    minimum: float | None = None
    maximum: float | None = None
    step: str = "any"
    required: bool = False

    @property
    def is_changed(self) -> bool:
        return bool(self.value != self.default)


class FormGroup(msgspec.Struct, frozen=True):
    """Fields that belong together: those of one inner model."""

    path: str
    title: str
    help: str
    fields: list[FormField]


def form_groups(
    model: type[BaseModel], values: Mapping[str, Any] | None = None, only: tuple[str, ...] = ()
) -> list[FormGroup]:
    """What a form for this model shows; `values` as the model dumps them. `only` these paths."""
    schema = model.model_json_schema()
    groups = _groups(schema, schema.get("$defs", {}), "", dict(values or {}))
    return [group for group in groups if not only or group.path.startswith(only)]


def _groups(
    schema: Mapping[str, Any], known: Mapping[str, Any], path: str, values: Mapping[str, Any]
) -> Iterator[FormGroup]:
    inner, fields = [], []
    required = schema.get("required", ())
    for name, part in schema.get("properties", {}).items():
        whole = _resolved(part, known)
        if "properties" in whole:
            inner.append((name, whole))
        elif (kind := _kind(whole)) is not None:
            value = values.get(name, whole.get("default"))
            fields.append(_field(path + name, whole, kind, value, name in required))
    if fields:
        title = path.rstrip(".").rpartition(".")[2] or schema.get("title", "")
        help_ = schema.get("description", "").partition("\n")[0]
        yield FormGroup(path.rstrip("."), words_of(title), help_, fields)
    for name, whole in inner:
        given = values.get(name)
        yield from _groups(whole, known, f"{path}{name}.", given if isinstance(given, dict) else {})


def _resolved(part: Mapping[str, Any], known: Mapping[str, Any]) -> dict[str, Any]:
    """Without references, and without the `or null` of what may be left out."""
    options = [each for each in part.get("anyOf", ()) if each.get("type") != "null"]
    if len(options) == 1:
        part = {**options[0], **{key: part[key] for key in part if key != "anyOf"}}
    if "$ref" in part:
        target = known[part["$ref"].rpartition("/")[2]]
        part = {**target, **{key: part[key] for key in part if key != "$ref"}}
    return dict(part)


def _kind(part: Mapping[str, Any]) -> Kind | None:
    if "enum" in part:
        return "choice"
    match part.get("type"):
        case "boolean":
            return "yes-no"
        case "integer" | "number":
            return "number"
        case "string":
            return "text"
        case "array" if part.get("items", {}).get("type") in ("string", "number", "integer"):
            return "lines"
        case "object" if isinstance(part.get("additionalProperties"), dict):
            inner = part["additionalProperties"].get("type")
            return "table" if inner in ("number", "string") else None
        case _:
            return None


def _field(name: str, part: Mapping[str, Any], kind: Kind, value: Any, required: bool) -> FormField:
    return FormField(
        name,
        words_of(name.rpartition(".")[2]),
        CODE.sub(lambda found: found[1] or found[2], part.get("description", "")),
        kind,
        value,
        part.get("default"),
        [str(choice) for choice in part.get("enum", ())],
        part.get("minimum", part.get("exclusiveMinimum")),
        part.get("maximum", part.get("exclusiveMaximum")),
        "1" if part.get("type") == "integer" else "any",
        required,
    )


def words_of(name: str) -> str:
    """`max_pages` as people write it."""
    text = name.replace("_", " ")
    return text[:1].upper() + text[1:]


# ---- and back ------------------------------------------------------------------------------------


def form_of(model: type[Model]) -> Callable[[Request], Awaitable[Model]]:
    """A dependency: the model that a form was filled in with."""

    async def read(request: Request) -> Model:
        async with request.form() as form:
            values = values_of(model, form)
        try:
            return model.model_validate(values)
        except ValidationError as error:
            raise RequestValidationError(
                [{**mistake, "loc": ("form", *mistake["loc"])} for mistake in error.errors()]
            ) from error

    return read


def values_of(model: type[BaseModel], form: FormData) -> dict[str, Any]:
    """What was filled in, nested as the model is; only what the form had."""
    kinds = {
        field.name: field.kind for group in form_groups(model) for field in group.fields
    }  # fmt: skip
    values: dict[str, Any] = {}
    for name in dict.fromkeys(form.keys()):
        sent = [value for value in form.getlist(name) if isinstance(value, str)]
        read = _read(kinds.get(name, "text"), sent)
        if read is not None:
            _put(values, name, read)
    return values


def _read(kind: Kind, sent: list[str]) -> Any:
    last = sent[-1].strip() if sent else ""
    match kind:
        case "yes-no":
            return last in ("on", "true", "1")  # the last: a checkbox comes after its hidden "off"
        case "lines":
            return [line.strip() for text in sent for line in text.splitlines() if line.strip()]
        case "table":
            pairs = (line.partition("=") for text in sent for line in text.splitlines())
            return {name.strip(): value.strip() for name, _, value in pairs if name.strip()}
        case "text":
            return sent[-1].replace("\r\n", "\n") if sent else ""
        case "number" | "choice":
            return last or None


def _put(values: dict[str, Any], path: str, value: Any) -> None:
    *parents, last = path.split(".")
    place = values
    for parent in parents:
        place = place.setdefault(parent, {})
        if not isinstance(place, dict):
            return
    place[last] = value
