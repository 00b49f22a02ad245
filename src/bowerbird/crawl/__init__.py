"""The crawl itself; start reading at `visit.py`."""
