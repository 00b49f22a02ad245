"""What the browser's processes take of memory, and who takes most."""

import asyncio
from collections.abc import Callable

import psutil
from msgspec import Struct

MIB = 1024 * 1024
IDLE_MEGABYTES = 700
LOOK_EVERY = 0.2  # seconds; a script was seen to take 1.2 GB in one


class Taken(Struct, frozen=True):
    """One look at all processes of a browser."""

    megabytes: float
    largest: int = 0  # the renderer that takes most; 0: there is none
    largest_megabytes: float = 0.0


def taken(root: int) -> Taken:
    """What only these processes have: what they share with each other is not counted twice."""
    total, largest, its = 0.0, 0, 0.0
    for process in family(root):
        try:
            own = _own(process)
            total += own
            if own > its and "--type=renderer" in process.cmdline():
                largest, its = process.pid, own
        except psutil.Error:
            continue  # it ended just now
    return Taken(total, largest, its)


def confine(root: int, megabytes: float) -> None:
    """Have the system keep every page within a bound, however busy this process is (on Linux).

    Pages are forked from the zygotes and inherit it. What a page may write to was seen to be 670 MB
    before it had done anything, a fifth of which it really takes.
    """
    bound = int((IDLE_MEGABYTES + megabytes) * MIB)
    for process in family(root):
        try:
            if hasattr(process, "rlimit") and "--type=zygote" in process.cmdline():
                process.rlimit(psutil.RLIMIT_DATA, (bound, bound))
        except (psutil.Error, OSError):
            continue  # the watch remains


def family(root: int) -> list[psutil.Process]:
    """A process and all below it, as far as they live."""
    try:
        process = psutil.Process(root)
        return [process, *process.children(recursive=True)]
    except psutil.Error:
        return []


def kill(processes: list[psutil.Process]) -> None:
    """Those that are still there."""
    for process in processes:
        try:
            process.kill()
        except psutil.Error:
            continue


def _own(process: psutil.Process) -> float:
    known = process.memory_info()
    return float(known.rss - getattr(known, "shared", 0)) / MIB


def _process(number: int) -> list[psutil.Process]:
    try:
        return [psutil.Process(number)]
    except psutil.Error:
        return []


def _lives(number: int) -> bool:
    return any(each.status() != psutil.STATUS_ZOMBIE for each in _process(number) if number)


class MemoryWatch:
    """Looks again and again; kills the page that takes the browser over its cap."""

    def __init__(self, root: int, cap: float, note: Callable[[Taken], None]) -> None:
        self._root = root
        self._cap = cap
        self._note = note
        self._killed = 0
        self._loop = asyncio.get_running_loop()
        self._timer = self._loop.call_later(LOOK_EVERY, self._look)

    def close(self) -> None:
        """No further look."""
        self._timer.cancel()

    def _look(self) -> None:
        found = taken(self._root)
        self._note(found)
        # One at a time: what a killed page had is given back a moment later.
        if found.megabytes > self._cap and found.largest and not _lives(self._killed):
            self._killed = found.largest
            kill(_process(found.largest))
        self._timer = self._loop.call_later(LOOK_EVERY, self._look)
