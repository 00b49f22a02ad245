"""Users and the audit at the prompt."""

import io

import pytest
from tests.e2e.commands import Bowerbird

from bowerbird.workspace import Workspace


@pytest.fixture
def bowerbird(tmp_path, monkeypatch) -> Bowerbird:
    monkeypatch.setattr("sys.stdin", io.StringIO("four words in a row\nother words in a row\n"))
    return Bowerbird(tmp_path / "home")


def test_users_come_change_and_go(bowerbird):
    added = bowerbird.here("user", "add", "anna", "--role", "admin", "--json").document
    bowerbird.here("user", "add", "bert")
    bowerbird.here("user", "role", "bert", "--role", "editor")
    listed = bowerbird.here("user", "list", "--json").document
    bowerbird.here("user", "remove", "bert")

    assert (added["name"], added["role"]) == ("anna", "admin")
    assert [(user["name"], user["role"]) for user in listed] == [
        ("anna", "admin"),
        ("bert", "editor"),
    ]
    users = Workspace(bowerbird.home).users
    assert users.verify("anna", "four words in a row")
    assert [user.name for user in users.all()] == ["anna"]


def test_the_audit_says_what_was_done_at_the_prompt(bowerbird):
    bowerbird.here("user", "add", "anna", "--role", "admin")
    refused = bowerbird.here("user", "remove", "anna")

    (entry,) = bowerbird.here("audit", "--json").document

    assert refused.status == 2
    assert "only admin" in refused.complaint
    assert (entry["via"], entry["action"], entry["subject"]) == (
        "command",
        "add user",
        "anna as admin",
    )
