"""What runs over the same pages found different, and what two runs differ in."""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bowerbird.model.pagerow import READ, Change, Moment, PageRow
from bowerbird.store.shard import open_shard
from bowerbird.workspace.inspect import page_rows
from bowerbird.workspace.places import has_shard, shard_folder
from bowerbird.workspace.plan import Plan
from bowerbird.workspace.runs import Run

TOLD = 200  # pages of each kind


def changes_of(folder: Path, run: str) -> dict[str, Any]:
    """Of one run: how many pages were new, changed, unchanged and gone, and how many could not be
    read this time (`failed`: what was known of them stays); the first of each but the unchanged."""
    counts: Counter[str] = Counter({change.value: 0 for change in Change} | {"failed": 0})
    pages: dict[str, list[dict[str, Any]]] = {}
    for row, moment in _moments(folder, run):
        what = moment.change or ("failed" if row.last_read and moment.state not in READ else "")
        if not what:
            continue
        counts[what] += 1
        listed = pages.setdefault(what, [])
        if what != Change.UNCHANGED and len(listed) < TOLD:
            listed.append(_told(row, moment))
    return {"run": run, **counts, "pages": {k: v for k, v in pages.items() if v}}


def compare_runs(folder: Path, first: Run, second: Run) -> dict[str, Any]:
    """`settings` that differ, the `figures` of both, and the pages that only one of them read, or
    that the second found changed."""
    read: dict[str, set[str]] = {first.id: set(), second.id: set()}
    changed = []
    for row in _rows(folder):
        for moment in row.history:
            if moment.run in read and moment.state in READ:
                read[moment.run].add(row.url)
            if moment.run == second.id and moment.change == Change.CHANGED:
                changed.append(row.url)
    ours, theirs = read[first.id], read[second.id]
    return {
        "runs": [first.id, second.id],
        "settings": settings_diff(first.plan, second.plan),
        "figures": [first.summary(), second.summary()],
        "pages": {
            "both": len(ours & theirs),
            "only_first": len(ours - theirs),
            "only_second": len(theirs - ours),
            "changed": len(changed),
        },
        "only_first": sorted(ours - theirs)[:TOLD],
        "only_second": sorted(theirs - ours)[:TOLD],
        "changed": sorted(changed)[:TOLD],
    }


def settings_diff(first: Plan, second: Plan) -> dict[str, list[Any]]:
    """Dotted keys of the plan whose values differ, with both values."""
    ours, theirs = (dict(_flat(plan.model_dump(mode="json"))) for plan in (first, second))
    return {
        key: [ours.get(key), theirs.get(key)]
        for key in sorted(ours.keys() | theirs.keys())
        if ours.get(key) != theirs.get(key)
    }


def _flat(values: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in values.items():
        if isinstance(value, dict) and value:
            yield from _flat(value, f"{before}{key}.")
        else:
            yield before + key, value


def _moments(folder: Path, run: str) -> Iterator[tuple[PageRow, Moment]]:
    """Each URL that the run settled, with the last word of that run on it."""
    for row in _rows(folder):
        last = next((moment for moment in reversed(row.history) if moment.run == run), None)
        if last is not None:
            yield row, last


def _rows(folder: Path) -> Iterator[PageRow]:
    if not has_shard(folder):
        return
    with open_shard(shard_folder(folder), read_only=True) as store:
        yield from (row for _, row in page_rows(store))


def _told(row: PageRow, moment: Moment) -> dict[str, Any]:
    title = row.title or (row.kept.title if row.kept else "")
    return {
        "url": row.url,
        "title": title,
        "at": moment.at,
        "status": moment.status,
        "reason": moment.reason,
    }
