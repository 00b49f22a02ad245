"""What may be changed of a run while it works, and the journal that remembers it.

The plan of a run stays as it was started. Beside it lies `steering.jsonl`, one change a line: a
resume works with the plan and all of them, and of every page it is known under which it was judged.
"""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from bowerbird.model.errors import CorruptError, StoreError, UsageError
from bowerbird.workspace.plan import Plan, changed

FILE = "steering.jsonl"
STEERABLE = ("budget", "follow", "link_judge", "page_judge", "scope", "topic")


class Change(Struct, frozen=True):
    """One change of a run."""

    number: int  # from 1
    at: float
    after: int  # URLs that were settled by then: what came later was judged by it
    changes: dict[str, Any]  # dotted keys of the plan


def read_journal(run_folder: Path) -> list[Change]:
    """The changes of a run, in order; a line that was not written to its end never held."""
    path = run_folder / FILE
    try:
        whole, _, _ = path.read_bytes().rpartition(b"\n")
    except FileNotFoundError:
        return []
    try:
        return [msgspec.json.decode(line, type=Change) for line in whole.splitlines()]
    except msgspec.MsgspecError as error:
        raise CorruptError(
            f"{path} is no journal of changes any more ({error}): remove it, and the run goes on "
            "as it was started"
        ) from error


def write_change(run_folder: Path, change: Change) -> None:
    """On disk when this returns; what a kill left half written is cut off."""
    path = run_folder / FILE
    try:
        with path.open("ab+") as journal:
            journal.seek(0)
            journal.truncate(journal.read().rfind(b"\n") + 1)
            journal.write(msgspec.json.encode(change) + b"\n")
            journal.flush()
            os.fsync(journal.fileno())
    except OSError as error:
        raise StoreError(
            f"cannot write {path}: {error.strerror or error}; check the disk and the permissions"
        ) from error


def steered(plan: Plan, journal: Sequence[Change]) -> Plan:
    """The plan with every change."""
    for change in journal:
        plan = changed(plan, change.changes, f"change {change.number}")
    return plan


def checked_changes(changes: Mapping[str, Any]) -> dict[str, Any]:
    """Only what a run can take up while it works."""
    if not changes:
        raise UsageError(
            "nothing to change: give at least one setting, for example --threshold 8 or "
            "--exclude shop.example.org"
        )
    for key in changes:
        if key.split(".")[0] not in STEERABLE:
            raise UsageError(
                f"`{key}` is fixed while a run works; what can be changed: "
                f"{', '.join(STEERABLE)}. Another run of the project may begin with it"
            )
    return dict(changes)


def whole_choices(changes: dict[str, Any], plan: Plan) -> dict[str, Any]:
    """Options belong to the judge that is in use; another judge begins with its own."""
    in_use = {"page_judge": plan.page_judge, "link_judge": plan.link_judge}
    whole: dict[str, Any] = {}
    for judge, choice in in_use.items():
        if changes.get(f"{judge}.use", choice.use) != choice.use:
            whole[f"{judge}.options"] = {}
        elif any(key.startswith(f"{judge}.") for key in changes):
            whole[f"{judge}.use"] = choice.use
    return whole | changes


def judged_under(journal: Sequence[Change], order: int | None) -> dict[str, Any] | None:
    """The changes that held when the URL with that number was settled; None before the first."""
    held = [change for change in journal if order is not None and change.after < order]
    if not held:
        return None
    settings: dict[str, Any] = {}
    for change in held:
        settings |= change.changes
    return {"change": held[-1].number, "at": held[-1].at, "settings": settings}
