"""Bowerbird: give it a topic or a site; it gathers the part of the web that matters."""

__version__ = "0.1.0"
