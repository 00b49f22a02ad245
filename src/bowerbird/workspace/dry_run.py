"""A few pages crawled in a place of their own, to see before a run what it would bring; nothing of
the project changes."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bowerbird.fetch.signs import look_at, signs_of
from bowerbird.index.options import IndexOptions
from bowerbird.model.errors import RunError
from bowerbird.model.outcomes import Refusal
from bowerbird.model.pagerow import READ
from bowerbird.model.record import Record
from bowerbird.workspace.catalogue import Catalogue
from bowerbird.workspace.home import writable_folder
from bowerbird.workspace.indexes import DEFAULT
from bowerbird.workspace.places import TAUGHT
from bowerbird.workspace.plan import Plan, changed
from bowerbird.workspace.project_runs import ProjectRuns
from bowerbird.workspace.provenance import page_source
from bowerbird.workspace.record_source import at_rest
from bowerbird.workspace.runs import Run
from bowerbird.workspace.topics import MAP

TAKEN_ALONG = (Path(TAUGHT), MAP)  # what a crawl goes by beside its plan
SHOWN = 20  # records of a page
AT_LEAST = 1.0  # seconds that a run which is killed has to end


def dry_run(folder: Path, plan: Plan, pages: int, seconds: float) -> dict[str, Any]:
    """`pages`, a line for each URL that came up, with its records; `coverage` of each field;
    `records`, `needs_browser`, and what a whole run would take (`estimate`)."""
    limits = {"budget.max_pages": pages, "budget.max_seconds": seconds}
    with _scratch(folder) as place:
        runs = ProjectRuns(Catalogue(place.parent.parent), place)
        # Nobody searches it, and what follows it would write where nothing is to be left.
        unseen = plan.model_copy(update={"indexes": {DEFAULT: IndexOptions(follow=False)}})
        short = changed(unseen, limits, "the dry run")
        run = runs.begin(short, attached=True, waiting=lambda _: None)
        summary = _wait(run, seconds)
        rows = [row for row in _rows(runs) if row["state"] != "queued"]
        with at_rest(place) as log:
            records = list(_all(log.read))
        signs = {row["url"]: _signs(place, row, plan) for row in rows if row["state"] in READ}
    items = [record for record in records if record.kind != "page"]
    return {
        "pages": [_told(row, records, signs.get(row["url"], "")) for row in rows],
        "records": len(items),
        "coverage": _coverage(items, plan),
        "needs_browser": {
            "pages": sum(1 for why in signs.values() if why),
            "of": len(signs),
            "because": next((why for why in signs.values() if why), ""),
        },
        "estimate": _estimate(summary, plan),
        "state": summary["state"],
        "reason": summary["reason"],
        "seconds": summary["seconds"],
    }


@contextmanager
def _scratch(folder: Path) -> Iterator[Path]:
    """A home with one project that knows what this one does."""
    with TemporaryDirectory(prefix="bowerbird-dry-run-") as home:
        place = writable_folder(Path(home) / "projects" / "dry-run")
        for name in TAKEN_ALONG:
            if (folder / name).is_file():
                (place / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(folder / name, place / name)
        yield place


def _wait(run: Run, seconds: float) -> dict[str, Any]:
    try:
        return run.wait(timeout=seconds + run.plan.speed.drain_seconds + AT_LEAST)
    except RunError:
        run.stop()
        return run.summary()


def _rows(runs: ProjectRuns) -> Iterator[dict[str, Any]]:
    after: str | None = ""
    while after is not None:
        answer = runs.ask("pages", after=after)
        yield from answer["rows"]
        after = answer["after"]


def _all(read: Any) -> Iterator[Record]:
    after = 0
    while records := read(after):
        yield from (record for record in records if not record.gone)
        after = records[-1].seq


def _signs(place: Path, row: dict[str, Any], plan: Plan) -> str:
    """Why the page would say more in a browser; empty if it says enough as it was sent."""
    if row["rendered"]:
        return str(row["rendered"])
    if "html" not in row["media_type"]:
        return ""
    text = page_source(place, row["url"], plan)["text"] or ""
    body = text.encode()
    return signs_of(body, look_at(body))


def _told(row: dict[str, Any], records: list[Record], signs: str) -> dict[str, Any]:
    here = [
        record
        for record in records
        if record.kind != "page"
        and row["url"] in (record.url, record.origin.page if record.origin else "")
    ]
    return {
        "url": row["url"],
        "final_url": row["final_url"],
        "state": row["state"],
        "reason": row["reason"],
        "rule": row["rule"],
        "robots": "refused" if row["reason"] == Refusal.ROBOTS else "allowed",
        "status": row["status"],
        "title": row["title"],
        "media_type": row["media_type"],
        "bytes": row["bytes"],
        "relevance": row["relevance"],
        "relevant": row["relevant"],
        "records": len(here),
        "shown": [{"_kind": record.kind, **record.fields} for record in here[:SHOWN]],
        "needs_browser": signs,
    }


def _coverage(items: list[Record], plan: Plan) -> list[dict[str, Any]]:
    """For each field of each template: in how many of its records there is a value."""
    told = []
    for name, template in plan.templates.items():
        kind = template.kind or name
        found = [record for record in items if record.kind == kind]
        for field in template.fields:
            filled = sum(1 for r in found if r.fields.get(field.name) not in (None, "", []))
            told.append({"template": name, "field": field.name, "filled": filled, "of": len(found)})
    return told


def _estimate(summary: dict[str, Any], plan: Plan) -> dict[str, Any]:
    """What the whole budget takes at this pace and size; None where there is no saying."""
    pages, wanted = summary["pages"], plan.budget.max_pages
    if not pages or wanted is None:
        return {"pages": wanted, "seconds": None, "bytes": None}
    seconds = wanted * summary["seconds"] / pages
    if plan.budget.max_seconds is not None:
        seconds = min(seconds, plan.budget.max_seconds)
    return {
        "pages": wanted,
        "seconds": round(seconds),
        "bytes": round(wanted * summary["avg_page_bytes"]),
    }
