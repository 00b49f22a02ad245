"""The web at its worst, on loopback: every trap with its true answer, and a judge.

    with serve_hostile_web() as web:
        rows = crawl(seeds=HOSTILE_WEB.seeds, resolve=web.resolve, limits=HOSTILE_WEB.limits)
    for complaint in HOSTILE_WEB.judge(rows, web.requests): print(complaint)

`python -m bowerbird.testing.hostile_web --port 8082` serves it from a process of its own.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from bowerbird.testing.hostile_web.answers import answer_traps
from bowerbird.testing.hostile_web.bodies import body_traps
from bowerbird.testing.hostile_web.browsers import browser_traps
from bowerbird.testing.hostile_web.charsets import charset_traps
from bowerbird.testing.hostile_web.documents import document_traps
from bowerbird.testing.hostile_web.files import file_traps
from bowerbird.testing.hostile_web.http import http_traps
from bowerbird.testing.hostile_web.judging import RowLike, judge, judge_log
from bowerbird.testing.hostile_web.lists import list_traps
from bowerbird.testing.hostile_web.mazes import maze_traps
from bowerbird.testing.hostile_web.redirects import redirect_traps
from bowerbird.testing.hostile_web.repeats import politeness_traps, repeat_traps
from bowerbird.testing.hostile_web.robots import robots_traps
from bowerbird.testing.hostile_web.server import HostileServer, serve_traps
from bowerbird.testing.hostile_web.urls import url_traps
from bowerbird.testing.hostile_web.values import LIMITS, Expect, Heard, Limits, Script, Trap


class HostileWeb:
    """All traps, or some of them."""

    def __init__(self, traps: Iterable[Trap]) -> None:
        self.traps = tuple(traps)
        self.limits = LIMITS

    @property
    def seeds(self) -> tuple[str, ...]:
        """Where a crawl of all traps begins."""
        return tuple(seed for trap in self.traps for seed in trap.seeds)

    def only(self, *names: str) -> "HostileWeb":
        """The traps of these groups or names."""
        known = {trap.group for trap in self.traps} | {trap.name for trap in self.traps}
        unknown = set(names) - known
        if unknown:
            msg = f"no trap or group is called {', '.join(sorted(unknown))}; see HOSTILE_WEB.traps"
            raise KeyError(msg)
        return HostileWeb(t for t in self.traps if t.group in names or t.name in names)

    def judge(
        self, rows: Mapping[str, RowLike] | None, requests: Iterable[Heard]
    ) -> dict[str, list[str]]:
        """The traps a crawler fell into, by name, and what it did wrong there."""
        heard = list(requests)
        judged = {trap.name: judge(trap, rows, heard) for trap in self.traps}
        return {name: complaints for name, complaints in judged.items() if complaints}


HOSTILE_WEB = HostileWeb(
    (
        *robots_traps(), *http_traps(), *answer_traps(), *redirect_traps(), *body_traps(),
        *charset_traps(), *url_traps(), *document_traps(), *file_traps(), *list_traps(),
        *maze_traps(), *repeat_traps(), *politeness_traps(),
    )
)  # fmt: skip

FOR_BROWSERS = HostileWeb(browser_traps())  # for crawlers that run scripts; the rest is above


@contextmanager
def serve_hostile_web(
    port: int = 0, *, patience: float = 30.0, traps: Iterable[Trap] = HOSTILE_WEB.traps
) -> Iterator[HostileServer]:
    """Serve it on 127.0.0.1 from a thread until the block ends; stalls last `patience` seconds."""
    with serve_traps(traps, port, patience=patience) as web:
        yield web


__all__ = [
    "FOR_BROWSERS", "HOSTILE_WEB", "LIMITS", "Expect", "Heard", "HostileServer", "HostileWeb",
    "Limits", "RowLike", "Script", "Trap", "judge", "judge_log", "serve_hostile_web",
]  # fmt: skip
