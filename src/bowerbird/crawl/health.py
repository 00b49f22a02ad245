"""Is this crawl worth going on with? Each rule is one sentence, with the numbers behind it."""

from collections import Counter, deque
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

from bowerbird.crawl.options import HealthOptions
from bowerbird.crawl.pace import Pace
from bowerbird.crawl.statistics import Tally
from bowerbird.model.events import Health, Progress, Severity, Visited
from bowerbird.model.outcomes import Failure, Refusal
from bowerbird.model.pagerow import PageState

WINDOW = 50  # visits; the harvest rule of the literature looks at as many pages
FEW_HOSTS = 3  # with so few, the pause of one of them is the pace of the run
LONG_PAUSE = 5.0  # seconds
SILENT = 5  # pages in a row on which a template found nothing
HELD = 10  # URLs; fewer in quarantine are not worth a word
Pauses = Callable[[str], tuple[float, str]]  # host → seconds between requests, and why


class HealthWatch:
    """Looks at the last visits and says, once per rule and site, what a person should know."""

    def __init__(
        self,
        options: HealthOptions,
        free_bytes: Callable[[], int],
        pauses: Pauses = lambda _: (0.0, ""),
    ) -> None:
        self._options = options
        self._free_bytes = free_bytes
        self._pauses = pauses
        self._pace = Pace()
        self._visits: deque[Visited] = deque(maxlen=max(WINDOW, options.no_relevant_in))
        self._said: set[str] = set()
        self._last_visit: float | None = None
        self._announced: list[tuple[str, str]] = []

    def announce(self, rule: str, sentence: str) -> None:
        """Something known before the first visit; told with the first look, when people watch."""
        self._announced.append((rule, sentence))

    def note(self, visited: Visited) -> None:
        self._visits.append(visited)
        self._last_visit = visited.at
        self._said.discard("stalled")

    @property
    def stops_early(self) -> bool:
        return self._options.stop_early

    def look(self, progress: Progress, tally: Tally) -> list[Health]:
        """What is new to say."""
        self._pace.look(tally.seconds, tally.pages)
        found: list[Health] = []
        rules = (
            self._known_before(progress),
            self._limited_by_servers(progress),
            self._off_topic(progress),
            self._slow(progress),
            self._slowed_down(progress),
            self._long_pause(progress),
            self._stalled(progress),
            self._repeats(progress, tally),
            self._traps(progress, tally),
            self._robots(progress, tally),
            self._silent_templates(progress, tally),
            self._lost_fields(progress, tally),
            self._login_wall(progress),
            self._low_disk(progress, self._free_bytes()),
        )
        for rule in rules:
            for health in rule:
                told = health.evidence
                about = told.get("host") or (told.get("template"), told.get("field"))
                name = f"{health.rule} {about}"
                if name not in self._said:
                    self._said.add(name)
                    found.append(health)
        return found

    def at_the_end(self, progress: Progress, budget_pages: int | None) -> list[Health]:
        """What is worth saying of a run that ran out of links."""
        if progress.queued or not progress.pages:
            return []  # of a run that read nothing, the fate of its seeds says more
        if budget_pages is None and progress.pages > 20:
            return []
        if budget_pages is not None and progress.pages >= budget_pages / 10:
            return []
        return [
            Health(
                progress.at,
                "ran-out",
                Severity.INFO,
                f"Ran out of links after {_pages(progress.pages)}. "
                "Add seeds, or widen the scope or the depth.",
                {"pages": progress.pages},
            )
        ]

    def unused_templates(self, progress: Progress, tally: Tally) -> list[Health]:
        """What is worth saying at the end of templates that were for no page at all."""
        return [
            Health(
                progress.at,
                "template-unused",
                Severity.WARN,
                f"The template {name} was for none of {_pages(progress.pages)}: its rules fit no "
                "URL that was read. `bowerbird fields test URL` tells whether they fit one.",
                {"template": name, "pages": progress.pages},
            )
            for name, pages in tally.pages_by_template.items()
            if progress.pages and not pages
        ]

    def _silent_templates(self, progress: Progress, tally: Tally) -> Iterator[Health]:
        for name, pages in tally.silent_in_a_row.items():
            if pages >= SILENT:
                yield Health(
                    progress.at,
                    "template-silent",
                    Severity.WARN,
                    f"The template {name} found nothing on the last {_pages(pages)} that it is "
                    "for: the site may look different now. `bowerbird fields test URL` shows what "
                    "each field finds; `bowerbird fields repair URL` proposes new selectors, and "
                    "`bowerbird records rebuild` applies them.",
                    {"template": name, "pages": pages},
                )

    def _lost_fields(self, progress: Progress, tally: Tally) -> Iterator[Health]:
        for template, fields in tally.lost_in_a_row.items():
            for name, pages in fields.items():
                if pages >= SILENT:
                    yield Health(
                        progress.at,
                        "field-lost",
                        Severity.WARN,
                        f"The field {name} of the template {template} found too little on the last "
                        f"{_pages(pages)} that had items: the site may look different now. "
                        "`bowerbird fields repair URL` proposes a selector, with rows before and "
                        "after.",
                        {"template": template, "field": name, "pages": pages},
                    )

    def _known_before(self, progress: Progress) -> Iterator[Health]:
        for rule, sentence in self._announced:
            yield Health(progress.at, rule, Severity.WARN, sentence)

    def _limited_by_servers(self, progress: Progress) -> Iterator[Health]:
        limited = Counter(
            _host(visit)
            for visit in self._visits
            if visit.status in (429, 503) or visit.reason == Failure.RATE_LIMITED
        )
        for host, times in limited.items():
            if times >= 3:
                pause, because = self._pauses(host)
                yield Health(
                    progress.at,
                    "rate-limited",
                    Severity.WARN,
                    f"{host} is limiting us: {times} of the last {len(self._visits)} visits were "
                    f"turned away. Bowerbird has slowed down for it{because and f': {because}'}.",
                    {"host": host, "times": times, "pause": pause},
                )

    def _off_topic(self, progress: Progress) -> Iterator[Health]:
        read = [visit for visit in self._visits if visit.state == PageState.FETCHED]
        if len(read) < WINDOW:
            return
        relevant = sum(visit.relevant for visit in read)
        if len(read) >= self._options.no_relevant_in and not relevant:
            yield Health(
                progress.at,
                "nothing-relevant",
                Severity.STOP,
                f"None of the last {len(read)} pages was relevant. "
                "The topic or the threshold may not fit these sites.",
                {"pages": len(read)},
            )
        elif relevant / len(read) < self._options.lowest_harvest:
            yield Health(
                progress.at,
                "off-topic",
                Severity.WARN,
                f"The crawl is drifting off topic: {relevant} of the last {len(read)} pages "
                "matched. Tighten the scope or exclude a site.",
                {"relevant": relevant, "pages": len(read)},
            )

    def _slow(self, progress: Progress) -> Iterator[Health]:
        times = sorted(visit.milliseconds for visit in self._visits if visit.status)
        if len(times) >= 10 and times[len(times) // 2] > self._options.slow_fetch_ms:
            median = times[len(times) // 2]
            yield Health(
                progress.at,
                "slow",
                Severity.WARN,
                f"These sites are slow: half of the answers take over {median / 1000:.1f} s.",
                {"median_ms": round(median)},
            )

    def _slowed_down(self, progress: Progress) -> Iterator[Health]:
        first, now = self._pace.first, self._pace.now
        if first and now is not None and now < first / 4 and progress.queued:
            yield Health(
                progress.at,
                "slowed-down",
                Severity.WARN,
                f"The crawl has slowed down: {now:.0f} pages a minute, {first:.0f} in its first "
                f"five minutes. {progress.queued} URLs and {progress.hosts_waiting} hosts wait.",
                {"pages_a_minute": round(now, 1), "at_first": round(first, 1)},
            )

    def _long_pause(self, progress: Progress) -> Iterator[Health]:
        hosts = {_host(visit) for visit in self._visits} - {""}
        if len(hosts) > FEW_HOSTS or not progress.queued:
            return
        for host in sorted(hosts):
            pause, because = self._pauses(host)
            if pause >= LONG_PAUSE:
                yield Health(
                    progress.at,
                    "long-pause",
                    Severity.INFO,
                    f"{host} gives {3600 / pause:.0f} pages an hour at the most: {because}.",
                    {"host": host, "pause": pause},
                )

    def _stalled(self, progress: Progress) -> Iterator[Health]:
        if self._last_visit is None:
            self._last_visit = progress.at
        idle = progress.at - self._last_visit
        if idle >= self._options.stalled_after and (progress.leased or progress.queued):
            yield Health(
                progress.at,
                "stalled",
                Severity.WARN,
                f"Nothing was completed for {idle:.0f} s: waiting for "
                f"{progress.leased} answers and for the turn of {progress.hosts_waiting} hosts.",
                {"idle_seconds": round(idle), "hosts_waiting": progress.hosts_waiting},
            )

    def _repeats(self, progress: Progress, tally: Tally) -> Iterator[Health]:
        if tally.pages < WINDOW:
            return
        repeats = tally.duplicates + tally.near_duplicates
        share = repeats / tally.pages
        if share > self._options.duplicate_share:
            yield Health(
                progress.at,
                "repeats",
                Severity.WARN,
                f"{share:.0%} of the pages repeat others (a calendar or a session trap?). "
                "`bowerbird pages` shows them; exclude their pattern.",
                {"duplicates": repeats, "pages": tally.pages},
            )

    def _traps(self, progress: Progress, tally: Tally) -> Iterator[Health]:
        held = tally.refused.get(Refusal.TRAP, 0)
        if held >= HELD:
            yield Health(
                progress.at,
                "traps",
                Severity.INFO,
                f"{held} URLs and counting look like a trap (a calendar, sessions, an endless "
                "path) and are held. `bowerbird pages --state quarantined` shows them, "
                "`bowerbird run release` lets them go.",
                {"held": held},
            )

    def _robots(self, progress: Progress, tally: Tally) -> Iterator[Health]:
        refused = tally.refused.get(Refusal.ROBOTS, 0)
        asked = refused + tally.pages
        if refused >= 5 and refused > 0.8 * asked:
            yield Health(
                progress.at,
                "robots",
                Severity.WARN,
                f"robots.txt forbids {refused} of {asked} URLs here. `bowerbird explain URL` "
                "shows the line.",
                {"refused": refused, "asked": asked},
            )

    def _login_wall(self, progress: Progress) -> Iterator[Health]:
        walls = Counter(
            _host(visit)
            for visit in self._visits
            if visit.status in (401, 403) or visit.reason == "wall"
        )
        for host, times in walls.items():
            if times >= 5:
                yield Health(
                    progress.at,
                    "login",
                    Severity.WARN,
                    f"{host} asks for a login or keeps robots out: {times} of the last "
                    f"{len(self._visits)} visits got 401, 403 or a page that says so.",
                    {"host": host, "times": times},
                )

    def _low_disk(self, progress: Progress, free_bytes: int) -> Iterator[Health]:
        if free_bytes < self._options.low_disk_bytes:
            yield Health(
                progress.at,
                "low-disk",
                Severity.STOP,
                f"Low disk: {free_bytes / 1e9:.1f} GB left; pausing. "
                "Make room, then `bowerbird run resume`.",
                {"free_bytes": free_bytes},
            )


def _host(visit: Visited) -> str:
    return urlsplit(visit.url).hostname or ""


def _pages(count: int) -> str:
    return "1 page" if count == 1 else f"{count} pages"
