"""Documents on their way into a segment: cut, packed and put into columns a portion at a time.

So nobody holds a hundred thousand entries, which take several times the room of what is made of
them, and through which Python's collector of garbage would go again and again.
"""

from collections.abc import Sequence

import numpy as np

from bowerbird.index import merging, word_kernels
from bowerbird.index.columns import Labels, joined_numbers, numbers_of
from bowerbird.index.duplicates import content_in
from bowerbird.index.entry import Entry
from bowerbird.index.keys import Keys
from bowerbird.index.raw import Raw, joined
from bowerbird.index.reading import Forward, Numbers, Places
from bowerbird.index.stored import Packing
from bowerbird.index.words import Words

PORTION = 1 << 20  # characters: what is made of them stays in the processor's caches
_DOCUMENT = 200  # characters that a document counts for beside its texts


class Waiting:
    """Documents in the order of their serials; of those with one key the last counts."""

    def __init__(self, fields: Sequence[str]) -> None:
        self.size = 0  # about so many characters
        self.keys: dict[bytes, int] = {}  # all that were named; -1: only forgotten
        self._portion: list[Entry] = []
        self._portion_size = 0
        self._replaced: list[int] = []
        self._all = _Gathered(fields)

    def add(self, entry: Entry) -> None:
        before = self.keys.get(entry.key, -1)
        if before >= 0:
            self._replaced.append(before)
        if entry.gone:
            self.keys[entry.key] = -1
            return
        self.keys[entry.key] = len(self._all) + len(self._portion)
        self._portion.append(entry)
        size = _DOCUMENT
        for text in entry.text.values():
            size += len(text)
        self.size += size
        self._portion_size += size
        if self._portion_size >= PORTION:
            self._take_portion()

    def raw(self) -> Raw | None:
        """The living ones; None: there are none. Nothing can be added afterwards."""
        self._take_portion()
        if len(self._replaced) == len(self._all):
            return None
        raw = self._all.raw()
        if not self._replaced:
            return raw
        alive = np.ones(len(raw), np.bool_)
        alive[self._replaced] = False
        return merging.merged([(raw, alive)])

    def _take_portion(self) -> None:
        if self._portion:
            self._all.take(self._portion)
        self._portion, self._portion_size = [], 0


def raw_of(entries: Sequence[Entry], fields: Sequence[str]) -> Raw:
    """Entries with ascending serials, each key once."""
    gathered = _Gathered(fields)
    gathered.take(entries)
    return gathered.raw()


class _Gathered:
    """What was made of the portions so far."""

    def __init__(self, fields: Sequence[str]) -> None:
        self._fields = list(fields)
        self._words = Words(expected=1 << 12)
        self._flows: list[list[Forward]] = [[] for _ in self._fields]
        self._serials: list[Places] = []
        self._numbers: list[tuple[dict[str, Numbers], int]] = []
        self._labels: dict[str, Labels] = {}
        self._stored = Packing()
        self._keys: list[bytes] = []
        self._contents: list[Places] = []

    def __len__(self) -> int:
        return len(self._keys)

    def take(self, entries: Sequence[Entry]) -> None:
        for field, flows in zip(self._fields, self._flows, strict=True):
            flows.append(self._words.take([entry.text.get(field, "") for entry in entries]))
        self._serials.append(np.array([entry.serial for entry in entries], np.uint64))
        self._numbers.append((numbers_of([entry.numbers for entry in entries]), len(entries)))
        for name in {name for entry in entries for name in entry.labels} - self._labels.keys():
            self._labels[name] = Labels(len(self))
        for name, column in self._labels.items():
            column.add([entry.labels.get(name, ()) for entry in entries])
        self._stored.add(entry.stored for entry in entries)
        self._contents.append(np.array([content_in(entry) for entry in entries], np.uint64))
        self._keys += [entry.key for entry in entries]

    def raw(self) -> Raw:
        vocabulary, places = self._words.in_order()
        flow, starts = joined(self._flows)
        self._flows = []
        word_kernels.renumber(flow, places, flow)
        return Raw(
            serials=np.concatenate(self._serials),
            words=vocabulary,
            flow=flow,
            starts=starts,
            numbers=joined_numbers(self._numbers),
            facets={name: self._labels[name].facet() for name in sorted(self._labels)},
            stored=self._stored.done(),
            keys=Keys.of(self._keys),
            contents=np.concatenate(self._contents),
        )
