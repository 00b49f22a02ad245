"""One process that lives long, asked from many threads: what a web interface does."""

import json
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Barrier, Event
from typing import Any

import pytest

from bowerbird import Workspace
from bowerbird.model.events import RunState
from bowerbird.workspace import Project
from bowerbird.workspace.catalogue import Catalogue
from bowerbird.workspace.made_once import made_once

THREADS, QUESTIONS = 6, 60
CROWD = 12  # who all come at once


def rows(first: int, behind: int) -> list[dict[str, Any]]:
    return [
        {"id": n, "title": f"Bower {n}", "text": f"straw moss{n % 7} feather{n}", "votes": n % 5}
        for n in range(first, behind)
    ]


def fed(project: Project, file: Path, given: list[dict[str, Any]]) -> None:
    file.write_text("".join(json.dumps(row) + "\n" for row in given))
    project.import_records(file, key=["id"])


@pytest.fixture
def project(tmp_path: Path) -> Project:
    project = Workspace(tmp_path / "home").project("birds")
    fed(project, tmp_path / "rows.jsonl", rows(0, 120))
    project.build_index()
    for query in range(7):
        project.judge(f"moss{query} straw", str(query), 2)
    return project


def asked(project: Project, number: int) -> Any:
    """Something different each time: a search, a suggestion, or a setting that is tried."""
    match number % 4:
        case 0:
            found = project.search(f"moss{number % 7} strw", b=number / QUESTIONS, explain=True)
            return found.total, found.corrected, found.hits
        case 1:
            found = project.search("straw", facets=["site"], sort="-votes", limit=3)
            return found.total, found.warnings, found.hits
        case 2:
            return project.suggest(f"fethr{number % 9}"[: 3 + number % 5])
        case _:
            return project.tuning().evaluate(b=number / QUESTIONS).result


def test_everybody_is_told_what_one_who_asks_alone_is_told(project):
    alone = [asked(project, number) for number in range(QUESTIONS)]

    with ThreadPoolExecutor(THREADS) as threads:
        told = list(threads.map(lambda number: asked(project, number), range(QUESTIONS)))

    assert told == alone


def test_an_index_is_opened_once_and_not_for_every_question(project):
    alone = [asked(project, number) for number in range(8)]
    for file in (project.folder / "indexes" / "default").glob("s0*"):
        file.unlink()  # what is mapped stays; whoever opened it now would find nothing

    with ThreadPoolExecutor(THREADS) as threads:
        told = list(threads.map(lambda number: asked(project, number % 8), range(QUESTIONS)))

    assert told == [alone[number % 8] for number in range(QUESTIONS)]


def test_while_an_index_is_made_anew_every_answer_is_of_one_state(project, tmp_path):
    fed(project, tmp_path / "more.jsonl", rows(120, 300))
    with ThreadPoolExecutor(THREADS) as threads:
        built = threads.submit(project.build_index, rebuild=True)
        totals = [threads.submit(lambda: project.search("straw").total) for _ in range(QUESTIONS)]

        assert {total.result() for total in totals} <= {120, 300}
        assert built.result()["documents"] == 300

    assert project.search("straw").total == 300


class Slow:
    """Takes a while to make what it keeps."""

    def __init__(self) -> None:
        self.made: list[object] = []
        self.others = Event()

    @made_once
    def thing(self) -> object:
        self.others.wait(0.05)  # whoever else comes in meanwhile would make another
        self.made.append(object())
        return self.made[-1]


def test_what_is_made_once_is_made_once_also_for_a_crowd():
    slow = Slow()
    with ThreadPoolExecutor(CROWD) as threads:
        got = [each.result() for each in [threads.submit(lambda: slow.thing) for _ in range(CROWD)]]

    assert len(slow.made) == 1
    assert set(map(id, got)) == {id(slow.made[0])}


def visited(workspace: Workspace, together: Barrier, number: int) -> tuple[Project, object]:
    """What one of a crowd does: looks at everything, and judges a query of its own."""
    together.wait(20)
    project = workspace.project("birds")
    tables = project.tables
    for turn in range(3):
        votes = (number + turn) % 5
        assert tables.records(filters=[f"votes={votes}"], sort="-id").matching == 24
        assert project.search("straw", limit=3).total == 120
        assert workspace.projects() == ["birds"]
        assert [run.id for run in (*workspace.runs(), *project.runs())] == ["1", "1"]
        project.judge(f"query {number}", str(turn), turn)
        assert workspace.states() == {("birds", 1): RunState.NEW}
    judged = {each.document: each.grade for each in project.judgements_of(f"query {number}")}
    assert judged == {"0": 0, "1": 1, "2": 2}
    return project, tables


def test_a_crowd_at_one_workspace_finds_one_project_and_loses_nothing(project, tmp_path):
    Catalogue(tmp_path / "home").new_run("birds")
    workspace = Workspace(tmp_path / "home")  # nobody has asked it for anything yet
    with ThreadPoolExecutor(CROWD) as threads:
        came = list(threads.map(partial(visited, workspace, Barrier(CROWD)), range(CROWD)))

    assert len({id(each) for each, _ in came}) == 1
    assert len({id(tables) for _, tables in came}) == 1
    assert len(workspace.project("birds").judgements().queries) == 7 + CROWD
