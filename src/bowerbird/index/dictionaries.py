"""Dictionary files that a person drops in a folder: compiled once, and again when they change."""

import logging
from pathlib import Path

import msgspec
import numpy as np
import xxhash

from bowerbird.index import mapped
from bowerbird.index.dictionary import Dictionary
from bowerbird.index.dictionary_shape import COLUMNS, FORMAT, About
from bowerbird.index.mapped import Mapped
from bowerbird.index.options import IndexOptions
from bowerbird.index.reading import Bytes
from bowerbird.index.typed import whole_letters
from bowerbird.model.errors import CorruptError, PlanError, StoreError

log = logging.getLogger(__name__)

_NAMES = {
    "text": 0,
    "name": 0,
    "label": 0,
    "synonyms": 1,
    "aliases": 1,
    "popularity": 2,
    "score": 2,
    "entity": 3,
    "id": 3,
}
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def open_dictionaries(options: IndexOptions, cache: Path) -> list[Dictionary]:
    """The dictionaries that the options name: one file, or every .tsv of a folder. Their compiled
    forms are kept in `cache`."""
    if not options.dictionary:
        return []
    named = Path(options.dictionary).expanduser()
    if not named.exists():
        raise PlanError(f"there is no dictionary {named}: correct `dictionary`, or leave it empty")
    sources = sorted(named.glob("*.tsv")) if named.is_dir() else [named]
    return [open_dictionary(source, cache, options) for source in sources]


def open_dictionary(source: Path, cache: Path, options: IndexOptions) -> Dictionary:
    """One of them, compiled first if it is new or has changed."""
    path = cache / f"{source.stem}-{xxhash.xxh3_64_hexdigest(bytes(source.resolve()))}.dictionary"
    ready = _up_to_date(path, source)
    if ready is None:
        compile_dictionary(source, path)
        made = mapped.load(path)
        ready = msgspec.json.decode(made.about, type=About), made
    return Dictionary(*ready, options)


def compile_dictionary(source: Path, path: Path) -> About:
    """Read the source and write its compiled form."""
    from bowerbird.index.dictionary_build import build

    status = source.stat()
    data = _bytes_of(source)
    columns, start = _head(bytes(data[:4096]))
    arrays, reading = build(whole_letters(data[start:]), columns, 2 if start > 3 else 1)
    digest = xxhash.xxh3_64_intdigest(data.data)
    about = About(FORMAT, str(source), status.st_size, status.st_mtime_ns, digest, reading)
    mapped.save(path, about, arrays)
    if reading.malformed:
        log.warning(
            "%s: %d of %d lines are left out: %s",
            source,
            reading.malformed,
            reading.lines,
            "; ".join(reading.examples),
        )
    return about


def _up_to_date(path: Path, source: Path) -> tuple[About, Mapped] | None:
    """The compiled form, if it is there, sound, and of this very source."""
    if not path.exists():
        return None
    try:
        compiled = mapped.load(path)
        about = msgspec.json.decode(compiled.about, type=About)
    except (CorruptError, msgspec.DecodeError) as error:
        log.warning("%s; it is made again", error)
        return None
    status = source.stat()
    if about.format != FORMAT or about.size != status.st_size:
        return None
    if about.changed == status.st_mtime_ns:
        return about, compiled
    # Touched, or written again: does it say the same?
    same = about.digest == xxhash.xxh3_64_intdigest(_bytes_of(source).data)
    return (about, compiled) if same else None


def _bytes_of(source: Path) -> Bytes:
    try:
        if not source.stat().st_size:
            return np.zeros(0, np.uint8)
        return np.asarray(np.memmap(source, np.uint8, "r"))
    except OSError as error:
        raise StoreError(
            f"the dictionary {source} cannot be read ({error.strerror}): allow it, or name another"
        ) from error


def _head(start: bytes) -> tuple[tuple[int, ...], int]:
    """(the meaning of each column, where the lines begin). A first line that names a text and a
    popularity names the columns; otherwise they are text, synonyms, popularity, entity."""
    begin = len(_BYTE_ORDER_MARK) if start.startswith(_BYTE_ORDER_MARK) else 0
    line, end, _ = start[begin:].partition(b"\n")
    names = [name.strip().lower() for name in line.decode("utf-8", "replace").split("\t")]
    columns = tuple(_NAMES.get(name, -1) for name in names)
    if 0 in columns and 2 in columns:
        return columns, begin + len(line) + len(end)
    return tuple(range(len(COLUMNS))), begin
