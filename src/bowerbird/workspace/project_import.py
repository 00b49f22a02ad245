"""A project taken in from a file that anybody may have made.

Nothing of a member's name becomes a path: names are compared with those that there can be. Sizes
are counted while reading, whatever the file says of itself; checksums have to hold; the plan is
checked like any plan, and what it would open on this machine is closed again, and told.
"""

import json
import re
import shutil
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

import msgspec
import zstandard

from bowerbird.dedup.content_seen import DiskContentSeen
from bowerbird.model.errors import UsageError
from bowerbird.model.pagerow import PageRow
from bowerbird.model.record import Record
from bowerbird.model.storage import Family, Store
from bowerbird.store.records import Records
from bowerbird.store.segments import numbers, size_of
from bowerbird.store.shard import open_shard
from bowerbird.store.warc import END_KEY
from bowerbird.web.url import key_of
from bowerbird.workspace.places import TAUGHT, shard_folder
from bowerbird.workspace.plan import Plan, read_plan, write_plan
from bowerbird.workspace.project_file import (
    FORMAT,
    JUDGEMENTS,
    MANIFEST,
    PAGES,
    PLAIN,
    PLAN,
    RECORDS,
    WARC,
    Manifest,
    manifest_of,
)

MOST_BYTES = 8 << 30  # of everything, unpacked
MOST_PLAIN = 64 << 20  # of a plan, a concept map …
MOST_LINE = 64 << 20  # of one record
MOST_MEMBERS = 20_000
TOGETHER = 500  # records or rows of one commit
PIECE = 1 << 20
OPENING = ("allow_private", "folders", "resolve")  # options of fetch
IMPORTED = "imported-"  # before the number of a run of the project that was exported

_WARC_NAME = re.compile(re.escape(WARC) + r"e\d{5,9}\.warc\.gz")
_decode_record = msgspec.json.Decoder(Record).decode
_decode_row = msgspec.json.Decoder(PageRow).decode


def import_project(
    file: Path,
    folder: Path,
    judgements: Callable[[Path], object],
    *,
    most_bytes: int = MOST_BYTES,
    trusted: bool = False,
) -> dict[str, Any]:
    """Take it in as the project of that folder, which must not be there; whole or not at all.
    `judgements` takes in those of a file. A trusted file keeps all of its plan."""
    if folder.exists():
        raise UsageError(f"there is a project {folder.name!r} already; choose another name")
    with _opened(file) as archive:
        manifest = _checked(archive, file, most_bytes)
        folder.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".importing-", dir=folder.parent) as place:
            whole = Path(place) / folder.name
            closed = _take_in(archive, manifest, whole, file, trusted=trusted)
            judged = whole / JUDGEMENTS
            whole.rename(folder)
    judged = folder / JUDGEMENTS
    if judged.exists():
        judgements(judged)
        judged.unlink()
    return {
        "project": folder.name,
        "exported_as": manifest.project,
        "members": sorted(manifest.files),
        "closed": closed,
    }


@contextmanager
def _opened(file: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(file) as archive:
            yield archive
    except FileNotFoundError:
        raise UsageError(f"there is no file {file}: give one that `project export` wrote") from None
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise _bad(file, str(error) or "it is damaged") from error


def _bad(file: Path, why: str) -> UsageError:
    return UsageError(f"{file} is no project that can be taken in: {why}; nothing was changed")


def _checked(archive: zipfile.ZipFile, file: Path, most_bytes: int) -> Manifest:
    """Every member is one that there can be, is a plain file, and is in the manifest once."""
    names = _plain_names(archive, file)
    try:
        manifest = manifest_of(_read(archive.open(MANIFEST), MOST_PLAIN, MANIFEST, file))
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise _bad(file, f"its {MANIFEST} cannot be read ({error})") from error
    if manifest.format != FORMAT:
        raise _bad(file, f"its format is {manifest.format}, this Bowerbird reads {FORMAT}")
    for name, member in manifest.files.items():
        if name not in (*PLAIN, RECORDS, PAGES) and not _WARC_NAME.fullmatch(name):
            raise _bad(file, f"{name!r} is nothing that a project has")
        if member.bytes < 0:
            raise _bad(file, f"{name!r} has less than no bytes")
    if set(names) != {MANIFEST, *manifest.files} or PLAN not in manifest.files:
        raise _bad(file, "what is in it is not what its manifest says")
    total = sum(member.bytes for member in manifest.files.values())
    if total > most_bytes:
        raise _bad(file, f"it comes to {total >> 20} MiB, and {most_bytes >> 20} are allowed")
    return manifest


def _plain_names(archive: zipfile.ZipFile, file: Path) -> list[str]:
    members = archive.infolist()
    names = [member.filename for member in members]
    if len(names) > MOST_MEMBERS or len(set(names)) != len(names):
        raise _bad(file, "it has too many members, or two of one name")
    if MANIFEST not in names:
        raise _bad(file, f"it has no {MANIFEST}")
    for member in members:
        kind = stat.S_IFMT(member.external_attr >> 16)
        if kind not in (0, stat.S_IFREG) or member.flag_bits & 0x1:
            raise _bad(file, f"{member.filename!r} is not a plain file")
    return names


def _take_in(
    archive: zipfile.ZipFile, manifest: Manifest, whole: Path, file: Path, *, trusted: bool
) -> list[str]:
    for name in manifest.files:
        if name in (PAGES, RECORDS):
            target = whole / ".taken-in" / name
        elif name.startswith(WARC):
            target = shard_folder(whole) / name
        else:
            target = whole / name
            if manifest.files[name].bytes > MOST_PLAIN:
                raise _bad(file, f"{name!r} is larger than {MOST_PLAIN >> 20} MiB")
        _unpack(archive, name, manifest, target, file)
    _check_layouts(whole / TAUGHT, file)
    closed = [] if trusted else _close(whole)
    if trusted:
        read_plan(whole / PLAN)
    if RECORDS in manifest.files or PAGES in manifest.files:
        _fill(whole, file)
        shutil.rmtree(whole / ".taken-in")
    return closed


def _unpack(
    archive: zipfile.ZipFile, name: str, manifest: Manifest, target: Path, file: Path
) -> None:
    """No more than the manifest says, and exactly what it says."""
    told, digest, size = manifest.files[name], sha256(), 0
    target.parent.mkdir(parents=True, exist_ok=True)
    with archive.open(name) as source, target.open("wb") as unpacked:
        while piece := source.read(PIECE):
            size += len(piece)
            if size > told.bytes:
                raise _bad(file, f"{name!r} is larger than its manifest says")
            digest.update(piece)
            unpacked.write(piece)
    if size != told.bytes or digest.hexdigest() != told.sha256:
        raise _bad(file, f"{name!r} is damaged: its checksum does not hold")


def _read(source: IO[bytes], most: int, name: str, file: Path) -> bytes:
    with source:
        data = source.read(most + 1)
    if len(data) > most:
        raise _bad(file, f"{name!r} is larger than {most >> 20} MiB")
    return data


def _close(whole: Path) -> list[str]:
    """What the plan would open on this machine, send from it, or tell of its environment is left
    out; what that was."""
    plan, usual = read_plan(whole / PLAN), Plan()
    closed = [name for name in Plan.model_fields if _refers(getattr(plan, name))]
    closed += [
        name for name in ("notify", "plugins") if getattr(plan, name) != getattr(usual, name)
    ]
    safe = plan.model_copy(update={name: getattr(usual, name) for name in closed})
    opening = {
        name: getattr(usual.fetch, name)
        for name in OPENING
        if getattr(safe.fetch, name) != getattr(usual.fetch, name)
    }
    fetch = safe.fetch.model_copy(update=opening)
    write_plan(safe.model_copy(update={"fetch": fetch}), whole / PLAN)
    return sorted({*closed, *(f"fetch.{name}" for name in opening)})


def _refers(value: Any) -> bool:
    """Does a part of the plan name environment variables anywhere?"""
    if hasattr(value, "model_dump"):
        value = value.model_dump(mode="json")
    return "${" in json.dumps(value, default=lambda each: each.model_dump(mode="json"))


def _check_layouts(path: Path, file: Path) -> None:
    """They are packed once more: what they come to is known before."""
    if not path.exists():
        return
    try:
        size = zstandard.get_frame_parameters(path.read_bytes()[:64]).content_size
    except zstandard.ZstdError as error:
        raise _bad(file, f"{TAUGHT!r} is damaged ({error})") from error
    if size > MOST_PLAIN:
        raise _bad(file, f"{TAUGHT!r} is larger than {MOST_PLAIN >> 20} MiB")


def _fill(whole: Path, file: Path) -> None:
    """Records and rows into a new shard. What is not the shape of one ends the import."""
    taken_in, place = whole / ".taken-in", shard_folder(whole)
    plan = read_plan(whole / PLAN)
    try:
        with open_shard(place) as store:
            _fill_records(store, _lines(taken_in / RECORDS, _decode_record))
            contents = DiskContentSeen(store, plan.dedup)
            _fill_rows(store, contents, _lines(taken_in / PAGES, _decode_row))
            if (place / "pages").is_dir() and (there := numbers(place / "pages")):
                end = (there[-1], size_of(place / "pages", there[-1]))
                batch = store.batch()
                batch.put(Family.META, END_KEY, msgspec.msgpack.encode(end))
                store.commit(batch)
    except (msgspec.MsgspecError, RecursionError, OverflowError, ValueError) as error:
        raise _bad(file, f"a line of its records or pages is none ({error})") from error


def _fill_records(store: Store, records: Iterator[Record]) -> None:
    log = Records(store)
    while some := [_as_imported(record) for record in islice(records, TOGETHER)]:
        batch = store.batch()
        log.append(some, batch)
        store.commit(batch)


def _fill_rows(store: Store, contents: DiskContentSeen, rows: Iterator[PageRow]) -> None:
    while some := [_row_as_imported(row) for row in islice(rows, TOGETHER)]:
        batch = store.batch()
        for row in some:
            batch.put(Family.PAGES, key_of(row.identity), msgspec.msgpack.encode(row))
            if row.fingerprint:
                contents.remember(row.identity, row.fingerprint, row.simhash, batch)
        store.commit(batch)


def _lines(path: Path, decode: Callable[[bytes], Any]) -> Iterator[Any]:
    if not path.exists():
        return
    with path.open("rb") as lines:
        while line := lines.readline(MOST_LINE + 1):
            yield decode(line)


def _as_imported(record: Record) -> Record:
    return msgspec.structs.replace(record, run=_run(record.run))


def _row_as_imported(row: PageRow) -> PageRow:
    """Runs are numbered anew in each project: those of the other one keep out of the way."""
    history = tuple(msgspec.structs.replace(each, run=_run(each.run)) for each in row.history)
    kept = _row_as_imported(row.kept) if row.kept else None
    return msgspec.structs.replace(row, run=_run(row.run), history=history, kept=kept)


def _run(run: str) -> str:
    return IMPORTED + run if run.isdigit() else run
