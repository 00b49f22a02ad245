"""Which of libcurl's sockets are ready: told to us by the running loop."""

import asyncio
import select
from collections.abc import Callable
from typing import Protocol

import pycurl

Ready = Callable[[int, int], None]  # descriptor, pycurl.CSELECT_* bits


class Watch(Protocol):
    """Keeps descriptors under watch for libcurl."""

    def change(self, descriptor: int, wanted: int) -> None:
        """`wanted` is one of pycurl.POLL_*."""

    def close(self) -> None: ...


class EpollWatch:
    """One epoll of our own, itself watched by the loop.

    Registering with epoll costs a system call; with a loop's add_reader it costs five times that,
    and libcurl registers and forgets a descriptor for every request.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, ready: Ready) -> None:
        self._loop = loop
        self._ready = ready
        self._epoll = select.epoll()
        self._watched: dict[int, int] = {}
        loop.add_reader(self._epoll.fileno(), self._poll)

    def change(self, descriptor: int, wanted: int) -> None:
        """See Watch."""
        if wanted == pycurl.POLL_REMOVE:
            if self._watched.pop(descriptor, None) is not None:
                self._forget(descriptor)
            return
        mask = _EPOLL_MASK[wanted]
        known = self._watched.get(descriptor)
        if known == mask:
            return
        self._watched[descriptor] = mask
        if known is None:
            self._epoll.register(descriptor, mask)
        else:
            self._epoll.modify(descriptor, mask)

    def close(self) -> None:
        """See Watch."""
        self._loop.remove_reader(self._epoll.fileno())
        self._epoll.close()

    def _forget(self, descriptor: int) -> None:
        try:
            self._epoll.unregister(descriptor)
        except OSError:  # libcurl closed it already; the kernel forgot it then
            return

    def _poll(self) -> None:
        for descriptor, events in self._epoll.poll(0):
            self._ready(descriptor, _bits(events))


class LoopWatch:
    """Where there is no epoll: the loop's own readers and writers."""

    def __init__(self, loop: asyncio.AbstractEventLoop, ready: Ready) -> None:
        self._loop = loop
        self._ready = ready
        self._watched: dict[int, int] = {}

    def change(self, descriptor: int, wanted: int) -> None:
        """See Watch."""
        known = self._watched.pop(descriptor, 0)
        wanted &= pycurl.POLL_INOUT
        if known & pycurl.POLL_IN and not wanted & pycurl.POLL_IN:
            self._loop.remove_reader(descriptor)
        if known & pycurl.POLL_OUT and not wanted & pycurl.POLL_OUT:
            self._loop.remove_writer(descriptor)
        if wanted & pycurl.POLL_IN and not known & pycurl.POLL_IN:
            self._loop.add_reader(descriptor, self._ready, descriptor, pycurl.CSELECT_IN)
        if wanted & pycurl.POLL_OUT and not known & pycurl.POLL_OUT:
            self._loop.add_writer(descriptor, self._ready, descriptor, pycurl.CSELECT_OUT)
        if wanted:
            self._watched[descriptor] = wanted

    def close(self) -> None:
        """See Watch."""
        for descriptor in list(self._watched):
            self.change(descriptor, pycurl.POLL_REMOVE)


def open_watch(loop: asyncio.AbstractEventLoop, ready: Ready) -> Watch:
    """The cheaper one that this platform has."""
    return EpollWatch(loop, ready) if hasattr(select, "epoll") else LoopWatch(loop, ready)


_EPOLL_MASK = {
    pycurl.POLL_NONE: 0,
    pycurl.POLL_IN: 1,  # EPOLLIN and EPOLLOUT by number: macOS has no such names
    pycurl.POLL_OUT: 4,
    pycurl.POLL_INOUT: 5,
}


def _bits(events: int) -> int:
    if events == 1:
        return int(pycurl.CSELECT_IN)
    bits: int = pycurl.CSELECT_IN if events & 1 else 0
    bits |= pycurl.CSELECT_OUT if events & 4 else 0
    bits |= pycurl.CSELECT_ERR if events & ~5 else 0  # EPOLLERR, EPOLLHUP
    return bits
