"""robots.txt against a slow matcher that follows the text of the RFC step by step."""

import re

from hypothesis import given
from hypothesis import strategies as st

from bowerbird.web.robots import parse_robots

PIECES = st.sampled_from(
    ["/", "a", "b", "ab", "*", "$", "?", ".", "%61", "%2F", "é", "~", " ", "%"]
)
PATTERNS = st.lists(PIECES, max_size=8).map(lambda pieces: "/" + "".join(pieces))
PATHS = st.lists(
    st.sampled_from(["/", "a", "b", "ab", "$", "*", "?", ".", "%61", "%C3%A9", "~", "%2f"]),
    max_size=10,
).map(lambda pieces: "/" + "".join(pieces))
RULES = st.lists(st.tuples(st.booleans(), PATTERNS), max_size=8)


@given(st.binary(max_size=400), st.text(max_size=10))
def test_any_bytes_are_read_without_complaint(data, agent):
    verdict = parse_robots(data, agent).verdict("/some/path?x=1")

    assert isinstance(verdict.allowed, bool)


@given(st.lists(st.sampled_from(
    [b"User-agent: *", b"user-agent:bot", b"Disallow:", b"/", b"Crawl-delay: 1", b"\n", b"\r",
     b"\xff", b"*", b"$", b"\0", b"#", b":", b" ", b"Request-rate: 1/0", b"Sitemap: http://x/",
     b"\xef\xbb\xbf", b"%4", b"Allow: /a"]), max_size=40))  # fmt: skip
def test_anything_that_looks_like_robots_txt_is_read_without_complaint(tokens):
    robots = parse_robots(b"".join(tokens), "bot")

    assert robots.verdict("/").line <= robots.lines


@given(RULES, PATHS)
def test_the_quick_matcher_agrees_with_the_slow_one(rules, path):
    lines = [f"{'Allow' if allow else 'Disallow'}: {pattern}" for allow, pattern in rules]
    robots = parse_robots("\n".join(["User-agent: *", *lines]).encode(), "bot")

    verdict = robots.verdict(path)

    expected = slow_verdict([(allow, pattern.strip()) for allow, pattern in rules], path)
    assert verdict.allowed is expected
    if verdict.line:
        assert verdict.allowed is rules[verdict.line - 2][0]


def slow_verdict(rules: list[tuple[bool, str]], path: str) -> bool:
    forms = [path]
    before, mark, query = path.partition("?")
    if mark:
        plain = re.sub("%2f", "/", re.sub("%3a", ":", query, flags=re.I), flags=re.I)
        forms += [before + mark + plain]
        forms += [before + mark + plain.replace("/", "%2F").replace(":", "%3A")]
    best = (-1, True)
    for allow, pattern in rules:
        end = pattern.endswith("$")
        pieces = [slow_normal(piece) for piece in pattern.removesuffix("$").split("*")]
        matcher = re.compile(".*".join(map(re.escape, pieces)) + ("$" if end else ""), re.DOTALL)
        if any(matcher.match(slow_normal(form)) for form in forms):
            best = max(best, (len("*".join(pieces)) + end, allow))
    return best[1]


def slow_normal(text: str) -> str:
    normal = b""
    octets = text.encode()
    while octets:
        if re.match(rb"%[0-9A-Fa-f]{2}", octets):
            octet = bytes([int(octets[1:3], 16)])
            normal += octet if re.match(rb"[\w.~-]", octet) else octets[:3].upper()
            octets = octets[3:]
            continue
        octet, octets = octets[:1], octets[1:]
        kept = re.match(rb"[\w.~%:/?#\[\]@!&'()+,;=-]", octet)
        normal += octet if kept else b"%%%02X" % octet[0]
    return normal.decode()
