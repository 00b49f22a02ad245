"""A crawl with a template, killed again and again: exactly the true records, each of them whole."""

import re
import signal
import time
import tomllib
from pathlib import Path
from random import Random

import pytest
from tests.e2e.test_killed import process_of

from bowerbird import Workspace
from bowerbird.model.events import RunState
from bowerbird.testing.little_web import LITTLE_WEB, serve_little_web
from bowerbird.workspace.runs import Run

DOCS = Path(__file__).resolve().parents[2] / "docs" / "fields.md"
KILLS = 6


def template() -> dict[str, object]:
    found = re.search(r"```toml\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    assert found
    values = tomllib.loads(found[1])
    return {"templates.mice": {k: v for k, v in values.items() if k != "name"}}


@pytest.mark.slow
def test_a_templated_crawl_killed_six_times_has_exactly_the_true_records(tmp_path: Path) -> None:
    random = Random(8)
    with serve_little_web() as web:
        web.delay("*", 0.08)
        project = Workspace(tmp_path).project("shop")
        run = project.crawl(
            "http://gearshop.test/mice?page=1",
            changes={
                "politeness.delay": 0.0,
                "fetch.allow_private": True,
                "fetch.resolve": [web.resolve],
                "speed.concurrency": 2,
                **template(),
            },
        )
        for number in range(KILLS):
            if number:
                run.resume()
            if not killed(run, random.uniform(0.1, 0.4)):
                break
        assert number >= 3, "it was done before it had been killed a few times"
        web.delay("*", 0.0)
        summary = run.resume().wait(60) if run.state is RunState.FAILED else run.summary()

    records = [record for record in project.records() if record.kind == "mice"]
    assert summary["state"] == "completed"
    assert {record.url: record.fields["title"] for record in records} == {
        item.url: item.title for item in LITTLE_WEB.records
    }
    assert len(records) == len(LITTLE_WEB.records)
    weights = {item.url: int(dict(item.facts)["Weight"].split()[0]) for item in LITTLE_WEB.records}
    assert {record.url: record.fields["weight"] for record in records} == weights
    assert summary["items"]["found"] == len(records)


def killed(run: Run, after: float) -> bool:
    """SIGKILL to the run's own process, unless it was done before."""
    time.sleep(after)
    process = process_of(run)
    if process is None:
        return False
    process.send_signal(signal.SIGKILL)
    run.wait(60)
    return run.state is RunState.FAILED
