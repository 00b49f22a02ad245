"""Does the browser work here? It is started, shown a page, and ended."""

from time import monotonic

from bowerbird.fetch.browser_found import find_browser, sandbox_remark
from bowerbird.fetch.browser_options import BrowserOptions
from bowerbird.fetch.browser_trouble import BrowserMissingError, RenderingError
from bowerbird.fetch.guard import Guard
from bowerbird.fetch.options import FetchOptions
from bowerbird.fetch.targets import Targets
from bowerbird.model.outcomes import Failed, Failure

PAGE = "document.body.textContent = 6 * 7"


class _Nobody:
    """Nothing is to be asked for."""

    async def resolve(self, host: str) -> tuple[str, ...]:
        raise OSError(f"{host} is not looked up")


async def try_browser(options: BrowserOptions | None = None) -> str:
    """A sentence with its version. Raises BrowserMissingError where there is none, RenderingError
    where it renders nothing."""
    options = options or BrowserOptions()
    executable = find_browser(options)
    from bowerbird.fetch.browser_pool import open_pool

    started, fetching = monotonic(), FetchOptions()
    targets = Targets(fetching, _Nobody(), Guard())
    async with open_pool(options, fetching, executable, targets) as pool:
        try:
            async with pool.tab("") as tab:
                said = await tab.page.evaluate(f"{PAGE}, document.body.textContent")
                version = pool.version
        except BrowserMissingError as trouble:
            raise RenderingError(Failed(Failure.RENDERING, str(trouble))) from trouble
    if said != "42":
        raise RenderingError(Failed(Failure.RENDERING, f"{executable} runs no scripts"))
    taken = monotonic() - started
    sandbox = f". {sandbox_remark()}" if sandbox_remark() else ""
    return f"Chromium {version} ({executable}) rendered a page within {taken:.1f} s{sandbox}"
