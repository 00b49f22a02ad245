"""A dictionary as it is used: entities that are found by any beginning of any of their keys."""

from typing import NamedTuple

from bowerbird.index.dictionary_shape import ROTATED, About
from bowerbird.index.mapped import Mapped
from bowerbird.index.near import Wanted
from bowerbird.index.options import IndexOptions
from bowerbird.index.qgrams import engine_of
from bowerbird.index.ranked import Ranked
from bowerbird.index.reading import Vocabulary


class Found(NamedTuple):
    """An entity that a beginning of one of its keys leads to."""

    distance: int  # prefix edit distance
    rotated: bool  # the key has later words first
    popularity: float
    text: str
    entity: str


class Dictionary:
    """Entities, mapped from disk."""

    def __init__(self, about: About, compiled: Mapped, options: IndexOptions) -> None:
        self.about = about
        arrays = compiled.arrays
        self._texts = _Strings(Vocabulary(arrays["text"], arrays["text_offsets"]))
        self._entities = _Strings(Vocabulary(arrays["entity"], arrays["entity_offsets"]))
        self._popularity = arrays["popularity"]
        keys = Vocabulary(arrays["key"], arrays["key_offsets"])
        engine = engine_of(
            keys, options, (arrays["children"], arrays["child_starts"], arrays["longest"])
        )
        self._ranked = Ranked(engine, arrays["values"], mask=ROTATED - 1)

    def __len__(self) -> int:
        return len(self._popularity)

    def suggest(self, wanted: Wanted, edits: int, limit: int) -> list[Found]:
        """The best entities within so many edits: by distance, then those whose own words were
        typed before those with later words first, then by popularity, then by text."""
        return [
            self._found(pick.distance, pick.key) for pick in self._ranked.best(wanted, edits, limit)
        ]

    def _found(self, distance: int, value: int) -> Found:
        entity = value & (ROTATED - 1)
        return Found(
            distance,
            value >= ROTATED,
            float(self._popularity[entity]),
            self._texts[entity],
            self._entities[entity],
        )


class _Strings:
    """Texts end to end, in any order; what is no UTF-8 is shown as such."""

    def __init__(self, texts: Vocabulary) -> None:
        self._texts = texts

    def __getitem__(self, number: int) -> str:
        start, end = self._texts.offsets[number : number + 2]
        return bytes(self._texts.blob[start:end]).decode("utf-8", "replace")
