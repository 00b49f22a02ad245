"""One process that lives long, asked from many threads: what a web interface does."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from bowerbird import Workspace
from bowerbird.workspace import Project

THREADS, QUESTIONS = 6, 60


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
