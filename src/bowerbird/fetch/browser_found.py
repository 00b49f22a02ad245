"""Which browser there is, and whether it may use its sandbox."""

import os
import shutil
import sys
from importlib.util import find_spec

from bowerbird.fetch.browser_options import BrowserOptions
from bowerbird.fetch.browser_trouble import BrowserMissingError

NO_SCREEN = (
    "browser.show needs a screen, and there is none here (DISPLAY, WAYLAND_DISPLAY are not set): "
    "leave --show-browser out; where an action fails, a picture is kept in the run's folder"
)
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NO_LIBRARY = (
    "pages cannot be rendered: Playwright is not installed; "
    "`pip install 'bowerbird[browser]'`, or leave --browser out"
)
NO_CHROMIUM = (
    "pages cannot be rendered: no Chromium was found; "
    "install it (Debian: apt-get install chromium), or name it with browser.executable"
)


def find_browser(options: BrowserOptions) -> str:
    """The executable. Raises BrowserMissingError with what to do."""
    if find_spec("playwright") is None:
        raise BrowserMissingError(NO_LIBRARY)
    if options.show and not has_screen():
        raise BrowserMissingError(NO_SCREEN)
    if options.executable:
        found = shutil.which(options.executable)
        if found is None:
            raise BrowserMissingError(
                f"browser.executable: {options.executable} is no program; name the Chromium to run"
            )
        return found
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise BrowserMissingError(NO_CHROMIUM)
    return found


def has_screen() -> bool:
    """Only where windows are shown by X or Wayland it can be told beforehand."""
    is_told = sys.platform.startswith("linux")
    return not is_told or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def has_sandbox() -> bool:
    """Chromium refuses to run in its sandbox as root."""
    return os.geteuid() != 0


def sandbox_remark() -> str:
    """What running as root costs; empty where it does not apply."""
    if has_sandbox():
        return ""
    return (
        "The browser runs without its sandbox, because Bowerbird runs as root: "
        "pages that break the browser could reach this machine. Run it as another user."
    )
