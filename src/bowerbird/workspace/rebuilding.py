"""Records made anew from stored pages: what would change is shown before it becomes true."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct

from bowerbird.crawl.replay import Replay, Replayed
from bowerbird.model.errors import UsageError
from bowerbird.model.record import Record
from bowerbird.model.storage import Store
from bowerbird.store.claims import Claims
from bowerbird.store.draft import DraftStore
from bowerbird.store.records import Records
from bowerbird.store.shard import open_shard
from bowerbird.store.warc import open_pages
from bowerbird.workspace.places import shard_folder
from bowerbird.workspace.plan import Plan
from bowerbird.workspace.reading import open_reading
from bowerbird.workspace.strategies import all_strategies

SAMPLES = 5  # of each kind of change


class Difference(Struct):
    """What a rebuild makes of the records, by kind, with the first few of each change."""

    added: Counter[str]
    changed: Counter[str]
    gone: Counter[str]
    samples: dict[str, list[dict[str, Any]]]

    @property
    def document(self) -> dict[str, Any]:
        """As plain values."""
        counts = {"added": self.added, "changed": self.changed, "gone": self.gone}
        told: dict[str, Any] = {name: sum(each.values()) for name, each in counts.items()}
        told["by_kind"] = {name: dict(sorted(each.items())) for name, each in counts.items()}
        return told | {"samples": self.samples}


def rebuild(plan: Plan, folder: Path, *, commit: bool) -> dict[str, Any]:
    """What the plan makes of the stored pages; with `commit` it becomes true."""
    shard = shard_folder(folder)
    with open_shard(shard, read_only=not commit) as store:
        with _draft(store, folder) as draft:
            done = asyncio.run(_replay(draft, plan, shard))
            if not (done.pages or done.unread):
                raise UsageError(
                    "there is no stored page to read again: crawl first, with store.keep_pages"
                )
            difference = _difference(Records(store), Records(draft))
        if commit:
            asyncio.run(_replay(store, plan, shard))
    told = {"pages": done.pages, "unread": done.unread, "committed": commit}
    return told | difference.document


@contextmanager
def _draft(store: Store, folder: Path) -> Iterator[DraftStore]:
    with (
        TemporaryDirectory(prefix=".rebuild-", dir=folder) as place,
        open_shard(Path(place)) as beside,
    ):
        yield DraftStore(store, beside)


async def _replay(store: Store, plan: Plan, shard: Path) -> Replayed:
    records = Records(store)
    with open_pages(shard / "pages", store, plan.store.warc, read_only=True) as pages:
        async with open_reading(plan, all_strategies(), shard.parent.parent) as reading:
            claims = Claims(store, records)
            return await Replay(store, records, claims, pages, reading).run()


def _difference(before: Records, after: Records) -> Difference:
    found = Difference(Counter(), Counter(), Counter(), {"added": [], "changed": [], "gone": []})
    for record in after.read(before.last, after.last):
        _note(found, before.holds(record.key), record)
    return found


def _note(found: Difference, before: Record | None, after: Record) -> None:
    was_there = before is not None and not before.gone
    if after.gone:
        change, counter = "gone", found.gone
        if not was_there:
            return
    elif was_there:
        change, counter = "changed", found.changed
    else:
        change, counter = "added", found.added
    counter[after.kind] += 1
    if len(found.samples[change]) < SAMPLES:
        found.samples[change].append(_sample(before if was_there else None, after))


def _sample(before: Record | None, after: Record) -> dict[str, Any]:
    """Of a change only what differs."""
    told: dict[str, Any] = {"kind": after.kind, "url": after.url}
    if after.gone or before is None:
        return told | {"fields": (before or after).fields}
    names = dict.fromkeys([*before.fields, *after.fields])
    differing = [name for name in names if before.fields.get(name) != after.fields.get(name)]
    if before.url != after.url:
        told["url_before"] = before.url
    return told | {
        "before": {name: before.fields.get(name) for name in differing},
        "after": {name: after.fields.get(name) for name in differing},
    }
