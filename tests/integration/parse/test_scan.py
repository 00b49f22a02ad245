"""The compiled scan as a piece of machinery: what it may touch, and what starting it costs."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": f"{ROOT}/src:{ROOT}"} | environment,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


def test_the_scan_stays_inside_its_memory() -> None:
    ended = run("-m", "tests.integration.parse.bounds", "60", NUMBA_DISABLE_JIT="1")

    assert ended.returncode == 0, ended.stderr


def test_neither_the_worker_nor_an_import_loads_the_compiler() -> None:
    ended = run(
        "-c",
        "import sys, bowerbird.parse.html, bowerbird.parse.isolated as worker\n"
        "from bowerbird.parse.options import ParseOptions\n"
        "worker.default_parsers(ParseOptions(), 'bowerbird')\n"
        "sys.exit('numba' in sys.modules)",
    )

    assert ended.returncode == 0, ended.stderr
