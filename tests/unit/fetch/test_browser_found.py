import subprocess
import sys

import pytest

from bowerbird.fetch.browser_found import find_browser
from bowerbird.fetch.browser_options import BrowserOptions
from bowerbird.fetch.browser_trouble import BrowserMissingError


def test_without_a_chromium_one_sentence_says_how_to_get_one(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(BrowserMissingError, match=r"no Chromium was found; install it \(Debian"):
        find_browser(BrowserOptions())


def test_a_named_browser_is_the_one_that_runs_or_the_name_is_wrong(monkeypatch, tmp_path):
    program = tmp_path / "my-chromium"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)

    assert find_browser(BrowserOptions(executable=str(program))) == str(program)
    with pytest.raises(BrowserMissingError, match="nothing-here is no program"):
        find_browser(BrowserOptions(executable="nothing-here"))


def test_a_window_without_a_screen_is_refused_before_anything_is_asked_for(monkeypatch, tmp_path):
    program = tmp_path / "my-chromium"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    shown = BrowserOptions(executable=str(program), show=True)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)

    with pytest.raises(BrowserMissingError, match=r"needs a screen.*leave --show-browser out"):
        find_browser(shown)
    monkeypatch.setenv("DISPLAY", ":0")
    assert find_browser(shown) == str(program)


def test_a_crawl_without_a_browser_does_not_load_its_library():
    """It would cost 70 ms and 5 MB, for nothing."""
    code = "import sys, bowerbird.workspace.wiring; print('playwright' in sys.modules)"

    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert said.stdout.strip() == "False"
