"""Methods of a project about templates: tried, made from examples, repaired."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from bowerbird.model.errors import UnknownNameError
from bowerbird.workspace.plan import Plan


class Of(Protocol):
    """What they need of a project."""

    folder: Path

    plan: Plan


def try_fields(
    self: Of,
    document: str,
    templates: Sequence[str] = (),
    *,
    url: str = "",
    details: int = 1,
    **options: Any,
) -> dict[str, Any]:
    """What templates extract from a file or URL: `records`, and how each field does.
    `templates` are files, else the project's own; `url` is where a file was saved from;
    `details` detail pages are asked for at most. `options` as in `metadata`."""
    from bowerbird.workspace.fields import source_of, try_templates
    from bowerbird.workspace.templates import templates_of_files

    chosen = templates_of_files(templates)
    source = source_of(self.plan, options, self.folder, url, details)
    return try_templates(document, chosen or source.plan.templates, source)


def infer_fields(
    self: Of,
    documents: Sequence[str],
    examples: Sequence[str] = (),
    unwanted: Sequence[str] = (),
    *,
    url: str = "",
    wanted: Mapping[str, Any] | None = None,
    **options: Any,
) -> dict[str, Any]:
    """A template from examples on files or URLs: `template`, `records`, and narrower and wider
    `choices`; without examples the lists of the first. `wanted` may name the template, the
    choice, and a file `out` for it. `options` as in `metadata`."""
    from bowerbird.workspace.fields import source_of
    from bowerbird.workspace.inferring import Wanted, infer_template

    asked = Wanted(tuple(examples), tuple(unwanted), **(wanted or {}))
    return infer_template(documents, asked, source_of(self.plan, options, self.folder, url))


def repair_fields(
    self: Of,
    documents: Sequence[str],
    templates: Sequence[str] = (),
    *,
    url: str = "",
    out: str = "",
    **options: Any,
) -> dict[str, Any]:
    """What of a template no longer fits these files or URLs, and one that does, with rows
    before and after; nothing is changed. `templates` as in `test_fields`, but one."""
    from bowerbird.workspace.fields import source_of
    from bowerbird.workspace.inferring import repair_template
    from bowerbird.workspace.templates import templates_of_files

    chosen = templates_of_files(templates)
    source = source_of(self.plan, options, self.folder, url)
    return repair_template(documents, chosen or source.plan.templates, out, source)


def remove_template(self: Of, name: str) -> None:
    """Take a template out of the plan. The records that were made by it stay as they are."""
    plan = self.plan
    if name not in plan.templates:
        known = ", ".join(plan.templates) or "none"
        raise UnknownNameError(f"the plan has no template {name!r}; templates: {known}")
    left = {each: template for each, template in plan.templates.items() if each != name}
    self.plan = plan.model_copy(update={"templates": left})
