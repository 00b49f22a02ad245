"""Bowerbird in the hostile web: the traps it falls into are listed, trap by trap."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bowerbird import Workspace
from bowerbird.model.errors import UsageError
from bowerbird.model.events import Progress
from bowerbird.testing.hostile_web import HOSTILE_WEB, Heard, HostileWeb, serve_hostile_web
from bowerbird.web.url import parse
from bowerbird.workspace.projects import Project
from bowerbird.workspace.runs import Run

pytestmark = pytest.mark.slow

MAZES = tuple(t.name for t in HOSTILE_WEB.only("traps").traps if t.name != "maze-farm")
GROUPS = {
    "manners": ("robots", "http", "politeness", "dedup", "redirects", "urls", "charsets"),
    "bodies and markup": ("bodies", "html"),
    "documents": ("files", "lists"),
    "mazes": MAZES,
    "farm": ("maze-farm",),
}
# Those that the brakes know for what they are; the others end by their host's budget alone.
BRAKED = (
    "maze-calendar", "maze-calendar-path", "maze-accretion", "maze-repeats", "maze-query-values",
    "maze-sessions", "maze-sessions-in-path", "maze-sorts", "maze-branching", "maze-soft",
    "maze-next-page", "maze-slashes", "maze-encoded", "maze-beside", "maze-farm",
)  # fmt: skip
PLAN: Mapping[str, Any] = {
    "scope.stay": "any",
    "scope.include": ["domain(hostile.test) or domain(farm.test)"],
    "fetch.allow_private": True,
    "fetch.limits": {
        "connect_seconds": HOSTILE_WEB.limits.connect_seconds,
        "first_byte_seconds": HOSTILE_WEB.limits.first_byte_seconds,
        "total_seconds": HOSTILE_WEB.limits.total_seconds,
        "minimum_speed": HOSTILE_WEB.limits.minimum_bytes_per_second,
        "slow_after_seconds": 1,
    },
    "politeness.delay": HOSTILE_WEB.limits.pause_seconds,
    "politeness.robots_timeout": 2,
    "politeness.robots_retry_first": 1,
    "politeness.robots_retry_dead": 0.3,
    "politeness.backoff_first": HOSTILE_WEB.limits.backoff_seconds,
    "retry.attempts": HOSTILE_WEB.limits.attempts,
    "retry.first_pause": 0.3,
    "budget.host_pages": HOSTILE_WEB.limits.pages_per_host,
    "budget.max_seconds": 90,
    "speed.concurrency": 64,
}
RESTING = 5  # looks in a row, a second apart, at a run that only waits


@dataclass(frozen=True)
class Row:
    """What the product says of a URL."""

    state: str
    reason: str
    status: int = 0
    title: str = ""
    final_url: str = ""
    noindex: bool = False


class Crawled:
    """A crawl of some traps, as the product and as the server tell it."""

    def __init__(self, project: Project, run: Run, requests: list[Heard]) -> None:
        self.project = project
        self.summary = run.summary()
        self.requests = requests
        names = Row.__dataclass_fields__
        self.rows = {
            parse(line["url"]).identity: Row(**{name: line[name] for name in names})
            for line in project.pages()
        }

    def judged(self, web: HostileWeb) -> str:
        """What it got wrong, a line for each complaint."""
        for url in {url for trap in web.traps for url in trap.expect} - self.rows.keys():
            self._look_at(url)
        wrong = web.judge(self.rows, self.requests)
        return "\n".join(complaint for complaints in wrong.values() for complaint in complaints)

    def _look_at(self, url: str) -> None:
        """What waits has no row yet, and what is no address to crawl never has one."""
        with suppress(UsageError):
            facts = self.project.explain(url)
            if facts["state"] != "unknown":
                self.rows[url] = Row(facts["state"], facts["reason"])


def crawl(web: HostileWeb, home: Path, **changes: Any) -> Crawled:
    """Crawl these traps until all that is left has to wait for its time."""
    with serve_hostile_web(traps=web.traps) as server:
        project = Workspace(home).project("hostile")
        plan = {**PLAN, "fetch.resolve": [server.resolve], **changes}
        run = project.crawl(*web.seeds, changes=plan)
        rests = 0
        for event in run.events():
            if isinstance(event, Progress):
                rests = rests + 1 if event.queued and not event.leased else 0
                if rests == RESTING:
                    run.stop()
        run.wait(30)
        return Crawled(project, run, list(server.requests))


def test_every_trap_is_in_a_group():
    groups = [HOSTILE_WEB.only(*names).traps for names in GROUPS.values()]

    judged = [trap.name for traps in groups for trap in traps]
    assert sorted(judged) == sorted(trap.name for trap in HOSTILE_WEB.traps)


@pytest.mark.parametrize("group", GROUPS)
def test_bowerbird_gets_every_trap_right(group: str, tmp_path: Path):
    web = HOSTILE_WEB.only(*GROUPS[group])

    crawled = crawl(web, tmp_path)

    wrong = crawled.judged(web)
    if wrong:
        pytest.fail(f"of {len(web.traps)} traps these caught Bowerbird:\n{wrong}", pytrace=False)


def test_brakes_end_a_maze_without_any_budget_and_keep_what_they_hold(tmp_path: Path):
    web = HOSTILE_WEB.only(*BRAKED)

    crawled = crawl(web, tmp_path, **{"budget.host_pages": None})

    assert crawled.judged(web) == ""
    assert crawled.summary["state"] == "completed"
    held = [parse(url).host for url, row in crawled.rows.items() if row.state == "quarantined"]
    mazes = {"maze-farm" if host.endswith(".farm.test") else host.split(".")[0] for host in held}
    assert mazes == set(BRAKED)


def test_the_guard_keeps_all_of_it_out_unless_a_person_opens_it(tmp_path: Path):
    web = HOSTILE_WEB.only("urls", "redirects")

    crawled = crawl(web, tmp_path, **{"fetch.allow_private": False})

    fates = {(row.state, row.reason) for row in crawled.rows.values()}
    assert fates == {("refused", "private-address")}
    assert crawled.requests == []
