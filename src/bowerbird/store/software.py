"""Who writes these files."""

from importlib.metadata import version

SOFTWARE = f"bowerbird {version('bowerbird')}"  # read once: it costs a file descriptor
