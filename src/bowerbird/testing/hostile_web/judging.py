"""Whether a crawler fell into a trap: by its rows, and by the server's log alone."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Protocol

from bowerbird.testing.hostile_web.values import Expect, Heard, Trap

GRACE = 0.05  # a server notices a moment late that its client has gone


class RowLike(Protocol):
    """What is read of a page row; `model.pagerow.PageRow` is one."""

    @property
    def state(self) -> str: ...

    @property
    def reason(self) -> str: ...

    @property
    def status(self) -> int: ...

    @property
    def title(self) -> str: ...

    @property
    def final_url(self) -> str: ...

    @property
    def noindex(self) -> bool: ...


def judge(trap: Trap, rows: Mapping[str, RowLike] | None, requests: Iterable[Heard]) -> list[str]:
    """Complaints in sentences; none when all is right. Without rows the log alone judges."""
    heard = list(requests)
    complaints = judge_log(trap, heard)
    if rows is not None:
        for url, expect in trap.expect.items():
            complaints += _judge_row(url, expect, rows.get(url))
    return [f"{trap.name}: {complaint}" for complaint in complaints]


def judge_log(trap: Trap, heard: Sequence[Heard]) -> list[str]:
    """What the server can say of any crawler."""
    said = [_canonical(one) for one in heard]
    complaints = [f"{url} was never asked for" for url in trap.asked if url not in said]
    for prefix in trap.never:
        wrong = [url for url in said if url.startswith(prefix)]
        complaints += [f"{url} was asked for" for url in sorted(set(wrong))]
    for url in trap.once:
        if said.count(url) > 1:
            complaints.append(f"{url} was asked for {said.count(url)} times")
    for prefix, most in trap.at_most:
        count = sum(_counts(url, prefix) for url in said)
        if count > most:
            complaints.append(f"{count} requests below {prefix}, at most {most} are right")
    for prefix, name in trap.never_sent:
        if any(url.startswith(prefix) and name in h.headers for url, h in _paired(said, heard)):
            complaints.append(f"the header {name} was sent to {prefix}")
    for place, least in trap.pauses:
        complaints += _judge_pause(place, least, heard)
    return complaints + _judge_methods(trap, heard)


def _counts(url: str, prefix: str) -> bool:
    about_robots = prefix.endswith("/robots.txt")
    return url.startswith(prefix) and (about_robots or not url.endswith("/robots.txt"))


def _paired(said: Sequence[str], heard: Sequence[Heard]) -> Iterable[tuple[str, Heard]]:
    return zip(said, heard, strict=True)


def _canonical(one: Heard) -> str:
    host = one.host.removesuffix(":80")
    return f"http://{host}{one.target}"


def _judge_pause(place: str, least: float, heard: Sequence[Heard]) -> list[str]:
    starts = sorted(one.started for one in _pages(place, heard))
    short = [later - earlier for earlier, later in pairwise(starts) if later - earlier < least]
    if not short:
        return []
    return [f"{place} was asked again after {min(short):.3f} s, {least} s is right"]


def _pages(place: str, heard: Sequence[Heard]) -> list[Heard]:
    # How long to wait is known only once robots.txt was read.
    return [one for one in heard if one.host == place and one.target != "/robots.txt"]


def _judge_methods(trap: Trap, heard: Sequence[Heard]) -> list[str]:
    hosts = {url.split("/")[2] for url in (*trap.seeds, *trap.replies)}
    own = [one for one in heard if one.host in hosts]
    complaints = [f"{one.method} {one.url} was sent" for one in own if one.method != "GET"]
    return complaints + [
        f"{host} had two requests in flight" for host in sorted(hosts) if _crowded(host, own)
    ]


def _crowded(host: str, heard: Sequence[Heard]) -> bool:
    turns = sorted((one for one in heard if one.host == host), key=lambda one: one.started)
    return any(earlier.ended > later.started + GRACE for earlier, later in pairwise(turns))


def _judge_row(url: str, expect: Expect, row: RowLike | None) -> list[str]:
    if row is None:
        if "unknown" in expect.states:
            return []
        return [f"{url} has no row, should be {_or(expect.states)}"]
    if str(row.state) not in expect.states:
        because = f" ({row.reason})" if row.reason else ""
        return [f"{url} is {row.state}{because}, should be {_or(expect.states)}"]
    complaints = []
    gave_up = str(row.state) in {"refused", "failed"}
    if expect.reasons and gave_up and row.reason not in expect.reasons:
        complaints.append(f"{url} says {row.reason}, should say {_or(expect.reasons)}")
    if expect.remark is not None and not gave_up and row.reason != expect.remark:
        complaints.append(f"{url} says {row.reason!r}, should say {expect.remark!r}")
    if expect.title is not None and row.title != expect.title:
        complaints.append(f"{url} has the title {row.title!r}, should have {expect.title!r}")
    if expect.to is not None and row.final_url != expect.to:
        complaints.append(f"{url} leads to {row.final_url!r}, should lead to {expect.to!r}")
    if expect.status is not None and row.status != expect.status:
        complaints.append(f"{url} has the status {row.status}, should have {expect.status}")
    if expect.noindex is not None and row.noindex != expect.noindex:
        complaints.append(f"{url} has noindex {row.noindex}, should have {expect.noindex}")
    return complaints


def _or(words: Sequence[str]) -> str:
    return " or ".join(words)
