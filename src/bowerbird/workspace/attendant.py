"""What somebody has to do all the time in a home: start what is scheduled, tell what happened. A
server does it, in a thread of its own; of several servers one."""

import logging
from threading import Event

from bowerbird.model.errors import BowerbirdError, LockedError
from bowerbird.model.ports import Clock
from bowerbird.workspace.catalogue import Catalogue
from bowerbird.workspace.home import project_folder
from bowerbird.workspace.notify_options import NotifyOptions
from bowerbird.workspace.notifying import Notifier
from bowerbird.workspace.plan import read_plan
from bowerbird.workspace.schedules import Scheduler

log = logging.getLogger(__name__)

EVERY = 3.0  # seconds


class Attendant:
    """`run` it in a thread until the event is set."""

    def __init__(self, catalogue: Catalogue, clock: Clock | None = None) -> None:
        self._home = catalogue.home
        self._scheduler = Scheduler(catalogue, clock)
        self._notifier = Notifier(catalogue, self._options_of, clock)

    def run(self, ended: Event, every: float = EVERY) -> None:
        """Where another process attends already, wait until that one has gone."""
        while not ended.is_set():
            try:
                with self._scheduler.held():
                    self._attend(ended, every)
            except LockedError:
                ended.wait(every)
            except BowerbirdError as error:
                log.warning("%s", error)
                ended.wait(every)

    def tick(self) -> None:
        """Once around."""
        self._scheduler.tick()
        self._notifier.tick()

    def _attend(self, ended: Event, every: float) -> None:
        while not ended.is_set():
            try:
                self.tick()
            except BowerbirdError as error:  # a full disk, say: it may pass
                log.warning("%s", error)
            ended.wait(every)

    def _options_of(self, project: str) -> NotifyOptions:
        return read_plan(project_folder(self._home, project) / "project.toml").notify
