"""A run at work takes up changes of its plan: first looked at, then written down, then held."""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from bowerbird.crawl.budget import HostBudgets
from bowerbird.crawl.growing_scope import GrowingScope
from bowerbird.crawl.parts import Crawl
from bowerbird.crawl.progress import ProgressMeter
from bowerbird.crawl.statistics import Tally, read_tally
from bowerbird.crawl.steering import Redrawing, Redrawn
from bowerbird.frontier.disk import DiskFrontier
from bowerbird.model.errors import UsageError
from bowerbird.model.events import Steered
from bowerbird.model.ports import LinkJudge
from bowerbird.model.storage import Store
from bowerbird.model.topic import Topic
from bowerbird.politeness.scope import RuleScope
from bowerbird.store.shard import open_shard
from bowerbird.workspace.choices import bookmark_sites, check_choices, filters, judges, seed_urls
from bowerbird.workspace.clock import SystemClock
from bowerbird.workspace.link_learning import Learning
from bowerbird.workspace.places import has_shard, run_folder, shard_folder
from bowerbird.workspace.plan import Plan, changed, read_plan
from bowerbird.workspace.rating import Teacher, mark_of
from bowerbird.workspace.run_topic import compiled_topic, freeze_topic, topic_of_run
from bowerbird.workspace.steering import (
    Change,
    checked_changes,
    read_journal,
    steered,
    whole_choices,
    write_change,
)
from bowerbird.workspace.strategies import Table, all_strategies


class Steerable(msgspec.Struct, frozen=True):
    """The living parts that a change reaches."""

    crawl: Crawl
    teacher: Teacher
    scope: GrowingScope
    meter: ProgressMeter
    budgets: HostBudgets
    redrawing: Redrawing
    learning: Callable[[LinkJudge], Learning]


class Considered(msgspec.Struct, frozen=True):
    """A change that would work."""

    changes: dict[str, Any]
    plan: Plan  # with it
    topic: Topic | None  # if it is about something else then


class RunSteering:
    """The plan that holds now, and the way to another."""

    def __init__(
        self, plan: Plan, table: Table, folder: Path, number: int, parts: Steerable
    ) -> None:
        self._plan = plan
        self._table = table
        self._folder = folder
        self._number = number
        self._parts = parts

    async def preview(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        """What these changes would do to the queue; nothing is changed."""
        plan = self._considered(changes).plan
        if plan.scope == self._plan.scope:  # a long queue takes seconds to look through
            return msgspec.structs.asdict(Redrawn())
        drawn = self._parts.scope.redrawn(self._scope(plan))
        return msgspec.structs.asdict(await self._parts.redrawing.preview(drawn))

    async def steer(self, changes: Mapping[str, Any]) -> Steered:
        """Take them up. Once the journal has them they hold, whenever the run is killed."""
        wanted = self._considered(changes)
        change = _write(wanted, self._parts.crawl.ledger.tally, self._folder, self._number)
        plan, before = wanted.plan, self._plan
        self._plan = plan
        self._hold(plan, before)
        redrawn = Redrawn()
        if plan.scope != before.scope:
            redrawn = await self._redraw(plan)
        return Steered(change.at, change.number, change.changes, redrawn.hidden, redrawn.back)

    async def catch_up(self) -> None:
        """A run that was killed while its queue was redrawn: drawing it again does no harm."""
        journal = read_journal(run_folder(self._folder, self._number))
        if any(key.split(".")[0] == "scope" for change in journal for key in change.changes):
            await self._redraw(self._plan)

    def _considered(self, changes: Mapping[str, Any]) -> "Considered":
        return considered(self._plan, changes, self._folder, self._number)

    def _hold(self, plan: Plan, before: Plan) -> None:
        crawl = self._parts.crawl
        topic = self._topic()
        page_judge, link_judge = judges(plan, self._table, topic)
        if (plan.link_judge, plan.topic) != (before.link_judge, before.topic):
            # Otherwise it keeps what it has learnt.
            learning = self._parts.learning(link_judge)
            crawl.ledger.links = learning.booking
            crawl.reader = replace(crawl.reader, link_judge=link_judge, learner=learning.learner)
        crawl.reader = replace(
            crawl.reader,
            page_judge=page_judge,
            follow=plan.follow,
            sites=bookmark_sites(plan, topic),
        )
        self._parts.teacher.take(page_judge, mark_of(plan, topic))
        self._parts.meter.budget = plan.budget
        self._parts.budgets.change(plan.budget)
        self._parts.scope.redraw(self._scope(plan))

    async def _redraw(self, plan: Plan) -> Redrawn:
        drawn = self._parts.scope.redrawn(self._scope(plan))
        return await self._parts.redrawing.redraw(drawn, self._parts.crawl)

    def _scope(self, plan: Plan) -> RuleScope:
        return RuleScope(plan.scope, seed_urls(plan), filters(plan, self._table))

    def _topic(self) -> Topic:
        return topic_of_run(self._folder, self._number, self._plan)


def redrawing(run: str, store: Store, frontier: DiskFrontier) -> Redrawing:
    """Looks through a queue and lets the run go on between two portions."""
    return Redrawing(run, store, frontier, partial(asyncio.sleep, 0))


def considered(plan: Plan, changes: Mapping[str, Any], folder: Path, number: int) -> Considered:
    """The plan of a run with these changes; every mistake in them is said here."""
    topic = topic_of_run(folder, number, plan)
    wanted = whole_choices(checked_changes(changes), plan)
    after = changed(plan, wanted, "the change")
    another = compiled_topic(folder, after) if after.topic != plan.topic else None
    check_choices(after, topic if another is None else another)
    if after == plan:
        raise UsageError("that is how the run works already: nothing would change")
    return Considered(wanted, after, another)


def steer_at_rest(
    folder: Path, number: int, changes: Mapping[str, Any], *, preview: bool
) -> dict[str, Any]:
    """The same of a run that is not at work: what it will take up when it is resumed."""
    place = run_folder(folder, number)
    plan = steered(read_plan(place / "plan.toml"), read_journal(place))
    wanted = considered(plan, changes, folder, number)
    redrawn, tally = Redrawn(), Tally()
    if has_shard(folder):
        with open_shard(shard_folder(folder), read_only=True) as store:
            tally = read_tally(store, str(number))
            if wanted.plan.scope != plan.scope:
                redrawn = asyncio.run(_preview_at_rest(store, plan, wanted.plan, number))
    told = msgspec.structs.asdict(redrawn)
    return told if preview else {"change": _write(wanted, tally, folder, number).number, **told}


async def _preview_at_rest(store: Store, plan: Plan, wanted: Plan, number: int) -> Redrawn:
    queue = redrawing(str(number), store, DiskFrontier(store, plan.frontier, number))
    scope = RuleScope(wanted.scope, seed_urls(wanted), filters(wanted, all_strategies()))
    return await queue.preview(GrowingScope(scope, store, str(number)))


def _write(wanted: Considered, tally: Tally, folder: Path, number: int) -> Change:
    """Into the journal: from here on it holds."""
    place = run_folder(folder, number)
    now = SystemClock().now()
    change = Change(len(read_journal(place)) + 1, now, tally.settled, wanted.changes)
    if wanted.topic is not None:
        freeze_topic(wanted.topic, folder, number)
    write_change(place, change)
    return change
