"""Titles of documents as suggestions: compiled once for each segment, which never changes.

While a crawl runs, new segments are small: their titles are compiled in memory, in milliseconds.
Those of larger ones, which come of merging, are kept beside the index. Documents that died since
are passed over when they are found.
"""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np
import xxhash

from bowerbird.index import mapped
from bowerbird.index.dictionary import Dictionary, Found
from bowerbird.index.dictionary_shape import FORMAT, About
from bowerbird.index.mapped import Mapped
from bowerbird.index.near import Wanted
from bowerbird.index.options import IndexOptions
from bowerbird.index.reading import Bytes, Segment, Snapshot
from bowerbird.index.typed import whole_letters
from bowerbird.model.errors import CorruptError, StoreError

FIELD = "title"
SMALL = 2_000  # documents: about 20 ms
_BEARERS = 8  # documents of one title that are remembered
_AT_MOST = 200  # characters of a title; what is longer is no title


class TitlesOf:
    """The titles of one segment."""

    def __init__(self, segment: Segment, dictionary: Dictionary) -> None:
        self.segment = segment
        self.dictionary = dictionary

    def suggest(self, wanted: Wanted, edits: int, limit: int) -> list[Found]:
        """As `Dictionary.suggest`, of documents that live; the entity is empty."""
        asked = limit
        while True:
            found = self.dictionary.suggest(wanted, edits, asked)
            living = [alive for it in found if (alive := self._alive(it)).popularity]
            if len(living) >= limit or len(found) < asked:
                return living[:limit]
            asked *= 2

    def _alive(self, found: Found) -> Found:
        """As popular as it has living bearers, where all of them are remembered."""
        bearers = [int(number) for number in found.entity.split(",")]
        living = int(self.segment.alive[bearers].sum())
        many = found.popularity > len(bearers) and living > 0
        return found._replace(entity="", popularity=found.popularity if many else float(living))


def small_titles(segment: Segment, options: IndexOptions) -> Dictionary:
    """Compiled in memory."""
    from bowerbird.index.dictionary_build import build

    arrays, reading = build(_lines(segment), (0, 2, 3))
    about = About(FORMAT, segment.name, 0, 0, 0, reading)
    return Dictionary(about, Mapped(b"", arrays, 0), options)


def kept_titles(segment: Segment, folder: Path, options: IndexOptions) -> Dictionary | None:
    """Those that were compiled before, if they were and are sound."""
    path = _path(segment, folder)
    try:
        kept = mapped.load(path)
        about = msgspec.json.decode(kept.about, type=About)
    except (CorruptError, StoreError, msgspec.DecodeError):
        return None  # they are made again
    if about.format != FORMAT:
        return None
    return Dictionary(about, kept, options)


def keep_titles(snapshot: Snapshot, folder: Path) -> int:
    """Compile the titles of all large segments that have none yet, and take away those of segments
    that are no more; how many were compiled. Whoever writes the index does so after a merge."""
    from bowerbird.index.dictionary_build import build

    large = [segment for segment in snapshot.segments if len(segment) > SMALL]
    paths = {_path(segment, folder): segment for segment in large}
    for path in folder.glob("titles-*.dictionary"):
        if path not in paths:
            path.unlink(missing_ok=True)
    missing = {path: segment for path, segment in paths.items() if not path.exists()}
    for path, segment in missing.items():
        arrays, reading = build(_lines(segment), (0, 2, 3))
        mapped.save(path, About(FORMAT, segment.name, 0, 0, 0, reading), arrays)
    return len(missing)


def _path(segment: Segment, folder: Path) -> Path:
    """A rebuilt index may use a segment's name again: so its documents are in the file's name."""
    documents = xxhash.xxh3_64_hexdigest(np.ascontiguousarray(segment.serials).data)
    return folder / f"titles-{segment.name}-{documents}.dictionary"


def _lines(segment: Segment) -> Bytes:
    """Lines of a dictionary: the title, how many documents bear it, and some of their numbers."""
    bearers: dict[str, list[int]] = defaultdict(list)
    for document in range(len(segment)):
        for title in _titles(segment, document):
            bearers[title].append(document)
    lines = (
        f"{title}\t{len(numbers)}\t{','.join(map(str, numbers[-_BEARERS:]))}\n"
        for title, numbers in bearers.items()
    )
    data = "".join(lines).encode("utf-8", "replace")
    return whole_letters(np.frombuffer(data, np.uint8))


def _titles(segment: Segment, document: int) -> Iterator[str]:
    stored = segment.stored(document).get(FIELD)
    for title in stored if isinstance(stored, list) else [stored]:
        if isinstance(title, str) and 0 < len(title) <= _AT_MOST:
            yield " ".join(title.split())
