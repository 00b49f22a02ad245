"""What memory must know of the queue when a run opens its frontier."""

from bowerbird.frontier.hosts import Host
from bowerbird.frontier.keys import QUEUE, all_of, host_of
from bowerbird.model.storage import Family, Store


def restore(store: Store, run: bytes) -> tuple[dict[str, Host], int]:
    """Every host with its number of rows, and the largest serial. The rows are the truth: nothing
    else is kept on disk that could disagree with them. Reads keys, decodes nothing."""
    hosts: dict[str, Host] = {}
    start = b"\xff"  # before the rows of the host we are in
    rows = 0
    newest = bytes(8)
    for place, _ in store.scan(Family.FRONTIER, *all_of(QUEUE, run)):
        if not place.startswith(start):
            if rows:
                _remember(hosts, start, rows)
            start = place[:-16]
            rows = 0
        rows += 1
        if place[-8:] > newest:
            newest = place[-8:]
    if rows:
        _remember(hosts, start, rows)
    return hosts, int.from_bytes(newest, "big")


def _remember(hosts: dict[str, Host], start: bytes, rows: int) -> None:
    host = Host(start, on_disk=True)
    host.queued = rows
    hosts[host_of(start + bytes(16))] = host
