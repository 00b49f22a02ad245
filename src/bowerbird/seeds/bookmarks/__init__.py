"""Bookmarks as triples (resource, user, tag), one format per module."""
