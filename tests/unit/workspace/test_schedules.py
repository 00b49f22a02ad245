import pytest

from bowerbird.model.errors import LockedError, UnknownNameError, UsageError
from bowerbird.testing.clock import FakeClock
from bowerbird.workspace import Workspace
from bowerbird.workspace.catalogue import Catalogue
from bowerbird.workspace.notices import NoticeBook
from bowerbird.workspace.schedules import LATE, Scheduler, Schedules

HOUR = 3_600.0


class Home:
    """Schedules, who serves them, and what was started."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.clock = FakeClock()
        self.catalogue = catalogue
        self.schedules = Schedules(catalogue, self.clock)
        self.scheduler = Scheduler(catalogue, self.clock, self.begin)
        self.started: list[str] = []
        self.busy = False

    def begin(self, project: str) -> int:
        if self.busy:
            raise LockedError("run 1 is at work")
        self.started.append(project)
        return len(self.started)

    def wait(self, seconds: float) -> list[int]:
        self.clock.advance(seconds)
        return self.scheduler.tick()


@pytest.fixture
def home(tmp_path) -> Home:
    return Home(Catalogue(tmp_path))


def test_a_run_is_started_when_it_is_due_and_then_again(home):
    home.schedules.add("zoo", "hourly")

    assert home.wait(HOUR - 1) == []
    assert home.wait(1) == [1]
    assert home.wait(1) == []
    assert home.wait(HOUR) == [2]
    (schedule,) = home.schedules.all()
    assert (schedule.last_run, schedule.remark) == (2, "run 2 was started")
    assert schedule.next_at == schedule.created_at + 3 * HOUR


@pytest.mark.parametrize(("missed", "runs"), [("once", 1), ("skip", 0)])
def test_runs_that_nobody_was_there_to_start(home, missed, runs):
    home.schedules.add("zoo", "hourly", missed=missed)

    assert len(home.wait(10 * HOUR + LATE + 1)) == runs
    assert home.wait(1) == []
    assert len(home.wait(HOUR - LATE)) == 1


def test_a_project_at_work_is_left_alone_and_that_is_told(home):
    home.schedules.add("zoo", "hourly")
    home.busy = True

    assert home.wait(HOUR) == []
    home.busy = False
    assert home.wait(60) == []  # not made up for: it was at work
    assert home.wait(HOUR) == [1]

    (notice,) = NoticeBook(home.catalogue).all()
    assert notice.kind == "schedule"
    assert notice.sentence.endswith("could not start a run: run 1 is at work")


def test_a_schedule_is_paused_resumed_brought_forward_and_removed(home):
    number = home.schedules.add("zoo", "hourly").number

    home.schedules.pause(number)
    assert home.wait(2 * HOUR) == []
    resumed = home.schedules.resume(number)
    assert resumed.next_at == home.clock.now() + HOUR
    home.schedules.run_now(number)
    assert home.wait(0) == [1]
    assert home.schedules.find(number).next_at == resumed.next_at
    home.schedules.remove(number)
    assert home.wait(9 * HOUR) == []
    with pytest.raises(UnknownNameError, match="no schedule 1"):
        home.schedules.pause(number)


def test_the_next_runs_of_all_schedules_are_listed(home):
    home.schedules.add("zoo", "every 2 hours")
    home.schedules.add("farm", "every 3 hours")

    begun = home.clock.now()
    assert [
        ((each["at"] - begun) / HOUR, each["project"]) for each in home.schedules.upcoming(4)
    ] == [(2, "zoo"), (3, "farm"), (4, "zoo"), (6, "zoo")]


def test_what_makes_no_schedule_is_said_and_not_kept(home):
    with pytest.raises(UsageError, match="is no rhythm"):
        home.schedules.add("zoo", "often")
    with pytest.raises(UsageError, match="'once' or 'skip'"):
        home.schedules.add("zoo", "hourly", missed="maybe")

    assert home.schedules.all() == []


def test_a_home_has_one_scheduler(home, tmp_path):
    with home.scheduler.held(), pytest.raises(LockedError), home.scheduler.held():
        raise AssertionError("two of them")

    with home.scheduler.held():
        pass


def test_a_project_that_is_gone_or_has_no_seeds_is_said(tmp_path):
    workspace = Workspace(tmp_path)
    clock = FakeClock()
    catalogue = Catalogue(tmp_path)
    Schedules(catalogue, clock).add("gone", "hourly")
    Schedules(catalogue, clock).add("bare", "hourly")
    workspace.project("bare").plan = workspace.project("bare").plan
    clock.advance(HOUR)

    assert Scheduler(catalogue, clock).tick() == []

    remarks = {each.project: each.remark for each in workspace.schedules.all()}
    assert remarks == {
        "gone": "there is no project 'gone' any more",
        "bare": "the plan of 'bare' has no seeds",
    }
