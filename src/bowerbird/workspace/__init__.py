"""The Python API: workspaces, projects and runs."""

from bowerbird.workspace.plan import Plan
from bowerbird.workspace.projects import Project, Workspace
from bowerbird.workspace.runs import Run

__all__ = ["Plan", "Project", "Run", "Workspace"]
