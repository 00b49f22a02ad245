"""What a person may set about the browser."""

from typing import Literal

from pydantic import Field

from bowerbird.fetch.actions import ActionChain
from bowerbird.model.options import Options

MIB = 1024 * 1024


class BrowserOptions(Options):
    """When pages are rendered in a browser, and how much that may take."""

    use: Literal["never", "auto", "always"] = Field(
        "never",
        description="For no page, for those that say nothing without it, or for every HTML page.",
    )
    executable: str = Field(
        "", description="The Chromium to run; empty: the one that is installed."
    )
    show: bool = Field(False, description="Show its window: needs a screen.")
    block: tuple[Literal["images", "fonts", "media"], ...] = Field(
        ("images", "fonts", "media"), description="Parts of pages that are not loaded."
    )
    tabs: int = Field(2, ge=1, le=16, description="Pages rendered at the same time.")
    seconds: float = Field(
        20.0, gt=0, le=600, description="What rendering a page may take, its actions not counted."
    )
    quiet_seconds: float = Field(
        0.5, gt=0, le=30, description="A page is complete when nothing loaded for so long."
    )
    pages: int = Field(
        200, ge=1, description="The browser is replaced by a fresh one after so many pages."
    )
    megabytes: int = Field(
        1500,
        ge=300,
        description="What it may take of memory, all its processes together; a page that takes "
        "it beyond is given up.",
    )
    requests: int = Field(500, ge=1, description="Parts that one page may load.")
    bytes: int = Field(64 * MIB, ge=1, description="What the parts of one page may weigh.")
    screenshots: bool = Field(
        True, description="Keep a picture of a page in the run's folder when an action failed."
    )
    chains: tuple[ActionChain, ...] = Field(
        (), description="Action chains: what is done on pages before they are read."
    )
