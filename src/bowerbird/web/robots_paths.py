"""Which rule of robots.txt a path falls under: normal form, longest match, `*` and `$`.

Every look-up is linear in the path: plain prefixes are found by bisection, patterns with `*` by the
leftmost occurrence of each literal piece, which is enough because `*` matches anything.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable

from msgspec import Struct

# RFC 9309 §2.2.2 compares octets after percent-encoding what RFC 3986 calls neither reserved nor
# unreserved, and after decoding what is unreserved. `*` and `$` are left out here on purpose: in a
# path they are literal and become %2A and %24, as §2.2.3 has a rule write them.
_ODD = re.compile(r"[^A-Za-z0-9\-._~:/?#\[\]@!&'()+,;=]")
_ODD_PIECE = re.compile(r"%[0-9A-Fa-f]{2}|[^A-Za-z0-9\-._~:/?#\[\]@!&'()+,;=]")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

# The table of RFC 9309 §2.2.2 takes `baz=https://foo.bar` and `baz=https%3A%2F%2Ffoo.bar` for the
# same. Inside a query neither sign delimits anything, so there both ways of writing them are tried.
_SIGN_IN_QUERY = re.compile(r"[:/]|%3A|%2F")


class Verdict(Struct, frozen=True, array_like=True, gc=False):
    """May a path be asked for, and which line says so; line 0 means that no rule speaks of it."""

    allowed: bool
    line: int = 0
    text: str = ""


ALLOWED = Verdict(True)


class PathRule(Struct, frozen=True, gc=False):
    """An Allow or Disallow line; `pattern` as written, neither empty nor foreign to paths."""

    allow: bool
    pattern: str
    verdict: Verdict


class _Glob(Struct, frozen=True, gc=False):
    """A pattern with `*`: the literals around the stars; `ended` if the last ends the path."""

    pieces: tuple[str, ...]
    ended: bool

    def matches(self, path: str) -> bool:
        pieces = self.pieces
        if not path.startswith(pieces[0]):
            return False
        position = len(pieces[0])
        for piece in pieces[1:-1] if self.ended else pieces[1:]:
            found = path.find(piece, position)
            if found < 0:
                return False
            position = found + len(piece)
        if not self.ended:
            return True
        return len(path) - len(pieces[-1]) >= position and path.endswith(pieces[-1])


_Ranked = tuple[int, Verdict]  # twice the octets of the pattern, plus one for Allow; larger wins
_NOTHING: _Ranked = (-1, ALLOWED)


class PathRules:
    """Rules ready to be asked. The longest pattern wins, Allow wins a tie."""

    __slots__ = ("_above", "_exact", "_globs", "_prefixes", "_ranked")

    def __init__(self, rules: Iterable[PathRule]) -> None:
        prefixes: dict[str, _Ranked] = {}
        self._exact: dict[str, _Ranked] = {}
        globs: list[tuple[int, str, _Glob, Verdict]] = []
        for rule in rules:
            pieces, ended, octets = _pieces(rule.pattern)
            rank = 2 * octets + rule.allow
            if len(pieces) == 1:
                plain = self._exact if ended else prefixes
                if rank > plain.get(pieces[0], _NOTHING)[0]:
                    plain[pieces[0]] = (rank, rule.verdict)
            else:
                globs.append((rank, max(pieces, key=len), _Glob(pieces, ended), rule.verdict))
        self._globs = sorted(globs, key=lambda glob: -glob[0])
        self._prefixes = sorted(prefixes)
        self._above, self._ranked = _nested(self._prefixes, prefixes)

    def verdict(self, path: str) -> Verdict:
        """What the rules say of a path with its query, as it stands in the URL."""
        if _ODD.search(path):
            path = normal(path)
        best = self._best(path)
        mark = path.find("?")
        if mark >= 0 and _SIGN_IN_QUERY.search(path, mark):
            for form in _written_otherwise(path, mark):
                best = max(best, self._best(form), key=_rank)
        return best[1]

    def _best(self, path: str) -> _Ranked:
        best = self._exact.get(path, _NOTHING) if self._exact else _NOTHING
        # Whatever prefix of the path is longest, the key just before the path is it or begins with
        # it, because everything between them in sorted order begins with it too.
        place = bisect_right(self._prefixes, path) - 1
        while place >= 0:
            if path.startswith(self._prefixes[place]):
                if self._ranked[place][0] > best[0]:
                    best = self._ranked[place]
                break
            place = self._above[place]
        for rank, needle, glob, verdict in self._globs:
            if rank <= best[0]:
                break
            if needle in path and glob.matches(path):
                return rank, verdict
        return best


def normal(path: str) -> str:
    """The form in which paths and the literal pieces of patterns are compared."""
    return _ODD_PIECE.sub(_one_normal, path)


def _one_normal(match: re.Match[str]) -> str:
    found = match.group()
    if len(found) == 3:  # %xx: nothing else is longer than a character
        character = chr(int(found[1:], 16))
        return character if character in _UNRESERVED else found.upper()
    if found == "%":  # a percent sign that encodes nothing
        return found
    return "".join(f"%{octet:02X}" for octet in found.encode("utf-8", "surrogateescape"))


def _pieces(pattern: str) -> tuple[tuple[str, ...], bool, int]:
    """Literal pieces, whether the pattern must reach the end of the path, and its octets."""
    ended = pattern.endswith("$")
    body = pattern[:-1] if ended else pattern
    if "*" not in body:
        literal = normal(body) if _ODD.search(body) else body
        return (literal,), ended, len(literal) + ended
    pieces = [normal(piece) for piece in body.split("*")]
    octets = sum(map(len, pieces)) + len(pieces) - 1 + ended
    inner = [piece for piece in pieces[1:-1] if piece]
    last = pieces[-1]
    if not last and not inner:  # `/fish*` and `/fish*$` mean `/fish`
        return (pieces[0],), False, octets
    if not last:
        return (pieces[0], *inner), False, octets
    return (pieces[0], *inner, last), ended, octets


def _nested(ordered: list[str], ranked: dict[str, _Ranked]) -> tuple[list[int], list[_Ranked]]:
    """For each prefix the next shorter one that it begins with, and the best rule of the two."""
    above: list[int] = []
    best: list[_Ranked] = []
    open_prefixes: list[int] = []
    for place, prefix in enumerate(ordered):
        while open_prefixes and not prefix.startswith(ordered[open_prefixes[-1]]):
            open_prefixes.pop()
        parent = open_prefixes[-1] if open_prefixes else -1
        own = ranked[prefix]
        above.append(parent)
        best.append(max(own, best[parent], key=_rank) if parent >= 0 else own)
        open_prefixes.append(place)
    return above, best


def _rank(ranked: _Ranked) -> int:
    return ranked[0]


def _written_otherwise(path: str, mark: int) -> tuple[str, str]:
    before, query = path[:mark], path[mark:]
    plain = query.replace("%3A", ":").replace("%2F", "/")
    return before + plain, before + plain.replace(":", "%3A").replace("/", "%2F")
