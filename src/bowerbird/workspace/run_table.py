"""Statistics of runs as a table for spreadsheets: a row for each run, a column for each number."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bowerbird.store.export import cell


def run_table(summaries: Iterable[Mapping[str, Any]]) -> str:
    """CSV with a header; what is a group of numbers in a summary is `links.visited` here."""
    rows = [flat_summary(summary) for summary in summaries]
    columns = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([cell(row.get(name)) for name in columns] for row in rows)
    return text.getvalue()


def flat_summary(summary: Mapping[str, Any]) -> dict[str, Any]:
    """A summary without groups: `links.visited` is a number of its own."""
    return dict(_flat(summary))


def _flat(values: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in values.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{name}.")
        else:
            yield before + name, value
