"""Books what came of a URL: one atomic batch per visit, then the counters, then the news.

Every room that keeps state writes into the batch it is handed; nothing else in the product commits.
"""

from collections.abc import Callable, Sequence

import msgspec
from msgspec import Struct

from bowerbird.crawl.bookmarked import Bookmarked
from bowerbird.crawl.budget import HostBudgets
from bowerbird.crawl.changed_rows import ChangedRows
from bowerbird.crawl.digest import Digest
from bowerbird.crawl.harvest import Harvest
from bowerbird.crawl.link_learning import LinkLearning
from bowerbird.crawl.missing_pages import MissingPages
from bowerbird.crawl.page_record import page_record
from bowerbird.crawl.seed_yields import SeedYields
from bowerbird.crawl.statistics import Tally
from bowerbird.model.candidate import Candidate, Lease, Via
from bowerbird.model.events import Event, Visited
from bowerbird.model.links import Arrival
from bowerbird.model.outcomes import (
    Admission,
    Failed,
    Failure,
    FetchOutcome,
    Refusal,
    Refused,
)
from bowerbird.model.page import Page
from bowerbird.model.pagerow import READ, Change, Moment, PageRow, PageState
from bowerbird.model.ports import (
    Clock,
    ContentSeen,
    Entry,
    Frontier,
    Gate,
    LearningJudge,
    Lesson,
    PageJudge,
    PageStore,
    RecordLog,
)  # fmt: skip
from bowerbird.model.record import PageRef, Record
from bowerbird.model.storage import Batch, Family, Store
from bowerbird.model.verdict import ScoreTerm
from bowerbird.store.claims import Booked
from bowerbird.web.url import Url, key_of, parse

GONE = frozenset({404, 410})  # what a server answers for a page that is no more
REMEMBERED_MOMENTS = 8  # of a URL's history

_encode = msgspec.msgpack.Encoder().encode
_decode_row = msgspec.msgpack.Decoder(PageRow).decode


class Desk(Struct, frozen=True):
    """The rooms that write into a batch."""

    store: Store
    frontier: Frontier
    learn: Callable[[Url, bool, Batch], object]  # tells the trap brakes whether a URL was worth it
    gate: Gate
    content: ContentSeen
    records: RecordLog
    pages: PageStore | None
    budgets: HostBudgets
    clock: Clock
    missing: MissingPages
    harvest: Harvest | None = None  # None where there are no templates, and never were


class Ledger:
    """One run's books."""

    def __init__(self, run: str, desk: Desk, tally: Tally, tell: Callable[[Event], None]) -> None:
        self._run = run
        self._desk = desk
        self._tell = tell
        self.tally = tally
        self._seeds = SeedYields(desk.store, run)
        self._bookmarked = Bookmarked(desk.store)
        self._pupil: LearningJudge | None = None
        self.changed = ChangedRows()
        self._once: list[Callable[[Batch], None]] = []
        self.links: LinkLearning | None = None  # where links are judged by what others led to
        self.most_items: Callable[[], int | None] = lambda: None  # of the run, if it has a budget

    def row(self, key: bytes) -> PageRow | None:
        """What is known of a URL that was settled or refused before."""
        data = self._desk.store.get(Family.PAGES, key)
        return None if data is None else _decode_row(data)

    def teach(self, judge: PageJudge) -> None:
        """From now on pages teach this judge, if it is one that learns. It takes up what was
        learnt before."""
        self._pupil = judge if isinstance(judge, LearningJudge) else None
        if self._pupil is not None:
            self._pupil.recall(self._desk.store)

    def with_next_commit(self, also: Callable[[Batch], None]) -> None:
        """Something more that has to become true together with what is booked next."""
        self._once.append(also)

    # ---- one method per end of a visit -----------------------------------------------------------

    def postponed(self, lease: Lease, admission: Admission, until: float) -> None:
        """Not its turn yet: back into the queue as if it had never been leased."""
        self._desk.frontier.settle(lease, None, host_free_at=until, retry_at=until)

    def retry(self, lease: Lease, outcome: FetchOutcome, failed: Failed, pause: float) -> None:
        """Something transient: the URL stays in the queue, one attempt older."""
        batch = self._desk.store.batch()
        free = self._desk.gate.settled(lease, outcome, batch)
        at = max(free, self._desk.clock.ticks() + pause)
        self._desk.frontier.settle(lease, batch, host_free_at=free, retry_at=at)
        self.tally.retries += 1
        self._count_fetch(failed)
        self._spend(lease, 0, batch)
        self._commit(batch)
        self._say(lease, self._row(lease, PageState.QUEUED, failed.reason, status=failed.status))

    def refused(self, lease: Lease, refused: Refused) -> None:
        batch = self._desk.store.batch()
        free = self._desk.gate.settled(lease, refused, batch)
        row = self._row(lease, PageState.REFUSED, refused.reason, rule=refused.rule)
        self.tally.count_refusal(refused.reason)
        self._tell_links(lease, Arrival(), batch)
        self._settle(lease, batch, free, row)

    def failed(
        self, lease: Lease, outcome: FetchOutcome, failed: Failed, ref: PageRef | None = None
    ) -> None:
        desk = self._desk
        batch = desk.store.batch()
        free = desk.gate.settled(lease, outcome, batch)
        row = self._row(
            lease, PageState.FAILED, failed.reason, rule=failed.detail, status=failed.status
        )
        self.tally.count_failure(failed.reason)
        self._count_fetch(failed)
        if failed.status in GONE:
            gone = Record(lease.key, "page", row.url, {}, self._run, gone=True)
            desk.records.append([gone], batch)
            if desk.harvest is not None:
                self._count_items(desk.harvest.lost(lease.key, batch))
        # A dead link says something about links like it, a dead server nothing.
        self._tell_links(lease, Arrival(relevance=0.0 if failed.status else None), batch)
        self._settle(lease, batch, free, msgspec.structs.replace(row, page=ref))

    def redirected(
        self,
        lease: Lease,
        outcome: FetchOutcome,
        target: Candidate | tuple[Candidate, Refused],
        seen: "Seen",
    ) -> None:
        batch = self._desk.store.batch()
        free = self._desk.gate.settled(lease, outcome, batch)
        to = target if isinstance(target, Candidate) else target[0]
        if isinstance(target, Candidate):
            self._offer([target], batch)
        elif self.row(to.url.key) is None:  # a seed may be read where no other way leads
            self._note_refusals([target], batch)
        row = self._page_row(lease, PageState.REDIRECTED, seen)
        self._count_answer(seen)
        if self._desk.harvest is not None:
            self._count_items(self._desk.harvest.redirected(lease.key, to.url, batch))
        self._tell_links(lease, Arrival(moved_to=to.url.identity), batch)
        row = msgspec.structs.replace(row, final_url=to.url.href, reason=seen.remark)
        self._settle(lease, batch, free, row)

    def read(self, lease: Lease, outcome: FetchOutcome, seen: "Seen", found: Digest) -> None:
        """A page was read: everything it yielded becomes true at once."""
        desk, tally = self._desk, self.tally
        batch = desk.store.batch()
        free = desk.gate.settled(lease, outcome, batch)
        row = self._read_row(lease, seen, found)
        self._offer(found.candidates, batch)
        self._suspect(lease.candidate, found, batch)
        self._note_refusals(found.refused, batch)
        desk.learn(lease.candidate.url, found.novel, batch)
        if self._pupil is not None and found.view is not None and _teaches(found, seen):
            self._pupil.learn(Lesson(lease.key, found.view, found.verdict), batch)
        desk.content.remember(row.identity, found.fingerprint, found.simhash, batch)
        tally.count_records(
            "page", desk.records.append([page_record(row, found, lease.key)], batch)
        )
        if desk.harvest is not None:
            room = self._room_for_items()
            self._count_items(desk.harvest.book(found, row, lease.key, batch, room))
        self._count_answer(seen)
        self._count_read(found, seen)
        self._seeds.note(row.seed, batch, relevant=row.relevant)
        self._bookmarked.note(found.marks, batch)
        relevance = 0.0 if found.is_sham else found.verdict.score
        terms = self._tell_links(lease, Arrival(relevance, True, found.weighed), batch)
        if terms:
            row = msgspec.structs.replace(row, link_terms=terms)
        self._settle(lease, batch, free, row)

    def probed(
        self, lease: Lease, outcome: FetchOutcome, seen: "Seen", found: Digest | None
    ) -> None:
        """How a host answers for what cannot be: no page, and no failure that would count."""
        batch = self._desk.store.batch()
        free = self._desk.gate.settled(lease, outcome, batch)
        row = self._row(lease, PageState.FAILED, "probe", status=seen.page.status)
        self._count_answer(seen)
        if found is not None:
            self._unmask(lease.candidate.url, found, batch)
        self._settle(lease, batch, free, row)

    # ---- the parts they share --------------------------------------------------------------------

    def propose(self, candidates: Sequence[Candidate]) -> int:
        """Seeds and whatever else comes from outside a visit; answers how many were new."""
        batch = self._desk.store.batch()
        new = self._offer(candidates, batch)
        self._commit(batch)
        return new

    def note(self, refused: Sequence[tuple[Candidate, Refused]]) -> None:
        """Keep refusals that happened outside a visit."""
        batch = self._desk.store.batch()
        self._note_refusals(refused, batch)
        self._commit(batch)

    def _tell_links(self, lease: Lease, arrival: Arrival, batch: Batch) -> tuple[ScoreTerm, ...]:
        if self.links is None:
            return ()
        return self.links.book(lease.candidate, arrival, batch)

    def _offer(self, candidates: Sequence[Candidate], batch: Batch) -> int:
        if not candidates:
            return 0
        new = 0
        for candidate, added in zip(
            candidates, self._desk.frontier.add(candidates, batch), strict=True
        ):
            if added.entry is Entry.NEW:
                new += 1
            elif added.entry is Entry.KNOWN:
                self.tally.links_known += 1
            else:
                trapped = self._link_row(candidate, PageState.QUARANTINED, Refusal.TRAP, added.rule)
                self._put_row(candidate.url.key, trapped, batch)
                self.tally.count_refusal(Refusal.TRAP)
        return new

    def _suspect(self, candidate: Candidate, found: Digest, batch: Batch) -> None:
        """A host that says the same again and again is asked for what cannot be, too."""
        if found.sighting.duplicate_of and not found.is_sham:
            probe = self._desk.missing.suspicion(candidate.url, found.sighting.duplicate_of)
            if probe:
                named_on = candidate.url.identity
                self._offer(
                    [Candidate(parse(probe), candidate.depth, 1.0, Via.PROBE, named_on)], batch
                )

    def _unmask(self, url: Url, found: Digest, batch: Batch) -> None:
        """Pages like that are none, those included that were read before it was known."""
        desk = self._desk
        missing, records = desk.missing, []
        for identity in missing.learn(url, found.fingerprint, found.simhash, batch):
            key = key_of(identity)
            before = self.row(key)
            row = before and missing.unmasked(before, url)
            if before is None or row is None:
                continue
            batch.put(Family.PAGES, key, _encode(row))
            self.tally.relevant -= before.relevant
            if (record := desk.records.holds(key)) and not record.gone:
                fields = {**record.fields, "soft_404": True, "relevant": False}
                records.append(msgspec.structs.replace(record, fields=fields))
        desk.records.append(records, batch)

    def _note_refusals(self, refused: Sequence[tuple[Candidate, Refused]], batch: Batch) -> None:
        for candidate, why in refused:
            row = self._link_row(candidate, PageState.REFUSED, why.reason, why.rule)
            self._put_row(candidate.url.key, row, batch)
            self.tally.count_refusal(why.reason)

    def _put_row(self, key: bytes, row: PageRow, batch: Batch) -> None:
        batch.put(Family.PAGES, key, _encode(row))
        self.changed.note(key)

    def _settle(self, lease: Lease, batch: Batch, free: float, row: PageRow) -> None:
        desk = self._desk
        desk.frontier.settle(lease, batch, host_free_at=free)
        self.tally.settled += 1
        self._put_row(lease.key, self._with_history(lease.key, row), batch)
        if row.state is not PageState.REFUSED:
            self._spend(lease, row.bytes, batch)
        self._commit(batch)
        self._say(lease, row)

    def _say(self, lease: Lease, row: PageRow) -> None:
        clock = self._desk.clock
        self._tell(
            Visited(
                at=clock.now(),
                url=row.url,
                state=row.state,
                reason=row.reason,
                status=row.status,
                bytes=row.bytes,
                milliseconds=1000 * (clock.ticks() - lease.granted_at),
                relevant=row.relevant,
            )
        )

    def _spend(self, lease: Lease, size: int, batch: Batch) -> None:
        """The host was asked once more."""
        desk, host = self._desk, lease.candidate.url.host
        if desk.budgets.limited:
            seconds = desk.clock.ticks() - lease.granted_at
            spent = desk.budgets.spend(host, pages=1, size=size, seconds=seconds)
            batch.put(Family.META, f"budget/{self._run}/{host}".encode(), _encode(spent))

    def _commit(self, batch: Batch) -> None:
        batch.put(Family.META, b"tally/" + self._run.encode(), _encode(self.tally))
        if self._desk.pages is not None:
            self._desk.pages.remember(batch)
        for also in self._once:
            also(batch)
        self._once.clear()
        self._desk.store.commit(batch)

    def _with_history(self, key: bytes, row: PageRow) -> PageRow:
        before = self.row(key)
        last = before.last_read if before else None
        change = _change(row, last)
        moment = Moment(row.fetched_at, self._run, row.state, row.reason, row.status, change)
        history = (*(before.history if before else ()), moment)[-REMEMBERED_MOMENTS:]
        kept = None
        if last is not None and row.state not in READ and change != Change.GONE:
            kept = msgspec.structs.replace(last, history=(), kept=None)
        return msgspec.structs.replace(row, history=history, kept=kept)

    def _link_row(
        self, candidate: Candidate, state: PageState, reason: str, rule: str = ""
    ) -> PageRow:
        return PageRow(
            url=candidate.url.href,
            identity=candidate.url.identity,
            run=self._run,
            state=state,
            reason=reason,
            rule=rule,
            depth=candidate.depth,
            priority=candidate.priority,
            via=candidate.via,
            found_on=candidate.found_on,
            fetched_at=self._desk.clock.now(),
            seed=candidate.seed,
        )

    def _row(
        self, lease: Lease, state: PageState, reason: str = "", *, rule: str = "", status: int = 0
    ) -> PageRow:
        row = self._link_row(lease.candidate, state, reason, rule)
        return msgspec.structs.replace(row, status=status, order=self.tally.settled + 1)

    def _page_row(self, lease: Lease, state: PageState, seen: "Seen") -> PageRow:
        page = seen.page
        return msgspec.structs.replace(
            self._row(lease, state, status=page.status),
            media_type=page.media_type,
            fetched_at=page.fetched_at,
            bytes=page.body.size,
            content_hash=seen.content_hash,
            page=seen.ref,
            etag=page.headers.get("etag"),
            last_modified=page.headers.get("last-modified"),
            rendered=page.rendered,
        )

    def _read_row(self, lease: Lease, seen: "Seen", found: Digest) -> PageRow:
        document, verdict = found.document, found.verdict
        reason = "soft-404" if found.soft_404 else "wall" if found.wall else seen.remark
        return msgspec.structs.replace(
            self._page_row(
                lease, PageState.UNCHANGED if seen.unchanged else PageState.FETCHED, seen
            ),
            reason=reason,
            rule=found.soft_404 or found.wall,
            fingerprint=found.fingerprint,
            simhash=found.simhash,
            near_duplicate_of=found.sighting.near_duplicate_of,
            title=document.title,
            language=document.language,
            relevance=verdict.score,
            relevant=verdict.relevant and not found.is_sham,
            score_terms=verdict.terms,
            noindex=document.robots.hides(seen.page.fetched_at),
            links_suppressed=found.links_suppressed,
        )

    def _count_fetch(self, failed: Failed) -> None:
        tally = self.tally
        tally.fetches += 1
        tally.fetch_seconds += failed.timing.total
        if failed.status:
            tally.count_status(failed.status)
        else:
            tally.errors += 1

    def _room_for_items(self) -> int | None:
        most = self.most_items()
        return None if most is None else max(0, most - self.tally.items)

    def _count_items(self, booked: Booked) -> None:
        for kind in booked.new:
            self.tally.count_records(kind)
        self.tally.items += len(booked.new)
        self.tally.items_gone += booked.gone

    def _count_answer(self, seen: "Seen") -> None:
        tally, page = self.tally, seen.page
        tally.fetches += 1
        tally.fetch_seconds += page.timing.total
        tally.rendering_seconds += page.timing.rendering
        tally.bytes += page.body.size
        tally.wire_bytes += page.wire_bytes
        tally.count_status(304 if seen.unchanged else page.status or 200)

    def _count_read(self, found: Digest, seen: "Seen") -> None:
        tally, counts = self.tally, found.counts
        tally.pages += 1
        tally.relevant += found.verdict.relevant and not found.is_sham
        tally.duplicates += bool(found.sighting.duplicate_of)
        tally.near_duplicates += bool(found.sighting.near_duplicate_of)
        tally.links_collected += counts.collected
        tally.links_known += counts.known
        tally.links_cross_site += counts.cross_site
        tally.links_excluded += counts.excluded
        tally.items_dropped += found.extracted.dropped
        tally.value_problems += found.extracted.problems
        tally.count_templates(found.extracted.expected, found.extracted.silent)
        tally.count_fields(found.extracted.fields)
        tally.templated_pages += bool(found.extracted.templates)
        tally.processing_seconds += seen.processing_seconds
        tally.count_page_of(seen.worker)


def _teaches(found: Digest, seen: "Seen") -> bool:
    """Copies, walls and what was read before would count twice, or for nothing."""
    return found.novel and not seen.unchanged


def _change(row: PageRow, last: PageRow | None) -> str:
    """What this visit says of the page, given how it was when last read."""
    if row.state in READ:
        if last is None:
            return Change.NEW
        is_same = (row.content_hash or row.fingerprint) == (last.content_hash or last.fingerprint)
        return Change.UNCHANGED if is_same or row.state is PageState.UNCHANGED else Change.CHANGED
    return Change.GONE if last is not None and row.status in GONE else ""


class Seen(Struct):
    """A page as the ledger needs it: where it was kept, and how it was come by."""

    page: Page
    ref: PageRef | None
    content_hash: str = ""
    unchanged: bool = False
    worker: int = 0
    processing_seconds: float = 0.0
    remark: str = ""  # "media-type": nothing could read it; "downgrade": https leads to http


def http_error(page: Page) -> Failed:
    """A 4xx or 5xx answer as the failure it is."""
    detail = f"the server answered {page.status}"
    return Failed(Failure.HTTP_ERROR, detail, status=page.status, timing=page.timing)
