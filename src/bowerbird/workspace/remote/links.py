"""Another one-time address of a server that is at work."""

from pathlib import Path

from bowerbird.model.errors import UsageError
from bowerbird.workspace.home import home_folder
from bowerbird.workspace.presence import Presence, servers
from bowerbird.workspace.remote.connection import Connection


def another_link(home: str | Path | None, port: int) -> tuple[str, str]:
    """Where the server of that home is, and an address that lets one browser in, once. `port`
    chooses where several are at work."""
    folder = home_folder(home)
    chosen = _chosen(folder, servers(folder), port)
    told = Connection(chosen.url, chosen.key).post("/users/links")
    return chosen.url, chosen.url + str(told["link"])


def _chosen(home: Path, known: list[Presence], port: int) -> Presence:
    if not known:
        raise UsageError(f"no server is at work on {home}; `bowerbird serve` starts one")
    if len(known) == 1:
        return known[0]
    for each in known:
        if each.port == port:
            return each
    ports = ", ".join(str(each.port) for each in known)
    raise UsageError(f"several servers are at work on {home}; choose with --port one of {ports}")
