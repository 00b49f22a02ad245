"""The Python API: workspaces, projects and runs."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bowerbird.index.results import Hit, Piece, Results
    from bowerbird.index.settings import SearchSettings
    from bowerbird.workspace.plan import Plan
    from bowerbird.workspace.projects import Project
    from bowerbird.workspace.runs import Run
    from bowerbird.workspace.tuning import Tuning
    from bowerbird.workspace.workspaces import Workspace

__all__ = [
    "Hit",
    "Piece",
    "Plan",
    "Project",
    "Results",
    "Run",
    "SearchSettings",
    "Tuning",
    "Workspace",
]

_WHERE = {
    "Hit": "bowerbird.index.results",
    "Piece": "bowerbird.index.results",
    "Plan": "bowerbird.workspace.plan",
    "Project": "bowerbird.workspace.projects",
    "Results": "bowerbird.index.results",
    "Run": "bowerbird.workspace.runs",
    "SearchSettings": "bowerbird.index.settings",
    "Tuning": "bowerbird.workspace.tuning",
    "Workspace": "bowerbird.workspace.workspaces",
}


def __getattr__(name: str) -> Any:
    # As each is asked for: whoever looks at a page does not wait for what searches or tunes.
    if name in _WHERE:
        return getattr(import_module(_WHERE[name]), name)
    raise AttributeError(f"module 'bowerbird.workspace' has no attribute {name!r}")
