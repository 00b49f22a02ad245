"""The log of a run, read from its end: the newest lines first, filtered."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from bowerbird.model.errors import UsageError

PLACE = re.compile(r"[0-9]{1,15}")
PIECE = 1 << 18  # bytes that are read at a time


class LogPage(Struct, frozen=True):
    """Some lines, the newest first."""

    lines: list[dict[str, Any]]
    next: str  # where to read on; empty at the end


def read_log(
    folder: Path,
    *,
    types: Sequence[str] = (),
    text: str = "",
    limit: int = 200,
    after: str = "",
) -> LogPage:
    """Lines of these types (`visited`, `state`, `health`, `steered`) that have the text in them,
    whatever its capitals. `after` is the `next` of the page before."""
    part = text.casefold()
    files = [folder / "log.jsonl", folder / "log.1.jsonl"]
    name, _, place = after.partition(":")
    names = [path.name for path in files]
    if after and (name not in names or not PLACE.fullmatch(place)):
        raise UsageError(f"after={after!r}: take the `next` of the page before")
    found: list[dict[str, Any]] = []
    for file in files[names.index(name) if name else 0 :]:
        for start, line in _backwards(file, int(place) if place and file.name == name else None):
            if part and part not in line.decode("utf-8", "replace").casefold():
                continue
            event = _event(line)
            if event is None or (types and event.get("type") not in types):
                continue
            found.append(event)
            if len(found) == limit:
                return LogPage(found, f"{file.name}:{start}")
    return LogPage(found, "")


def _event(line: bytes) -> dict[str, Any] | None:
    """None for a line that a kill cut short."""
    try:
        event = msgspec.json.decode(line)
    except msgspec.MsgspecError:
        return None
    return event if isinstance(event, dict) else None


def _backwards(file: Path, end: int | None) -> Iterator[tuple[int, bytes]]:
    """Each line with where it begins, the last first."""
    if not file.exists():
        return
    with file.open("rb") as log:
        place = log.seek(0, 2) if end is None else end
        rest = b""
        while place > 0:
            size = min(PIECE, place)
            place -= size
            log.seek(place)
            data = log.read(size) + rest
            lines = data.split(b"\n")
            rest = lines[0]
            at = place + len(data)
            for line in reversed(lines[1:]):
                at -= len(line)
                if line:
                    yield at, line
                at -= 1
        if rest:
            yield 0, rest
