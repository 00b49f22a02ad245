"""A run looks after its follower, and is never harmed by it."""

from pathlib import Path
from typing import Any

import pytest

from bowerbird.index.options import IndexOptions
from bowerbird.workspace.following import Following
from bowerbird.workspace.indexes import DEFAULT, only_follower
from bowerbird.workspace.plan import Plan


class Started:
    """Processes as if they had been started."""

    def __init__(self) -> None:
        self.calls: list[list[str]] = []
        self.trouble: OSError | None = None
        self.status: int | None = None
        self.stdin = None

    def __call__(self, arguments: list[str], **_: Any) -> "Started":
        if self.trouble is not None:
            raise self.trouble
        self.calls.append(arguments)
        self.status = None
        return self

    def poll(self) -> int | None:
        return self.status


@pytest.fixture
def started() -> Started:
    return Started()


def looking_after(folder: Path, started: Started, plan: Plan | None = None) -> Following:
    return Following(folder, plan or Plan(), started, pause=0.0)  # type: ignore[arg-type]  # a fake


def test_a_follower_is_started_once_with_its_lock_and_again_when_it_died(tmp_path, started):
    looked_after = looking_after(tmp_path, started)
    looked_after.look()
    looked_after.look()
    assert len(started.calls) == 1
    assert started.calls[0][-2] == str(tmp_path)
    assert started.calls[0][-1].isdigit()

    started.status = -9
    looked_after.look()

    assert len(started.calls) == 2


def test_where_an_earlier_one_is_busy_the_new_one_waits_for_it_itself(tmp_path, started):
    with only_follower(tmp_path):
        looking_after(tmp_path, started).look()

    assert started.calls[0][-1] == str(tmp_path)


def test_a_run_that_is_out_of_descriptors_goes_on_without(tmp_path, started):
    started.trouble = OSError(24, "Too many open files")
    looked_after = looking_after(tmp_path, started)
    looked_after.look()

    started.trouble = None
    looked_after.look()

    assert len(started.calls) == 1


def test_a_folder_that_cannot_be_written_does_not_stop_the_run(tmp_path, started):
    (tmp_path / "indexes").write_text("in the way")

    looking_after(tmp_path, started).look()

    assert not started.calls


def test_nobody_follows_where_no_index_wants_it_until_one_does(tmp_path, started):
    looked_after = looking_after(
        tmp_path, started, Plan(indexes={DEFAULT: IndexOptions(follow=False)})
    )
    looked_after.look()
    assert not started.calls

    looked_after.want()
    assert len(started.calls) == 1

    started.status = 0
    looked_after.let_go()
    looked_after.look()
    assert len(started.calls) == 1
