"""Lists that scripts draw, taken by the command alone: exactly their true records."""

import json
import os
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest
from tests.e2e.commands import Bowerbird

from bowerbird.testing.little_web import LITTLE_WEB, ScriptedList, ServedWeb, serve_little_web

LISTS = LITTLE_WEB.scripted
COLUMNS = ("title", "price", "maker", "link")


@pytest.fixture
def web() -> Iterator[ServedWeb]:
    with serve_little_web() as served:
        yield served


class Taken:
    """What one crawl of some lists brought."""

    def __init__(
        self, home: Path, web: ServedWeb, lists: Sequence[ScriptedList], *more: str
    ) -> None:
        self.bowerbird = Bowerbird(home)
        self.home = home
        asked = [each.url for each in lists]
        for shown in lists:
            file = home.parent / f"{shown.name}.toml"
            file.write_text(shown.template)
            asked += ["--template", str(file)]
        self.summary = self.bowerbird(
            "crawl", *asked, "--json", "--allow-private", "--resolve", web.resolve, "--delay",
            "0.02", "--max-depth", "0", *more, timeout=110,
        ).document  # fmt: skip

    def records(self, kind: str) -> list[dict[str, Any]]:
        file = self.home.parent / "out.jsonl"
        asked = ("records", "export", "--kind", kind, "--format", "jsonl", "--out", str(file))
        assert self.bowerbird(*asked).status == 0
        lines = [json.loads(line) for line in file.read_text().splitlines()]
        return [{name: line[name] for name in COLUMNS} for line in lines]

    def explain(self, url: str) -> dict[str, Any]:
        return dict(self.bowerbird("explain", url, "--json").document)


class Browsers:
    """The browsers that were seen among all processes below this one, and what they took."""

    def __init__(self) -> None:
        self.most_at_once = 0
        self.most_megabytes = 0.0
        self._over = threading.Event()

    def look(self) -> None:
        while not self._over.wait(0.2):
            roots, own = 0, 0
            for process in psutil.Process(os.getpid()).children(recursive=True):
                try:
                    line = process.cmdline()
                    if not any(word.startswith("--remote-debugging") for word in line) and not any(
                        word.startswith("--type=") for word in line
                    ):
                        continue
                    memory = process.memory_info()
                except psutil.Error:
                    continue
                own += memory.rss - memory.shared
                roots += not any(word.startswith("--type=") for word in line)
            self.most_at_once = max(self.most_at_once, roots)
            self.most_megabytes = max(self.most_megabytes, own / 2**20)

    def stop(self) -> None:
        self._over.set()


@contextmanager
def watched() -> Iterator[Browsers]:
    browsers = Browsers()
    thread = threading.Thread(target=browsers.look)
    thread.start()
    try:
        yield browsers
    finally:
        browsers.stop()
        thread.join()


def true_records(shown: ScriptedList) -> list[dict[str, Any]]:
    return [{name: getattr(good, name) for name in COLUMNS} for good in shown.records]


def in_order(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(records, key=lambda record: str(record["link"]))


@pytest.mark.slow
def test_lists_that_scripts_draw_yield_exactly_their_true_records(tmp_path, web):
    with watched() as browsers:
        taken = Taken(tmp_path / "home", web, LISTS, "--browser", "auto")

    for shown in LISTS:
        assert in_order(taken.records(shown.name)) == in_order(true_records(shown)), shown.name
    assert taken.summary["pages"] == len(LISTS)
    assert taken.summary["records"] == len(LISTS) + sum(len(each.records) for each in LISTS)
    assert browsers.most_at_once == 1
    assert browsers.most_megabytes < 1500
    # The main document is asked for once, whether it is rendered or not.
    assert [web.asked("scripted.test").count(f"/{each.name}") for each in LISTS] == [1] * len(LISTS)
    browser = taken.explain(LISTS[0].url)["browser"]
    assert browser["because"] == "without it, `title`, `price`, `maker` and more is missing"
    assert browser["learnt"].startswith("rendered, as without it")


@pytest.mark.slow
@pytest.mark.slow
def test_a_template_is_inferred_and_tried_on_what_scripts_draw(tmp_path, web):
    endless = next(each for each in LISTS if each.name == "endless")
    bowerbird = Bowerbird(tmp_path / "home")
    (tmp_path / "endless.toml").write_text(endless.template)
    around = ("--allow-private", "--resolve", web.resolve, "--json")

    plainly = bowerbird("fields", "infer", endless.url, *around)
    inferred = bowerbird(
        "fields", "infer", endless.url, *around, "--example", endless.records[0].title, "--example",
        endless.records[50].title, "--action", "scroll",
    )  # fmt: skip
    tried = bowerbird(
        "fields", "test", endless.url, *around, "--browser", "auto", "--template",
        str(tmp_path / "endless.toml"),
    )  # fmt: skip

    assert plainly.status == 1
    assert "it has an empty list, and scripts: --browser auto" in plainly.err
    titles = [each.title for each in endless.records]
    assert [each["title"] for each in inferred.document["records"]] == titles
    assert [each["title"] for each in tried.document["records"]] == titles


def test_actions_may_be_given_with_the_command(tmp_path, web):
    shown = next(each for each in LISTS if each.name == "banner")
    bowerbird = Bowerbird(tmp_path / "home")
    actions = [word for action in shown.actions for word in ("--action", action)]

    said = bowerbird(
        "crawl", shown.url, "--json", "--allow-private", "--resolve", web.resolve, "--delay",
        "0.02", "--max-depth", "0", "--browser", "always", *actions, timeout=110,
    )  # fmt: skip

    assert said.document["pages"] == 1
    parts = [target for target in web.asked("scripted.test") if "goods.json" in target]
    assert len(parts) == 3  # of twenty goods, seven at a time: "more" was clicked on twice


def test_actions_without_a_browser_are_refused_in_a_sentence(tmp_path, web):
    bowerbird = Bowerbird(tmp_path / "home")
    chain = 'browser.chains=[{actions=["scroll"]}]'

    said = bowerbird.here("crawl", "a.test", "--set", chain)

    assert said.status == 2
    assert "browser.chains has actions, and they need a browser" in said.complaint


def test_a_browser_that_is_not_there_is_one_sentence(tmp_path):
    bowerbird = Bowerbird(tmp_path / "home")

    said = bowerbird.here(
        "crawl", "a.test", "--browser", "auto", "--set", "browser.executable=no-browser-here"
    )

    assert said.status == 2
    assert "no-browser-here is no program" in said.complaint


@pytest.mark.slow
def test_a_killed_run_leaves_no_browser_behind(tmp_path, web):
    bowerbird = Bowerbird(tmp_path / "home")
    endless = next(each for each in LISTS if each.name == "endless")
    web.delay("scripted.test", 0.3)
    with bowerbird.begin(
        "crawl", endless.url, "--json", "--allow-private", "--resolve", web.resolve,
        "--browser", "always", "--action", "scroll",
    ) as process:  # fmt: skip
        family = _until_it_renders(process.pid)
        run = next(each for each in family if "bowerbird.workspace.process" in each.cmdline())

        run.kill()

        gone, alive = psutil.wait_procs(family, timeout=20)
        assert len(gone) > 3
        assert alive == []
        process.communicate(timeout=20)


def _until_it_renders(pid: int) -> list[psutil.Process]:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        family: list[psutil.Process] = psutil.Process(pid).children(recursive=True)
        if any("--type=renderer" in each.cmdline() for each in family if each.is_running()):
            return family
        time.sleep(0.2)
    raise AssertionError("no page was rendered in time")
