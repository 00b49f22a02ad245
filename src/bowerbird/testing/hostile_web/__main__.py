"""Serve the hostile web from this process until it is told to end."""

import argparse
import json
import signal
import sys
import threading

import msgspec

from bowerbird.testing.hostile_web import serve_hostile_web


def main() -> None:
    """The first line of output says where, as JSON; the log is written at the end."""
    parser = argparse.ArgumentParser(prog="python -m bowerbird.testing.hostile_web")
    parser.add_argument("--port", type=int, default=0, help="0 takes any free port")
    parser.add_argument("--patience", type=float, default=30.0, help="how long stalls last")
    parser.add_argument("--log", default="", help="file for the log of requests, JSON lines")
    asked = parser.parse_args()
    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    with serve_hostile_web(asked.port, patience=asked.patience) as web:
        sys.stdout.write(json.dumps({"port": web.port, "resolve": web.resolve}) + "\n")
        sys.stdout.flush()
        ended.wait()
    if asked.log:
        with open(asked.log, "wb") as log:
            for heard in web.requests:
                log.write(msgspec.json.encode(heard) + b"\n")


if __name__ == "__main__":
    main()
