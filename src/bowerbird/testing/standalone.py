"""Run a web of `testing` as a process of its own."""

import argparse
import json
import signal
import sys
import threading
from collections.abc import Callable, Sequence

import msgspec

from bowerbird.testing.serving import Answering, serve


def run(
    name: str,
    answering: Callable[[argparse.Namespace], Answering],
    options: Callable[[argparse.ArgumentParser], None] | None = None,
    arguments: Sequence[str] | None = None,
) -> None:
    """Serve until SIGTERM or Ctrl-C; the first line of output says where, as JSON."""
    parser = argparse.ArgumentParser(prog=f"python -m {name}")
    parser.add_argument("--port", type=int, default=0, help="0 takes any free port")
    parser.add_argument("--log", default="", help="file for the log of requests, JSON lines")
    parser.add_argument("--delay", type=float, default=0.0, help="seconds each answer takes")
    if options is not None:
        options(parser)
    asked = parser.parse_args(arguments)
    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    with serve(answering(asked), asked.port) as web:
        web.delay("*", asked.delay)
        where = {"port": web.port, "resolve": web.resolve}
        sys.stdout.write(json.dumps(where) + "\n")
        sys.stdout.flush()
        ended.wait()
    if asked.log:
        with open(asked.log, "wb") as log:
            for request in web.requests:
                log.write(msgspec.json.encode(request) + b"\n")
