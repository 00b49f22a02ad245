"""libcurl handles with everything set that stays the same for every request."""

import ssl
from pathlib import Path

import pycurl

from bowerbird.fetch.guard import Guard
from bowerbird.fetch.options import FetchOptions
from bowerbird.fetch.transfer import Transfer

BUFFER = 64 * 1024  # one read per page mostly; the buffer is shared by all handles of a multi
MAX_IDLE = 512


class Handles:
    """Hands out transfers and takes them back."""

    def __init__(self, options: FetchOptions, guard: Guard, protocols: int) -> None:
        self._options = options
        self._guard = guard
        self._protocols = protocols
        self._idle: list[Transfer] = []

    def take(self) -> Transfer:
        """One that is idle, or a new one."""
        return self._idle.pop() if self._idle else self._new()

    def give_back(self, transfer: Transfer) -> None:
        """It may serve another request."""
        if len(self._idle) < MAX_IDLE:
            self._idle.append(transfer)
        else:
            transfer.easy.close()

    def close(self) -> None:
        """After the engine: connections refer to the handle that opened them."""
        for transfer in self._idle:
            transfer.easy.close()
        self._idle.clear()

    def _new(self) -> Transfer:
        options = self._options
        easy = pycurl.Curl()
        easy.setopt(pycurl.PROTOCOLS, self._protocols)
        easy.setopt(pycurl.NOSIGNAL, 1)
        easy.setopt(pycurl.FOLLOWLOCATION, 0)
        easy.setopt(pycurl.PATH_AS_IS, 1)  # the URL is asked for as it was given
        easy.setopt(pycurl.PROXY, "")  # and not the one that the environment names
        easy.setopt(pycurl.USERAGENT, options.user_agent)
        easy.setopt(pycurl.BUFFERSIZE, BUFFER)
        easy.setopt(pycurl.CONNECTTIMEOUT_MS, int(options.limits.connect_seconds * 1000))
        easy.setopt(
            pycurl.HTTP_VERSION,
            pycurl.CURL_HTTP_VERSION_2TLS if options.http2 else pycurl.CURL_HTTP_VERSION_1_1,
        )
        self._trust(easy)
        return Transfer(easy, self._guard, options.limits, options.spool_folder)

    def _trust(self, easy: pycurl.Curl) -> None:
        options = self._options
        easy.setopt(pycurl.SSL_VERIFYPEER, int(options.verify_tls))
        easy.setopt(pycurl.SSL_VERIFYHOST, 2 if options.verify_tls else 0)
        if options.ca_file:
            easy.setopt(pycurl.CAINFO, options.ca_file)
            return
        # A libcurl from a wheel looks where its builder's system kept authorities, not ours.
        paths = ssl.get_default_verify_paths()
        if paths.cafile and Path(paths.cafile).exists():
            easy.setopt(pycurl.CAINFO, paths.cafile)
        elif paths.capath:
            easy.setopt(pycurl.CAPATH, paths.capath)
