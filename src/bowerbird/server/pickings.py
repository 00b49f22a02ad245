"""Templates that people are pointing at: their pages stay open between two clicks.

Everything that was said stands in the plan; what is open here is only quicker to go on with, so
the oldest is closed where there are too many.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import Any

from bowerbird.model.errors import UnknownNameError
from bowerbird.workspace import Project
from bowerbird.workspace.picking import PickingSession, View

MOST = 8  # each holds up to five pages


class Opened:
    """One template with its pages. One step after the other, whoever takes them."""

    def __init__(self, session: PickingSession, version: int, *, rendered: bool) -> None:
        self.session = session
        self.version = version  # of the pages: those that are shown anew have another
        self.rendered = rendered
        self._step = Lock()

    def step(self, take: Callable[[PickingSession], View]) -> View:
        """What a person did, done."""
        with self._step:
            return take(self.session)


class Pickings:
    """What is open, by project and template."""

    def __init__(self) -> None:
        self._open: OrderedDict[tuple[str, str], Opened] = OrderedDict()
        self._lock = Lock()
        self._opened = 0

    def open(
        self,
        project: Project,
        template: str,
        pages: Sequence[str],
        *,
        render: bool = True,
        settings: Mapping[str, Any] | None = None,
    ) -> Opened:
        """Ask for these pages and show them, after the template's actions. `settings` are those of
        a template that has no field yet, and so is in no plan."""
        unkept = {} if template in project.plan.templates else dict(settings or {})
        options: dict[str, Any] = {}
        if actions := unkept.get("actions"):
            others = [chain.model_dump(mode="json") for chain in project.plan.browser.chains]
            options["browser__chains"] = [*others, {"on": "*", "actions": actions}]
        session = project.picking(template, pages, render=render, **options)
        if actions:
            session.set(actions=actions)
        with self._lock:
            self._opened += 1
            opened = Opened(session, self._opened, rendered=render)
            self._open[project.name, template] = opened
            self._open.move_to_end((project.name, template))
            while len(self._open) > MOST:
                self._open.popitem(last=False)
        return opened

    def at_hand(self, project: Project, template: str) -> Opened | None:
        """If it is open."""
        with self._lock:
            return self._open.get((project.name, template))

    def of(self, project: Project, template: str) -> Opened:
        """What is open under that name."""
        opened = self.at_hand(project, template)
        if opened is None:
            raise UnknownNameError(
                f"no page of {template!r} is open any more; open its pages again"
            )
        return opened

    def close(self, project: Project, template: str) -> None:
        """Nobody points there any more."""
        with self._lock:
            self._open.pop((project.name, template), None)
