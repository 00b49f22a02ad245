"""The browser of a run: whether there is one, and how it stands around the plain fetcher."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from msgspec import Struct, structs

from bowerbird.fetch.actions import ActionChain, holds_for
from bowerbird.fetch.adaptive import AdaptiveFetcher, AlwaysFetcher, Missing, nothing_missing
from bowerbird.fetch.browser import open_renderer
from bowerbird.fetch.browser_found import sandbox_remark
from bowerbird.fetch.browser_result import Chains, Surroundings
from bowerbird.fetch.guard import Guard
from bowerbird.fetch.needs import Needs
from bowerbird.model.document import Document
from bowerbird.model.page import Page
from bowerbird.model.ports import Fetcher, Resolver
from bowerbird.model.storage import Batch, Store
from bowerbird.parse.encoding import read_text
from bowerbird.parse.html import needs_worker
from bowerbird.web.media_type import media_type_of
from bowerbird.web.url import Url
from bowerbird.workspace.plan import Plan
from bowerbird.workspace.templates import extractor_of, test_of


class Outside(Struct, frozen=True):
    """What the browser shares with the rest of the run."""

    resolver: Resolver
    guard: Guard
    store: Store | None  # where is kept which pages need the browser; None: nowhere
    with_next_commit: Callable[[Callable[[Batch], None]], None]


def remark_on_browser(plan: Plan) -> str:
    """What a person should know of the browser before it starts; empty if there is nothing."""
    return sandbox_remark() if plan.browser.use != "never" else ""


@asynccontextmanager
async def open_browsing(
    plan: Plan, plain: Fetcher, outside: Outside, around: Surroundings
) -> AsyncIterator[Fetcher]:
    """The fetcher of pages: the plain one, or with a browser around it."""
    if plan.browser.use == "never":
        yield plain
        return
    around = structs.replace(around, chains=chains_of(plan))
    async with open_renderer(
        plan.browser, plan.fetch, outside.resolver, outside.guard, around
    ) as renderer:
        if plan.browser.use == "always":
            yield AlwaysFetcher(plain, renderer, around.chains)
        else:
            needs = Needs(outside.store, outside.with_next_commit)
            missing = _missing_fields(plan)
            yield AdaptiveFetcher(plain, renderer, around.chains, needs, missing)


def chains_of(plan: Plan) -> Chains:
    """The action chains of the plan, and of its templates for their pages."""
    tested: list[tuple[Callable[[Url], bool], ActionChain]] = [
        (partial(holds_for, chain), chain) for chain in plan.browser.chains
    ]
    for name, template in plan.templates.items():
        if template.actions:
            on = f"template {name}" if template.applies_to else "*"
            chain = ActionChain.model_validate({"on": on, "actions": template.actions})
            tested.append((test_of(template, plan), chain))
    return lambda url: [chain for test, chain in tested if test(url)]


def _missing_fields(plan: Plan) -> Missing:
    """What the templates for a page do not find in it as it was sent."""
    extractor = extractor_of(plan)
    if extractor is None:
        return nothing_missing
    fields = {
        name: (test_of(template, plan), [f.name for f in template.fields if f.page == "here"])
        for name, template in plan.templates.items()
    }

    def missing(page: Page) -> list[str]:
        body = page.body.read()
        if needs_worker(body) or not extractor.applies(page, ()):
            return []  # what may be slow to read is not read twice
        declared = media_type_of(page.headers.all("content-type"))
        charset = read_text(body, declared=declared.charset, host=page.url.host).charset
        finds = extractor.extract(page, Document(charset=charset), ()).finds
        lost = []
        for name, (is_for, wanted) in fields.items():
            if is_for(page.url):
                has = [find.fields for find in finds if find.template == name]
                lost += [each for each in wanted if all(not row.get(each) for row in has)]
        return lost

    return missing


def screenshots_of(run_folder: Path) -> Path:
    """Where pictures of pages go on which an action failed."""
    return run_folder / "screenshots"
