"""Servers at work on a home folder: where they listen, and the key for programs of the same person.

One file for each, `servers/PORT.json`, readable by its owner alone. Who can read it could read and
write everything in the folder anyway.
"""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from msgspec import Struct

from bowerbird.workspace.files import write_whole

FOLDER = "servers"


class Presence(Struct, frozen=True):
    """A server at work."""

    host: str
    port: int
    url: str
    pid: int
    key: str


def new_key() -> str:
    """For `Authorization: Bearer`."""
    return secrets.token_urlsafe(32)


def this_server(host: str, port: int, url: str, key: str) -> Presence:
    """The presence of this process."""
    return Presence(host, port, url, os.getpid(), key)


@contextmanager
def shown(home: Path, presence: Presence) -> Iterator[Path]:
    """The file is there while the context lasts."""
    folder = home / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    path = folder / f"{presence.port}.json"
    write_whole(path, msgspec.json.encode(presence), mode=0o600)
    try:
        yield path
    finally:
        path.unlink(missing_ok=True)


def servers(home: Path) -> list[Presence]:
    """Those whose process is alive; what a killed one left behind does not count."""
    found = []
    for path in sorted((home / FOLDER).glob("*.json")):
        try:
            presence = msgspec.json.decode(path.read_bytes(), type=Presence)
        except (OSError, msgspec.DecodeError):
            continue  # just gone, or being made
        if _is_alive(presence.pid):
            found.append(presence)
    return found


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True  # somebody else's
    return True
