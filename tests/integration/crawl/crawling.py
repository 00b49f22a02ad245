"""A crawl in this process: quick, and everything it brought at hand."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct

from bowerbird.crawl.run import RunLoop
from bowerbird.model.events import Event, Health, RunState
from bowerbird.model.pagerow import PageRow, PageState
from bowerbird.model.record import Record
from bowerbird.store.records import Records
from bowerbird.testing.serving import Answer, ServedWeb, serve
from bowerbird.workspace.inspect import page_rows
from bowerbird.workspace.plan import Plan, changed
from bowerbird.workspace.wiring import open_crawl

READ = frozenset({PageState.FETCHED, PageState.UNCHANGED})


class Crawled(Struct, frozen=True):
    """What came of a run."""

    state: RunState
    reason: str
    rows: dict[str, PageRow]  # by identity; of every run so far
    records: list[Record]
    summary: Any
    events: list[Event]

    @property
    def read(self) -> set[str]:
        """The identities of all pages that were read."""
        return {identity for identity, row in self.rows.items() if row.state in READ}

    @property
    def sentences(self) -> dict[str, str]:
        """What the run said of its health, by rule."""
        return {event.rule: event.sentence for event in self.events if isinstance(event, Health)}

    def states(self) -> dict[str, str]:
        return {identity: str(row.state) for identity, row in self.rows.items()}

    def contents(self) -> dict[bytes, Any]:
        """The records without what differs between two runs: when, and where it is kept."""
        return {record.key: (record.kind, record.url, record.fields) for record in self.records}


async def crawl(
    folder: Path,
    web: ServedWeb,
    *seeds: str,
    number: int = 1,
    meanwhile: Callable[[RunLoop, Event], None] | None = None,
    **changes: Any,
) -> Crawled:
    """Crawl to the end; `changes` are keys of the plan with `__` for the dot."""
    events: list[Event] = []
    loops: list[RunLoop] = []

    def tell(event: Event) -> None:
        events.append(event)
        if meanwhile is not None and loops:
            meanwhile(loops[0], event)

    async with open_crawl(plan_for(web, *seeds, **changes), folder, number, tell) as opened:
        loops.append(opened.loop)
        opened.plant_seeds()
        ending = await opened.loop.run()
        opened.say_goodbye(ending)
        store = opened.view.store
        return Crawled(
            state=ending.state,
            reason=ending.reason,
            rows={row.identity: row for _, row in page_rows(store)},
            records=list(Records(store).read(0, 1_000_000)),
            summary=opened.tally,
            events=events,
        )


def plan_for(web: ServedWeb, *seeds: str, **changes: Any) -> Plan:
    """A plan for a web on loopback, without pauses."""
    usual: dict[str, Any] = {
        "seeds": list(seeds),
        "politeness.delay": 0.0,
        "fetch.allow_private": True,
        "fetch.resolve": [web.resolve],
        "health.low_disk_bytes": 0,
    }
    given = {key.replace("__", "."): value for key, value in changes.items()}
    return changed(Plan(), usual | given, "the test")


@contextmanager
def small_web(pages: dict[str, str] | None = None) -> Iterator[ServedWeb]:
    """A web of these pages (URL → HTML); everything else is not there."""
    nothing = Answer(404, (("Content-Type", "text/plain"),), b"nothing")
    with serve(lambda asked: nothing) as web:
        for url, html in (pages or {}).items():
            host, _, path = url.removeprefix("http://").partition("/")
            web.page(host, f"/{path}", html)
        yield web


def page(title: str, *links: str, text: str = "") -> str:
    """A page that links there."""
    anchors = "".join(f'<p><a href="{link}">Go to {link}</a></p>' for link in links)
    words = text or f"All about {title}. " * 20
    return f"<!DOCTYPE html><title>{title}</title><main><p>{words}</p>{anchors}</main>"


def times_asked(web: ServedWeb) -> Counter[str]:
    """How often each URL was asked for."""
    return Counter(f"http://{request.host}{request.target}" for request in list(web.requests))
