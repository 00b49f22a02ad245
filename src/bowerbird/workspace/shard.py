"""A shard at rest, and how to look into it without running anything."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bowerbird.dedup.content_seen import DiskContentSeen
from bowerbird.frontier.disk import DiskFrontier
from bowerbird.model.ports import LinkJudge
from bowerbird.model.record import Record
from bowerbird.model.storage import Store
from bowerbird.politeness.scope import RuleScope
from bowerbird.store.records import Records
from bowerbird.store.shard import open_shard
from bowerbird.workspace.choices import filters, identity, judges, seed_urls
from bowerbird.workspace.desk import View
from bowerbird.workspace.link_learning import link_learning
from bowerbird.workspace.places import shard_folder
from bowerbird.workspace.plan import Plan
from bowerbird.workspace.run_topic import topic_of_run
from bowerbird.workspace.strategies import all_strategies


@contextmanager
def shard_view(plan: Plan, folder: Path, number: int) -> Iterator[View]:
    """Look into a shard at rest."""
    with open_shard(shard_folder(folder), read_only=True) as store:
        table = all_strategies()
        queue = DiskFrontier(store, plan.frontier, number)

        def link_judge() -> LinkJudge:
            _, judge = judges(plan, table, topic_of_run(folder, number, plan))
            link_learning(judge, store, queue, str(number))
            return judge

        yield View(
            store=store,
            queue=queue,
            contents=DiskContentSeen(store, plan.dedup),
            scope=RuleScope(plan.scope, seed_urls(plan), filters(plan, table)),
            identity=identity(plan),
            link_judge=link_judge,
        )


@contextmanager
def shard_records(folder: Path) -> Iterator[Iterator[Record]]:
    """The record log from its beginning, as committed now; a run may be at work beside it."""
    with open_shard(shard_folder(folder), read_only=True) as store:
        log = Records(store)
        yield log.read(0, log.last)


def release(store: Store, frontier: DiskFrontier, host: str | None) -> int:
    """Bring quarantined URLs back into the queue; answers how many."""
    batch = store.batch()
    back = frontier.release(batch, host=host)
    store.commit(batch)
    return back


def release_at_rest(plan: Plan, folder: Path, number: int, host: str | None) -> int:
    """The same, in a shard that no run holds."""
    with open_shard(shard_folder(folder)) as store:
        return release(store, DiskFrontier(store, plan.frontier, number), host)
