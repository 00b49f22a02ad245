"""Whatever a person can meet has its place in the documentation.

An entry is a heading, or words in bold at the beginning of a paragraph, list item or table row.
What counts is each `code span` in it, or all of it if it has none.
"""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
import typer
from bowerbird.cli.main import app
from pydantic import BaseModel

import bowerbird
from bowerbird.model import errors
from bowerbird.model.events import RunState
from bowerbird.model.outcomes import Failure, Refusal
from bowerbird.model.pagerow import PageState
from bowerbird.workspace.plan import Plan
from bowerbird.workspace.strategies import PLUGIN_GROUPS, all_strategies

DOCS = Path(__file__).resolve().parents[2] / "docs"
ENTRY = re.compile(r"^(?:#{1,6}\s+(?P<heading>.+)|\s*(?:[-*|]\s*)?\*\*(?P<bold>.+?)\*\*)", re.M)
ROOMS = Path(bowerbird.__file__).parent


def entries(name: str) -> set[str]:
    found = set()
    for match in ENTRY.finditer((DOCS / name).read_text("utf-8")):
        text = match["heading"] or match["bold"]
        found |= set(re.findall(r"`([^`]+)`", text)) or {text.strip(" .:#").lower()}
    return found


def commands(command: Any, words: tuple[str, ...] = ("bowerbird",)) -> Iterator[tuple[str, Any]]:
    """Every command by the words that call it. (Typer's click may be its own or the real one.)"""
    if inner := getattr(command, "commands", None):
        for name in inner:
            yield from commands(inner[name], (*words, name))
    elif not command.hidden:
        yield " ".join(words), command


def flags(command: Any) -> Iterator[str]:
    for parameter in command.params:
        if parameter.param_type_name == "option" and not parameter.hidden:
            yield max(parameter.opts, key=len)


def plan_options(model: type[BaseModel], path: str = "") -> Iterator[str]:
    for name, field in model.model_fields.items():
        kinds = [kind for kind in (field.annotation, *get_args(field.annotation)) if kind]
        inner = [k for k in kinds if inspect.isclass(k) and issubclass(k, BaseModel)]
        if not inner:
            yield path + name
        for kind in inner:
            yield from plan_options(kind, f"{path}{name}.")


def strategies() -> Iterator[tuple[str, type[BaseModel]]]:
    table = all_strategies()
    for _, kind in PLUGIN_GROUPS:
        known = getattr(table, kind)
        yield from ((name, type(known.options(name, {}))) for name in known.names())


def error_classes() -> Iterator[str]:
    for name, kind in inspect.getmembers(errors, inspect.isclass):
        if kind.__module__ == errors.__name__:
            yield name


COMMANDS = dict(commands(typer.main.get_command(app)))


@pytest.fixture(scope="module")
def reference() -> set[str]:
    return entries("reference.md")


@pytest.fixture(scope="module")
def glossary() -> set[str]:
    return entries("glossary.md")


def test_every_command_is_in_the_reference(reference):
    # An entry may go on with the command's arguments: `bowerbird crawl TARGET…`.
    described = {re.sub(r"(?: [^a-z].*| \[.*)$", "", entry) for entry in reference}

    assert COMMANDS
    assert not set(COMMANDS) - described


def test_every_flag_is_in_the_reference(reference):
    described = {word for entry in reference for word in re.findall(r"--[a-z0-9-]+", entry)}

    assert not {flag for command in COMMANDS.values() for flag in flags(command)} - described


def test_every_option_of_the_plan_is_in_the_reference(reference):
    assert not set(plan_options(Plan)) - reference


def test_every_strategy_and_its_options_are_in_the_reference(reference):
    known = dict(strategies())
    options = {f"{name}.{option}" for name, kind in known.items() for option in plan_options(kind)}

    assert known
    assert not (set(known) | options) - reference


@pytest.mark.parametrize("kind", [Refusal, Failure, RunState, PageState])
def test_every_reason_and_state_is_in_the_reference(kind, reference):
    assert not {member.value for member in kind} - reference


def test_every_error_is_in_the_reference(reference):
    assert not set(error_classes()) - reference


def test_every_entry_point_group_is_in_the_reference(reference):
    assert not {group for group, _ in PLUGIN_GROUPS} - reference


def test_every_room_is_in_the_glossary(glossary):
    rooms = {init.parent.name for init in ROOMS.glob("*/__init__.py")}

    assert not rooms - glossary
