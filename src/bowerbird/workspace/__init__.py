"""The Python API: workspaces, projects and runs."""
