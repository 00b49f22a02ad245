"""How the frontier's rows are keyed: by run, then host, then turn within the host.

    queue row        b"q" ‖ run (4) ‖ host ‖ NUL ‖ rank (8) ‖ serial (8)      → Candidate
    quarantine row   b"x" ‖ run (4) ‖ host ‖ NUL ‖ brake (8) ‖ serial (8)     → Held
    seen row         Url.key → run (4) ‖ state (1) ‖ [priority (4) ‖ depth (4)] ‖ place

The host is spelt out: two hosts never share a queue, whatever a hash would say. NUL cannot occur
in a host and sorts before everything that can, so `a.test` does not run into `a.test.example`.
"""

import struct
from enum import StrEnum
from typing import Final

from bowerbird.model.candidate import Candidate

QUEUE: Final = b"q"
QUARANTINE: Final = b"x"

WAITING: Final = 0x77  # b"w": in the queue at a place
SETTLED: Final = 0x73  # b"s": done in this run
HELD: Final = 0x78  # b"x": quarantined at a place

_RUN = struct.Struct(">I")
_TAIL = struct.Struct(">QQ")
_WAITING_HEAD = struct.Struct(">4sBII")
_STANDING = struct.Struct(">II")
_LARGEST = 0xFFFF_FFFF
_LARGEST_SERIAL = 0xFFFF_FFFF_FFFF_FFFF
PLACE_AT: Final = _WAITING_HEAD.size


class Order(StrEnum):
    """In which order the URLs of one host are asked for."""

    BREADTH_FIRST = "breadth-first"  # fewest links from a seed, then first come
    DEPTH_FIRST = "depth-first"  # what was found last, in the order its page named it
    BEST_FIRST = "best-first"  # highest priority, then fewest links, then first come


def run_bytes(generation: int) -> bytes:
    """A run's number as it stands in keys and seen rows."""
    return _RUN.pack(generation)


def host_start(kind: bytes, run: bytes, host: str) -> bytes:
    """Before every row of that host."""
    return kind + run + host.encode() + b"\0"


def end_of(prefix: bytes) -> bytes:
    """After every row whose key begins with this prefix; the prefix must not end in 0xFF."""
    return prefix[:-1] + bytes((prefix[-1] + 1,))


def all_of(kind: bytes, run: bytes) -> tuple[bytes, bytes]:
    """The range of every row of one kind in one run."""
    return kind + run, kind + run + b"\xff"


def host_of(place: bytes) -> str:
    """The host whose queue a place belongs to."""
    return place[5:-17].decode()


def serial_of(place: bytes) -> int:
    """When it came in: larger is later."""
    return int.from_bytes(place[-8:], "big")


def standing_of(place: bytes) -> bytes:
    """What compares the heads of two hosts: priority in best-first, smaller is better."""
    return place[-16:-12]


def quantised(priority: float) -> int:
    """A priority from 0 to 1 as 32 bits; anything outside, NaN too, counts as the nearer end."""
    if priority >= 1.0:
        return _LARGEST
    return int(priority * _LARGEST) if priority > 0.0 else 0


def unquantised(priority: int) -> float:
    """The priority that 32 bits stand for."""
    return priority / _LARGEST


def tail_of(order: Order, candidate: Candidate, call: int, serial: int) -> bytes:
    """Where a candidate stands in its host's queue; `call` is the first serial of its `add`."""
    if order is Order.BREADTH_FIRST:
        return _TAIL.pack(candidate.depth << 32, serial)
    if order is Order.DEPTH_FIRST:
        return _TAIL.pack(_LARGEST_SERIAL - call, serial)
    worse = _LARGEST - quantised(candidate.priority)
    return _TAIL.pack(worse << 32 | candidate.depth, serial)


def moved_tail(order: Order, better: Candidate, place: bytes) -> bytes:
    """Where a candidate stands after it gained; among its new equals it keeps its turn."""
    if order is Order.DEPTH_FIRST:
        return place[-16:]
    return tail_of(order, better, 0, serial_of(place))


def waiting_row(run: bytes, candidate: Candidate, place: bytes) -> bytes:
    """The seen row of a URL that waits."""
    depth = candidate.depth
    return _WAITING_HEAD.pack(run, WAITING, quantised(candidate.priority), depth) + place


def settled_row(run: bytes) -> bytes:
    """The seen row of a URL that is done."""
    return run + b"s"


def held_row(run: bytes, place: bytes) -> bytes:
    """The seen row of a URL in quarantine."""
    return run + b"x" + place


def standing_in(row: bytes) -> tuple[int, int]:
    """(quantised priority, depth) of a waiting row."""
    priority, depth = _STANDING.unpack_from(row, 5)
    return priority, depth


def place_in(row: bytes) -> bytes:
    """Where a waiting or held row points."""
    return row[PLACE_AT:] if row[4] == WAITING else row[5:]
