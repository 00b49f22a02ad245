"""What would have been kept, and in which order, under other settings: tried on stored pages."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from threading import Lock
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bowerbird.crawl.bookmarked import Bookmarked
from bowerbird.crawl.growing_scope import GrowingScope
from bowerbird.crawl.reading import Reading, Templated
from bowerbird.crawl.rehearsal import Played, Scene, Script, Settings, rehearse
from bowerbird.model.document import Document, Link, LinkContext
from bowerbird.model.errors import UsageError
from bowerbird.model.pagerow import READ, PageRow, PageState
from bowerbird.model.ports import LearningJudge, PageStore, Parsed
from bowerbird.model.storage import Store
from bowerbird.model.topic import Topic
from bowerbird.politeness.scope import RuleScope
from bowerbird.store.shard import open_shard
from bowerbird.store.warc import open_pages
from bowerbird.web.url import InvalidUrl, LinkResolver, Url, parse
from bowerbird.workspace.choices import (
    bookmark_sites,
    check_choices,
    filters,
    identity,
    judges,
    seed_urls,
)
from bowerbird.workspace.inspect import page_rows
from bowerbird.workspace.places import shard_folder
from bowerbird.workspace.plan import Plan, changed
from bowerbird.workspace.reading import open_reading
from bowerbird.workspace.run_topic import compiled_topic, topic_of_run
from bowerbird.workspace.runs import Run
from bowerbird.workspace.steering import whole_choices
from bowerbird.workspace.strategies import all_strategies

MOST_PAGES = 10_000  # of a run that are read: some 40 KB of memory each
SHAM = frozenset({"soft-404", "wall"})
REHEARSED = ("follow", "frontier", "link_judge", "page_judge", "scope", "topic")


class Stored(Struct, frozen=True):
    """The pages of a run, read once; settings are tried on them as often as one likes."""

    scripts: dict[str, Script]
    rows: dict[str, PageRow]
    unread: int  # stored pages that cannot be read any more, or that were too many


class Tried(Struct, frozen=True):
    """A plan with the topic that it comes to."""

    plan: Plan
    topic: Topic


class Rehearsals:
    """Rehearsals of one run; what was read stays in memory."""

    def __init__(self, folder: Path, run: int) -> None:
        self._folder = folder
        self._run = run
        self._table = all_strategies()
        self._lock = Lock()  # several threads may ask one project
        self._stored: Stored | None = None
        self._first: tuple[Tried, Played] | None = None

    def compare(self, now: Tried, then: Tried, most: int | None) -> dict[str, Any]:
        """What the settings of `then` would keep against those that hold now."""
        check_choices(then.plan, then.topic)
        with self._lock, ExitStack() as stack:
            store = stack.enter_context(open_shard(shard_folder(self._folder), read_only=True))
            stored = self._read(store, now.plan, stack)
            if self._first is None or self._first[0] != now:
                self._first = (now, rehearse(stored.scripts, self._settings(now, store, None)))
            before = self._first[1]
            after = rehearse(stored.scripts, self._settings(then, store, most))
        return _compared(stored, before, after)

    def _read(self, store: Store, plan: Plan, stack: ExitStack) -> Stored:
        """Again only if the run has gone on meanwhile."""
        rows = {row.identity: row for _, row in page_rows(store) if row.run == str(self._run)}
        if self._stored is None or _asked(self._stored.rows) != _asked(rows):
            pages = stack.enter_context(
                open_pages(shard_folder(self._folder) / "pages", store, plan.store.warc,
                           read_only=True)
            )  # fmt: skip
            self._first = None
            stored = asyncio.run(self._scripts(rows, pages, plan))
            self._stored = _with_evidence(stored, store) if plan.bookmark_sites else stored
        if not self._stored.scripts:
            raise UsageError(
                "there is no stored page to try settings on: crawl first, with store.keep_pages"
            )
        return self._stored

    async def _scripts(self, rows: dict[str, PageRow], pages: PageStore, plan: Plan) -> Stored:
        scripts: dict[str, Script] = {}
        links = LinkResolver(identity(plan))
        known = (*READ, PageState.REDIRECTED)
        wanted = sorted(
            (row for row in rows.values() if row.state in known), key=lambda row: row.order
        )
        async with open_reading(plan, self._table, self._folder) as reading:
            for row in wanted[:MOST_PAGES]:
                script = await _script(row, reading, pages, links)
                if script is not None:
                    scripts[row.identity] = script
        return Stored(scripts, rows, len(wanted) - len(scripts))

    def _settings(self, tried: Tried, store: Store, most: int | None) -> Settings:
        plan = tried.plan
        page_judge, link_judge = judges(plan, self._table, tried.topic)
        if isinstance(page_judge, LearningJudge):
            page_judge.recall(store)
        scope = RuleScope(plan.scope, seed_urls(plan), filters(plan, self._table))
        return Settings(
            seeds=seed_urls(plan),
            scope=GrowingScope(scope, store, str(self._run)),
            page_judge=page_judge,
            link_judge=link_judge,
            follow=plan.follow,
            order=plan.frontier.order,
            max_pages=most,
            sites=bookmark_sites(plan, tried.topic),
        )


def replay(
    rehearsals: Rehearsals, run: Run, folder: Path, changes: Mapping[str, Any], most: int | None
) -> dict[str, Any]:
    """What a run would have kept under its plan with these changes; after `most` pages at the
    latest."""
    plan = run.plan
    then = changed(plan, whole_choices(_checked(changes), plan), "the settings")
    topic = topic_of_run(folder, run.number, plan)
    another = topic if then.topic == plan.topic else compiled_topic(folder, then)
    told = rehearsals.compare(Tried(plan, topic), Tried(then, another), most)
    return {"run": run.id, "settings": dict(changes), **told}


def _checked(changes: Mapping[str, Any]) -> dict[str, Any]:
    """Only what stored pages can answer for."""
    for key in changes:
        if key.split(".")[0] not in REHEARSED:
            raise UsageError(
                f"`{key}` changes nothing about which stored pages are kept; what can be tried: "
                f"{', '.join(REHEARSED)}"
            )
    return dict(changes)


# ---- stored pages --------------------------------------------------------------------------------


async def _script(
    row: PageRow, reading: Reading, pages: PageStore, links: LinkResolver
) -> Script | None:
    url = _url(row.url, row.identity)
    if row.state is PageState.REDIRECTED:
        target = links.resolve(row.url, [row.final_url])[0]
        return None if target is None else Script(url, Document(), moved_to=target)
    if row.page is None:
        return None
    with pages.read(row.page).page as page:
        reply = await reading.parse(page)
        parsed = reply.parsed if isinstance(reply, Templated) else None
        document = parsed.document if parsed is not None else Document(base=row.url)
        found = _links(parsed, links) if parsed is not None and not row.links_suppressed else ()
    return Script(url, document, found, None, row.reason not in SHAM, row.links_suppressed)


def _with_evidence(stored: Stored, store: Store) -> Stored:
    """With what the bookmarking sites said by the end."""
    known = Bookmarked(store)
    scripts = {
        identity: replace(script, tagged=known.evidence(script.url))
        for identity, script in stored.scripts.items()
    }
    return replace(stored, scripts=scripts)


def _links(parsed: Parsed, links: LinkResolver) -> tuple[tuple[Link, Url, LinkContext], ...]:
    document = parsed.document
    targets = links.resolve(document.base, [link.href for link in document.links])
    found: dict[str, tuple[Link, Url, LinkContext]] = {}
    for link, url in zip(document.links, targets, strict=True):
        if url is not None and url.identity not in found:
            found[url.identity] = (link, url, parsed.context(link))
    return tuple(found.values())


def _url(href: str, known: str) -> Url:
    try:
        url = parse(href)
    except InvalidUrl:  # a scheme of a plug-in
        return Url(href, known, href.partition(":")[0], "", "")
    return msgspec.structs.replace(url, identity=known)


def _asked(rows: Mapping[str, PageRow]) -> tuple[int, int]:
    return len(rows), max((row.order for row in rows.values()), default=0)


# ---- what it comes to ----------------------------------------------------------------------------


def _compared(stored: Stored, before: Played, after: Played) -> dict[str, Any]:
    was = {scene.identity: scene for scene in before.scenes}
    will = {scene.identity: scene for scene in after.scenes}
    rows = [_row(stored, scene, was.get(scene.identity)) for scene in after.scenes]
    lost = [scene for scene in before.scenes if scene.identity not in will]
    rows += [_lost(stored, scene) for scene in lost]
    kept_before = {scene.identity for scene in before.scenes if scene.relevant}
    kept_after = {scene.identity for scene in after.scenes if scene.relevant}
    read = [row for row in stored.rows.values() if row.state in READ]
    return {
        "pages": len(read),
        "unread": stored.unread,
        "kept_by_run": sum(row.relevant for row in read),
        "now": _figures(before.scenes, before.unknown),
        "then": _figures(after.scenes, after.unknown),
        "kept": len(kept_before & kept_after),
        "added": len(kept_after - kept_before),
        "dropped": len(kept_before - kept_after),
        "not_reached": sum(scene.relevant for scene in lost),
        "rows": rows,
    }


def _figures(scenes: Sequence[Scene], unknown: int) -> dict[str, Any]:
    relevant = sum(scene.relevant for scene in scenes)
    harvest = round(relevant / len(scenes), 4) if scenes else 0.0
    return {"reached": len(scenes), "kept": relevant, "harvest_rate": harvest, "unknown": unknown}


def _row(stored: Stored, scene: Scene, before: Scene | None) -> dict[str, Any]:
    was_kept = before is not None and before.relevant
    change = "" if scene.relevant == was_kept else "added" if scene.relevant else "dropped"
    return _told(stored, scene.identity) | {
        "order": scene.order,
        "order_now": before.order if before else None,
        "depth": scene.depth,
        "relevance": round(scene.relevance, 4),
        "relevance_now": round(before.relevance, 4) if before else None,
        "kept": scene.relevant,
        "change": change,
    }


def _lost(stored: Stored, before: Scene) -> dict[str, Any]:
    """A page that the settings do not lead to any more."""
    return _told(stored, before.identity) | {
        "order": None,
        "order_now": before.order,
        "depth": before.depth,
        "relevance": None,
        "relevance_now": round(before.relevance, 4),
        "kept": False,
        "change": "dropped" if before.relevant else "not-reached",
    }


def _told(stored: Stored, identity: str) -> dict[str, Any]:
    row = stored.rows[identity]
    return {"url": row.url, "title": row.title}
