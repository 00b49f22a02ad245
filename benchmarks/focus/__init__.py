"""Focused crawls over recorded graphs: what a preset finds, judged by labels it never sees."""
