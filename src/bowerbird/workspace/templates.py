"""Templates of a plan, ready for use: their files, and their rules made functions."""

import json
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from bowerbird.extract.extractor import Named, TemplateExtractor
from bowerbird.extract.template import Template
from bowerbird.model.candidate import Candidate
from bowerbird.model.errors import PlanError, UsageError
from bowerbird.model.ports import PageFilter
from bowerbird.parse.isolate import ExtractorSource
from bowerbird.politeness.scope_matching import Look, matcher_of
from bowerbird.politeness.scope_text import parse_rule
from bowerbird.web.url import Url
from bowerbird.workspace.choices import filters, identity
from bowerbird.workspace.plan import Plan, check_plan
from bowerbird.workspace.strategies import all_strategies

_NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9 _-]")
MAKER = "bowerbird.workspace.templates:extractor_from"


def read_templates(path: Path) -> dict[str, Template]:
    """The templates of a TOML or JSON file: one, which may say its `name`, or several under
    `templates`."""
    try:
        text = path.read_bytes().decode()
    except OSError as error:
        raise UsageError(f"cannot read the template {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"cannot read the template {path}: it is not UTF-8") from error
    try:
        values: Any = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except (json.JSONDecodeError, tomllib.TOMLDecodeError) as error:
        raise PlanError(f"{path} is not {path.suffix[1:].upper() or 'TOML'}: {error}") from error
    if not isinstance(values, dict):
        raise PlanError(f"{path} holds no template; `docs/fields.md` shows one")
    if "templates" not in values:
        name = values.pop("name", None) or _NOT_IN_A_NAME.sub("-", path.stem)
        values = {"templates": {str(name): values}}
    plan = check_plan({"templates": values["templates"]}, str(path))
    if not plan.templates:
        raise PlanError(f"{path} holds no template; `docs/fields.md` shows one")
    return dict(plan.templates)


def templates_of_files(files: Sequence[str]) -> dict[str, Template]:
    """All templates of these files, by name."""
    return {k: v for file in files for k, v in read_templates(Path(file)).items()}


def templates_in(files: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The templates of these files, as a plan holds them."""
    return {
        name: template.model_dump(mode="json", exclude_none=True)
        for name, template in templates_of_files(files).items()
    }


def extractor_of(plan: Plan) -> TemplateExtractor | None:
    """The templates and media of a plan, ready; None where it has none."""
    if not (plan.templates or plan.media.kinds):
        return None
    plugins = filters(plan, all_strategies())
    named = [
        Named(name, template, [_test_of(rule, plugins) for rule in template.applies_to])
        for name, template in plan.templates.items()
    ]
    return TemplateExtractor(named, identity(plan), plan.media)


def source_of(plan: Plan) -> ExtractorSource:
    """The same for the killable worker."""
    return ExtractorSource(MAKER, msgspec.msgpack.encode(plan.model_dump(mode="json")))


def extractor_from(templates: bytes) -> TemplateExtractor:
    """What the killable worker makes of that."""
    extractor = extractor_of(Plan.model_validate(msgspec.msgpack.decode(templates)))
    if extractor is None:
        raise ValueError("the plan has no templates")
    return extractor


def is_for(template: Template, url: Url, plan: Plan) -> bool:
    """Do the rules of a template fit this URL?"""
    return test_of(template, plan)(url)


def test_of(template: Template, plan: Plan) -> Callable[[Url], bool]:
    """The rules of a template, ready for many URLs."""
    plugins = filters(plan, all_strategies())
    tests = [_test_of(rule, plugins) for rule in template.applies_to]
    return lambda url: not tests or any(test(url) for test in tests)


def _test_of(rule: str, plugins: Mapping[str, PageFilter]) -> Callable[[Url], bool]:
    test = matcher_of(parse_rule(rule), plugins)
    return lambda url: test(_look(url))


@lru_cache(maxsize=16)
def _look(url: Url) -> Look:
    """A URL taken apart once for all templates."""
    return Look(Candidate(url))
