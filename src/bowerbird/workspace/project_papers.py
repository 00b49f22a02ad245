"""Methods of a project about papers: what is known of one, and layouts that it is taught."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from bowerbird.workspace.plan import Plan, changed

if TYPE_CHECKING:
    from bowerbird.workspace.metadata import Described


class Of(Protocol):
    """What they need of a project."""

    folder: Path

    @property
    def plan(self) -> Plan: ...


def metadata(self: Of, document: str, **options: Any) -> "Described":
    """Who wrote a file or URL, when, and where it appeared; a URL that was crawled is read from
    the kept page. `options` are keys of the plan with `__` for the dot, for this call only."""
    from bowerbird.workspace.metadata import describe

    changes = {key.replace("__", "."): value for key, value in options.items()}
    return describe(document, changed(self.plan, changes, "the options"), self.folder)


def teach_layout(
    self: Of,
    file: str | Path,
    fields: Mapping[str, Sequence[str]],
    numbers: Mapping[int, str] | None = None,
    *,
    name: str = "",
) -> list[dict[str, Any]]:
    """Papers that look like this PDF are read by the labels of its first page from now on:
    `fields` are texts as printed, by label; `numbers` labels by the number of a block."""
    from bowerbird.workspace.layouts import teach_layout

    path = Path(file)
    blocks = teach_layout(self.folder, path, name or path.stem, fields, numbers or {})
    return [dict(msgspec.to_builtins(block)) for block in blocks]


def paper_blocks(self: Of, file: str | Path) -> list[dict[str, Any]]:
    """The blocks of a PDF's first page, numbered, with what they are taken for."""
    from bowerbird.workspace.layouts import page_blocks

    blocks = page_blocks(Path(file))
    return [dict(msgspec.to_builtins(block)) for block in blocks]


def layouts(self: Of) -> list[str]:
    """The names of the layouts that the project was taught."""
    from bowerbird.workspace.layouts import taught_layouts

    return taught_layouts(self.folder)
