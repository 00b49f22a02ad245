"""Writes the tables of docs/reference.md that the code knows best: commands, plan, strategies.

python tools/reference.py            writes them between their markers
python tools/reference.py --check    exit status 1 if they are out of date
"""

import json
import re
import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import typer
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from bowerbird.cli.main import whole_app
from bowerbird.workspace.plan import Plan
from bowerbird.workspace.presets import PRESETS
from bowerbird.workspace.strategies import PLUGIN_GROUPS, house_strategies

PAGE = Path(__file__).resolve().parents[1] / "docs" / "reference.md"
COMMON = ("--project", "--home", "--json", "--help")
SECTION = re.compile(r"(<!-- begin (\w+): .*? -->\n).*?(<!-- end \2 -->)", re.DOTALL)


def current(page: str) -> str:
    """The page with every generated part as the code has it now."""
    return SECTION.sub(lambda found: f"{found[1]}\n{PARTS[found[2]]()}\n{found[3]}", page)


# ---- commands ------------------------------------------------------------------------------------


def commands_part() -> str:
    """One heading and one table for each command."""
    return "\n".join(_command(words, command) for words, command in _commands())


def _commands(
    command: Any = None, words: tuple[str, ...] = ("bowerbird",)
) -> Iterator[tuple[str, Any]]:
    command = command or typer.main.get_command(whole_app())
    if inner := getattr(command, "commands", None):
        for name in inner:
            yield from _commands(inner[name], (*words, name))
    elif not command.hidden:
        yield " ".join(words), command


def _command(words: str, command: Any) -> str:
    arguments = [p.metavar for p in command.params if p.param_type_name == "argument"]
    options = [p for p in command.params if p.param_type_name == "option"]
    kinds = get_type_hints(command.callback)
    common = [f"`{_longest(p)}`" for p in options if _longest(p) in COMMON]
    rows = [
        f"| **`{_spelt(p, kinds)}`** | {_cell(p.help or '')} |"
        for p in options
        if _longest(p) not in COMMON
    ]
    lines = [f"### `{' '.join([words, *arguments])}`", "", _cell(command.help), ""]
    if rows:
        lines += ["| option | meaning |", "|---|---|", *rows, ""]
    return "\n".join([*lines, f"And {', '.join(common)}, as everywhere.", ""])


def _longest(parameter: Any) -> str:
    return str(max(parameter.opts, key=len))


def _spelt(parameter: Any, kinds: dict[str, Any]) -> str:
    kind = kinds[parameter.name]
    if kind is bool:
        return _longest(parameter)
    if bool in get_args(kind):
        return f"{_longest(parameter)}`**, **`{parameter.secondary_opts[0]}"
    numbers = {int: "N", float: "X"}
    taken = next((numbers[part] for part in (kind, *get_args(kind)) if part in numbers), "TEXT")
    return _cell(f"{_longest(parameter)} {parameter.metavar or taken}")


# ---- the plan ------------------------------------------------------------------------------------


def plan_part() -> str:
    """One table for each section of the plan."""
    return "\n".join(_section("", Plan))


def _section(path: str, model: type[BaseModel]) -> Iterator[str]:
    inner = {name: _inner(field) for name, field in model.model_fields.items()}
    rows = [
        _option(path + name, field, model)
        for name, field in model.model_fields.items()
        if inner[name] is None
    ]
    title = f"`[{path.rstrip('.')}]`" if path else "At the top"
    if rows:
        yield f"### {title}\n"
        yield f"{_cell(model.__doc__ or '')}\n"
        yield "| option | value | default | meaning |\n|---|---|---|---|"
        yield from rows
        yield ""
    for name, kind in inner.items():
        if kind is not None:
            named = "NAME." if get_origin(model.model_fields[name].annotation) is dict else ""
            yield from _section(f"{path}{name}.{named}", kind)


def _inner(field: FieldInfo) -> type[BaseModel] | None:
    for kind in (field.annotation, *get_args(field.annotation)):
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            return kind
    return None


def _option(path: str, field: FieldInfo, model: type[BaseModel]) -> str:
    schema = model.model_json_schema()
    name = path.rpartition(".")[2]
    value = _value(schema["properties"][name], schema.get("$defs", {}))
    return f"| **`{path}`** | {value} | {_default(field)} | {_cell(field.description or '')} |"


def _value(schema: dict[str, Any], known: dict[str, Any]) -> str:
    if "anyOf" in schema:
        choices = [part for part in schema["anyOf"] if part.get("type") != "null"]
        return _value(choices[0], known)
    if "$ref" in schema:
        return _value(known[schema["$ref"].rpartition("/")[2]], known)
    if "enum" in schema:
        return ", ".join(f"`{choice}`" for choice in schema["enum"])
    kind = schema.get("type", "any")
    words = {"integer": "whole number", "boolean": "true or false", "string": "text"}
    if kind == "array":
        return f"list of {_value(schema['items'], known)}"
    return " ".join(filter(None, (words.get(kind, "table" if kind == "object" else kind),
                                  _range(schema))))  # fmt: skip


def _range(schema: dict[str, Any]) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    above = schema.get("exclusiveMinimum")
    bounds = []
    if above is not None:
        bounds.append(f"> {above:g}")
    if low is not None:
        bounds.append(f"≥ {low:g}")
    if high is not None:
        bounds.append(f"≤ {high:.10g}")
    return ", ".join(bounds)


def _default(field: FieldInfo) -> str:
    if field.is_required():
        return "must be given"
    value = field.get_default(call_default_factory=True)
    if isinstance(value, Enum):
        value = value.value
    if value is None or value == "" or (isinstance(value, list | tuple | dict) and not value):
        return "–"
    text = json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)
    return f"`{_cell(text)}`"


# ---- strategies and presets ----------------------------------------------------------------------


def strategies_part() -> str:
    """One table for each strategy that comes with Bowerbird."""
    table = house_strategies()
    lines = []
    for _, attribute in PLUGIN_GROUPS:
        known = getattr(table, attribute)
        for name in known.names():
            lines += _strategy(
                attribute.removesuffix("s").replace("_", " ").capitalize(), name, known
            )
    return "\n".join(lines)


def _strategy(kind: str, name: str, known: Any) -> list[str]:
    model = type(known.options(name, {}))
    rows = list(_options(name, model))
    table = ["| option | value | default | meaning |\n|---|---|---|---|", *rows, ""] if rows else []
    return [f"### {kind} `{name}`", "", _cell(model.__doc__ or ""), "", *table]


def _options(path: str, model: type[BaseModel]) -> Iterator[str]:
    """One row each, those of a group by its name and theirs."""
    for key, field in model.model_fields.items():
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            yield from _options(f"{path}.{key}", kind)
        else:
            yield _option(f"{path}.{key}", field, model)


def presets_part() -> str:
    """What each preset sets."""
    lines = ["| preset | sets |", "|---|---|"]
    for name, values in PRESETS.items():
        said = ", ".join(f"`{key} = {_toml(value)}`" for key, value in values.items())
        lines.append(f"| **`{name}`** | {said} |")
    return "\n".join([*lines, ""])


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(part)}" for key, part in value.items()) + " }"
    return json.dumps(value)


def _cell(text: str) -> str:
    """On one line, and without what would end a cell."""
    return " ".join(text.split()).replace("|", "\\|")


PARTS = {
    "commands": commands_part,
    "plan": plan_part,
    "strategies": strategies_part,
    "presets": presets_part,
}


def main() -> int:
    """Exit status 1: the page was out of date and only `--check` was asked for."""
    page = PAGE.read_text("utf-8")
    fresh = current(page)
    if "--check" in sys.argv[1:]:
        if fresh != page:
            sys.stderr.write(f"{PAGE.name} is out of date; run python tools/reference.py\n")
        return int(fresh != page)
    PAGE.write_text(fresh, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
