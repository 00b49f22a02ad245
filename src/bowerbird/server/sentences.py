"""What is going on, in one sentence: first on every page, before any number."""

from collections.abc import Mapping
from typing import Any

from bowerbird.server.figures import duration, number
from bowerbird.server.wording import _, ngettext
from bowerbird.workspace.plan import Plan


def about_run(summary: Mapping[str, Any]) -> str:
    """Where a run is, what it brought, and why it ended."""
    begun = _beginning(str(summary["state"]), summary)
    if not summary.get("pages"):
        return f"{begun}{_reason(summary)}"
    pages = ngettext("%(n)s page", "%(n)s pages", summary["pages"]) % {
        "n": number(summary["pages"])
    }
    brought = _("%(pages)s read, %(relevant)s relevant, in %(time)s.") % {
        "pages": pages,
        "relevant": number(summary["relevant"]),
        "time": duration(summary.get("seconds")),
    }
    return f"{begun} {brought}{_reason(summary)}"


def _beginning(state: str, summary: Mapping[str, Any]) -> str:
    run = {"run": summary["run"]}
    return {
        "new": _("Run %(run)s has not begun.") % run,
        "running": _("Run %(run)s is at work.") % run,
        "paused": _("Run %(run)s is paused.") % run,
        "stopping": _("Run %(run)s is coming to its end.") % run,
        "completed": _("Run %(run)s is complete.") % run,
        "stopped": _("Run %(run)s was stopped.") % run,
        "failed": _("Run %(run)s died; it can be resumed where it was.") % run,
        "stalled": _("Run %(run)s gives no sign of life.") % run,
    }[state]


def _reason(summary: Mapping[str, Any]) -> str:
    reason = str(summary.get("reason") or "")
    return f" {reason[:1].upper()}{reason[1:]}." if reason else ""


def about_progress(progress: Mapping[str, Any] | None) -> str:
    """How far a run at work is, and how sure that is."""
    if not progress:
        return ""
    said = [
        ngettext("%(n)s address waits", "%(n)s addresses wait", progress["queued"])
        % {"n": number(progress["queued"])},
        ngettext("%(n)s being read", "%(n)s being read", progress["leased"])
        % {"n": number(progress["leased"])},
    ]
    if progress.get("hosts_waiting"):
        hosts = progress["hosts_waiting"]
        waiting = ngettext("%(n)s site has its pause", "%(n)s sites have their pause", hosts)
        said.append(waiting % {"n": number(hosts)})
    if progress.get("eta_seconds") is not None:
        said.append(_time_left(progress["eta_seconds"], progress.get("eta_confidence", "")))
    return " · ".join(said)


def _time_left(seconds: float, confidence: str) -> str:
    left = {"time": duration(seconds)}
    return {
        "good": _("about %(time)s left") % left,
        "fair": _("about %(time)s left, as far as can be told") % left,
    }.get(confidence, _("perhaps %(time)s left; too early to be sure") % left)


def share_of(summary: Mapping[str, Any], plan: Plan) -> float | None:
    """How much of its budget a run has used: of that which it has used most of."""
    budget = plan.budget
    spent = (
        (summary.get("pages"), budget.max_pages),
        (summary.get("records"), budget.max_records),
        (summary.get("seconds"), budget.max_seconds),
    )
    shares = [(used or 0) / most for used, most in spent if most]
    return min(1.0, max(shares)) if shares else None


def about_project(summary: Mapping[str, Any] | None) -> str:
    """On its card: its last run, or what to do first."""
    if summary is None:
        return _("No run yet: give it a place to start.")
    return about_run(summary)
