"""The machine's own table of names."""

import ipaddress
from pathlib import Path

HOSTS_FILE = Path("/etc/hosts")
MAX_BYTES = 4 * 1024 * 1024  # block lists of a few megabytes are in use


def read_hosts(path: Path = HOSTS_FILE) -> dict[str, tuple[str, ...]]:
    """Name → addresses; localhost is always there. A file that cannot be read counts as empty."""
    try:
        with path.open("rb") as file:
            text = file.read(MAX_BYTES).decode("utf-8", "replace")
    except OSError:
        text = ""
    table: dict[str, list[str]] = {}
    for line in text.splitlines():
        words = line.partition("#")[0].split()
        if len(words) < 2 or not _is_address(words[0]):
            continue
        for name in words[1:]:
            addresses = table.setdefault(name.lower().rstrip("."), [])
            if words[0] not in addresses:
                addresses.append(words[0])
    table.setdefault("localhost", ["127.0.0.1", "::1"])
    return {name: tuple(sorted(them, key=lambda ip: ":" in ip)) for name, them in table.items()}


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
