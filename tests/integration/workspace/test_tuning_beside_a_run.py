"""An index is measured and tuned while a crawl feeds it."""

import time

import pytest

from bowerbird.workspace import Hit, Workspace
from bowerbird.workspace.demo import demonstration


@pytest.mark.slow
def test_settings_are_measured_and_accepted_while_the_crawl_goes_on_and_hold_afterwards(tmp_path):
    with demonstration(Workspace(tmp_path), lambda _: None) as shown:
        project, tuning = shown.project, shown.project.tuning()
        hits: list[Hit] = []
        while not hits:
            time.sleep(0.2)
            hits = project.search("solar energy", limit=3).hits
        for hit in hits:
            project.judge("solar energy", hit, 2)
        first = tuning.evaluate()
        tuning.accept(tuning.evaluate(b=0.3, stop_words=["the"]).setting)
        state = shown.run.wait()["state"]
    last = tuning.evaluate()

    assert state == "completed"
    assert (first.result.missing, last.result.missing) == (0, 0)
    assert last.about.documents >= first.about.documents
    assert not [each for each in last.about.warnings if "the plan has other" in each]
    assert last.setting.b == 0.3
    assert project.search("the").total == 0
    tuning.revert()
    assert project.search("the").total > 0
