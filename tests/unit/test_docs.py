"""Whatever a person can meet has its place in the documentation, and nothing else has.

An entry is a heading, or words in bold at the beginning of a paragraph, list item or table row.
What counts is each `code span` in it, or all of it if it has none.
"""

import ast
import inspect
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_origin

import pytest
import typer
from pydantic import BaseModel
from tools import reference as generated

import bowerbird
from bowerbird.cli.main import whole_app
from bowerbird.crawl import health
from bowerbird.crawl.statistics import Tally, summarize
from bowerbird.extract.clean import STEPS
from bowerbird.extract.template import FieldType, Template, TemplateField
from bowerbird.index.formula import parse_formula
from bowerbird.index.query import Names, parse_query
from bowerbird.model import errors
from bowerbird.model.candidate import Candidate, Via
from bowerbird.model.events import RunState
from bowerbird.model.outcomes import TRANSIENT, Failure, Refusal
from bowerbird.model.pagerow import PageRow, PageState
from bowerbird.model.record import Record
from bowerbird.model.storage import Family
from bowerbird.parse.carriers import CARRIERS, DATA_ATTRIBUTES, is_navigational
from bowerbird.politeness.scope_text import parse_rule
from bowerbird.workspace import Project, Run, Tuning, Workspace, wiring
from bowerbird.workspace.audit import AuditBook
from bowerbird.workspace.notices import NoticeBook
from bowerbird.workspace.plan import Plan, check_plan
from bowerbird.workspace.presets import PRESETS
from bowerbird.workspace.schedules import Schedules
from bowerbird.workspace.strategies import PLUGIN_GROUPS, house_strategies
from bowerbird.workspace.tables.project import ProjectTables
from bowerbird.workspace.users import Users

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
ENTRY = re.compile(r"^(?:#{1,6}\s+(?P<heading>.+)|\s*(?:[-*|]\s*)?\*\*(?P<bold>.+?)\*\*)", re.M)
BOLD_CODE = re.compile(r"\*\*`([^`]+)`\*\*")
LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)")
ROOMS = Path(bowerbird.__file__).parent
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md"), *(ROOT / "examples").rglob("*.md")])


def text_of(name: str, section: str = "") -> str:
    """A page, or one section of it: up to the next heading of the same or a higher level."""
    text = (DOCS / name).read_text("utf-8")
    if not section:
        return text
    start = re.search(rf"^(#+) {re.escape(section)}$", text, re.M)
    assert start, f"{name} has no section {section!r}"
    end = re.search(rf"^#{{1,{len(start[1])}}} ", text[start.end() :], re.M)
    return text[start.end() : start.end() + end.start() if end else None]


def entries(name: str, section: str = "") -> set[str]:
    found = set()
    for match in ENTRY.finditer(text_of(name, section)):
        text = match["heading"] or match["bold"]
        found |= set(re.findall(r"`([^`]+)`", text)) or {text.strip(" .:#").lower()}
    return found


def bold_code(name: str, section: str) -> set[str]:
    return set(BOLD_CODE.findall(text_of(name, section)))


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
        named = "NAME." if get_origin(field.annotation) is dict else ""
        for kind in inner:
            yield from plan_options(kind, f"{path}{name}.{named}")


def strategies() -> Iterator[tuple[str, type[BaseModel]]]:
    """Those of the house: what is installed beside it documents itself."""
    table = house_strategies()
    for _, kind in PLUGIN_GROUPS:
        known = getattr(table, kind)
        yield from ((name, type(known.options(name, {}))) for name in known.names())


def error_classes() -> Iterator[str]:
    for name, kind in inspect.getmembers(errors, inspect.isclass):
        if kind.__module__ == errors.__name__:
            yield name


def health_rules() -> set[str]:
    """The second word of every `Health(…)` that the rules make, where it is written out."""
    tree = ast.parse(inspect.getsource(health))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    made = [node for node in calls if getattr(node.func, "id", "") == "Health"]
    return {str(node.args[1].value) for node in made if isinstance(node.args[1], ast.Constant)}


def announcements() -> set[str]:
    """Rules whose sentence is known before the first visit: `….announce("rule", …)`."""
    calls = [
        node
        for node in ast.walk(ast.parse(inspect.getsource(wiring)))
        if isinstance(node, ast.Call)
    ]
    told = [node for node in calls if getattr(node.func, "attr", "") == "announce"]
    return {str(node.args[0].value) for node in told if isinstance(node.args[0], ast.Constant)}


def anchor_of(heading: str) -> str:
    """As the usual renderers make them: lower case, spaces to hyphens, other signs left out."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def attributes_of(kind: type) -> set[str]:
    """What its constructor sets for all to see."""
    return set(re.findall(r"self\.([a-z]\w*) = ", inspect.getsource(kind)))


API = (Workspace, Project, Run, Tuning, Users, AuditBook, ProjectTables, Schedules, NoticeBook)
COMMANDS = dict(commands(typer.main.get_command(whole_app())))


@pytest.fixture(scope="module")
def reference() -> set[str]:
    return entries("reference.md")


@pytest.fixture(scope="module")
def glossary() -> set[str]:
    return entries("glossary.md")


# ---- reference.md --------------------------------------------------------------------------------


def test_the_generated_tables_are_current():
    page = text_of("reference.md")

    assert generated.current(page) == page, "run python tools/reference.py"


def test_every_command_is_in_the_reference(reference):
    # An entry may go on with the command's arguments: `bowerbird crawl TARGET…`.
    described = {re.sub(r"(?: [^a-z].*| \[.*)$", "", entry) for entry in reference}

    assert COMMANDS
    assert not set(COMMANDS) - described


def test_every_flag_is_in_the_reference(reference):
    described = {word for entry in reference for word in re.findall(r"--[a-z0-9-]+", entry)}

    assert not {flag for command in COMMANDS.values() for flag in flags(command)} - described


def test_the_python_api_is_in_the_reference_and_nothing_else():
    words = {re.sub(r"\(.*", "", entry) for entry in entries("reference.md", "Python")}
    described = {tuple(word.split(".")) for word in words if "." in word}
    public = {(it.__name__, name) for it in API for name in vars(it) if name[0] != "_"}
    given = {(it.__name__, name) for it in API for name in attributes_of(it)}

    assert public <= described <= public | given


def test_every_option_of_the_plan_is_in_the_reference_and_no_other():
    described = {entry for entry in entries("reference.md", "The plan") if entry[0] != "["}

    assert described - {"at the top"} == set(plan_options(Plan))


def test_every_strategy_and_its_options_are_in_the_reference():
    known = dict(strategies())
    options = {f"{name}.{option}" for name, kind in known.items() for option in plan_options(kind)}

    assert known
    assert entries("reference.md", "Strategies") == set(known) | options


def test_every_preset_is_in_the_reference():
    assert entries("reference.md", "Presets") == set(PRESETS)


@pytest.mark.parametrize(
    ("kind", "section"),
    [
        (Refusal, "Refusals"),
        (Failure, "Failures"),
        (RunState, "States of a run"),
        (PageState, "States of a URL"),
    ],
)
def test_every_reason_and_state_is_in_the_reference_and_no_other(kind, section):
    assert entries("reference.md", section) == {member.value for member in kind}


def test_the_reference_marks_what_is_tried_again():
    marked = set(
        re.findall(r"^\| \*\*`([a-z-]+)`\*\* ↻", text_of("reference.md", "Failures"), re.M)
    )

    assert marked == {failure.value for failure in TRANSIENT}


def test_every_reason_has_a_meaning_and_a_remedy():
    rows = text_of("reference.md", "Refusals") + text_of("reference.md", "Failures")
    cells = [row.strip("| ").split(" | ") for row in rows.splitlines() if row.startswith("| **")]

    assert cells
    assert not [row for row in cells if len(row) != 3 or not all(row)]


def test_every_key_of_the_run_summary_is_in_the_reference_and_no_other():
    keys = {"run", "project", "state", "reason", "started_at", *summarize(Tally(), 0)}

    assert entries("reference.md", "Run summary") == keys


def test_every_health_rule_is_in_the_reference_and_no_other():
    assert health_rules()
    assert announcements()
    assert entries("reference.md", "Health rules") == health_rules() | announcements()


def test_every_error_is_in_the_reference_and_no_other():
    assert entries("reference.md", "Errors") == set(error_classes())


def test_every_entry_point_group_is_in_the_reference_and_no_other():
    assert entries("reference.md", "Plug-ins") == {group for group, _ in PLUGIN_GROUPS}


# ---- glossary.md ---------------------------------------------------------------------------------


def test_every_room_is_in_the_glossary():
    rooms = {init.parent.name for init in ROOMS.glob("*/__init__.py")}

    assert entries("glossary.md", "Rooms") >= rooms


def test_every_room_is_on_the_map_of_the_architecture():
    drawn = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    rooms = {init.parent.name for init in ROOMS.glob("*/__init__.py")}

    assert not {room for room in rooms if f"{room}/ " not in drawn}


def test_every_link_carrier_is_in_the_glossary():
    described = bold_code("glossary.md", "Link carriers")
    known = {carrier for carriers in CARRIERS.values() for _, carrier in carriers}

    assert known
    assert not (known | set(DATA_ATTRIBUTES)) - described


def test_the_glossary_tells_carriers_that_lead_to_pages_from_the_others():
    leading, _, parts = text_of("glossary.md", "Link carriers").partition("**Parts of the page**")

    assert all(is_navigational(carrier) for carrier in BOLD_CODE.findall(leading))
    assert not any(is_navigational(carrier) for carrier in BOLD_CODE.findall(parts))


def test_every_way_to_a_url_is_in_the_glossary():
    described = re.findall(r"`([a-z]+)`", text_of("glossary.md", "What becomes of a URL"))

    assert not set(Via) - set(described)


# ---- file-formats.md -----------------------------------------------------------------------------


def test_every_family_of_the_store_has_its_format():
    assert not set(Family) - entries("file-formats.md")


@pytest.mark.parametrize("kind", [PageRow, Candidate, Record])
def test_the_fields_of_a_row_are_in_the_order_in_which_they_are_stored(kind):
    text = " ".join(text_of("file-formats.md").split())

    assert f"[{', '.join(kind.__struct_fields__)}]" in text


# ---- rules.md ------------------------------------------------------------------------------------


def test_every_example_of_a_rule_can_be_read_and_prints_itself_back():
    examples = re.findall(r"^ {4}(\S.*)$", text_of("rules.md", "Expressions"), re.M)

    assert len(examples) > 10
    assert [str(parse_rule(example)) for example in examples] == examples


def test_every_short_form_stands_for_what_the_page_says():
    rows = re.findall(r"^\| `([^`]+)` \| `([^`]+)` \|", text_of("rules.md", "Short forms"), re.M)

    assert len(rows) > 10
    assert [str(parse_rule(short)) for short, _ in rows] == [whole for _, whole in rows]


# ---- search.md -----------------------------------------------------------------------------------


def test_every_example_of_a_query_is_understood():
    examples = re.findall(r"^ {4}(\S.*)$", text_of("search.md", "Queries"), re.M)
    names = Names(["title", "text"], ["price", "year", "created_at"], ["site"])

    assert len(examples) > 20
    assert [parse_query(example, names).warnings for example in examples] == [()] * len(examples)


def test_every_example_of_a_formula_can_be_read():
    examples = re.findall(r"^ {4}(\S.*)$", text_of("search.md", "The formula"), re.M)
    columns = ["votes", "rank", "price", "created_at", "price in euros"]

    assert len(examples) > 5
    for example in examples:
        tree = parse_formula(example, columns)
        assert parse_formula(str(tree), columns) == tree


# ---- every page ----------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_link_leads_nowhere(page):
    for target, anchor in LINK.findall(page.read_text("utf-8")):
        path = (page.parent / target).resolve() if target else page
        assert path.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.+)$", path.read_text("utf-8"), re.M)
            assert anchor in map(anchor_of, headings), f"{target}#{anchor}"


def test_every_decision_has_a_number_of_its_own():
    pages = sorted((DOCS / "adr").glob("*.md"))

    numbers = [int(page.name.partition("-")[0]) for page in pages]
    assert numbers == list(range(1, len(pages) + 1))
    assert [int(re.findall(r"\d+", page.read_text("utf-8"))[0]) for page in pages] == numbers


@pytest.mark.parametrize("page", sorted((DOCS / "adr").glob("*.md")), ids=lambda page: page.name)
def test_a_decision_takes_at_most_25_lines(page):
    text = page.read_text("utf-8")

    assert text.count("\n") <= 25
    assert re.findall(r"^\*\*(\w+)\.\*\*", text, re.M) == ["Context", "Decision", "Price"]


# ---- fields.md -----------------------------------------------------------------------------------


def test_every_key_of_a_template_and_of_a_field_is_in_the_docs_and_no_other():
    assert entries("fields.md", "A template") == set(Template.model_fields)
    assert entries("fields.md", "A field") == set(TemplateField.model_fields)


def test_every_step_and_every_type_is_in_the_docs():
    steps = {str(get_args(kind.model_fields["do"].annotation)[0]) for kind in STEPS}
    types = re.findall(r"^\| `([a-z]+)` \|", text_of("fields.md", "A field"), re.M)

    assert entries("fields.md", "Clean-up") == steps
    assert types == list(get_args(FieldType))


def test_the_template_in_the_docs_is_one():
    example = re.search(r"```toml\n(.*?)```", text_of("fields.md"), re.DOTALL)

    assert example
    values = tomllib.loads(example[1])
    assert check_plan({"templates": {values.pop("name"): values}}, "fields.md").templates
