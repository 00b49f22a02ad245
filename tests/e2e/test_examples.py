"""What the documentation shows works as shown: the examples, and the README's own lines.

The little web stands for the site. A project's plan, written beforehand, says where it is.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bowerbird import Workspace
from bowerbird.testing.little_web import serve_little_web

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
SHOWN, SERVED = "https://example.org/docs/", "http://solar.test/"
LONGEST = 90  # seconds; a machine without numba's cache compiles first

pytestmark = [pytest.mark.slow, pytest.mark.timeout(2 * LONGEST)]


def block(language: str) -> str:
    """The README's code in that language, about the little web instead of a site elsewhere."""
    blocks: list[str] = re.findall(rf"^```{language}\n(.*?)^```$", README, re.M | re.S)
    found = [each for each in blocks if SHOWN in each]
    assert found, f"the README has no block of {language} that crawls"
    return found[0].replace(SHOWN, SERVED)


def run(*call: str, home: Path) -> str:
    environment = {**os.environ, "BOWERBIRD_HOME": str(home), "COLUMNS": "200"}
    done = subprocess.run(
        call, env=environment, cwd=home, capture_output=True, text=True, timeout=LONGEST
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    with serve_little_web() as web:
        project = Workspace(tmp_path).project("docs")
        fetch = {"allow_private": True, "resolve": [web.resolve]}
        project.plan = type(project.plan).model_validate(
            {"fetch": fetch, "politeness": {"delay": 0.01}}
        )
        yield tmp_path


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_runs_without_a_network(example, tmp_path):
    said = run(sys.executable, str(example), home=tmp_path)

    assert re.search(r"completed.*?\b[1-9][0-9]* pages", said, re.S)


def test_the_readme_crawls_in_python(home):
    said = run(sys.executable, "-c", block("python"), home=home)

    pages = list(Workspace(home).project("docs").pages())
    assert {page["state"] for page in pages} >= {"fetched"}
    assert said.splitlines()[-1].startswith("It was read as number ")
    assert re.search(r"^\d+\.\d\d http://solar.test/\S* .+\n  [\d.]+: .*solar \+", said, re.M)


def test_the_readme_crawls_on_the_command_line(home):
    lines = [shlex.split(line, comments=True) for line in block("console").splitlines()]
    program = "import sys; from bowerbird.cli.main import main; sys.exit(main())"

    said = [
        run(sys.executable, "-c", program, *words[2:], home=home)
        for words in lines
        if words[:2] == ["$", "bowerbird"]
    ]

    assert len(said) >= 3
    assert all(said)
