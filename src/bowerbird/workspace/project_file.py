"""A project as one file: a zip with a manifest that says what is in it, and the checksum of each.

bowerbird-project.json     format, software, name, and bytes and SHA-256 of every other member
project.toml               the plan, templates included
seeds.json, taught.layouts, topic/concepts.json, judgements.json      those that there are
records.jsonl              the record log, a record a line            (if asked for)
pages.jsonl, pages/e00000.warc.gz …     what is known of URLs, and the pages themselves
"""

import json
import time
import zipfile
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
from msgspec import Struct

from bowerbird.model.storage import Store
from bowerbird.store import segments, trouble
from bowerbird.store.records import Records
from bowerbird.store.shard import open_shard
from bowerbird.store.software import SOFTWARE
from bowerbird.store.tables import beside
from bowerbird.store.warc import recorded_end
from bowerbird.workspace.inspect import page_rows
from bowerbird.workspace.places import TAUGHT, has_shard, shard_folder
from bowerbird.workspace.seeding import FILE as SEEDS
from bowerbird.workspace.topics import MAP

FORMAT = 1
MANIFEST = "bowerbird-project.json"
PLAN = "project.toml"
JUDGEMENTS = "judgements.json"
RECORDS = "records.jsonl"
PAGES = "pages.jsonl"
WARC = "pages/"
PLAIN = (PLAN, SEEDS, TAUGHT, MAP.as_posix(), JUDGEMENTS)  # small, and always taken along
PIECE = 1 << 20

_encode = msgspec.json.Encoder().encode


class Member(Struct, frozen=True):
    """What the manifest says of one."""

    bytes: int
    sha256: str


class Manifest(Struct, frozen=True):
    """What is in the file."""

    format: int
    software: str
    project: str
    made_at: float
    files: dict[str, Member]


def export_project(
    folder: Path,
    target: Path,
    judgements: Callable[[Path], int],
    *,
    records: bool = False,
    pages: bool = False,
) -> dict[str, Any]:
    """Write it, whole or not at all; `judgements` writes those to a file."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with (
            beside(target) as place,
            zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED, allowZip64=True) as archive,
        ):
            files = _write(_Writer(archive), folder, judgements, records=records, pages=pages)
            made = Manifest(FORMAT, SOFTWARE, folder.name, time.time(), files)
            archive.writestr(MANIFEST, msgspec.json.format(_encode(made), indent=1))
    except OSError as error:
        raise trouble.of_system(error, target) from error
    return {
        "file": str(target),
        "bytes": target.stat().st_size,
        "members": {name: member.bytes for name, member in files.items()},
    }


class _Writer:
    """Adds members, and notes what they are."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self.files: dict[str, Member] = {}

    def add(self, name: str, pieces: Iterator[bytes], *, packed: bool = False) -> None:
        digest, size = sha256(), 0
        info = zipfile.ZipInfo(name, time.gmtime()[:6])
        info.compress_type = zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED
        info.external_attr = 0o600 << 16
        with self._archive.open(info, "w", force_zip64=True) as member:
            for piece in pieces:
                member.write(piece)
                digest.update(piece)
                size += len(piece)
        self.files[name] = Member(size, digest.hexdigest())


def _write(
    writer: _Writer,
    folder: Path,
    judgements: Callable[[Path], int],
    *,
    records: bool,
    pages: bool,
) -> dict[str, Member]:
    for name in PLAIN:
        file = folder / name
        if name == JUDGEMENTS:
            file = folder / f".{JUDGEMENTS}"
            if not judgements(file):
                file.unlink(missing_ok=True)
        if file.is_file():
            with file.open("rb") as source:
                writer.add(name, _pieces(source))
        elif name == PLAN:
            writer.add(PLAN, iter(()))  # all as usual
        if name == JUDGEMENTS:
            file.unlink(missing_ok=True)
    if (records or pages) and has_shard(folder):
        with open_shard(shard_folder(folder), read_only=True) as store:
            if records:
                writer.add(RECORDS, _records(store))
            if pages:
                _write_pages(writer, store, shard_folder(folder) / "pages")
    return writer.files


def _records(store: Store) -> Iterator[bytes]:
    log = Records(store)
    for record in log.read(0, log.last):
        if not record.gone:
            yield _encode(record) + b"\n"


def _write_pages(writer: _Writer, store: Store, folder: Path) -> None:
    """Rows, and the files up to where the rows know of: a run may be writing behind that."""
    writer.add(PAGES, (_encode(row) + b"\n" for _, row in page_rows(store)))
    end = recorded_end(store)
    for number in segments.numbers(folder) if end else ():
        assert end is not None
        if number <= end[0]:
            name = segments.name_of(number)
            size = end[1] if number == end[0] else segments.size_of(folder, number)
            with (folder / name).open("rb") as source:
                writer.add(WARC + name, _pieces(source, size), packed=True)


def _pieces(source: BinaryIO, size: int | None = None) -> Iterator[bytes]:
    left = size
    while piece := source.read(PIECE if left is None else min(PIECE, left)):
        yield piece
        if left is not None:
            left -= len(piece)


def manifest_of(data: bytes) -> Manifest:
    """Raises `msgspec.MsgspecError` or `ValueError` for what is none."""
    return msgspec.json.decode(json.dumps(json.loads(data)).encode(), type=Manifest)
