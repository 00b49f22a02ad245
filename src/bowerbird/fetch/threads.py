"""FTP transfers in threads: libcurl waits for an ftp server's last word without letting go, which
on the loop would hold up every other transfer."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from math import ceil

import pycurl

from bowerbird.fetch.engine import COMPLETED, STOPPED, Ending
from bowerbird.fetch.options import Limits
from bowerbird.fetch.transfer import Transfer

THREADS = 8
ABORTED = 42  # libcurl's word for a progress callback that said stop


class TransferThreads:
    """Like Engine, one thread per transfer at work. Cancelling `perform` stops the transfer."""

    def __init__(self, limits: Limits) -> None:
        self._loop = asyncio.get_running_loop()
        self._seconds = ceil(limits.total_seconds)
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="ftp")

    async def perform(self, transfer: Transfer) -> Ending:
        """Run one transfer to its end. Returns, or is cancelled, only when its thread is done."""
        stopping = False

        def look(*_: object) -> int:
            return int(stopping or transfer.overdue(self._loop.time()))

        def run() -> Ending:
            return COMPLETED if stopping else _run(transfer.easy)

        easy = transfer.easy
        easy.setopt(pycurl.XFERINFOFUNCTION, look)
        easy.setopt(pycurl.NOPROGRESS, 0)
        easy.setopt(pycurl.FTP_RESPONSE_TIMEOUT, self._seconds)
        easy.setopt(pycurl.FORBID_REUSE, 1)  # a kept connection says QUIT later, on the loop
        running = self._loop.run_in_executor(self._pool, run)
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            stopping = True
            await asyncio.wait([running])  # the handle is not free before
            raise

    async def close(self) -> None:
        """Nothing may be running any more."""
        await asyncio.to_thread(self._pool.shutdown)


def _run(easy: pycurl.Curl) -> Ending:
    try:
        easy.perform()
    except pycurl.error as trouble:
        code, message = trouble.args
        return STOPPED if code == ABORTED else Ending(code, message)
    return COMPLETED
