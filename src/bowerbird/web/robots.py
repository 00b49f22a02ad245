"""The grammar of robots.txt (RFC 9309): which group addresses us, and what it says.

Lenient where the RFC lets a crawler be, with the misspellings that Google's parser knows. What lies
outside the RFC and is still meant for us is kept: Crawl-delay, Request-rate and Sitemap lines.
"""

import codecs
import re
from math import isfinite

from msgspec import Struct

from bowerbird.web.robots_paths import ALLOWED, PathRule, PathRules, Verdict

MOST_BYTES = 500 * 1024  # RFC 9309 §2.5: at least this much is read; the rest is ignored
LONGEST_SHOWN = 200  # characters of a line that a person is shown

_HTML = re.compile(r"\s*<(?:!doctype|html|head|body|\?xml)", re.IGNORECASE)
_TOKEN = re.compile(r"[A-Za-z_-]+")
_NUMBER = re.compile(r"[0-9]+(?:[.,][0-9]+)?|[.,][0-9]+")
_RATE = re.compile(r"([0-9]{1,9})\s*/\s*([0-9]{1,9})\s*([smhd]?)", re.IGNORECASE)
_ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://\S+")
_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86_400}

# A key counts by its beginning, as in Google's parser, so that `Disallowed:` is understood.
_KEYS = (
    ("user-agent", "agent"), ("useragent", "agent"), ("user agent", "agent"),
    ("allow", "allow"),
    ("disallow", "disallow"), ("diasllow", "disallow"), ("disallaw", "disallow"),
    ("dissallow", "disallow"), ("dissalow", "disallow"),  # codespell:ignore dissallow,dissalow
    ("disalow", "disallow"),  # codespell:ignore disalow
    ("sitemap", "sitemap"), ("site-map", "sitemap"),
    ("crawl-delay", "delay"), ("crawldelay", "delay"), ("crawl delay", "delay"),
    ("request-rate", "rate"),
)  # fmt: skip


class RobotsRules:
    """What one robots.txt says to one crawler. `group` is whom it addressed: a token, `*` or ''."""

    __slots__ = (
        "_paths", "crawl_delay", "group", "lines", "request_pause", "rule_count", "sitemaps",
    )  # fmt: skip

    def __init__(self, group: str, read: "_Group", sitemaps: tuple[str, ...], lines: int) -> None:
        self.group = group
        self.crawl_delay = read.delay  # seconds, as asked for; capping it is a policy
        self.request_pause = read.pause  # seconds per request that Request-rate comes to
        self.sitemaps = sitemaps  # absolute; they belong to the file, not to a group
        self.lines = lines
        self.rule_count = len(read.rules)
        self._paths = PathRules(read.rules) if read.rules else None

    def verdict(self, path_and_query: str) -> Verdict:
        """May this path be asked for? `path_and_query` as in the URL, beginning with a slash."""
        if self._paths is None or path_and_query == "/robots.txt":  # RFC 9309 §2.2.2: always
            return ALLOWED
        return self._paths.verdict(path_and_query)


class _Group(Struct):
    """What is gathered for one addressee; every group that names it adds to the same."""

    rules: list[PathRule]
    delay: float | None = None
    pause: float | None = None


class _Reading:
    """The state of a parse: which of the two addressees we care for the current group names."""

    def __init__(self, token: str) -> None:
        self.token = token
        self.own = _Group([])
        self.everyone = _Group([])
        self.named = False  # some group is for us alone, even an empty one
        self.sitemaps: list[str] = []
        self._current: list[_Group] = []
        self._rules_seen = False

    def take(self, kind: str, value: str, number: int, line: str) -> None:
        """One line that was understood."""
        match kind:
            case "agent":
                self._address(value)
            case "allow" | "disallow":
                self._rules_seen = True
                if value.startswith(("/", "*")) and self._current:
                    self._add_rule(kind == "allow", value, Verdict(kind == "allow", number, line))
            case "sitemap":
                if _ABSOLUTE.fullmatch(value):
                    self.sitemaps.append(value)
            case _:
                self._slow_down(kind, value)

    def _address(self, value: str) -> None:
        if self._rules_seen:  # only a rule ends the list of a group's agents
            self._current = []
            self._rules_seen = False
        token = _TOKEN.match(value)  # `Bot/1.2` and `Bot 1.2` address `Bot`
        if value == "*" or value[:2].rstrip() == "*":
            self._current.append(self.everyone)
        elif token is not None and token.group().lower() == self.token:
            self._current.append(self.own)
            self.named = True

    def _add_rule(self, allow: bool, pattern: str, verdict: Verdict) -> None:
        for group in self._current:
            group.rules.append(PathRule(allow, pattern, verdict))

    def _slow_down(self, kind: str, value: str) -> None:
        seconds = _delay(value) if kind == "delay" else _pause(value)
        if seconds is None:
            return
        for group in self._current:
            if kind == "delay":
                group.delay = max(group.delay or 0.0, seconds)
            else:
                group.pause = max(group.pause or 0.0, seconds)


def parse_robots(data: bytes, agent: str) -> RobotsRules:
    """What the file says to `agent`, of which only the product token counts (`Bot` of `Bot/1.2`).

    Never raises: what is not robots.txt has no rules.
    """
    text = _text(data)
    if _HTML.match(text):  # an error page or a home page with status 200
        return RobotsRules("", _Group([]), (), 0)
    token = _TOKEN.match(agent)
    reading = _Reading(token.group().lower() if token else "")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, line in enumerate(lines, 1):
        if understood := _key_and_value(line):
            reading.take(*understood, number, _shown(line))
    chosen = reading.own if reading.named else reading.everyone
    group = reading.token if reading.named else ("*" if chosen.rules or chosen.delay else "")
    return RobotsRules(group, chosen, tuple(dict.fromkeys(reading.sitemaps)), len(lines))


def _text(data: bytes) -> str:
    if len(data) > MOST_BYTES:
        end = max(data.rfind(b"\n", 0, MOST_BYTES + 1), data.rfind(b"\r", 0, MOST_BYTES + 1))
        data = data[: max(end, 0)]  # half a line could forbid, or allow, too much
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    # Octets that are not UTF-8 survive as themselves, so that they still match as %XX.
    return data.removeprefix(codecs.BOM_UTF8).replace(b"\0", b"").decode("utf-8", "surrogateescape")


def _key_and_value(line: str) -> tuple[str, str] | None:
    content = line.partition("#")[0].strip()
    if not content:
        return None
    key, colon, value = content.partition(":")
    if not colon:  # `Disallow /private`: exactly two words
        words = content.split()
        if len(words) != 2:
            return None
        key, value = words
    key = key.strip().lower()
    for beginning, kind in _KEYS:
        if key.startswith(beginning):
            return kind, value.strip()
    return None


def _shown(line: str) -> str:
    line = line.strip()[:LONGEST_SHOWN]
    if line.isascii():
        return line
    return line.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _delay(value: str) -> float | None:
    number = _NUMBER.match(value)
    if number is None:
        return None
    seconds = float(number.group().replace(",", "."))
    return seconds if isfinite(seconds) else None


def _pause(value: str) -> float | None:
    """Seconds per request of `1/5`, `30/1m`. Hours of the day after it are not read."""
    rate = _RATE.match(value)
    if rate is None or not int(rate[1]):
        return None
    return int(rate[2]) * _SECONDS[rate[3].lower()] / int(rate[1])
