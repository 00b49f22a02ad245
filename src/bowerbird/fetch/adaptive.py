"""Pages asked for plainly, and rendered in the browser where the plan or the page wants it.

One request for the main document, whatever follows: the browser is given what the plain fetcher
brought. So turns, robots and the guard hold as they do without a browser.
"""

import logging
from collections.abc import Callable, Sequence

from bowerbird.fetch.browser_result import Chains, Renderer, is_shown
from bowerbird.fetch.needs import Need, Needs, shape_of
from bowerbird.fetch.signs import look_at, signs_of
from bowerbird.model.outcomes import Failed, Fetched, FetchOutcome
from bowerbird.model.page import Page
from bowerbird.model.ports import Fetcher, FetchRequest

log = logging.getLogger(__name__)

ACTIONS = "an action chain"
MORE_TEXT = 1.2  # times as much, and
MORE_CHARACTERS = 20  # more, or
MORE_LINKS = 3  # so many more, is worth a browser


Missing = Callable[[Page], Sequence[str]]  # fields of its template that a page does not have


def nothing_missing(_: Page) -> Sequence[str]:
    """Where there are no templates."""
    return ()


class AlwaysFetcher:
    """Renders every HTML page."""

    def __init__(self, plain: Fetcher, renderer: Renderer, chains: Chains) -> None:
        self._plain = plain
        self._renderer = renderer
        self._chains = chains

    async def fetch(self, request: FetchRequest) -> FetchOutcome:
        """See the port."""
        outcome = await self._plain.fetch(request)
        if not isinstance(outcome, Fetched) or not is_shown(outcome.page):
            return outcome
        with outcome.page as page:
            because = ACTIONS if _acts_on(page, self._chains) else "browser.use: always"
            return await self._renderer.render(page, because)


class AdaptiveFetcher:
    """Renders the pages that say less without a browser, and remembers which those are."""

    def __init__(
        self,
        plain: Fetcher,
        renderer: Renderer,
        chains: Chains,
        needs: Needs,
        missing: Missing = nothing_missing,
    ) -> None:
        self._plain = plain
        self._renderer = renderer
        self._chains = chains
        self._needs = needs
        self._missing = missing

    async def fetch(self, request: FetchRequest) -> FetchOutcome:
        """See the port."""
        outcome = await self._plain.fetch(request)
        if not isinstance(outcome, Fetched) or not is_shown(outcome.page):
            return outcome
        page = outcome.page
        if _acts_on(page, self._chains):
            with page:
                return await self._renderer.render(page, ACTIONS)
        body = page.body.read()
        shape = shape_of(page.url)
        need = self._needs.of(shape)
        signs = signs_of(body, look_at(body, self._missing(page)))
        because = need.verdict(signs)
        if not because:
            if signs:
                self._needs.learn(shape, need.passed_over())
            return outcome
        return await self._try(outcome, shape, need, signs, because)

    async def _try(
        self, plain: Fetched, shape: str, need: Need, signs: str, because: str
    ) -> FetchOutcome:
        """What is rendered for nothing, or cannot be rendered, is taken as it was sent."""
        page = plain.page
        rendered = await self._renderer.render(page, because)
        if isinstance(rendered, Failed):
            log.info("rendering %s failed: %s", page.url.href, rendered.detail)
            self._needs.learn(shape, need.tried(signs, gained=False))
            return plain
        gained = not isinstance(rendered, Fetched) or self._gains(page, rendered.page)
        self._needs.learn(shape, need.tried(signs, gained=gained))
        if gained:
            page.body.close()
            return rendered
        if isinstance(rendered, Fetched):
            rendered.page.body.close()
        return plain

    def _gains(self, before: Page, after: Page) -> bool:
        plain = look_at(before.body.read(), self._missing(before))
        shown = look_at(after.body.read(), self._missing(after))
        return (
            len(shown.missing) < len(plain.missing)
            or shown.text > MORE_TEXT * plain.text + MORE_CHARACTERS
            or shown.links >= plain.links + MORE_LINKS
        )


def _acts_on(page: Page, chains: Chains) -> bool:
    """Is something to be done on it, of all pages?"""
    return any(not chain.is_for_all for chain in chains(page.url))
