"""The run summary for people."""

from typing import Any

from rich.table import Table

from bowerbird.cli.output import human_bytes, human_seconds, out


def print_summary(summary: dict[str, Any]) -> None:
    """What came of a run, in a dozen lines."""
    because = f": {summary['reason'].removesuffix('.')}" if summary["reason"] else ""
    out.print(f"Run {summary['run']} is {summary['state']}{because}.", highlight=False)
    table = Table.grid(padding=(0, 2))
    for name, value in _lines(summary):
        if value:
            table.add_row(name, value)
    out.print(table)


def _lines(summary: dict[str, Any]) -> list[tuple[str, str]]:
    links = summary.get("links", {})
    return [
        ("pages", f"{summary.get('pages', 0)} in {human_seconds(summary.get('seconds', 0))}"),
        ("speed", f"{summary.get('pages_per_second', 0):.1f} pages/s"),
        ("relevant", f"{summary.get('relevant', 0)} ({summary.get('harvest_rate', 0):.0%})"),
        ("records", _records(summary)),
        (
            "links",
            f"{links.get('collected', 0)} found, {links.get('excluded', 0)} out of scope, "
            f"{links.get('already_visited', 0)} already known",
        ),
        ("repeats", _and(summary, "duplicate_content", "near_duplicate_content")),
        ("read", human_bytes(summary.get("bytes", 0))),
        ("answers", _counts(summary.get("status_codes", {}))),
        ("refused", _counts(summary.get("refused", {}))),
        ("failed", _counts(summary.get("failed", {}))),
    ]


def _and(summary: dict[str, Any], exact: str, near: str) -> str:
    return f"{summary.get(exact, 0)} exact, {summary.get(near, 0)} near"


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items() if count)


def _records(summary: dict[str, Any]) -> str:
    kinds = summary.get("records_by_kind", {})
    named = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
    return f"{summary.get('records', 0)}" + (f" ({named})" if len(kinds) > 1 else "")
