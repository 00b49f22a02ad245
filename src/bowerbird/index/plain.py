"""Words and nothing else, ranked over all segments by one call: what most queries are."""

from collections.abc import Callable

import numpy as np

from bowerbird.index.options import RankingOptions
from bowerbird.index.plain_kernels import COLUMNS, IDF_FORMS, best_of_words
from bowerbird.index.ranking import weight_of
from bowerbird.index.reading import BANDS, Numbers, Segment, Snapshot
from bowerbird.index.results import Ranked

Alphas = Callable[[Segment, int, float], Numbers]
_SETTINGS_KEPT = 64


class PlainWords:
    """Ranks the documents of one snapshot by words. May be used from several threads."""

    def __init__(self, snapshot: Snapshot, alphas: Alphas) -> None:
        """`alphas` gives α of a field for each class of length in a segment."""
        self._snapshot = snapshot
        self._alphas = alphas  # of a snapshot, by whoever ranks it in other ways
        self._documents = snapshot.documents
        self._held: list[object] = []  # so that no address outlives what is there
        self._rows = [self._row(segment) for segment in snapshot.segments]
        self._settings: dict[object, _Prepared] = {}
        usual = RankingOptions()
        self._last = usual, self._prepare(usual)

    def rank(
        self, words: list[str], ranking: RankingOptions, limit: int
    ) -> tuple[Ranked, list[int]]:
        """The first `limit` documents by words, each looked for in every field, and how many living
        documents hold each word. The words are different ones."""
        last, prepared = self._last
        if ranking is not last:
            prepared = self._prepared(ranking)
        room = max(1, min(limit, self._documents))
        out = np.empty(2 * room + len(words), np.int64)
        text = " ".join(words).encode()
        held, total = best_of_words(prepared.table, text, prepared.setting, room, out)
        shown = min(held, limit)
        scores = out[:shown].view(np.float64).tolist()
        told = out[room:].tolist()
        return Ranked(total, scores, told[:shown]), told[room:]

    def _prepared(self, ranking: RankingOptions) -> "_Prepared":
        """What a setting makes of the lengths of texts."""
        key = (ranking.b, ranking.k, ranking.idf, *ranking.weights.items())
        if key not in self._settings:
            if len(self._settings) >= _SETTINGS_KEPT:
                self._settings = {}
            self._settings[key] = self._prepare(ranking)
        self._last = ranking, self._settings[key]
        return self._last[1]

    def _prepare(self, ranking: RankingOptions) -> "_Prepared":
        segments = self._snapshot.segments
        gains = [self._gains(segment, ranking) for segment in segments]
        least = [_least(segment, gain) for segment, gain in zip(segments, gains, strict=True)]
        table = np.zeros((len(gains), len(COLUMNS)), np.int64)
        for row, known, gain, bands in zip(table, self._rows, gains, least, strict=True):
            found = {**known, "gains": gain.ctypes.data, "least": bands.ctypes.data}
            row[:] = [found[column] for column in COLUMNS]
        form = float(IDF_FORMS.index(ranking.idf))
        fields = len(self._snapshot.fields)
        setting = np.array([self._snapshot.documents, fields, ranking.k, form], np.float64)
        return _Prepared(table, setting, [*gains, *least])

    def _gains(self, segment: Segment, ranking: RankingOptions) -> Numbers:
        """By field and class of length: weight over α; of one field k·α over its weight."""
        if len(segment.fields) == 1:
            damping = ranking.k * self._alphas(segment, 0, ranking.b)
            return np.ascontiguousarray(damping / weight_of(segment.fields[0], ranking))
        return np.array(
            [
                weight_of(name, ranking) / self._alphas(segment, field, ranking.b)
                for field, name in enumerate(segment.fields)
            ]
        )

    def _row(self, segment: Segment) -> dict[str, int]:
        """A segment's arrays by address and size, see `COLUMNS`; all but the gains."""
        vocabulary, postings, lengths = segment.vocabulary, segment.postings, segment.lengths
        living = segment.living == len(segment)
        wide = lengths.classes.dtype.itemsize > 2
        arrays = {
            "blob": (vocabulary.blob, np.uint8),
            "offsets": (vocabulary.offsets, np.uint64),
            "df": (segment.df, np.uint32),
            "starts": (postings.starts, np.uint64),
            "documents": (postings.documents, np.uint32),
            "tf": (postings.tf, np.uint8),
            "large_at": (postings.large_at, np.uint64),
            "large_tf": (postings.large_tf, np.uint32),
            "classes": (lengths.classes, np.uint32 if wide else np.uint16),
            "alive": (segment.alive.view(np.uint8), np.uint8),
            "bands": (postings.bands, np.uint8),
        }
        laid = {name: np.ascontiguousarray(array, kind) for name, (array, kind) in arrays.items()}
        self._held.extend(laid.values())
        return {
            "words": len(vocabulary),
            "bytes": len(vocabulary.blob),
            "postings": len(postings.documents),
            "large": len(postings.large_at),
            "size": len(segment),
            "wide": int(wide),
            "distinct": len(lengths.distinct),
            **{name: array.ctypes.data for name, array in laid.items()},
            **({"alive": 0} if living else {}),
            **({} if len(postings.bands) else {"bands": 0}),
        }


def _least(segment: Segment, damping: Numbers) -> Numbers:
    """The least damping of each band of lengths; nothing for several fields."""
    least = np.full(BANDS, np.inf)
    if len(segment.fields) == 1:
        np.minimum.at(least, segment.lengths.bands, damping)
    return least


class _Prepared:
    """What the kernel gets for one setting."""

    def __init__(self, table: np.ndarray, setting: Numbers, gains: list[Numbers]) -> None:
        self.table, self.setting, self.gains = table, setting, gains
