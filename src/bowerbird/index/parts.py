"""The two parts of a segment as files, and which of its documents are dead as a third."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bowerbird.index import arrays
from bowerbird.index.arrays import Array, Check
from bowerbird.index.columns import vocabulary_of
from bowerbird.index.keys import Keys
from bowerbird.index.raw import Raw
from bowerbird.index.reading import NO_BANDS, Facet, Lengths, Postings, Vocabulary
from bowerbird.index.stored import Stored
from bowerbird.index.view import View, spelt

_NUMBER, _FACET = "number:", "facet:"
_PIECES = ("starts", "ordinals", "blob", "offsets")


def write_raw(file: Path, raw: Raw) -> int:
    columns: dict[str, Array] = {}
    columns |= {_NUMBER + name: column for name, column in raw.numbers.items()}
    for name, facet in raw.facets.items():
        labels = facet.labels
        pieces: list[Array] = [facet.starts, facet.ordinals, labels.blob, labels.offsets]
        columns |= {
            f"{_FACET}{piece}:{name}": it for piece, it in zip(_PIECES, pieces, strict=True)
        }
    return arrays.write(
        file,
        "raw",
        {
            "serials": raw.serials,
            "words.blob": raw.words.blob,
            "words.offsets": raw.words.offsets,
            "flow": raw.flow,
            "starts": raw.starts,
            "stored.blob": raw.stored.blob,
            "stored.offsets": raw.stored.offsets,
            "stored.firsts": raw.stored.firsts,
            "keys.blob": raw.keys.blob,
            "keys.offsets": raw.keys.offsets,
            "keys.hashes": raw.keys.hashes,
            "keys.documents": raw.keys.documents,
            "contents": raw.contents,
            **columns,
        },
    )


def read_raw(file: Path, check: Check = "opening") -> Raw:
    """What is stored is checked when it is unpacked, as it is by far the most."""
    it = arrays.read(file, "raw", check=check, later=("stored.blob",))
    facets = [name.removeprefix(f"{_FACET}starts:") for name in it if name.startswith(_FACET + "s")]
    return Raw(
        it["serials"],
        Vocabulary(it["words.blob"], it["words.offsets"]),
        it["flow"],
        it["starts"],
        {name.removeprefix(_NUMBER): it[name] for name in it if name.startswith(_NUMBER)},
        {name: _facet(it, name) for name in facets},
        Stored(it["stored.blob"], it["stored.offsets"], it["stored.firsts"], file),
        Keys(it["keys.blob"], it["keys.offsets"], it["keys.hashes"], it["keys.documents"]),
        it["contents"],
    )


def write_view(file: Path, view: View) -> int:
    postings = view.postings
    return arrays.write(
        file,
        "view",
        {
            "vocabulary.blob": view.vocabulary.blob,
            "vocabulary.offsets": view.vocabulary.offsets,
            "counted": view.counted,
            "counted.starts": view.counted_starts,
            "starts": postings.starts,
            "documents": postings.documents,
            "tf": postings.tf,
            "large.at": postings.large_at,
            "large.tf": postings.large_tf,
            "bands": postings.bands,
            "lengths.classes": view.lengths.classes,
            "lengths.distinct": view.lengths.distinct,
        },
    )


def read_view(file: Path, check: Check = "opening") -> View:
    it = arrays.read(file, "view", check=check)
    return View(
        Vocabulary(it["vocabulary.blob"], it["vocabulary.offsets"]),
        it["counted"],
        it["counted.starts"],
        Postings(
            it["starts"],
            it["documents"],
            it["tf"],
            it["large.at"],
            it["large.tf"],
            it.get("bands", NO_BANDS),
        ),
        Lengths(it["lengths.classes"], it["lengths.distinct"]),
    )


def write_dead(file: Path, alive: NDArray[np.bool_]) -> int:
    return arrays.write(file, "dead", {"bits": np.packbits(~alive)})


def read_alive(file: Path, documents: int, check: Check = "opening") -> NDArray[np.bool_]:
    bits = arrays.read(file, "dead", check=check)["bits"]
    return ~np.unpackbits(bits, count=documents).astype(np.bool_)


def _facet(it: dict[str, Array], name: str) -> Facet:
    starts, ordinals, blob, offsets = (it[f"{_FACET}{piece}:{name}"] for piece in _PIECES)
    return Facet(starts, ordinals, Vocabulary(blob, offsets))


def write_words(file: Path, words: Sequence[str]) -> int:
    """Words in their order."""
    encoded = vocabulary_of([word.encode() for word in words])
    return arrays.write(file, "words", {"blob": encoded.blob, "offsets": encoded.offsets})


def read_words(file: Path, check: Check = "opening") -> tuple[str, ...]:
    it = arrays.read(file, "words", check=check)
    return tuple(spelt(Vocabulary(it["blob"], it["offsets"])))
