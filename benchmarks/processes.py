"""Runs a program on one core and says what it and all it started cost."""

import contextlib
import ctypes
import os
import resource
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36  # linux/prctl.h
SAMPLE_EVERY = 0.05
CLOCK_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Cost:
    """What a program took, with everything it started, also what it left behind."""

    seconds: float
    cpu_seconds: float
    peak_bytes: int  # the processes' own peaks added up, shared libraries counted in each
    largest_bytes: int  # the peak of the largest process
    status: int
    stdout: str
    stderr: str


@dataclass(frozen=True)
class _Ended:
    status: int
    usage: resource.struct_rusage


def adopt_orphans() -> None:
    """Let grandchildren whose parent ends become ours, so that none escapes the count."""
    _prctl(PR_SET_CHILD_SUBREAPER, 1)


def settle_in(core: int | None) -> None:
    """For a child between fork and exec: its core, and an end when its parent ends."""
    _prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    on_core(core)


def _prctl(option: int, value: int) -> None:
    if _libc.prctl(option, value, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "this needs Linux: prctl said no")


_libc = ctypes.CDLL(None, use_errno=True)


def on_core(core: int | None) -> None:
    """Stay on one core, from now on."""
    if core is not None:
        os.sched_setaffinity(0, {core})


def available_cores() -> list[int]:
    return sorted(os.sched_getaffinity(0))


def run(
    command: Sequence[str],
    *,
    core: int | None,
    folder: Path,
    working: Path | None = None,
    limit: float = 900.0,
) -> Cost:
    """Run to the end, or kill after `limit` seconds. Needs `adopt_orphans` once before.

    What it prints is kept in `folder`, where it also works unless `working` says otherwise.
    """
    before = set(_children(os.getpid()))
    out, err = folder / "stdout", folder / "stderr"
    with out.open("wb") as stdout, err.open("wb") as stderr:
        started = time.perf_counter()
        child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=stderr,
            cwd=working or folder,
            start_new_session=True,
            preexec_fn=lambda: settle_in(core),
        )
        with _watch(child.pid) as peaks, _killed_after(child.pid, limit):
            ended = _wait(child.pid)
        seconds = time.perf_counter() - started
    child.returncode = os.waitstatus_to_exitcode(ended.status)
    usages = [ended.usage, *_reap_orphans(before)]
    return Cost(
        seconds=seconds,
        cpu_seconds=sum(usage.ru_utime + usage.ru_stime for usage in usages),
        peak_bytes=max(peaks.all, ended.usage.ru_maxrss * 1024),
        largest_bytes=max(peaks.largest, ended.usage.ru_maxrss * 1024),
        status=child.returncode,
        stdout=out.read_text("utf-8", "replace"),
        stderr=err.read_text("utf-8", "replace"),
    )


def cpu_of(pids: Sequence[int]) -> float:
    """CPU seconds that these living processes have taken so far."""
    return sum(_stat_seconds(pid) for pid in pids)


def tree(pid: int) -> list[int]:
    """A process and all below it."""
    found = [pid]
    for parent in found:
        found.extend(_children(parent))
    return found


def _wait(pid: int) -> _Ended:
    _, status, usage = os.wait4(pid, 0)
    return _Ended(status, usage)


def _reap_orphans(before: set[int]) -> Iterator[resource.struct_rusage]:
    """What the program left running is given five seconds, then ended, and counted."""
    deadline = time.monotonic() + 5.0
    while left := set(_children(os.getpid())) - before:
        for pid in left:
            if time.monotonic() > deadline:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            done, _, usage = os.wait4(pid, os.WNOHANG)
            if done:
                yield usage
        time.sleep(0.01)


@dataclass
class _Peaks:
    all: int = 0
    largest: int = 0

    def see(self, members: Sequence[int]) -> None:
        self.all = max(self.all, sum(members))
        self.largest = max(self.largest, *members)


@contextlib.contextmanager
def _watch(pid: int) -> Iterator[_Peaks]:
    """The largest memory of a tree, and of any process in it, while it runs."""
    peaks, done = _Peaks(), threading.Event()

    def sample() -> None:
        while not done.wait(SAMPLE_EVERY):
            peaks.see([_peak_resident(member) for member in tree(pid)])

    watcher = threading.Thread(target=sample, daemon=True)
    watcher.start()
    try:
        yield peaks
    finally:
        done.set()
        watcher.join()


@contextlib.contextmanager
def _killed_after(pid: int, limit: float) -> Iterator[None]:
    def kill() -> None:
        for member in reversed(tree(pid)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(member, signal.SIGKILL)

    timer = threading.Timer(limit, kill)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()


def _children(pid: int) -> list[int]:
    found: list[int] = []
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            with contextlib.suppress(OSError):
                found += map(int, (task / "children").read_text().split())
    return found


def _peak_resident(pid: int) -> int:
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0  # it ended between the listing and the look
    _, found, rest = status.partition("VmHWM:")
    return int(rest.split(None, 1)[0]) * 1024 if found else 0


def _stat_seconds(pid: int) -> float:
    try:
        # The command may hold spaces; what follows its closing bracket is well formed.
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / CLOCK_TICKS
