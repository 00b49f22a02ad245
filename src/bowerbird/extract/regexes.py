"""What people replace in values, by the patterns of `text.patterns`."""

import re
from functools import lru_cache

from bowerbird.text.patterns import pattern_of

_GROUP = re.compile(r"\\(\d+)")

# Characters and classes one after another, of which the last may be repeated: nothing here can
# backtrack, so that Python's own engine is as safe, and it replaces ten times as fast.
_PLAIN = re.compile(
    r"(?:\\[sdwSDW]|\\[^\w\s]|[^\\^$.|?*+()\[\]{}]|\[\^?(?:\\[sdwSDW]|\\[^\w\s]|[^\]\\\[])+\])+\+?"
)


@lru_cache(maxsize=1_024)
def _plain(pattern: str) -> re.Pattern[str] | None:
    """The same in Python's engine, where that cannot take long."""
    return re.compile(pattern, re.ASCII) if _PLAIN.fullmatch(pattern) else None


def replaced(text: str, pattern: str, by: str, *, ignore_case: bool = False) -> str:
    r"""Every match replaced; `\1` stands for the first group, `\0` for the whole match."""
    compiled = pattern_of(pattern, ignore_case)
    if not ignore_case and (plain := _plain(pattern)):
        compiled = plain
    if "\\" not in by:
        return str(compiled.sub(lambda _: by, text))
    return str(compiled.sub(lambda found: _GROUP.sub(lambda g: found[int(g[1])] or "", by), text))


def check_groups(pattern: str, by: str) -> None:
    """`ValueError` if the replacement names a group that the pattern does not have."""
    groups = pattern_of(pattern).groups
    named = [int(found[1]) for found in _GROUP.finditer(by) if int(found[1]) > groups]
    if named:
        raise ValueError(f"\\{named[0]} names a group, but {pattern!r} has {groups}")
