"""Records, pages and the queue as tables: sorted, filtered and cut into pages in milliseconds.

What a table shows is kept beside the shard in `tables.sqlite`, follows it, and is never the truth:
it may be removed at any time and is made again.
"""
