"""What a tab did that it must not, and what axe finds on it."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from playwright.sync_api import ConsoleMessage, Page, Request

AXE = Path(__file__).parent / "vendor" / "axe.min.js"  # axe-core 4.14.1, MPL 2.0
LOOKS = (("light", 1280), ("dark", 1280), ("light", 640), ("light", 360))  # 640: 1280 at 200 %

EXTREMES = LOOKS[1], LOOKS[3]  # for the many pages that are made of the same parts
Looks = Sequence[tuple[str, int]]


class Watched:
    """Notes what a page complains of, and whom it asks."""

    def __init__(self, page: Page, url: str) -> None:
        self._url = url
        self.complaints: list[str] = []
        self.foreign: list[str] = []
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", self._asked)

    def _said(self, message: ConsoleMessage) -> None:
        # A request that the server refuses is told in the page, where a test looks for it.
        if message.type in ("error", "warning") and "the server responded with" not in message.text:
            self.complaints.append(message.text)

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self._url, "data:", "blob:")):
            self.foreign.append(request.url)

    def check(self) -> None:
        assert self.complaints == []
        assert self.foreign == []


@cache
def _axe() -> str:
    return AXE.read_text("utf-8")


def assert_accessible(page: Page, path: str, looks: Looks = LOOKS) -> None:
    """axe finds nothing, in every look; and nothing has to be scrolled sideways."""
    for scheme, width in looks:
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(path)
        page.evaluate(_axe())  # the policy lets no script in, but the test may
        # Frames hold pages of others, in which no script runs.
        found = page.evaluate("axe.run(document, {iframes: false})")["violations"]
        told = [f"{each['id']}: {node['html'][:200]}" for each in found for node in each["nodes"]]
        assert told == [], f"{path}, {scheme}, {width} px"
        assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{path}, {width} px"
