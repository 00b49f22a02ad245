"""The concept map of a project: drawn, tied, cut and imported by forms."""

import pytest

from bowerbird.workspace import Project, Workspace

HERE = "/p/mice/topic"


@pytest.fixture
def mice(workspace: Workspace) -> Project:
    project = workspace.project("mice")
    project.plan = project.plan
    return project


def ties(project: Project) -> set[tuple[str, str, str]]:
    return {
        (each["label"], str(tie["kind"]), tie["label"])
        for each in project.concepts()
        for tie in each["relations"]
    }


def test_concepts_are_drawn_tied_and_looked_up(browser, mice):
    said = {"name": "Trackball", "relation": "broader", "other": "Pointing device"}
    page = browser.post(HERE + "/concepts", data=said)

    assert ties(mice) == {
        ("Trackball", "broader", "Pointing device"),
        ("Pointing device", "narrower", "Trackball"),
    }
    assert page.text.count("<text x=") == 2
    assert page.text.count("<line ") == 1
    terms = {term["term"] for term in mice.expand_topic("trackball")["terms"]}
    assert "pointing device" in terms


def test_a_tie_is_cut_and_a_concept_removed(browser, mice):
    mice.draw_concept("Trackball", "broader", "Pointing device")
    mice.draw_concept("Trackball", "related", "Mouse")

    browser.post(HERE + "/concepts/remove", data={"name": "Mouse", "other": "Trackball"})
    assert {pair[2] for pair in ties(mice) if pair[0] == "Trackball"} == {"Pointing device"}
    browser.post(HERE + "/concepts/remove", data={"name": "trackball"})

    assert [each["label"] for each in mice.concepts()] == ["Pointing device", "Mouse"]
    assert ties(mice) == set()


def test_a_map_is_taken_in_from_a_file(browser, mice):
    text = "Rodent\n  Mouse\n  Rat\n"
    page = browser.post(HERE + "/import", files={"file": ("map.txt", text, "text/plain")})

    assert ("Mouse", "broader", "Rodent") in ties(mice)
    assert "Rat" in page.text


def test_what_is_not_in_the_map_cannot_be_taken_out(browser, mice):
    assert browser.post(HERE + "/concepts/remove", data={"name": "Cat"}).status_code == 404
    assert browser.post(HERE + "/concepts", data={"name": " "}).status_code == 422
