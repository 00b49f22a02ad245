"""What searches is compiled once after an install, before anybody waits for it."""

import os
import sys
from pathlib import Path

import pytest

from bowerbird.workspace import warming
from bowerbird.workspace.kernels import MODULES


@pytest.fixture(autouse=True)
def nothing_started(monkeypatch):
    monkeypatch.setattr(warming, "_started", [])


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """An installed package, as far as its files go."""
    for name in MODULES:
        file = tmp_path.joinpath("bowerbird", *name.split(".")[1:]).with_suffix(".py")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("# compiled\n")
    return tmp_path / "bowerbird"


@pytest.fixture
def noted(package: Path, tmp_path: Path, monkeypatch) -> Path:
    """The same when everything was compiled."""
    for load in ("load_kernels", "load_search_kernels"):
        monkeypatch.setattr(warming, load, lambda: 0.5)
    assert warming.compile_all(tmp_path, package) == 1.0
    return package


def test_after_an_install_it_is_compiled_by_a_process_that_is_started_once(package, tmp_path):
    started = []

    def start(command, **_):
        started.append(command)

    assert warming.compile_meanwhile(tmp_path, start, package)
    assert not warming.compile_meanwhile(tmp_path, start, package)
    assert started == [[sys.executable, "-m", "bowerbird.workspace.warming", str(tmp_path)]]


def test_what_is_compiled_is_not_compiled_again(noted, tmp_path):
    assert not warming.compile_meanwhile(tmp_path, lambda *_, **__: None, noted)


def test_an_upgrade_is_compiled_anew(noted, tmp_path):
    os.utime(noted / "index" / "near_kernel.py", (1, 1))

    assert warming.compile_meanwhile(tmp_path, lambda *_, **__: None, noted)


def test_where_the_package_is_somebody_elses_the_data_folder_keeps_the_note(
    package, tmp_path, monkeypatch
):
    monkeypatch.setattr(os, "access", lambda *_: False)
    for load in ("load_kernels", "load_search_kernels"):
        monkeypatch.setattr(warming, load, lambda: 0.5)

    warming.compile_all(tmp_path / "home", package)

    assert (tmp_path / "home" / "cache" / "kernels" / "compiled").exists()
    assert not warming.compile_meanwhile(tmp_path / "home", lambda *_, **__: None, package)


def test_no_process_to_be_had_is_no_reason_to_fail(package, tmp_path):
    def full(*_, **__):
        raise OSError(11, "no more processes")

    assert not warming.compile_meanwhile(tmp_path, full, package)
