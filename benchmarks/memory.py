"""The two promises about memory: `python -m benchmarks.memory`. See README.md here."""

import argparse
import json
import sys
import tempfile
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

from benchmarks.crawlers import bowerbird_command
from benchmarks.processes import Cost, adopt_orphans, run

QUEUE_LIMIT = 300e6  # bytes, with a million URLs queued
BOMB_LIMIT = 250e6  # bytes, while the bomb is refused
BOMB_BYTES = 600 << 20
ROOT = Path(__file__).resolve().parent.parent
MEBIBYTE = b" " * (1 << 20)


@dataclass(frozen=True)
class Line:
    """One promise and what came of it."""

    name: str
    peak_megabytes: float  # of the largest process, the one that does it
    all_megabytes: float  # of all processes added up
    limit_megabytes: float
    seconds: float
    problem: str = ""

    @property
    def holds(self) -> bool:
        return not self.problem and self.peak_megabytes <= self.limit_megabytes


def queue(folder: Path) -> Line:
    """A million queued URLs, in a process of their own."""
    command = [sys.executable, "-m", "benchmarks.frontier_memory"]
    cost = run(command, core=None, folder=folder, working=ROOT)
    return _line("1 M queued URLs", cost, QUEUE_LIMIT, _failed(cost))


def bomb(folder: Path) -> Line:
    """600 KB that would be 600 MiB: the crawl says no, lives, and goes on with the next page."""
    home = folder / "home"
    with bomb_server() as origin:
        words = ("crawl", f"{origin}/", "--delay", "0", "--allow-private", "--max-pages", "10")
        cost = run(bowerbird_command(*words, home=home), core=None, folder=folder)
        problem = _failed(cost) or _wrong_answer(cost, origin, home, folder)
    return _line("600 MiB gzip bomb", cost, BOMB_LIMIT, problem)


@contextmanager
def bomb_server() -> Iterator[str]:
    """A site of three pages: the first names the bomb, then a page that must still be fetched."""
    _BombSite.packed["/bomb"] = gzip_of_spaces(BOMB_BYTES)
    server = _QuietServer(("127.0.0.1", 0), _BombSite)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def gzip_of_spaces(size: int) -> bytes:
    """A page that is all spaces, as gzip; one block of it is in memory at a time."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    parts = [packer.compress(b"<!doctype html><title>Large</title>")]
    parts += [packer.compress(MEBIBYTE) for _ in range(size // len(MEBIBYTE))]
    return b"".join([*parts, packer.flush()])


class _QuietServer(ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """A crawler that hangs up on a bomb is no error."""


class _BombSite(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    plain: ClassVar[dict[str, bytes]] = {
        "/": b'<title>Home</title><a href="/bomb">one</a> <a href="/after">two</a>',
        "/after": b"<title>After</title><p>Still here.",
    }
    packed: ClassVar[dict[str, bytes]] = {}

    def do_GET(self) -> None:
        packed = self.path == "/bomb"
        body = (self.packed if packed else self.plain).get(self.path)
        self.send_response(404 if body is None else 200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body or b"")))
        if packed:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        try:
            self.wfile.write(body or b"")
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # the crawler hung up, as it should

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class' name
        """Say nothing."""


def _wrong_answer(cost: Cost, origin: str, home: Path, folder: Path) -> str:
    pages = json.loads(cost.stdout)["pages"]
    if pages != 2:
        return f"{pages} pages fetched instead of the 2 around the bomb"
    asked = run(bowerbird_command("explain", f"{origin}/bomb", home=home), core=None, folder=folder)
    reason = json.loads(asked.stdout)["reason"]
    return "" if reason == "bomb" else f"the bomb was not called one but: {reason}"


def _failed(cost: Cost) -> str:
    said = (cost.stderr.strip() or "nothing").splitlines()[-1]
    return f"exit status {cost.status}, said: {said[:200]}" if cost.status else ""


def _line(name: str, cost: Cost, limit: float, problem: str) -> Line:
    peaks = cost.largest_bytes / 1e6, cost.peak_bytes / 1e6
    return Line(name, *peaks, limit / 1e6, cost.seconds, problem)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.memory", description=__doc__)
    parser.add_argument("--only", choices=("queue", "bomb"))
    parser.add_argument("--json", action="store_true", help="one JSON document on standard output")
    asked = parser.parse_args()
    adopt_orphans()
    lines = []
    for name, measure in {"queue": queue, "bomb": bomb}.items():
        if asked.only in (None, name):
            with tempfile.TemporaryDirectory(prefix="bowerbird-bench-") as folder:
                lines.append(measure(Path(folder)))
    if asked.json:
        json.dump([asdict(line) | {"holds": line.holds} for line in lines], sys.stdout, indent=1)
    else:
        for line in lines:
            print(
                f"{line.name}: peak {line.peak_megabytes:,.0f} MB of {line.limit_megabytes:,.0f} "
                f"allowed ({line.all_megabytes:,.0f} with the command that watches), "
                f"{line.seconds:.1f} s: {'holds' if line.holds else 'DOES NOT HOLD'} "
                f"{line.problem}"
            )
    return 0 if all(line.holds for line in lines) else 1


if __name__ == "__main__":
    sys.exit(main())
