"""What a project kept of the web, to be looked at: methods of `Project`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bowerbird.workspace.project_papers import Of

if TYPE_CHECKING:
    from bowerbird.workspace.kept import KeptPage


def kept_page(self: Of, url: str, *, record: str = "", field: str = "") -> "KeptPage":
    """The page that was kept of a URL, to be looked at: nothing of it acts or loads. The element is
    marked that a field of a record, by its key, came from."""
    from bowerbird.workspace.kept import kept_page

    return kept_page(self.folder, url, self.plan, (record, field))


def kept_picture(self: Of, url: str) -> tuple[str, bytes]:
    """A picture that was kept: its media type and its bytes."""
    from bowerbird.workspace.kept import kept_picture

    return kept_picture(self.folder, url, self.plan)


def kept_pictures(self: Of, urls: Sequence[str]) -> set[str]:
    """Which of these URLs are pictures that were kept."""
    from bowerbird.workspace.kept import kept_pictures

    return kept_pictures(self.folder, urls, self.plan) if urls else set()
