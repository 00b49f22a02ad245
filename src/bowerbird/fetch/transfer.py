"""One libcurl handle and the request it is at work on. Handles are kept and used again."""

import asyncio
import errno
import os
import socket

import pycurl
from msgspec import Struct

from bowerbird.fetch.engine import Ending
from bowerbird.fetch.guard import Guard
from bowerbird.fetch.head import Head, read_head
from bowerbird.fetch.intake import Intake, Verdict
from bowerbird.fetch.options import Limits
from bowerbird.model.errors import OutOfSpaceError, StoreError
from bowerbird.model.outcomes import Failure, Refused


class Asking(Struct, frozen=True, gc=False):
    """What is set anew for each request; everything else stays on the handle."""

    href: str
    headers: tuple[str, ...]
    connect_to: str = ""  # HOST:PORT:ADDRESS:PORT, either side of it may be empty
    proxy: str = ""
    login: tuple[str, str, int] | None = None  # user, password, pycurl.HTTPAUTH_*
    max_bytes: int | None = None
    head: Head | None = None  # for protocols that send none


class Transfer:
    """Static options are set once by whoever builds the handle (see `handles.py`)."""

    def __init__(self, easy: pycurl.Curl, guard: Guard, limits: Limits, folder: str) -> None:
        self.easy = easy
        self.done: asyncio.Future[Ending] | None = None
        self.lines: list[bytes] = []
        self.head: Head | None = None
        self.intake: Intake | None = None
        self.refused: Refused | None = None
        self.trouble: StoreError | None = None
        self._guard = guard
        self._limits = limits
        self._folder = folder
        self._verdict: Verdict | None = None
        self._asking = Asking("", ())
        self._started = 0.0
        self._marked_at: float | None = None
        self._marked_bytes = 0
        easy.setopt(pycurl.HEADERFUNCTION, self.lines.append)  # C to C: no frame per header line
        easy.setopt(pycurl.WRITEFUNCTION, self._write)
        easy.setopt(pycurl.OPENSOCKETFUNCTION, self._open_socket)
        easy.setopt(pycurl.SOCKOPTFUNCTION, _keep_from_children)

    def prepare(self, asking: Asking, now: float) -> None:
        """Turn to another request; only what differs from the last one is set."""
        easy, last = self.easy, self._asking
        easy.setopt(pycurl.URL, asking.href)
        if asking.headers != last.headers:
            easy.setopt(pycurl.HTTPHEADER, list(asking.headers))
        if asking.connect_to != last.connect_to:
            # An empty list would leave the handle pinned to the server it asked before.
            easy.unsetopt(pycurl.CONNECT_TO)
            if asking.connect_to:
                easy.setopt(pycurl.CONNECT_TO, [asking.connect_to])
        if asking.proxy != last.proxy:
            easy.setopt(pycurl.PROXY, asking.proxy)
        if asking.login != last.login:
            self._set_login(asking.login)
        self._asking = asking
        self._started = now
        self._marked_at = None
        self.lines.clear()
        self.head = self.intake = self.refused = self.trouble = self._verdict = None

    @property
    def verdict(self) -> Verdict | None:
        """The limit of ours that this request broke, if any."""
        if self._verdict is not None or self.intake is None:
            return self._verdict
        return self.intake.verdict

    @property
    def proxied(self) -> bool:
        """Whether a proxy stands between."""
        return bool(self._asking.proxy)

    def begin(self) -> Intake | None:
        """Read the head, once it is whole; None if there is none, or it breaks a limit."""
        if self.intake is None and self._verdict is None:
            if self._head_is_too_large():
                return None
            asking = self._asking
            self.head = asking.head or read_head(self.lines)
            if self.head is not None:
                self.intake = Intake(self.head, self._limits, asking.max_bytes, self._folder)
        return self.intake

    def overdue(self, now: float) -> bool:
        """Look at the clock and the speed; what is broken becomes the verdict."""
        limits = self._limits
        if now - self._started >= limits.total_seconds:
            return self._give_up(
                Failure.TOTAL_TIMEOUT, f"not done after {limits.total_seconds:g} s"
            )
        if not self.lines:
            return self._first_byte_overdue(now)
        if self._marked_at is None:
            self._mark(now)
        elif now - self._marked_at >= limits.slow_after_seconds:
            seconds = now - self._marked_at
            received = self._received() - self._marked_bytes
            if received < limits.minimum_speed * seconds:
                return self._give_up(
                    Failure.TOO_SLOW, f"{received} bytes in {seconds:.1f} s, less than "
                    f"{limits.minimum_speed} a second",
                )  # fmt: skip
            self._mark(now)
        return False

    def discard(self) -> None:
        """Forget a body that nobody will take."""
        if self.intake is not None:
            self.intake.writer.discard()

    # ---- limits

    def _head_is_too_large(self) -> bool:
        limits = self._limits
        if len(self.lines) > limits.header_lines + 1:
            return self._give_up(
                Failure.HEADERS_TOO_LARGE, f"more than {limits.header_lines} header lines"
            )
        if sum(map(len, self.lines)) > limits.header_bytes:
            return self._give_up(
                Failure.HEADERS_TOO_LARGE, f"more than {limits.header_bytes} bytes of headers"
            )
        return False

    def _first_byte_overdue(self, now: float) -> bool:
        limit = self._limits.first_byte_seconds
        if now - self._started < limit:
            return False
        ready_after = self.easy.getinfo(pycurl.PRETRANSFER_TIME)
        if not ready_after or now - self._started - ready_after < limit:
            return False  # still connecting: that has a limit of its own
        return self._give_up(Failure.FIRST_BYTE_TIMEOUT, f"no answer within {limit:g} s")

    def _mark(self, now: float) -> None:
        self._marked_at = now
        self._marked_bytes = self._received()

    def _received(self) -> int:
        return sum(map(len, self.lines)) + (self.intake.wire if self.intake else 0)

    def _give_up(self, reason: Failure, detail: str) -> bool:
        self._verdict = Verdict(reason, detail)
        return True

    # ---- called by libcurl

    def _write(self, chunk: bytes) -> int | None:
        intake = self.intake or self.begin()
        if intake is None:
            if self._verdict is None:
                self._give_up(Failure.BAD_HTTP, "a status line that cannot be read")
            return 0
        try:
            return None if intake.take(chunk) else 0
        except StoreError as trouble:
            self.trouble = trouble
            return 0

    def _open_socket(
        self, _purpose: int, address: tuple[int, int, int, tuple[str, int]]
    ) -> "socket.socket | int":
        family, kind, protocol, where = address
        if not self._asking.proxy:
            refused = self._guard.refusal(where[0], where[1])
        else:
            refused = self._guard.own_server(where[0], where[1])
        if refused is not None:
            self.refused = refused
            return int(pycurl.SOCKET_BAD)
        try:
            opened = _Socket(family, kind, protocol)
            # libcurl takes a copy, and calls its lack of descriptors a connection refused.
            os.close(os.dup(opened.fileno()))
            return opened
        except OSError as trouble:
            if trouble.errno in (errno.EMFILE, errno.ENFILE):
                self.trouble = OutOfSpaceError(
                    "no file descriptors left for a connection; raise the limit (ulimit -n) "
                    "or lower the concurrency"
                )
            return int(pycurl.SOCKET_BAD)

    def _set_login(self, login: tuple[str, str, int] | None) -> None:
        if login is None:
            self.easy.unsetopt(pycurl.USERPWD)
            return
        user, password, method = login
        self.easy.setopt(pycurl.USERNAME, user)
        self.easy.setopt(pycurl.PASSWORD, password)
        self.easy.setopt(pycurl.HTTPAUTH, method)


def _keep_from_children(descriptor: int, _purpose: int) -> int:
    """libcurl's copy of a socket may be inherited: a worker that is started meanwhile would hold
    the connection open for as long as it lives, and the server would count it as under way."""
    os.set_inheritable(descriptor, False)
    return int(pycurl.SOCKOPT_OK)


class _Socket(socket.socket):
    """libcurl works on a copy of the descriptor; ours is closed as soon as nobody holds it."""

    def __del__(self) -> None:
        self.close()
