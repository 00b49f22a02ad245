"""Projects as files at the prompt."""

from pathlib import Path

import pytest
from tests.e2e.commands import Bowerbird

from bowerbird.workspace import Workspace


@pytest.fixture
def bowerbird(tmp_path: Path) -> Bowerbird:
    bowerbird = Bowerbird(tmp_path / "home")
    (tmp_path / "a.csv").write_text("name\ntapir\n")
    Workspace(bowerbird.home).project("zoo").import_records(tmp_path / "a.csv")
    return bowerbird


def test_a_project_goes_out_comes_in_is_copied_and_removed(bowerbird, tmp_path):
    file = str(tmp_path / "zoo.zip")

    told = bowerbird.here("project", "export", file, "--project", "zoo", "--records", "--json")
    bowerbird.here("project", "import", file, "farm")
    bowerbird.here("project", "clone", "twin", "--project", "zoo")
    listed = bowerbird.here("project", "list", "--json").document
    gone = bowerbird.here("project", "delete", "zoo", "--yes", "--json").document

    assert "records.jsonl" in told.document["members"]
    assert listed == ["farm", "twin", "zoo"]
    assert gone["project"] == "zoo"
    assert Workspace(bowerbird.home).projects() == ["farm", "twin"]
    assert [r.fields["name"] for r in Workspace(bowerbird.home).project("farm").records()] == [
        "tapir"
    ]


def test_nothing_is_removed_without_a_word(bowerbird):
    refused = bowerbird.here("project", "delete", "zoo", "--json")

    assert refused.status == 2
    assert "--yes removes them, there is no way back" in refused.complaint
    assert Workspace(bowerbird.home).projects() == ["zoo"]
