"""What an index consists of at one moment. The newest is named in CURRENT, swapped by a rename."""

from pathlib import Path

import msgspec
import xxhash
from msgspec import Struct

from bowerbird.index import disk
from bowerbird.index.options import IndexOptions
from bowerbird.model.errors import CorruptError

FORMAT = 1
CURRENT = "CURRENT"


class Listed(Struct, frozen=True):
    """One segment: `segments/NAME/raw`, with its view and its dead beside it."""

    name: str
    documents: int
    living: int
    view: str  # a file; named after the analysis
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
    name = name_of(manifest.generation)
    said = msgspec.json.format(msgspec.json.encode(manifest, enc_hook=_plain))
    with disk.new_file(folder / name) as out:
        out.write(xxhash.xxh3_64_hexdigest(said).encode() + b"\n" + said + b"\n")
    disk.sync(folder)
    disk.replace(folder / CURRENT, name.encode() + b"\n")


def read(folder: Path) -> Manifest | None:
    """None: there is no index here. May fail with FileNotFoundError while a writer moves on."""
    try:
        name = (folder / CURRENT).read_text("ascii").strip()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeError):
        raise _damaged(folder / CURRENT) from None
    if not name.startswith("manifest-") or "/" in name:
        raise _damaged(folder / CURRENT)
    file = folder / name
    digest, _, said = file.read_bytes().partition(b"\n")
    said = said.removesuffix(b"\n")
    if xxhash.xxh3_64_hexdigest(said).encode() != digest:
        raise _damaged(file)
    return _decoded(said, file)


def name_of(generation: int) -> str:
    """The file of that state."""
    return f"manifest-{generation:06}.json"


def _decoded(said: bytes, file: Path) -> Manifest:
    found = msgspec.json.decode(said)
    if found.get("format") != FORMAT:
        raise CorruptError(
            f"the index file {file} is of format {found.get('format')}, not {FORMAT}:"
            " make the index anew with `bowerbird index build --rebuild`"
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


def _damaged(file: Path) -> CorruptError:
    return CorruptError(
        f"the index file {file} does not hold what was written:"
        " make the index anew with `bowerbird index build --rebuild`"
    )
