"""Schedules: projects that are crawled again by themselves, while a server is at work."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from bowerbird.model.errors import BowerbirdError, UnknownNameError, UsageError
from bowerbird.model.ports import Clock
from bowerbird.store.lock import only_one
from bowerbird.workspace.audit import acting, note
from bowerbird.workspace.catalogue import Catalogue
from bowerbird.workspace.clock import SystemClock
from bowerbird.workspace.home import project_folder, writable_folder
from bowerbird.workspace.notices import NoticeBook
from bowerbird.workspace.plan import read_plan
from bowerbird.workspace.project_runs import ProjectRuns
from bowerbird.workspace.rhythms import parse_rhythm

MISSED = ("once", "skip")
LATE = 600.0  # seconds; a run that is due longer than that was missed
MOST_UPCOMING = 100


class Schedule(Struct, frozen=True):
    """One of them. Times are seconds since 1970."""

    number: int
    project: str
    rhythm: str
    missed: str  # what becomes of runs that nobody was there to start: "once" makes up for them
    paused: bool
    created_at: float
    next_at: float | None
    last_at: float | None = None
    last_run: int | None = None
    remark: str = ""  # what became of the last time


_COLUMNS = Schedule.__struct_fields__
_SELECT = f"select {', '.join(_COLUMNS)} from schedules"  # noqa: S608 - our own names


class Schedules:
    """Those of one home."""

    def __init__(self, catalogue: Catalogue, clock: Clock | None = None) -> None:
        self._catalogue = catalogue
        self._clock = clock or SystemClock()

    def all(self, project: str | None = None) -> list[Schedule]:
        """Those of a project, or all; the next to come first."""
        with self._catalogue.connection() as connection:
            rows = connection.execute(f"{_SELECT} order by next_at is null, next_at, number")
            found = [_as_schedule(row) for row in rows]
        return [each for each in found if project in (None, each.project)]

    def add(self, project: str, rhythm: str, *, missed: str = "once") -> Schedule:
        """Crawl a project again and again, by its plan as it is then. `missed`: whether one run
        makes up for those that nobody was there to start (`once`), or none (`skip`)."""
        if missed not in MISSED:
            raise UsageError(f"missed={missed!r}: say 'once' or 'skip'")
        now = self._clock.now()
        first = parse_rhythm(rhythm).after(now, now)
        with self._catalogue.connection() as connection:
            connection.execute("begin immediate")
            cursor = connection.execute(
                "insert into schedules (project, rhythm, missed, created_at, next_at) "
                "values (?, ?, ?, ?, ?)",
                (project, rhythm, missed, now, first),
            )
            note(connection, "add schedule", project=project, subject=rhythm)
            return _find(connection, cursor.lastrowid or 0)

    def pause(self, number: int) -> Schedule:
        """No more runs until it is resumed."""
        return self._change(number, "pause schedule", {"paused": 1, "next_at": None})

    def resume(self, number: int) -> Schedule:
        """Runs again, from the next time on."""
        schedule = self.find(number)
        rhythm = parse_rhythm(schedule.rhythm)
        then = rhythm.after(self._clock.now(), schedule.created_at)
        return self._change(number, "resume schedule", {"paused": 0, "next_at": then})

    def run_now(self, number: int) -> Schedule:
        """Due at once; its rhythm goes on as it was."""
        now = self._clock.now()
        return self._change(number, "run schedule", {"paused": 0, "next_at": now})

    def remove(self, number: int) -> None:
        """Gone; the runs that it made stay."""
        schedule = self.find(number)
        with self._catalogue.connection() as connection:
            connection.execute("begin immediate")
            connection.execute("delete from schedules where number = ?", (number,))
            note(connection, "remove schedule", project=schedule.project, subject=schedule.rhythm)

    def find(self, number: int) -> Schedule:
        with self._catalogue.connection() as connection:
            return _find(connection, number)

    def upcoming(self, limit: int = 20) -> list[dict[str, Any]]:
        """The next runs of all schedules, in order: `at`, `project`, `schedule`."""
        wanted = min(limit, MOST_UPCOMING)
        found: list[dict[str, Any]] = []
        for schedule in self.all():
            rhythm, at = parse_rhythm(schedule.rhythm), schedule.next_at
            for _ in range(wanted if at is not None else 0):
                assert at is not None
                found.append({"at": at, "project": schedule.project, "schedule": schedule.number})
                at = rhythm.after(at, schedule.created_at)
        return sorted(found, key=lambda each: float(each["at"]))[:wanted]

    def done(self, schedule: Schedule, *, run: int | None, remark: str) -> Schedule:
        """It was due: when it is next, and what became of it."""
        now = self._clock.now()
        then = parse_rhythm(schedule.rhythm).after(now, schedule.created_at)
        changes = {"next_at": then, "last_at": now, "remark": remark}
        if run is not None:
            changes["last_run"] = run
        return self._change(schedule.number, "", changes)

    def _change(self, number: int, action: str, changes: dict[str, Any]) -> Schedule:
        assignments = ", ".join(f"{name} = ?" for name in changes)
        with self._catalogue.connection() as connection:
            connection.execute("begin immediate")
            schedule = _find(connection, number)
            connection.execute(
                f"update schedules set {assignments} where number = ?",  # noqa: S608
                (*changes.values(), number),
            )
            if action:
                note(connection, action, project=schedule.project, subject=schedule.rhythm)
            return _find(connection, number)


class Scheduler:
    """Starts what is due. One in a home: `held` refuses a second."""

    def __init__(
        self,
        catalogue: Catalogue,
        clock: Clock | None = None,
        begin: Callable[[str], int] | None = None,
    ) -> None:
        self._catalogue = catalogue
        self._clock = clock or SystemClock()
        self._begin = begin or partial(begin_run, catalogue)
        self._schedules = Schedules(catalogue, self._clock)
        self._notices = NoticeBook(catalogue)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Be the only one; `LockedError` if another process is."""
        with only_one(writable_folder(self._catalogue.home / "scheduler")):
            yield

    def tick(self) -> list[int]:
        """Start every run that is due, as a process of its own; call it every few seconds. Answers
        the numbers of the runs."""
        now = self._clock.now()
        due = (each for each in self._schedules.all() if each.next_at is not None)
        found = [self._serve(each, now) for each in due if (each.next_at or 0.0) <= now]
        return [run for run in found if run is not None]

    def _serve(self, schedule: Schedule, now: float) -> int | None:
        assert schedule.next_at is not None
        if now - schedule.next_at > LATE and schedule.missed == "skip":
            self._schedules.done(schedule, run=None, remark="missed: nobody was there to start it")
            return None
        with acting(f"schedule {schedule.number}", via="schedule"):
            run, remark = self._start(schedule)
        self._schedules.done(schedule, run=run, remark=remark)
        if run is None:
            said = f"The schedule of {schedule.project} could not start a run: {remark}"
            mark = f"schedule/{schedule.number}/{schedule.next_at:.0f}"
            self._notices.tell(mark, schedule.project, None, "schedule", "warn", said)
        return run

    def _start(self, schedule: Schedule) -> tuple[int | None, str]:
        try:
            number = self._begin(schedule.project)
        except BowerbirdError as error:
            return None, str(error)
        return number, f"run {number} was started"


def begin_run(catalogue: Catalogue, project: str) -> int:
    """Start a run of a project by its plan, as a process of its own; its number."""
    folder = project_folder(catalogue.home, project)
    if not folder.is_dir():
        raise UnknownNameError(f"there is no project {project!r} any more")
    plan = read_plan(folder / "project.toml")
    if not plan.seeds:
        raise UsageError(f"the plan of {project!r} has no seeds")
    runs = ProjectRuns(catalogue, folder)
    return runs.begin(plan, attached=False, waiting=lambda _: None).number


def _find(connection: sqlite3.Connection, number: int) -> Schedule:
    row = connection.execute(f"{_SELECT} where number = ?", (number,)).fetchone()
    if row is None:
        raise UnknownNameError(f"there is no schedule {number}; `bowerbird schedule list` has all")
    return _as_schedule(row)


def _as_schedule(row: tuple[Any, ...]) -> Schedule:
    schedule = Schedule(*row)
    return replace(schedule, paused=bool(schedule.paused))
