"""A small web on loopback: many hosts, five topics, and the true answer for every URL.

    with serve_little_web() as web:
        crawl(seeds=LITTLE_WEB.seeds["tapirs"], resolve=web.resolve)

`python -m bowerbird.testing.little_web --port 8081` serves it from a process of its own.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from bowerbird.testing.little_web.scripted import Good, ScriptedList
from bowerbird.testing.little_web.values import Item, PageTruth, Reference, Verdict
from bowerbird.testing.little_web.web import LITTLE_WEB, LittleWeb
from bowerbird.testing.serving import ServedWeb, serve


@contextmanager
def serve_little_web(port: int = 0) -> Iterator[ServedWeb]:
    """Serve it on 127.0.0.1 from a thread of this process until the block ends."""
    with serve(LITTLE_WEB.answer, port) as web:
        yield web


__all__ = [
    "LITTLE_WEB", "Good", "Item", "LittleWeb", "PageTruth", "Reference", "ScriptedList",
    "ServedWeb", "Verdict", "serve_little_web",
]  # fmt: skip
