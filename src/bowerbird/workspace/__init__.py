"""The Python API: workspaces, projects and runs."""

from bowerbird.index.results import Hit, Piece, Results
from bowerbird.workspace.plan import Plan
from bowerbird.workspace.projects import Project, Workspace
from bowerbird.workspace.runs import Run
from bowerbird.workspace.tuning import Tuning

__all__ = ["Hit", "Piece", "Plan", "Project", "Results", "Run", "Tuning", "Workspace"]
