import sqlite3

import pytest

from bowerbird.model.errors import UnknownNameError, UsageError
from bowerbird.workspace import Workspace
from bowerbird.workspace.users import Role, Users

PASSWORD = "four words in a row"


@pytest.fixture
def users(tmp_path) -> Users:
    return Workspace(tmp_path).users


def test_a_user_is_known_by_the_password_and_by_no_other(users):
    users.add("anna", PASSWORD, "editor")

    assert (user := users.verify("anna", PASSWORD))
    assert (user.name, user.role) == ("anna", Role.EDITOR)
    assert users.verify("anna", PASSWORD + " ") is None
    assert users.verify("anna", "") is None
    assert users.verify("anna", "x" * 5_000_000) is None
    assert users.verify("bert", PASSWORD) is None


def test_passwords_are_kept_as_argon2id_hashes_alone(users, tmp_path):
    users.add("anna", PASSWORD)
    users.add("bert", PASSWORD)

    with sqlite3.connect(tmp_path / "catalogue.sqlite") as connection:
        kept = [row[0] for row in connection.execute("select password from users")]
    connection.close()
    assert all(each.startswith("$argon2id$") for each in kept)
    assert kept[0] != kept[1]
    for file in tmp_path.iterdir():
        assert PASSWORD.encode() not in file.read_bytes()


def test_a_changed_password_ends_the_one_before(users):
    users.add("anna", PASSWORD)

    users.change("anna", password="another four words")

    assert users.verify("anna", PASSWORD) is None
    assert users.verify("anna", "another four words")


def test_a_role_may_do_what_the_smaller_ones_may():
    assert [[role.covers(needed) for needed in Role] for role in Role] == [
        [True, False, False],
        [True, True, False],
        [True, True, True],
    ]


def test_there_is_always_an_admin_left(users):
    users.add("anna", PASSWORD, "admin")
    users.add("bert", PASSWORD, "editor")

    with pytest.raises(UsageError, match="'anna' is the only admin"):
        users.remove("anna")
    with pytest.raises(UsageError, match="'anna' is the only admin"):
        users.change("anna", role="viewer")

    users.change("bert", role="admin")
    users.remove("anna")
    assert [user.name for user in users.all()] == ["bert"]
    assert users.find("anna") is None


@pytest.mark.parametrize(
    ("name", "password", "role", "sentence"),
    [
        ("an na", PASSWORD, "viewer", "cannot be called"),
        ("../anna", PASSWORD, "viewer", "cannot be called"),
        ("anna", "short", "viewer", "10 to 1000 characters"),
        ("anna", "x" * 1_001, "viewer", "10 to 1000 characters"),
        ("anna", PASSWORD, "root", "no role; known: viewer, editor, admin"),
    ],
)
def test_what_cannot_be_a_user_is_refused(users, name, password, role, sentence):
    with pytest.raises(UsageError, match=sentence):
        users.add(name, password, role)

    assert users.all() == []


def test_names_are_unique_and_unknown_ones_are_told(users):
    users.add("anna", PASSWORD)

    with pytest.raises(UsageError, match="there is a user 'anna' already"):
        users.add("anna", PASSWORD)
    with pytest.raises(UnknownNameError, match="no user 'bert'; known: anna"):
        users.change("bert", role="admin")
