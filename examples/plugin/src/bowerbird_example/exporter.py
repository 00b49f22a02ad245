"""An exporter: records as a Markdown list."""

from collections.abc import Iterable
from pathlib import Path

from bowerbird.model.options import Options
from bowerbird.model.record import Record


class MarkdownOptions(Options):
    """Nothing to set."""


class MarkdownExporter:
    """One line a record: its title, linked."""

    def export(self, records: Iterable[Record], path: str) -> int:
        lines = [
            f"- [{record.fields.get('title') or record.url}]({record.url})" for record in records
        ]
        Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")
        return len(lines)


MARKDOWN = (MarkdownOptions, lambda options: MarkdownExporter())
