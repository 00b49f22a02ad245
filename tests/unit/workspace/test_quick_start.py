"""What a start has no need of is not loaded: it would be half of the start."""

import json
import subprocess
import sys

import pytest

STARTER = """
import json, sys
import bowerbird.cli.main, bowerbird.cli.crawl
from bowerbird.model.topic import Topic
from bowerbird.workspace import choices, plan, projects, run_topic, warming, words
choices.check_choices(plan.Plan(), Topic())
print(json.dumps(sorted({name.split(".")[0] for name in sys.modules})))
"""


@pytest.mark.parametrize("heavy", ["numpy", "numba", "pycares", "selectolax", "rocksdict"])
def test_who_starts_a_crawl_loads_nothing_that_only_the_crawl_needs(
    loaded: frozenset[str], heavy: str
) -> None:
    assert heavy not in loaded


@pytest.fixture(scope="module")
def loaded() -> frozenset[str]:
    done = subprocess.run(
        [sys.executable, "-c", STARTER], capture_output=True, check=True, text=True
    )
    return frozenset(json.loads(done.stdout))


def test_the_process_of_a_run_settles_how_it_treats_memory_before_it_loads() -> None:
    code = "import sys, bowerbird.workspace.process; print('bowerbird.crawl.run' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout == "False\n"
