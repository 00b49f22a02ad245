"""Snapshots of pages that somebody is to point at, rendered where that can be done."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from msgspec import structs

from bowerbird.extract.snapshot import Snapshot, snapshot_of
from bowerbird.extract.template import Template
from bowerbird.fetch.browser_trouble import BrowserMissingError
from bowerbird.model.errors import RunError
from bowerbird.model.parts import PageParts
from bowerbird.workspace.fields import Source, Tree, read_tree
from bowerbird.workspace.plan import changed, read_plan, write_plan

NOT_BLOCKED = ("fonts", "media")  # pictures are a part of what people point at
AS_SENT = "shown as it was sent, without what scripts draw"


def take_snapshots(documents: Sequence[str], source: Source, *, render: bool) -> list[Snapshot]:
    """Of files, URLs and pages that a crawl has kept, one after the other."""
    return asyncio.run(_take_all(documents, source, render=render))


async def _take_all(documents: Sequence[str], source: Source, *, render: bool) -> list[Snapshot]:
    return [await _take(each, source, render=render) for each in documents]


async def _take(document: str, source: Source, *, render: bool) -> Snapshot:
    """In the browser; what cannot be rendered is shown as it was sent, and says so."""
    if not render:
        return _shown(await read_tree(document, _with_browser(source, "never"), source.url), [])
    parts: list[PageParts] = []
    try:
        tree = await read_tree(document, _with_browser(source, "always"), source.url, parts.append)
    except (BrowserMissingError, RunError) as trouble:
        tree = await read_tree(document, _with_browser(source, "never"), source.url)
        shown = _shown(tree, [])
        return structs.replace(shown, remarks=(*shown.remarks, f"{trouble}; {AS_SENT}"))
    return _shown(tree, parts)


def _shown(tree: Tree, parts: Sequence[PageParts]) -> Snapshot:
    shown = snapshot_of(tree.root, tree.base, *parts[-1:])
    if tree.signs:
        return structs.replace(shown, remarks=(*shown.remarks, f"{tree.signs}: {AS_SENT}"))
    return shown


def _with_browser(source: Source, use: str) -> Source:
    changes = {"use": use, "block": NOT_BLOCKED}
    browser = source.plan.browser.model_copy(update=changes)
    return structs.replace(source, plan=source.plan.model_copy(update={"browser": browser}))


def keep_template(plan_file: Path, name: str, template: Template) -> None:
    """In the plan as it stands by now, whoever else has written into it meanwhile."""
    values = template.model_dump(mode="json", exclude_defaults=True, exclude_none=True)
    plan = changed(read_plan(plan_file), {f"templates.{name}": values}, "the template")
    write_plan(plan, plan_file)
