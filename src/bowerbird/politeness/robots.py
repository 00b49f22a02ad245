"""What is known of every origin's robots.txt: kept a day, survived by the last good copy."""

import asyncio

import msgspec

from bowerbird.model.outcomes import Postponed, Refusal, Refused
from bowerbird.model.ports import Clock
from bowerbird.model.storage import Batch, Store
from bowerbird.politeness.options import PolitenessOptions
from bowerbird.politeness.recent import Recent
from bowerbird.politeness.robots_answers import Absent, Barred, Finding, Found, Unreachable
from bowerbird.politeness.robots_records import (
    RobotsRecord,
    keep_record,
    packed,
    read_record,
    unpacked,
)
from bowerbird.web.robots import RobotsRules, parse_robots
from bowerbird.web.url import Url

KEPT_RULES = 100_000  # rules in memory, some 300 bytes each; origins beyond are read from the store
SHORTEST_RETRY = 0.05  # even a plan without pauses does not ask a broken server in a loop
MOST_DOUBLINGS = 40
FORBIDDEN = frozenset({401, 403})
NO_RULES = parse_robots(b"", "")
UNREAD = Refused(Refusal.ROBOTS_UNREACHABLE, "robots.txt was not read yet")


class Chase:
    """A question under way: where it has been sent to, and what it waits for."""

    __slots__ = ("been", "home", "hops", "target", "waits")

    def __init__(self, target: Url) -> None:
        self.home = target.host
        self.target = target
        self.hops = 0
        self.been = {target.href}
        self.waits: Postponed | None = None  # the turn of another host, or a pause in between


class Standing:
    """What is known of one origin now. Times are `Clock.ticks()`."""

    __slots__ = (
        "asking", "because", "chase", "fetched_at", "fresh_until", "origin", "refusal", "retry_at",
        "rules", "status", "tries", "unkept",
    )  # fmt: skip

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.fresh_until = float("-inf")  # until then `rules`, or `refusal` where there are none
        self.rules: RobotsRules | None = None
        self.refusal = UNREAD
        self.retry_at = float("-inf")  # nobody asks before
        self.status = 0  # of the last good answer; 0: never answered
        self.fetched_at = 0.0  # when that was, seconds since 1970
        self.tries = 0  # in a row that failed, in this run
        self.because = ""  # why the last one failed
        self.asking: asyncio.Event | None = None  # set when whoever asks is done
        self.chase: Chase | None = None  # a question that was not finished yet
        self.unkept: RobotsRecord | None = None  # not yet in a batch


class RobotsCache:
    """The standing of origins, from memory or from the store. It asks nobody itself."""

    def __init__(self, options: PolitenessOptions, store: Store, clock: Clock) -> None:
        self._options = options
        self._store = store
        self._clock = clock
        self._standings: Recent[Standing] = Recent(KEPT_RULES)
        self._found: set[int] = set()

    @property
    def found(self) -> int:
        """How many origins have a robots.txt, of those met in this run."""
        return len(self._found)

    def of(self, origin: str) -> Standing:
        """What is known of the origin; it may be out of date."""
        standing = self._standings.get(origin)
        if standing is None:
            standing = Standing(origin)
            record = self.record(standing)
            if record.fetched_at:
                self._stand_by(standing, record)
            self._remember(standing)
        return standing

    def record(self, standing: Standing) -> RobotsRecord:
        """The record as it is, or is about to be, in the store."""
        return standing.unkept or read_record(self._store, standing.origin)

    def conclude(self, standing: Standing, finding: Finding) -> None:
        """Whoever asked has an answer."""
        now = self._clock.now()
        match finding:
            case Found():
                validators = (finding.etag, finding.last_modified)
                body = packed(finding.body)
                self._settle(standing, RobotsRecord(now, finding.status, body, *validators))
            case Absent():
                self._settle(standing, RobotsRecord(now, finding.status))
            case Unreachable():
                self._bear(standing, finding)
            case Barred():
                standing.rules, standing.refusal = None, finding.refused
                standing.fresh_until = self._clock.ticks() + max(
                    self._options.robots_retry_first, SHORTEST_RETRY
                )
            case _:  # Unchanged
                record = self.record(standing)
                if not record.fetched_at:
                    return self._bear(standing, Unreachable("the server answered 304 unasked"))
                self._settle(standing, msgspec.structs.replace(record, fetched_at=now))
        return None

    def keep(self, standing: Standing, batch: Batch) -> None:
        """Write what was learnt since the last time."""
        if standing.unkept is not None:
            keep_record(batch, standing.origin, standing.unkept)
            standing.unkept = None

    def patient(self, standing: Standing) -> bool:
        """Is it too early to give up on the URLs that wait?"""
        return standing.tries < self._options.robots_patience

    def _settle(self, standing: Standing, record: RobotsRecord) -> None:
        record = msgspec.structs.replace(record, failing_since=0.0)
        standing.unkept = record
        standing.tries = 0
        standing.because = ""
        standing.retry_at = float("-inf")
        self._stand_by(standing, record)
        self._remember(standing)

    def _stand_by(self, standing: Standing, record: RobotsRecord) -> None:
        """Take over a good answer, for as long as it lasts."""
        standing.status, standing.fetched_at = record.status, record.fetched_at
        standing.rules = NO_RULES
        if record.body:
            standing.rules = parse_robots(unpacked(record.body), self._options.agent)
            self._found.add(hash(standing.origin))
        elif record.status in FORBIDDEN and self._options.cautious_robots:
            rule = f"robots.txt answered {record.status}, which `cautious_robots` takes for no"
            standing.rules, standing.refusal = None, Refused(Refusal.ROBOTS, rule)
        age = max(0.0, self._clock.now() - record.fetched_at)
        standing.fresh_until = self._clock.ticks() + self._options.robots_max_age - age

    def _bear(self, standing: Standing, trouble: Unreachable) -> None:
        """No answer: the last good copy holds for a while, then nothing may be asked for."""
        now, ticks = self._clock.now(), self._clock.ticks()
        standing.tries += 1
        standing.because = trouble.because
        standing.retry_at = ticks + self._pause(standing, trouble)
        record = self.record(standing)
        if not record.failing_since:
            record = msgspec.structs.replace(record, failing_since=now)
            standing.unkept = record
        outage = now - record.failing_since
        relax_after = self._options.robots_relax_after
        if relax_after is not None and outage >= relax_after:
            standing.rules = NO_RULES
            standing.fresh_until = standing.retry_at
        elif record.fetched_at and outage < self._options.robots_stale:
            self._stand_by(standing, record)
            standing.fresh_until = standing.retry_at
        else:
            standing.fresh_until = float("-inf")

    def _pause(self, standing: Standing, trouble: Unreachable) -> float:
        options = self._options
        first, doublings = options.robots_retry_first, standing.tries - 1
        if trouble.dead and self.patient(standing):
            first = options.robots_retry_dead
        elif trouble.dead:
            doublings = standing.tries - options.robots_patience
        pause = min(first * 2.0 ** min(doublings, MOST_DOUBLINGS), options.robots_retry_longest)
        asked = min(trouble.retry_after or 0.0, options.max_retry_after)
        return max(pause, asked, SHORTEST_RETRY)

    def _remember(self, standing: Standing) -> None:
        rules = standing.rules
        weight = 10 + (rules.rule_count + len(rules.sitemaps) if rules else 0)
        self._standings.put(standing.origin, standing, weight)
