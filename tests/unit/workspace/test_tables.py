"""Tables over a shard at rest: what they show, and that they follow it."""

import sqlite3
import threading
from typing import Any

import msgspec
import pytest

from bowerbird.frontier import keys
from bowerbird.frontier.disk import DiskFrontier
from bowerbird.frontier.options import FrontierOptions
from bowerbird.frontier.quarantine import Held
from bowerbird.model.candidate import Candidate, Via
from bowerbird.model.errors import StoreError, UnknownNameError, UsageError
from bowerbird.model.pagerow import PageRow, PageState
from bowerbird.model.record import Record
from bowerbird.model.storage import Family
from bowerbird.store.records import Records
from bowerbird.store.shard import open_shard
from bowerbird.web.url import parse
from bowerbird.workspace import Workspace
from bowerbird.workspace.catalogue import Catalogue
from bowerbird.workspace.places import shard_folder
from bowerbird.workspace.projects import Project


@pytest.fixture
def project(tmp_path) -> Project:
    Catalogue(tmp_path).new_run("zoo")
    return Workspace(tmp_path).project("zoo")


def put(project: Project, *records: Record) -> None:
    with open_shard(shard_folder(project.folder)) as store:
        batch = store.batch()
        Records(store).append(records, batch)
        store.commit(batch)


def animal(name: str, kind: str = "animal", **fields: object) -> Record:
    url = f"https://zoo.test/{name}"
    return Record(name.encode().ljust(16), kind, url, {"name": name, **fields}, run="1")  # type: ignore[dict-item]


@pytest.fixture
def zoo(project: Project) -> Project:
    put(
        project,
        animal("tapir", legs=4, rare=True, seen="2024-05-01", food=["leaves", "fruit"]),
        animal("Märzhase", legs=4, rare=False, seen="2023-01-09"),
        animal("snake", legs=0, seen="2025-12-31", photo="https://zoo.test/s.jpg"),
        animal("bower bird", legs=2, rare=True, about="100 % blue_things"),
        animal("keeper", kind="person", age=51),
    )
    return project


def names(project: Project, kind: str | None = "animal", **page: Any) -> list[str]:
    return [row["name"] for row in project.tables.records(kind, **page).rows]


def test_the_newest_come_first_and_pages_follow_each_other(zoo):
    first = zoo.tables.records("animal", limit=3)
    second = zoo.tables.records("animal", limit=3, offset=first.next)

    assert [row["name"] for row in first.rows] == ["bower bird", "snake", "Märzhase"]
    assert [row["name"] for row in second.rows] == ["tapir"]
    assert (first.total, first.matching, second.next) == (4, 4, None)


def test_columns_are_typed_by_what_is_in_them(zoo):
    page = zoo.tables.records("animal")

    assert page.columns["legs"] == "number"
    assert page.columns["rare"] == "boolean"
    assert page.columns["seen"] == "date"
    assert page.columns["food"] == "list"
    assert page.columns["photo"] == "image"
    assert page.columns["name"] == "text"
    assert "age" not in page.columns
    tapir = page.rows[-1]
    assert (tapir["rare"], tapir["food"], tapir["photo"]) == (True, "leaves; fruit", None)
    filled = {each["name"]: (each["filled"], each["of"]) for each in zoo.tables.columns("animal")}
    assert (filled["legs"], filled["rare"]) == ((4, 4), (3, 4))


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        ("legs", ["snake", "bower bird", "tapir", "Märzhase"]),
        ("-legs", ["Märzhase", "tapir", "bower bird", "snake"]),
        ("name", ["bower bird", "Märzhase", "snake", "tapir"]),
        ("seen", ["Märzhase", "tapir", "snake", "bower bird"]),  # empty cells come last
        ("-seen", ["snake", "tapir", "Märzhase", "bower bird"]),  # either way
    ],
)
def test_any_column_sorts(zoo, sort, expected):
    assert names(zoo, sort=sort) == expected


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (["name~BIRD"], {"bower bird"}),
        (["name~MÄRZ"], {"Märzhase"}),
        (["name!~a"], {"bower bird"}),
        (["legs>=2", "legs<=3"], {"bower bird"}),
        (["legs=4"], {"tapir", "Märzhase"}),
        (["legs!=4"], {"snake", "bower bird"}),
        (["rare=true"], {"tapir", "bower bird"}),
        (["rare="], {"snake"}),
        (["rare!="], {"tapir", "Märzhase", "bower bird"}),
        (["seen>=2024-01-01"], {"tapir", "snake"}),
        (["about~0 %"], {"bower bird"}),
        (["about~e_t"], {"bower bird"}),
        (["about~exth"], set()),  # an underscore is no wildcard
        (["food~fruit"], {"tapir"}),
    ],
)
def test_filters(zoo, filters, expected):
    page = zoo.tables.records("animal", filters=filters)

    assert {row["name"] for row in page.rows} == expected
    assert (page.matching, page.total) == (len(expected), 4)


def test_sharp_s_is_found_by_its_capitals(zoo):
    put(zoo, animal("Straße"))

    assert names(zoo, filters=["name~STRASSE"]) == ["Straße"]
    assert names(zoo, filters=["name~straße"]) == ["Straße"]


def test_records_that_change_or_go_do_so_in_the_table(zoo):
    zoo.tables.records("animal")

    put(zoo, animal("tapir", legs=3), Record(b"snake".ljust(16), "animal", "", {}, "2", gone=True))

    page = zoo.tables.records("animal", sort="name")
    assert [row["name"] for row in page.rows] == ["bower bird", "Märzhase", "tapir"]
    assert page.rows[-1]["legs"] == 3
    assert zoo.tables.kinds() == {"animal": 3, "person": 1}


def test_a_log_that_was_put_back_from_a_backup_is_read_from_its_beginning(zoo, tmp_path):
    zoo.tables.records("animal")
    other = Workspace(tmp_path).project("other")
    put(other, animal("okapi"))

    shard_folder(zoo.folder).rename(tmp_path / "away")
    shard_folder(other.folder).rename(shard_folder(zoo.folder))

    assert names(zoo) == ["okapi"]


def test_what_says_the_same_is_shown_alone_or_once(project):
    same = {"fingerprint": "00000000000000aa", "text": "the same"}
    put(
        project,
        Record(b"a" * 16, "page", "https://a.test/", {**same, "title": "one"}, "1"),
        Record(b"b" * 16, "page", "https://b.test/", {**same, "title": "two"}, "1"),
        Record(b"c" * 16, "page", "https://c.test/", {"fingerprint": "00000000000000bb"}, "1"),
        Record(b"d" * 16, "page", "https://d.test/", {"fingerprint": "0" * 16}, "1"),
    )

    def urls(duplicates: str) -> list[str]:
        page = project.tables.records("page", duplicates=duplicates, sort="url")
        return [row["url"][8] for row in page.rows]

    assert urls("only") == ["a", "b"]
    assert urls("once") == ["a", "c", "d"]
    assert urls("") == ["a", "b", "c", "d"]


def test_labels_are_counted(zoo):
    assert zoo.tables.facet("records", "legs", kind="animal") == [
        {"label": 4, "count": 2},
        {"label": 0, "count": 1},
        {"label": 2, "count": 1},
    ]
    assert zoo.tables.facet("records", "legs", kind="animal", filters=["rare=true"]) == [
        {"label": 2, "count": 1},
        {"label": 4, "count": 1},
    ]


@pytest.mark.parametrize(
    ("page", "sentence"),
    [
        ({"filters": ["legs"]}, "says nothing: write COLUMN~part"),
        ({"filters": ["wings=2"]}, "no column 'wings'; columns: _kind"),
        ({"sort": "wings"}, "no column 'wings'"),
        ({"sort": "name; drop table records"}, "no column"),
        ({"limit": 0}, "1 to 1000 rows"),
        ({"limit": 100_000}, "1 to 1000 rows"),
        ({"offset": -1}, "begins at 0"),
        ({"duplicates": "maybe"}, "say 'only', 'once'"),
    ],
)
def test_what_makes_no_sense_is_said(zoo, page, sentence):
    with pytest.raises(UsageError, match=sentence):
        zoo.tables.records("animal", **page)


def test_a_value_that_looks_like_sql_is_a_value(zoo):
    put(zoo, animal("x' or 1=1 --"))

    assert names(zoo, filters=["name=x' or 1=1 --"]) == ["x' or 1=1 --"]


def test_a_field_called_anything_is_a_column(project):
    odd = 'na"me; --'
    put(project, Record(b"k" * 16, "t", "https://a.test/", {odd: "1", "id": "2", "kind": "3"}, "1"))

    (row,) = project.tables.records("t", filters=[f"{odd}=1"], sort="-id").rows

    assert (row[odd], row["id"], row["kind"], row["_kind"]) == ("1", "2", "3", "t")


def test_a_damaged_file_is_thrown_away_and_made_again(zoo):
    zoo.tables.records("animal")
    file = zoo.folder / "cache" / "tables.sqlite"
    for suffix in ("-wal", "-shm"):
        file.with_name(file.name + suffix).unlink(missing_ok=True)
    file.write_bytes(b"no database" * 1_000)

    with pytest.raises(StoreError, match="thrown away; ask again"):
        zoo.tables.records("animal")

    assert len(names(zoo)) == 4


def test_an_older_file_is_made_again(zoo):
    zoo.tables.records("animal")
    with sqlite3.connect(zoo.folder / "cache" / "tables.sqlite") as connection:
        connection.execute("delete from records")
        connection.execute("pragma user_version = 99")
    connection.close()

    assert len(names(zoo)) == 4


def test_many_threads_ask_at_once(zoo):
    found: list[list[str]] = []

    def ask(sort: str) -> None:
        found.append(sorted(names(zoo, sort=sort)))

    threads = [threading.Thread(target=ask, args=[sort]) for sort in ["name", "legs", "seen"] * 4]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert found == [["Märzhase", "bower bird", "snake", "tapir"]] * 12


def test_a_project_without_anything_has_an_empty_table(project):
    page = project.tables.records()

    assert (page.rows, page.total, page.behind) == ([], 0, False)
    assert project.tables.pages().rows == []
    assert project.tables.queue().rows == []


# ---- known URLs ----------------------------------------------------------------------------------


def put_pages(project: Project, *rows: PageRow) -> None:
    with open_shard(shard_folder(project.folder)) as store:
        batch = store.batch()
        for row in rows:
            batch.put(Family.PAGES, parse(row.url).key, msgspec.msgpack.encode(row))
        store.commit(batch)


def page_row(path: str, state: PageState = PageState.FETCHED, **more: object) -> PageRow:
    url = parse(f"https://zoo.test/{path}")
    return PageRow(url.href, url.identity, "1", state, **more)  # type: ignore[arg-type]


def test_known_urls_are_filtered_sorted_and_name_what_they_repeat(project):
    put_pages(
        project,
        page_row("long/way", fingerprint=7, relevance=0.9, relevant=True, title="Tapirs"),
        page_row("a", fingerprint=7, relevance=0.4, title="Tapirs, too"),
        page_row("b", PageState.FAILED, reason="http-error", status=404),
    )

    page = project.tables.pages(filters=["state=fetched"], sort="-relevance")

    assert [(row["title"], row["duplicate_of"]) for row in page.rows] == [
        ("Tapirs", "https://zoo.test/a"),
        ("Tapirs, too", ""),
    ]
    assert page.rows[0]["relevant"] is True
    assert project.tables.pages(filters=["status>=400"]).rows[0]["reason"] == "http-error"
    assert {row["host"] for row in page.rows} == {"zoo.test"}


def test_a_url_that_changes_does_so_in_the_table(project):
    put_pages(project, page_row("a", PageState.FAILED))
    assert project.tables.pages().rows[0]["state"] == "failed"

    put_pages(project, page_row("a", status=200), page_row("b"))

    found = {row["url"][-1]: row["state"] for row in project.tables.pages().rows}
    assert found == {"a": "fetched", "b": "fetched"}


def test_the_link_map_shows_what_led_where(project):
    put_pages(
        project,
        page_row("", relevance=0.5),
        page_row("a", found_on="https://zoo.test/", relevance=0.9, relevant=True),
        page_row("b", PageState.FAILED, found_on="https://zoo.test/"),
        msgspec.structs.replace(
            page_row("c", found_on="https://zoo.test/a"),
            url="https://farm.test/",
            identity="https://farm.test/",
        ),
    )

    hosts = project.tables.link_map()
    pages = project.tables.link_map("page", limit=2)

    assert hosts["nodes"][0] == {"id": "zoo.test", "label": "zoo.test", "pages": 2, "relevant": 1}
    assert hosts["links"] == [{"source": "zoo.test", "target": "farm.test", "count": 1}]
    assert [node["id"] for node in pages["nodes"]] == ["https://zoo.test/a", "https://zoo.test/"]
    assert pages["links"] == [
        {"source": "https://zoo.test/", "target": "https://zoo.test/a", "count": 1}
    ]
    assert (hosts["left_out"], pages["left_out"]) == (0, 1)
    with pytest.raises(UsageError, match="1 to 2000 nodes"):
        project.tables.link_map(limit=2_001)


# ---- the queue -----------------------------------------------------------------------------------


def enqueue(project: Project, *candidates: Candidate, run: int = 1) -> None:
    with open_shard(shard_folder(project.folder)) as store:
        batch = store.batch()
        DiskFrontier(store, FrontierOptions(), run).add(candidates, batch)
        store.commit(batch)


def test_the_queue_says_what_waits_and_why(project):
    enqueue(
        project,
        Candidate(parse("https://zoo.test/"), priority=1.0),
        Candidate(
            parse("https://zoo.test/t"), 2, 0.25, Via.LINK, "https://zoo.test/", "all tapirs"
        ),
        Candidate(parse("https://farm.test/"), 1, 0.75, Via.LINK, "https://zoo.test/"),
    )

    page = project.tables.queue(sort="-priority")

    assert [row["url"] for row in page.rows] == [
        "https://zoo.test/",
        "https://farm.test/",
        "https://zoo.test/t",
    ]
    assert [row["why"] for row in page.rows] == [
        "A seed; priority 1.00.",
        "Found on https://zoo.test/, 1 link from a seed; priority 0.75.",
        "Found on https://zoo.test/ as “all tapirs”, 2 links from a seed; priority 0.25.",
    ]
    assert project.tables.queue(filters=["host=farm.test"]).matching == 1
    assert project.tables.facet("queue", "host")[0] == {"label": "zoo.test", "count": 2}


def test_the_queue_of_another_run_is_another(project):
    enqueue(project, Candidate(parse("https://zoo.test/")))
    assert project.tables.queue().total == 1

    enqueue(project, Candidate(parse("https://zoo.test/x")), run=2)
    Catalogue(project.folder.parent.parent).new_run("zoo")

    assert project.tables.queue().rows[0]["url"] == "https://zoo.test/x"


def test_what_is_in_quarantine_is_listed_with_its_rule(project):
    held = Held(Candidate(parse("https://zoo.test/2030/01/")), "a calendar without end", "dates")
    place = keys.host_start(keys.QUARANTINE, keys.run_bytes(1), "zoo.test") + bytes(16)
    with open_shard(shard_folder(project.folder)) as store:
        batch = store.batch()
        batch.put(Family.FRONTIER, place, msgspec.msgpack.encode(held))
        store.commit(batch)
    enqueue(project, Candidate(parse("https://zoo.test/")))

    (row,) = project.tables.queue(filters=["state=quarantined"]).rows

    assert (row["url"], row["pattern"]) == ("https://zoo.test/2030/01/", "dates")
    assert row["why"] == "In quarantine: a calendar without end."
    assert project.tables.queue().total == 2


# ---- one record ----------------------------------------------------------------------------------


def test_a_record_is_shown_whole_and_an_unknown_one_is_said(zoo):
    put(zoo, animal("essay", text="x" * 5_000))
    row = zoo.tables.records("animal", filters=["name=essay"]).rows[0]

    assert len(row["text"]) == 300
    assert zoo.tables.record(row["_key"])["fields"]["text"] == "x" * 5_000
    with pytest.raises(UnknownNameError, match="no record 00ff"):
        zoo.tables.record("00ff")
    with pytest.raises(UsageError, match="is no key"):
        zoo.tables.record("tapir")
