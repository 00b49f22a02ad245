"""A project to begin with: the bundled little web, served on this machine while it is crawled."""

import logging
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

from bowerbird.model.errors import BowerbirdError, UsageError
from bowerbird.testing.little_web import LITTLE_WEB, serve_little_web
from bowerbird.testing.serving import ServedWeb
from bowerbird.workspace.projects import Project
from bowerbird.workspace.runs import Run, Waiting

log = logging.getLogger(__name__)

TOPIC = "solar energy"
POLITE_ENOUGH = 0.02  # seconds; the little web is ours and lives on this machine
SHOP = {
    "applies_to": ["host(gearshop.test) and target like /mice?page=*"],
    "record": "li.item",
    "fields": [
        {"name": "title", "selector": "h3 a"},
        {"name": "price", "selector": ".price"},
        {"name": "rating", "selector": ".rating", "type": "number"},
        {"name": "picture", "selector": "img", "type": "image"},
        {"name": "link", "selector": "h3 a", "type": "link"},
    ],
}


@contextmanager
def served_run(project: Project, waiting: Waiting = lambda _: None, **more: Any) -> Iterator[Run]:
    """A run over the little web, at work; it is served while the context lasts."""
    with serve_little_web() as web:
        yield project.crawl(
            *LITTLE_WEB.seeds["all"], waiting=waiting, changes=changes_for(web) | more
        )


def changes_for(web: ServedWeb) -> dict[str, Any]:
    """What the plan of a crawl of the little web says."""
    return {
        "topic.query": TOPIC,
        "scope.stay": "any",
        "scope.include": ["host(*.test)"],
        "politeness.delay": POLITE_ENOUGH,
        "fetch.allow_private": True,
        "fetch.resolve": [web.resolve],
        "page_judge": {"use": "page-weight"},
        "health.lowest_harvest": 0.0,  # four fifths of the little web is about other things
    }


def sample_run(project: Project) -> Run:
    """Begin it in a thread that serves the little web until the run has ended."""
    if project.folder.exists():
        raise UsageError(f"there is a project {project.name!r} already; it is the sample, or yours")
    begun: Future[Run] = Future()
    threading.Thread(target=_crawl, args=[project, begun], name="sample", daemon=True).start()
    return begun.result()


def _crawl(project: Project, begun: "Future[Run]") -> None:
    try:
        with served_run(project, templates={"mice": SHOP}) as run:
            begun.set_result(run)
            run.wait()
    except BowerbirdError as error:
        if begun.done():
            log.warning("the sample project: %s", error)
        else:
            begun.set_exception(error)
