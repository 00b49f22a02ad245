import json

import pytest

from bowerbird.workspace import run_log_reader
from bowerbird.workspace.run_log_reader import read_log


@pytest.fixture
def folder(tmp_path):
    lines = [
        {"type": "visited" if number % 3 else "health", "at": number, "url": f"https://Ä{number}/"}
        for number in range(50)
    ]
    texts = [json.dumps(line, ensure_ascii=False) for line in lines]
    (tmp_path / "log.1.jsonl").write_text("\n".join(texts[:30]) + "\n", "utf-8")
    (tmp_path / "log.jsonl").write_text("\n".join(texts[30:]) + '\n{"type": "vis', "utf-8")
    return tmp_path


@pytest.mark.parametrize("piece", [7, 64, 1 << 18])
def test_the_newest_lines_come_first_and_reading_goes_on(folder, monkeypatch, piece):
    monkeypatch.setattr(run_log_reader, "PIECE", piece)
    seen: list[int] = []
    page = read_log(folder, limit=8)
    seen += [line["at"] for line in page.lines]
    while page.next:
        page = read_log(folder, limit=8, after=page.next)
        seen += [line["at"] for line in page.lines]

    assert seen == list(range(49, -1, -1))


def test_lines_are_filtered_by_type_and_text(folder):
    assert [line["at"] for line in read_log(folder, types=["health"], limit=2).lines] == [48, 45]
    assert [line["at"] for line in read_log(folder, text="ä4").lines] == [
        *range(49, 39, -1),
        4,
    ]


def test_a_run_without_a_log_has_no_lines(tmp_path):
    assert read_log(tmp_path).lines == []
