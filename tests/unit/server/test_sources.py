"""Sources: addresses to start from, rules, and bookmarks, by forms."""

import pytest

from bowerbird.workspace import Project, Workspace

BOOKMARKS = """<!DOCTYPE NETSCAPE-Bookmark-file-1><TITLE>Bookmarks</TITLE><DL>
<DT><A HREF="http://birds.test/bower">Bowers</A><DT><A HREF="http://birds.test/nest">Nests</A></DL>"""
PLACES = "/p/mice/sources/places"


@pytest.fixture
def mice(workspace: Workspace) -> Project:
    project = workspace.project("mice")
    project.plan = project.plan
    return project


def test_bookmarks_of_a_file_become_seeds(browser, mice):
    page = browser.post(
        "/p/mice/sources/bookmarks", files={"file": ("b.html", BOOKMARKS, "text/html")}
    )

    assert {seed["url"] for seed in mice.seeds()} == {
        "http://birds.test/bower",
        "http://birds.test/nest",
    }
    assert "http://birds.test/nest" in page.text


def test_addresses_and_rules_are_written_and_shown_again(browser, mice):
    page = browser.post(PLACES, data={"seeds": "http://a.test/", "exclude": "*.zip\n/private/"})

    assert (mice.plan.seeds, mice.plan.scope.exclude) == (
        ["http://a.test/"],
        ["*.zip", "/private/"],
    )
    assert "/private/" in page.text


def test_a_rule_that_is_none_is_a_sentence_and_nothing_is_kept(browser, mice):
    answer = browser.post(PLACES, data={"exclude": "and and"})

    assert answer.status_code == 422
    assert "scope.exclude" in answer.text
    assert mice.plan.scope.exclude == []


def test_rules_are_previewed_without_being_written(browser, mice):
    page = browser.post(PLACES + "/preview", data={"exclude": "*calendar*"})

    assert page.status_code == 200
    assert "*calendar*" in page.text
    assert mice.plan.scope.exclude == []
