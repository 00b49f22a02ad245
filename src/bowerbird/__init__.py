"""Bowerbird: give it a topic or a site; it gathers the part of the web that matters.

>>> from bowerbird import Workspace
>>> run = Workspace().project("docs").crawl("https://example.org", budget__max_pages=100)
>>> run.wait()["pages"]
"""

from typing import TYPE_CHECKING, Any

from bowerbird.model.version import VERSION

__version__ = VERSION
__all__ = ["Workspace"]

if TYPE_CHECKING:
    from bowerbird.workspace import Workspace


def __getattr__(name: str) -> Any:
    # Lazy, so that a room (or the killable parse worker) does not load the whole house.
    if name == "Workspace":
        from bowerbird.workspace import Workspace

        return Workspace
    raise AttributeError(f"module 'bowerbird' has no attribute {name!r}")
