"""What an index consists of at one moment: a small file, swapped by a rename."""

from pathlib import Path

import msgspec
import xxhash
from msgspec import Struct

from bowerbird.index import disk
from bowerbird.index.options import IndexOptions
from bowerbird.model.errors import CorruptError

FORMAT = 1
NAME = "manifest.json"


class Listed(Struct, frozen=True):
    """One segment; beside `view` and `dead` it has the file `NAME.raw`."""

    name: str
    documents: int
    living: int
    view: str  # a file, named after the analysis
    dead: str = ""  # a file; empty while all live


class Manifest(Struct, frozen=True):
    """All of it; nothing else in the folder counts."""

    generation: int
    cursor: int  # the last record of the log that was taken in
    options: IndexOptions
    segments: tuple[Listed, ...] = ()
    parts: str = ""  # a file: the words that compounds are split into
    learned_at: int = 0  # how many documents lived when these were learned
    next_segment: int = 1
    format: int = FORMAT


def write(folder: Path, manifest: Manifest) -> None:
    """From now on this is the index; on disk when this returns."""
    said = msgspec.json.format(msgspec.json.encode(manifest, enc_hook=_plain))
    digest = xxhash.xxh3_64_hexdigest(said).encode()
    disk.replace(folder / NAME, digest + b"\n" + said + b"\n")


def read(folder: Path) -> Manifest | None:
    """None: there is no index here."""
    file = folder / NAME
    try:
        digest, _, said = file.read_bytes().partition(b"\n")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise disk.trouble(error, file) from error
    said, end = said[:-1], said[-1:]
    if end != b"\n" or xxhash.xxh3_64_hexdigest(said).encode() != digest:
        raise CorruptError(
            f"the index file {file} does not hold what was written: {disk.anew(file.parent)}"
        )
    return _decoded(said, file)


def _decoded(said: bytes, file: Path) -> Manifest:
    found = msgspec.json.decode(said)
    if found.get("format") != FORMAT:
        raise CorruptError(
            f"the index file {file} is of format {found.get('format')}, not {FORMAT}: "
            f"{disk.anew(file.parent)}"
        )
    return msgspec.convert(found, Manifest, dec_hook=_options)


def _plain(value: object) -> object:
    if isinstance(value, IndexOptions):
        return value.model_dump(mode="json")
    raise NotImplementedError


def _options(kind: type, value: object) -> object:
    if kind is IndexOptions:
        return IndexOptions.model_validate(value)
    raise NotImplementedError
