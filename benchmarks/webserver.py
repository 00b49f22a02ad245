"""Serves a folder of hosts on loopback, from a process of its own on a core of its own.

nginx where it is installed, else a small server of ours. Both write one line per answer, so that
the server, not a crawler, says what was asked for.
"""

import contextlib
import http.client
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.processes import cpu_of, settle_in, tree

NGINX = """
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
{user}
events {{ worker_connections 8192; multi_accept on; }}
http {{
    log_format judge '$msec $server_addr $status $request_uri';
    access_log {folder}/access.log judge buffer=256k;
    types {{ text/html html; text/plain txt; application/gzip gz; }}
    default_type application/octet-stream;
    charset utf-8;
    sendfile on;
    tcp_nopush on;
    keepalive_requests 1000000;
    keepalive_timeout 300s;
    open_file_cache max=60000 inactive=600s;
    open_file_cache_valid 600s;
    client_body_temp_path {folder}/t1; proxy_temp_path {folder}/t2; fastcgi_temp_path {folder}/t3;
    uwsgi_temp_path {folder}/t4; scgi_temp_path {folder}/t5;
{servers}
}}
"""


@dataclass(frozen=True)
class Answer:
    """One line of the server's log."""

    at: float
    url: str
    status: int


@dataclass(frozen=True)
class Judgement:
    """What the server saw of one crawl."""

    fetched: frozenset[str]  # URLs answered with 200
    again: int  # answers for a URL that had been answered before
    failed: int  # answers that were not 200, robots.txt apart
    robots: int  # hosts whose robots.txt was asked for
    seconds: float  # from the first to the last page
    cpu_seconds: float  # the server's own


class WebServer:
    """A running server; `serve` makes one."""

    def __init__(self, kind: str, process: subprocess.Popen[bytes], log: Path, port: int) -> None:
        self.kind = kind
        self._process, self._log, self._port = process, log, port
        self._cpu = 0.0

    def begin(self) -> None:
        """Forget what was asked so far."""
        self._rotate()
        self._cpu = self._cpu_seconds()

    def judge(self) -> Judgement:
        """What was asked since `begin`."""
        cpu = self._cpu_seconds() - self._cpu
        answers = list(self._parse(self._rotate()))
        robots = {answer.url for answer in answers if answer.url.endswith("/robots.txt")}
        pages = [answer for answer in answers if answer.url not in robots]
        counts = Counter(answer.url for answer in pages if answer.status == 200)
        moments = [answer.at for answer in pages]
        return Judgement(
            fetched=frozenset(counts),
            again=sum(counts.values()) - len(counts),
            failed=sum(1 for answer in pages if answer.status != 200),
            robots=len(robots),
            seconds=max(moments) - min(moments) if moments else 0.0,
            cpu_seconds=cpu,
        )

    def _cpu_seconds(self) -> float:
        return cpu_of(tree(self._process.pid))

    def _rotate(self) -> str:
        """The log so far; SIGUSR1 makes the server write out its buffer and begin a new file."""
        old = self._log.with_suffix(".old")
        self._log.rename(old)
        self._process.send_signal(signal.SIGUSR1)
        deadline = time.monotonic() + 5.0
        while not self._log.exists():
            if time.monotonic() > deadline:
                raise TimeoutError("the web server of the benchmark did not begin a new log")
            time.sleep(0.005)
        time.sleep(0.2)  # nginx's worker reopens a moment after its master
        return old.read_text("utf-8")

    def _parse(self, text: str) -> Iterator[Answer]:
        for line in text.splitlines():
            at, address, status, path = line.split(" ", 3)
            yield Answer(float(at), f"http://{address}:{self._port}{path}", int(status))


@contextlib.contextmanager
def serve(root: Path, port: int, *, core: int | None, plain: bool = False) -> Iterator[WebServer]:
    """Serve `root/<host>/…` on every such host. `plain` takes our own server also beside nginx."""
    hosts = sorted(entry.name for entry in root.iterdir() if entry.is_dir())
    folder = root.parent / "server"
    folder.mkdir(exist_ok=True)
    nginx = None if plain else shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin")
    log = folder / "access.log"
    if nginx is None:
        command = [sys.executable, "-m", "benchmarks.pageserver", str(root), str(port), str(log)]
    else:
        command = [nginx, "-p", str(folder), "-e", str(folder / "error.log"), "-c"]
        command.append(str(_nginx_config(folder, root, hosts, port)))
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        preexec_fn=lambda: settle_in(core),
    )
    try:
        _await_answer(process, hosts, port)
        yield WebServer("nginx" if nginx else "pageserver", process, log, port)
    finally:
        process.terminate()
        process.wait(10)


def _nginx_config(folder: Path, root: Path, hosts: list[str], port: int) -> Path:
    servers = "\n".join(
        f"    server {{ listen {host}:{port} backlog=4096; root {root}/{host}; index index.html; }}"
        for host in hosts
    )
    file = folder / "nginx.conf"
    # Started by root, the worker would run as an account that cannot read a private folder.
    user = "user root;" if os.geteuid() == 0 else ""
    file.write_text(NGINX.format(folder=folder, servers=servers, user=user))
    return file


def _await_answer(process: subprocess.Popen[bytes], hosts: list[str], port: int) -> None:
    deadline = time.monotonic() + 10.0
    for host in hosts:
        while True:
            if process.poll() is not None:
                raise RuntimeError(f"the web server did not start; is port {port} taken?")
            connection = http.client.HTTPConnection(host, port, timeout=5)
            try:
                connection.request("GET", "/robots.txt")
                connection.getresponse().read()
                break
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.02)
            finally:
                connection.close()
