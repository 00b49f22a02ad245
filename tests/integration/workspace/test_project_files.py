"""A project as one file: what goes out comes in again, and nothing else does."""

import json
import stat
import zipfile
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from bowerbird import Workspace
from bowerbird.model.errors import LockedError, UnknownNameError, UsageError
from bowerbird.testing.site import generated_site, serve_site
from bowerbird.workspace.plan import changed
from bowerbird.workspace.project_file import MANIFEST
from bowerbird.workspace.project_import import MOST_PLAIN
from bowerbird.workspace.projects import Project

SITE = generated_site(hosts=2, pages=60, words=30)


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace(tmp_path / "home")


@pytest.fixture
def project(workspace: Workspace, tmp_path: Path) -> Project:
    project = workspace.project("zoo")
    project.plan = changed(
        project.plan, {"seeds": ["https://zoo.test/"], "budget.max_pages": 7}, "the test"
    )
    (tmp_path / "a.csv").write_text("id,name\n1,tapir\n2,okapi\n")
    project.import_records(tmp_path / "a.csv", key=["id"])
    project.judge("striped animals", "id=2", 3, by="ann")
    return project


def members(file: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def forged(file: Path, contents: dict[str, bytes], **manifest: Any) -> Path:
    """A file whose manifest fits what is in it."""
    files = {
        name: {"bytes": len(data), "sha256": sha256(data).hexdigest()}
        for name, data in contents.items()
    }
    told = {"format": 1, "software": "x", "project": "zoo", "made_at": 0.0, "files": files}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in contents.items():
            archive.writestr(name, data)
        archive.writestr(MANIFEST, json.dumps(told | manifest))
    return file


def test_what_goes_out_comes_in_again(workspace, project, tmp_path):
    told = project.export_project(tmp_path / "zoo.zip", records=True)

    taken = Workspace(tmp_path / "other").import_project(tmp_path / "zoo.zip", "farm")

    farm = Workspace(tmp_path / "other").project("farm")
    assert farm.plan == project.plan
    assert farm.judgements() == project.judgements()
    assert [r.fields for r in farm.records()] == [r.fields for r in project.records()]
    assert set(told["members"]) == {"project.toml", "judgements.json", "records.jsonl"}
    assert (taken["exported_as"], taken["closed"]) == ("zoo", [])


def test_without_records_only_what_a_person_made_goes_along(workspace, project, tmp_path):
    project.export_project(tmp_path / "zoo.zip")
    workspace.import_project(tmp_path / "zoo.zip", "farm")

    assert set(members(tmp_path / "zoo.zip")) == {"project.toml", "judgements.json", MANIFEST}
    assert not (workspace.project("farm").folder / "shards").exists()
    assert not list(project.folder.glob(".*"))


@pytest.mark.slow
def test_stored_pages_come_along_and_can_be_read(workspace, tmp_path):
    project = workspace.project("site")
    with serve_site(SITE) as web:
        run = project.crawl(
            *SITE.seeds,
            changes={
                "politeness.delay": 0.0,
                "fetch.allow_private": True,
                "fetch.resolve": [web.resolve],
                "budget.max_pages": 10,
            },
        )
        run.wait(60)
    url = next(row["url"] for row in project.pages() if row["state"] == "fetched")

    project.export_project(tmp_path / "site.zip", records=True, pages=True)
    taken = workspace.import_project(tmp_path / "site.zip", "copy")
    cloned = workspace.clone_project("site", "twin", records=True, pages=True)

    copy = workspace.project("copy")
    assert copy.page_source(url)["text"] == project.page_source(url)["text"]
    assert copy.tables.records("page").total == 10
    assert copy.tables.pages(filters=["state=fetched"]).total == project.tables.pages().total
    assert taken["closed"] == ["fetch.allow_private", "fetch.resolve"]
    assert not copy.plan.fetch.allow_private
    assert cloned["closed"] == []
    assert workspace.project("twin").plan == project.plan
    with serve_site(SITE) as web:  # and it goes on from there
        again = copy.crawl(
            changes={
                "fetch.allow_private": True,
                "fetch.resolve": [web.resolve],
            }
        )
        assert again.wait(60)["pages"] == 10
    assert copy.changes(again)["unchanged"] + copy.changes(again)["new"] == 10


def test_a_project_that_is_there_is_not_written_over(workspace, project, tmp_path):
    project.export_project(tmp_path / "zoo.zip")

    with pytest.raises(UsageError, match="there is a project 'zoo' already"):
        workspace.import_project(tmp_path / "zoo.zip", "zoo")
    with pytest.raises(UsageError, match="cannot be called"):
        workspace.import_project(tmp_path / "zoo.zip", "../../zoo")


PLAN = {"project.toml": b""}


@pytest.mark.parametrize(
    ("contents", "manifest", "sentence"),
    [
        (PLAN | {"../../evil.txt": b"x"}, {}, "is nothing that a project has"),
        (PLAN | {"/etc/evil": b"x"}, {}, "is nothing that a project has"),
        (PLAN | {"pages/../../e00000.warc.gz": b"x"}, {}, "is nothing that a project has"),
        (PLAN | {"shards/s000/db/CURRENT": b"x"}, {}, "is nothing that a project has"),
        ({"seeds.json": b"[]"}, {}, "not what its manifest says"),
        (PLAN, {"files": {}}, "not what its manifest says"),
        (PLAN, {"format": 99}, "its format is 99"),
        (PLAN, {"files": {"project.toml": {"bytes": 5, "sha256": ""}}}, "is damaged"),
        (PLAN, {"files": {"project.toml": {"bytes": -1, "sha256": ""}}}, "less than no bytes"),
        (PLAN, {"files": {"project.toml": {"bytes": 1 << 50, "sha256": ""}}}, "are allowed"),
        (PLAN | {"records.jsonl": b"{}\n"}, {}, "a line of its records or pages is none"),
        (PLAN | {"pages.jsonl": b"[" * 100_000}, {}, "a line of its records or pages is none"),
        ({"project.toml": b"x" * (MOST_PLAIN + 1)}, {}, "larger than 64 MiB"),
    ],
)
def test_what_somebody_made_up_is_refused_and_leaves_nothing(
    workspace, tmp_path, contents, manifest, sentence
):
    file = forged(tmp_path / "bad.zip", contents, **manifest)

    with pytest.raises(UsageError, match=sentence):
        workspace.import_project(file, "bad")

    assert workspace.projects() == []
    assert not list((tmp_path / "home" / "projects").glob("*"))
    assert {path.name for path in tmp_path.iterdir()} == {"bad.zip", "home"}


def test_a_bomb_is_stopped_at_what_its_manifest_says(workspace, tmp_path):
    file = tmp_path / "bomb.zip"
    told = {
        "format": 1, "software": "x", "project": "zoo", "made_at": 0.0,
        "files": {
            "project.toml": {"bytes": 0, "sha256": sha256(b"").hexdigest()},
            "records.jsonl": {"bytes": 1_000, "sha256": "00"},
        },
    }  # fmt: skip
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("project.toml", b"")
        archive.writestr("records.jsonl", b"\0" * (300 << 20))
        archive.writestr(MANIFEST, json.dumps(told))

    with pytest.raises(UsageError, match="larger than its manifest says"):
        workspace.import_project(file, "bad")


def test_a_link_is_no_member(workspace, tmp_path):
    file = forged(tmp_path / "link.zip", PLAN)
    link = zipfile.ZipInfo("seeds.json")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr(link, "/etc/passwd")

    with pytest.raises(UsageError, match=r"'seeds\.json' is not a plain file"):
        workspace.import_project(file, "bad")


@pytest.mark.parametrize("data", [b"", b"PK\3\4 no more", b"not a zip at all" * 100])
def test_what_is_no_zip_is_said(workspace, tmp_path, data):
    (tmp_path / "bad.zip").write_bytes(data)

    with pytest.raises(UsageError, match="no project that can be taken in"):
        workspace.import_project(tmp_path / "bad.zip", "bad")


def test_a_plan_that_opens_this_machine_is_closed_and_that_is_told(workspace, tmp_path):
    plan = b"""
[fetch]
allow_private = true
folders = ["/etc"]
[notify]
webhook = "https://evil.test/"
webhook_secret = "${HOME}"
[budget]
max_pages = 9
"""
    file = forged(tmp_path / "plan.zip", {"project.toml": plan})

    told = workspace.import_project(file, "zoo")

    found = workspace.project("zoo").plan
    assert told["closed"] == ["fetch.allow_private", "fetch.folders", "notify"]
    assert (found.fetch.allow_private, found.fetch.folders) == (False, ())
    assert (found.notify.webhook, found.budget.max_pages) == ("", 9)


def test_what_goes_is_told_before_and_then_it_is_gone(workspace, project):
    workspace.schedules.add("zoo", "hourly")

    before = workspace.what_goes("zoo")
    gone = workspace.delete_project("zoo")

    assert gone == before
    assert (before["judged_queries"], before["schedules"], before["runs"]) == (1, 1, 0)
    assert before["bytes"] > 0
    assert workspace.projects() == []
    assert not project.folder.exists()
    assert workspace.schedules.all() == []
    assert workspace.project("zoo").judgements().queries == ()
    assert workspace.audit.entries(1)[0].action == "remove project"
    with pytest.raises(UnknownNameError, match="no project 'zoo'"):
        workspace.delete_project("zoo")


@pytest.mark.slow
def test_the_sample_project_has_something_to_look_at_within_seconds(workspace):
    run = workspace.sample_project()
    project = workspace.project("sample")
    with pytest.raises(LockedError):
        workspace.delete_project("sample")
    summary = run.wait(60)

    assert summary["state"] == "completed"
    assert summary["pages"] > 100
    mice = project.tables.records("mice")
    assert mice.total == 30
    assert mice.columns["picture"] == "image"
    assert all(row["title"] and row["price"] and row["rating"] for row in mice.rows)
    with pytest.raises(UsageError, match="there is a project 'sample' already"):
        workspace.sample_project()
