"""A template tried on one document, and on the detail pages that its first items lead to."""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, structs

from bowerbird.extract.applying import Item
from bowerbird.extract.extractor import MEDIA_TYPES
from bowerbird.extract.template import Template
from bowerbird.extract.tree import Element, tree_of
from bowerbird.extract.trying import Trial, trial_of
from bowerbird.fetch.signs import look_at, signs_of
from bowerbird.model.errors import BowerbirdError, RunError, UsageError
from bowerbird.model.page import Page
from bowerbird.model.parts import PageParts
from bowerbird.parse.html import HtmlParser
from bowerbird.web.url import InvalidUrl, Url, parse
from bowerbird.workspace.choices import identity
from bowerbird.workspace.plan import Plan, changed
from bowerbird.workspace.single import open_document
from bowerbird.workspace.templates import is_for


class Source(Struct, frozen=True):
    """Where documents come from."""

    plan: Plan
    folder: Path
    details: int  # detail pages that are read, at most
    url: str = ""  # where a file was saved from


def source_of(
    plan: Plan, options: Mapping[str, Any], folder: Path, url: str, details: int = 0
) -> Source:
    """Of a project, by its plan with these options (`__` for the dot) for one call."""
    changes = {key.replace("__", "."): value for key, value in options.items()}
    return Source(changed(plan, changes, "the options"), folder, details, url)


class Tree(Struct, frozen=True):
    """A document as templates see it."""

    url: Url
    base: str
    root: Element
    signs: str = ""  # that it says less as it was sent than in a browser


def try_templates(
    document: str, templates: Mapping[str, Template], source: Source
) -> dict[str, Any]:
    """What these templates extract from a file or URL; the first items' detail pages are asked for
    once each."""
    if not templates:
        raise UsageError(
            "no template to test: give one with --template FILE, or put it into the plan under"
            " [templates.NAME]"
        )
    # What they want done on their pages is done here, too.
    plan = source.plan.model_copy(update={"templates": {**source.plan.templates, **templates}})
    return asyncio.run(_try(document, templates, structs.replace(source, plan=plan)))


async def _try(document: str, templates: Mapping[str, Template], source: Source) -> dict[str, Any]:
    tree = await read_tree(document, source, source.url)
    told = [await _try_one(name, template, tree, source) for name, template in templates.items()]
    return {
        "document": tree.url.href,
        "signs": tree.signs,
        "records": [record for each in told for record in each.pop("records")],
        "templates": told,
    }


async def _try_one(name: str, template: Template, tree: Tree, source: Source) -> dict[str, Any]:
    trial = trial_of(template, tree.root, tree.base)
    far: dict[str, Trial | str] = {}
    if template.detail_fields:
        wanted = dict.fromkeys(item.detail for item in trial.items if item.detail)
        for url in list(wanted)[: source.details]:
            far[url] = await _try_detail(url, template, source)
    records = [
        _record(template.kind or name, item, far.get(item.detail), tree)
        for item in trial.items
        if not item.missing
    ]
    fields = [
        *trial.fields,
        *(f for each in far.values() if not isinstance(each, str) for f in each.fields),
    ]
    return {
        "name": name,
        "applies": is_for(template, tree.url, source.plan),
        "items": len(trial.items),
        "dropped": [
            {"missing": list(item.missing), "values": item.values}
            for item in trial.items
            if item.missing
        ],
        "fields": msgspec.to_builtins(fields),
        "pagination": trial.pagination,
        "details": {url: "" if isinstance(each, Trial) else each for url, each in far.items()},
        "records": records,
    }


def _record(kind: str, item: Item, far: Trial | str | None, tree: Tree) -> dict[str, Any]:
    more = far.items[0].values if isinstance(far, Trial) and far.items else {}
    return {"_kind": kind, "url": item.detail or tree.url.href, **item.values, **more}


async def _try_detail(url: str, template: Template, source: Source) -> Trial | str:
    """How the detail page does, or why it could not be read."""
    try:
        tree = await read_tree(url, source)
    except BowerbirdError as error:
        return str(error)
    return trial_of(template, tree.root, tree.base, "detail")


async def read_tree(
    document: str,
    source: Source,
    saved_from: str = "",
    parts: Callable[[PageParts], None] | None = None,
) -> Tree:
    """A file, a page that a crawl kept, or what a server answers; `parts` is told what a browser
    loaded for it."""
    async with open_document(document, source.plan, source.folder, parts) as page:
        if page.media_type not in MEDIA_TYPES:
            raise RunError(f"{document} is {page.media_type}; templates are for HTML")
        page.url = _place(page, saved_from, source.plan)
        parser = HtmlParser(source.plan.parse, source.plan.fetch.product_token)
        said = parser.parse(page).document
        body = page.body.read()
        signs = "" if page.rendered else signs_of(body, look_at(body))
        return Tree(page.url, said.base or page.url.href, tree_of(body, said.charset), signs)


def _place(page: Page, saved_from: str, plan: Plan) -> Url:
    if not saved_from:
        return page.url
    try:
        return parse(saved_from, None, identity(plan))
    except InvalidUrl as error:
        raise UsageError(str(error)) from error
