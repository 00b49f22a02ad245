"""Folders as pages: what ftp servers and file systems list becomes links."""

import re
from collections.abc import Iterable
from html import escape
from urllib.parse import quote

from msgspec import Struct

MAX_ENTRIES = 100_000

_UNIX = re.compile(
    r"^(?P<kind>[-dlbcps])[-rwxsStTl.+@]{9,}\s+\d+\s+.*?\s"
    r"(?:[A-Z][a-z]{2}\s+\d{1,2}|\d{1,2}\s+[A-Z][a-z]{2})\s+(?:\d{4}|\d{1,2}:\d{2})\s(?P<name>.+)$"
)
_DOS = re.compile(
    r"^\d{2}-\d{2}-\d{2,4}\s+\d{2}:\d{2}(?:[AP]M)?\s+(?:(?P<folder><DIR>)|\d+)\s+(?P<name>.+)$"
)
_MLSD = re.compile(r"^(?P<facts>(?:[A-Za-z.]+=[^;]*;)+) (?P<name>.+)$")


class Entry(Struct, frozen=True, gc=False):
    """A name in a folder."""

    name: str
    is_folder: bool = False


def read_listing(text: str) -> list[Entry]:
    """What an ftp server answered to LIST, in the forms in use: Unix, DOS, MLSD."""
    entries = (_entry(line.rstrip("\r")) for line in text.split("\n")[:MAX_ENTRIES])
    return [entry for entry in entries if entry and entry.name not in (".", "..", "")]


def folder_page(title: str, entries: Iterable[Entry]) -> bytes:
    """HTML with one link per entry; a folder's ends in a slash."""
    rows = [_row(entry) for entry in entries]
    name = escape(title)
    return (
        f'<!doctype html>\n<html><head><meta charset="utf-8"><title>{name}</title></head>\n'
        f"<body><h1>{name}</h1>\n<ul>\n{''.join(rows)}</ul></body></html>\n"
    ).encode("utf-8", "surrogateescape")


def _row(entry: Entry) -> str:
    slash = "/" if entry.is_folder else ""
    # "./" keeps a name such as "a:b" from being read as a scheme.
    href = "./" + quote(entry.name.encode("utf-8", "surrogateescape"), safe="") + slash
    return f'<li><a href="{href}">{escape(entry.name)}{slash}</a></li>\n'


def _entry(line: str) -> Entry | None:
    if found := _MLSD.match(line):
        facts = found["facts"].lower()
        if "type=cdir" in facts or "type=pdir" in facts:
            return None
        return Entry(found["name"], "type=dir" in facts)
    if found := _UNIX.match(line):
        name = found["name"].partition(" -> ")[0] if found["kind"] == "l" else found["name"]
        return Entry(name, found["kind"] == "d") if found["kind"] in "-dl" else None
    if found := _DOS.match(line):
        return Entry(found["name"], found["folder"] is not None)
    return None
