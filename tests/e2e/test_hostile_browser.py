"""Bowerbird's browser in the hostile web: what each page makes of it, and what that costs."""

from pathlib import Path

import pytest
from tests.e2e.test_hostile_web import Crawled, crawl

from bowerbird.testing.hostile_web import FOR_BROWSERS

PLAN = {
    "browser.use": "always",
    "browser.seconds": 3,
    "browser.megabytes": 900,
}
pytestmark = pytest.mark.slow


def test_bowerbird_gets_every_trap_for_browsers_right(tmp_path: Path):
    crawled: Crawled = crawl(FOR_BROWSERS, tmp_path, **PLAN)

    wrong = crawled.judged(FOR_BROWSERS)
    if wrong:
        pytest.fail(f"these traps caught the browser:\n{wrong}", pytrace=False)
