"""Judged queries: what a ranking is worth, which settings do better, and whether that is chance."""
