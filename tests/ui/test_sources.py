"""Sources in a browser: what rules would hide of a queue, and seeds that earned something."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.ui.watching import assert_accessible

from bowerbird.testing.site import generated_site, serve_site
from bowerbird.workspace import Workspace

SITE = generated_site(hosts=1, pages=120, words=20)


@pytest.mark.slow
def test_rules_say_what_they_would_hide_before_they_hold(page: Page, workspace: Workspace):
    project = workspace.project("site")
    with serve_site(SITE) as web:
        project.plan = project.plan.model_validate(
            {
                "seeds": SITE.seeds,
                "politeness": {"delay": 0.0},
                "fetch": {"allow_private": True, "resolve": [web.resolve]},
            }
        )
        project.crawl(changes={"budget.max_pages": 10}).wait()

    page.goto("/p/site/sources/places")
    page.get_by_label("Leave out").fill("regex:.")
    page.get_by_role("button", name="What would they hide?").click()

    told = page.get_by_role("status").filter(has_text="would hide")
    expect(told).to_contain_text(re.compile(r"hide [1-9]\d* queued"), timeout=60_000)
    assert project.plan.scope.exclude == []
    for path in ("/p/site/sources", "/p/site/sources/places"):
        assert_accessible(page, path)
