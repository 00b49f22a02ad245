"""The runs of a project: started, found, and asked about pages."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from bowerbird.model.errors import LockedError, RunError, UnknownNameError
from bowerbird.model.events import RunState
from bowerbird.workspace.catalogue import Catalogue
from bowerbird.workspace.home import writable_folder
from bowerbird.workspace.places import has_shard
from bowerbird.workspace.plan import Plan, write_plan
from bowerbird.workspace.run_processes import is_run
from bowerbird.workspace.runs import Run, Waiting
from bowerbird.workspace.steering import judged_under


class ProjectRuns:
    """Which runs there are, which is at work, and who answers a question."""

    def __init__(self, catalogue: Catalogue, folder: Path) -> None:
        self._catalogue = catalogue
        self._folder = folder
        self._project = folder.name

    def begin(self, plan: Plan, *, attached: bool, waiting: Waiting) -> Run:
        """A new run of this plan, which becomes the project's."""
        from bowerbird.workspace.choices import check_choices
        from bowerbird.workspace.run_topic import compiled_topic, freeze_topic
        from bowerbird.workspace.words import note_words

        topic = compiled_topic(self._folder, plan)
        check_choices(plan, topic)
        self.refuse_if_busy()
        write_plan(plan, writable_folder(self._folder) / "project.toml")
        run = self._as_run(self._catalogue.new_run(self._project).number)
        write_plan(plan, run.folder / "plan.toml")  # frozen: what this run was made of
        freeze_topic(topic, self._folder, run.number)
        note_words(self._folder, topic)
        return run.start(attached=attached, waiting=waiting)

    def all(self) -> list[Run]:
        """Oldest first."""
        return [self._as_run(entry.number) for entry in self._catalogue.runs(self._project)]

    def find(self, number: int | str | None) -> Run:
        """That run, or the last one."""
        numbers = [entry.number for entry in self._catalogue.runs(self._project)]
        if not numbers:
            raise UnknownNameError(
                f"project {self._project!r} has no run yet; start one with `bowerbird crawl URL`"
            )
        wanted = numbers[-1] if number is None else _as_number(number)
        if wanted not in numbers:
            known = ", ".join(str(known) for known in numbers[-10:])
            raise UnknownNameError(
                f"project {self._project!r} has no run {wanted}; its last ones: {known}"
            )
        return self._as_run(wanted)

    def busy(self) -> Run | None:
        """The run that is at work, if there is one."""
        for entry in reversed(self._catalogue.runs(self._project)):
            if is_run(entry.pid):
                return self._as_run(entry.number)
        return None

    def refuse_if_busy(self) -> None:
        if busy := self.busy():
            raise LockedError(
                f"run {busy.id} of project {self._project!r} is at work; wait for it, "
                f"or `bowerbird run stop {busy.id}`"
            )

    def refuse_if_empty(self) -> None:
        """Before anything that needs records: a project that was never fed says so."""
        if not has_shard(self._folder):
            raise UnknownNameError(
                f"project {self._project!r} has no records yet; `bowerbird crawl URL` or "
                "`bowerbird records import FILE` brings some"
            )

    def ask(self, do: str, **details: Any) -> Any:
        """A question about pages, to the run at work or else to the shard at rest."""
        last = self.find(None)
        if (busy := self.busy()) is not None:
            try:
                return busy.ask(do, **details)
            except RunError:
                busy.wait(timeout=5.0)  # it was just ending
        from bowerbird.workspace.desk import answer_about_pages
        from bowerbird.workspace.shard import shard_view

        with shard_view(last.plan, self._folder, last.number) as view:
            return answer_about_pages({"do": do, **details}, view)

    def explain(self, url: str) -> dict[str, Any]:
        """What is known of a URL, with what only the folder of its run knows: its seed, and what
        had been changed when it was judged."""
        facts = dict(self.ask("explain", url=url))
        if not facts.get("run"):
            return facts
        run = self.find(facts["run"])
        if facts["seed"]:
            facts["seed"] = run.plan.seeds[facts["seed"] - 1]
        facts["settings"] = held = judged_under(run.changes, facts["order"])
        if held:
            said = ", ".join(f"{key} = {value}" for key, value in held["settings"].items())
            facts["sentence"] += f" By then its run had been steered: {said}."
        return facts

    def release(self, host: str | None) -> int:
        """Quarantined URLs, of a host or all, back into the last run's queue."""
        from bowerbird.workspace.shard import release_at_rest

        if (busy := self.busy()) is not None:
            return int(busy.ask("release", host=host))
        last = self.find(None)
        back = release_at_rest(last.plan, self._folder, last.number, host)
        if back:
            reason = "quarantined URLs were released; `bowerbird run resume` asks for them"
            self._catalogue.update(
                self._project, last.number, state=RunState.STOPPED, reason=reason
            )
        return back

    def rate(self, url: str, *, relevant: bool) -> dict[str, Any]:
        """What a person says of a page that was read, to the judge of the last run."""
        from bowerbird.workspace.rating import rate_at_rest

        if (busy := self.busy()) is not None:
            return dict(busy.ask("rate", url=url, relevant=relevant))
        last = self.find(None)
        return rate_at_rest(last.plan, self._folder, last.number, url, relevant=relevant)

    def why_nothing(self, run: Run, explain: Callable[[str], dict[str, Any]]) -> str:
        """One sentence on a run that read no page at all: what became of its seeds."""
        fates = []
        for seed in run.plan.seeds[:3]:
            facts = explain(seed)
            fates.append(f"{facts['url']}: {facts['rule'] or facts['reason'] or facts['state']}")
        return f"nothing could be read ({'; '.join(fates)}); `bowerbird explain URL` tells more"

    def _as_run(self, number: int) -> Run:
        return Run(self._catalogue, self._folder, self._project, number)


def _as_number(number: int | str) -> int:
    try:
        return int(number)
    except ValueError:
        raise UnknownNameError(f"{number!r} is not a run; runs are numbered from 1") from None
