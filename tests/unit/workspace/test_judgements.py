from pathlib import Path

import pytest

from bowerbird.model.errors import UsageError
from bowerbird.store.importing import key_of
from bowerbird.web.url import IdentityRules, parse
from bowerbird.workspace import Workspace
from bowerbird.workspace.judgements import keys_of, name_of
from bowerbird.workspace.projects import Project


@pytest.fixture
def project(tmp_path) -> Project:
    return Workspace(tmp_path / "home").project("zoo")


@pytest.fixture
def qrels(tmp_path) -> tuple[Path, Path]:
    (tmp_path / "q.tsv").write_text("7\twhat is a tapir\n8\tsolar panels\n")
    (tmp_path / "a.qrels").write_text("7 0 d1 3\n7 0 d2 0\n8 0 d3 1\n")
    return tmp_path / "a.qrels", tmp_path / "q.tsv"


def test_what_is_exported_is_imported_as_the_same(project, qrels, tmp_path):
    project.import_judgements(*qrels)

    project.export_judgements(tmp_path / "out.json")
    project.export_judgements(tmp_path / "out.qrels", tmp_path / "out.tsv")

    home = Workspace(tmp_path / "home")
    home.project("one").import_judgements(tmp_path / "out.json")
    home.project("two").import_judgements(tmp_path / "out.qrels", tmp_path / "out.tsv")
    assert home.project("one").judgements() == project.judgements()
    assert home.project("two").judgements() == project.judgements()


def test_a_file_may_name_documents_by_a_field(project, qrels):
    project.import_judgements(*qrels, field="docno", judged_by="ann")

    assert project.judgements().queries[1].documents == {"docno=d3": 1}
    assert project.judgements_of("8")[0].judged_by == "ann"


def test_a_name_with_blanks_cannot_stand_in_qrels(project, tmp_path):
    project.judge("tapir", "title=On moss", 2)

    with pytest.raises(UsageError, match="'title=On moss' cannot stand in qrels"):
        project.export_judgements(tmp_path / "out.qrels", tmp_path / "out.tsv")

    assert list(tmp_path.glob("out.*")) == []


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"threshold": 0}, "`threshold`"),
        ({"grades": {"good": "1"}}, "`grades"),
        ({"grades": {4: 5}}, "`grades`: 5 is none of ours"),
        ({"scale": 1}, "`scale`"),
    ],
)
def test_a_wrong_option_is_named(project, qrels, options, message):
    with pytest.raises(UsageError, match=message):
        project.import_judgements(*qrels, **options)


def test_a_name_may_stand_for_a_page_a_record_or_what_was_imported():
    keys = keys_of(IdentityRules())
    url = "https://a.test/b?x=1"

    assert parse(url, None, IdentityRules()).key in set(keys(url, ["page"]))
    assert key_of("book", ["7"]) in set(keys("7", ["page", "book"]))
    assert bytes(range(16)) in set(keys(bytes(range(16)).hex(), []))
    assert list(keys("http://[", [])) == []


@pytest.mark.parametrize(
    ("key", "stored", "name"),
    [
        (parse("https://a.test/b", None, IdentityRules()).key,
         {"url": "https://a.test/b", "kind": "page"}, "https://a.test/b"),
        (key_of("book", ["Emma"]), {"title": "Emma", "kind": "book"}, "Emma"),
        (key_of("book", [7]), {"votes": 3, "isbn": 7, "kind": "book"}, "7"),
        (key_of("book", [7, "x"]), {"isbn": 7, "copy": "x", "kind": "book"},
         key_of("book", [7, "x"]).hex()),
        (b"r" * 16, {"url": "http://[", "tags": ["a"], "kind": "row"}, (b"r" * 16).hex()),
    ],
)  # fmt: skip
def test_the_name_of_a_record_can_be_read_and_finds_it_again(key, stored, name):
    assert name_of(key, stored, IdentityRules()) == name
    assert key in set(keys_of(IdentityRules())(name, [str(stored["kind"])]))
