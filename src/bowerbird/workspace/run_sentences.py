"""One sentence on a run: what is happening, why it is slow, what to do."""

from collections.abc import Mapping
from typing import Any

FRESH = 120.0  # seconds for which a health sentence is news
SLOW = 0.5  # pages a second below which somebody wonders why


def sentence_on(
    summary: Mapping[str, Any],
    progress: Mapping[str, Any] | None = None,
    health: Mapping[str, Any] | None = None,
) -> str:
    """`progress` is its last look at itself and `health` its last warning, while it works."""
    brought, reason = _brought(summary), str(summary.get("reason") or "")
    match str(summary["state"]):
        case "new":
            return "Not started yet."
        case "running":
            going = f"{_pace(progress)}.{_trouble(progress, health)}" if progress else "."
            return f"Crawling: {brought}{going}"
        case "stopping":
            return f"Coming to its end: {brought}; pages under way may finish."
        case "paused":
            return f"Paused after {brought}: {reason}. Resume it, or stop it."
        case "completed":
            return f"Done: {brought} in {_time(summary)}; {reason}."
        case "stopped":
            return f"Stopped after {brought}: {reason}. It can be resumed where it was."
        case "stalled":
            return f"Stalled after {brought}: {reason}. Stop it, and resume it where it was."
        case _:
            return f"Failed after {brought}: {reason}."


def _brought(summary: Mapping[str, Any]) -> str:
    pages, items = summary.get("pages") or 0, (summary.get("items") or {}).get("found") or 0
    if not pages:
        return "no page read yet" if summary["state"] == "running" else "no page"
    relevant = f", {100 * (summary.get('relevant') or 0) / pages:.0f} % relevant"
    found = f", {_count(items, 'item')}" if items else ""
    return f"{_count(pages, 'page')}{relevant}{found}"


def _pace(progress: Mapping[str, Any]) -> str:
    pace = progress["pages_per_second"]
    said = f", {pace:g} pages a second" if pace >= 1 else f", {60 * pace:.0f} pages a minute"
    eta = progress.get("eta_seconds")
    if eta is None:
        return said
    about = {"good": "", "fair": "about "}.get(str(progress.get("eta_confidence")), "perhaps ")
    return f"{said}, {about}{_duration(eta)} left"


def _trouble(progress: Mapping[str, Any], health: Mapping[str, Any] | None) -> str:
    if health is not None and progress["at"] - health["at"] <= FRESH:
        return f" {health['sentence']}"
    waiting = progress["hosts_waiting"]
    if waiting and progress["pages_per_second"] < SLOW and not progress["leased"]:
        return f" It waits for {_count(waiting, 'site')}: each is asked again after its pause."
    return ""


def _time(summary: Mapping[str, Any]) -> str:
    return _duration(float(summary.get("seconds") or 0.0))


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5_400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3_600:.1f} h"


def _count(number: int, thing: str) -> str:
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"
