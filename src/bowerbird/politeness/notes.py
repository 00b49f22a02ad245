"""What `explain` and the health sentences can say about a host."""

from msgspec import Struct

from bowerbird.politeness.robots import Standing


class RobotsNote(Struct, frozen=True):
    """What robots.txt of one origin came to."""

    origin: str
    sentence: str
    is_trouble: bool = False  # it cannot be read
    status: int = 0  # of the last good answer
    fetched_at: float = 0.0  # seconds since 1970, UTC; 0: never read
    lines: int = 0
    rules: int = 0  # those that address us
    group: str = ""  # whom they address: our token, `*`, or nobody
    crawl_delay: float | None = None  # as asked for
    sitemaps: tuple[str, ...] = ()


class HostNotes(Struct, frozen=True):
    """A host's pauses, in seconds, and why."""

    host: str
    pause: float
    because: str
    free_in: float
    backoffs: int
    blocked_for: float
    latency: float
    address: str = ""  # the address whose budget it shares
    robots: tuple[RobotsNote, ...] = ()


def note_origin(standing: Standing) -> RobotsNote:
    """One origin in words and numbers."""
    rules = standing.rules
    note = RobotsNote(standing.origin, _sentence(standing), bool(standing.because))
    if rules is None:
        return note
    return RobotsNote(
        standing.origin,
        note.sentence,
        note.is_trouble,
        standing.status,
        standing.fetched_at,
        rules.lines,
        rules.rule_count,
        rules.group,
        rules.crawl_delay,
        rules.sitemaps,
    )


def _sentence(standing: Standing) -> str:
    rules = standing.rules
    if standing.because:
        copy = "the last good copy is used" if standing.fetched_at and rules else "nothing is asked"
        return f"robots.txt cannot be read: {standing.because}; {copy} until it can"
    if rules is None:
        return standing.refusal.rule
    if not 200 <= standing.status < 300:
        return f"there is no robots.txt (status {standing.status}): everything may be asked for"
    if not rules.rule_count:
        return f"robots.txt has {rules.lines} lines and none is for us"
    named = "everyone" if rules.group == "*" else rules.group
    return f"robots.txt has {rules.lines} lines, {rules.rule_count} of them rules for {named}"
