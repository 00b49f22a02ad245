"""Asking for robots.txt: one question per origin at a time, each hop in the turn of its host."""

import asyncio

from bowerbird.model.outcomes import (
    Failed,
    Failure,
    FetchOutcome,
    Postponed,
    Redirected,
    Refusal,
    Refused,
)
from bowerbird.model.page import Timing
from bowerbird.model.ports import Clock, Fetcher, FetchRequest, Validators
from bowerbird.politeness.addresses import AddressTurns
from bowerbird.politeness.answers import seconds_to_answer
from bowerbird.politeness.options import PolitenessOptions
from bowerbird.politeness.robots import Chase, RobotsCache, Standing
from bowerbird.politeness.robots_answers import (
    NOWHERE,
    Absent,
    Finding,
    Unreachable,
    finding,
)
from bowerbird.politeness.turns import Turn, Turns
from bowerbird.web.dates import last_modified
from bowerbird.web.robots import MOST_BYTES
from bowerbird.web.url import InvalidUrl, Url, parse

MOST_HOPS = 5  # RFC 9309 §2.3.1.2: at least five are followed, to other hosts as well
SCHEMES = frozenset({"http", "https", "ftp"})
BUSY_PAUSE = 0.05  # when a host has no connection left, nobody knows until when
SHORTEST_RESERVATION = 0.5


class RobotsReader:
    """Brings the standing of an origin up to date."""

    def __init__(
        self,
        options: PolitenessOptions,
        fetcher: Fetcher,
        cache: RobotsCache,
        turns: Turns,
        addresses: AddressTurns,
        clock: Clock,
    ) -> None:
        self._options = options
        self._fetcher = fetcher
        self._cache = cache
        self._turns = turns
        self._addresses = addresses
        self._clock = clock

    async def consult(self, standing: Standing) -> Postponed | Refused | None:
        """None once the standing is fresh; else what its URLs have to do meanwhile.

        Whoever comes while another asks waits for that answer.
        """
        while True:
            now = self._clock.ticks()
            if standing.fresh_until > now:
                return None
            if standing.retry_at > now:
                return self._meanwhile(standing)
            if standing.asking is not None:
                await standing.asking.wait()
                continue
            chase = standing.chase
            if chase is not None and chase.waits is not None and chase.waits.until > now:
                return chase.waits
            await self._ask(standing)

    def _meanwhile(self, standing: Standing) -> Postponed | Refused:
        sentence = f"robots.txt cannot be read: {standing.because}"
        if self._cache.patient(standing):
            return Postponed(standing.retry_at, sentence)
        times = "once" if standing.tries == 1 else f"{standing.tries} times"
        return Refused(Refusal.ROBOTS_UNREACHABLE, f"{sentence}; asked {times}")

    async def _ask(self, standing: Standing) -> None:
        done = standing.asking = asyncio.Event()
        try:
            if standing.chase is None:
                standing.chase = Chase(_robots_url(standing.origin))
            chase = standing.chase
            found = await self._chase(standing, chase)
            if found is not None:
                standing.chase = None
                self._conclude(standing, self._turns.of(chase.home), found)
        finally:  # also when the run is being stopped: nobody shall wait for ever
            standing.asking = None
            done.set()

    async def _chase(self, standing: Standing, chase: Chase) -> Finding | None:
        """Follow the question to its answer; None if it has to wait for a turn on the way."""
        while True:
            turn = self._turns.of(chase.target.host)
            chase.waits = await self._wait_for(turn, standing, chase.home)
            if chase.waits is not None:
                return None
            outcome = await self._request(turn, standing, chase)
            if not isinstance(outcome, Redirected) or chase.hops == MOST_HOPS:
                return finding(outcome, self._clock.now(), hops=chase.hops)
            outcome.page.body.close()
            target = _target(outcome, chase.target)
            if target is None or target.href in chase.been:
                return Absent(NOWHERE)
            chase.target = target
            chase.hops += 1
            chase.been.add(target.href)

    async def _wait_for(self, turn: Turn, standing: Standing, home: str) -> Postponed | None:
        """A question for rules is a request like any other: it has to be the host's turn."""
        if self._addresses.unknown(turn, self._clock.ticks()):
            await self._addresses.look_up(turn)
        now = self._clock.ticks()
        because = f"robots.txt of {standing.origin} waits for the turn of {turn.host}"
        reserved = turn.reserved_until > now and turn.reserved_for != standing.origin
        if turn.free_at > now:
            until = turn.free_at
        elif reserved or self._turns.full(turn, now):
            until = now + max(turn.pause, BUSY_PAUSE)
        else:
            until = self._addresses.claim(turn, now)
        if until <= now:
            turn.reserved_until = 0.0
            return None
        if not reserved and turn.host != home:
            # The other host is busy with its own pages: hold its next turn for this question.
            turn.reserved_for = standing.origin
            turn.reserved_until = until + max(turn.pause, SHORTEST_RESERVATION)
        return Postponed(until, because)

    async def _request(self, turn: Turn, standing: Standing, chase: Chase) -> FetchOutcome:
        token = f"robots.txt of {standing.origin}".encode()
        record = self._cache.record(standing)
        validators = None
        modified = last_modified(record.last_modified, record.fetched_at)
        if record.body and chase.hops == 0 and (record.etag or modified):
            validators = Validators(record.etag, modified)
        request = FetchRequest(chase.target, validators=validators, max_bytes=MOST_BYTES + 1)
        self._turns.begin(turn, token, self._clock.ticks())
        try:
            async with asyncio.timeout(self._options.robots_timeout):
                outcome = await self._fetcher.fetch(request)
        except TimeoutError:
            outcome = Failed(
                Failure.TOTAL_TIMEOUT, timing=Timing(total=self._options.robots_timeout)
            )
        finally:
            turn.in_flight.pop(token, None)
        self._turns.ended(turn, self._clock.ticks(), seconds_to_answer(outcome))
        return outcome

    def _conclude(self, standing: Standing, turn: Turn, found: Finding) -> None:
        """Learn what the answer means for the origin, and for the pauses of its host."""
        self._cache.conclude(standing, found)
        now = self._clock.ticks()
        if isinstance(found, Unreachable) and found.retry_after is not None:
            self._turns.asked_to_wait(turn, found.retry_after, now)
        self.heed_pauses(standing, turn)
        turn.free_at = max(turn.free_at, now + turn.pause)  # a Crawl-delay holds from here on

    def heed_pauses(self, standing: Standing, turn: Turn) -> None:
        """Let the host's turn know what the origin's robots.txt asks for."""
        rules = standing.rules
        asked = max(rules.crawl_delay or 0.0, rules.request_pause or 0.0) if rules else 0.0
        self._turns.hear_robots(turn, standing.origin, asked)


def _robots_url(origin: str) -> Url:
    return parse(f"{origin}/robots.txt")


def _target(redirected: Redirected, asked: Url) -> Url | None:
    try:
        target = parse(redirected.to, asked.href)
    except InvalidUrl:
        return None
    return target if target.scheme in SCHEMES else None
