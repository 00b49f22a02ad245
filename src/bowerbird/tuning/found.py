"""A setting as JSON has it."""

from msgspec import Struct

from bowerbird.index.reading import Snapshot
from bowerbird.tuning.stop_words import as_written
from bowerbird.tuning.trials import Setting


class Found(Struct, frozen=True):
    """A ranking, and the words that are left out besides those that the index leaves out anyway."""

    b: float
    k: float
    idf: str
    weights: dict[str, float]
    words: dict[str, float]
    formula: str
    stop_words: list[str]  # as the index has them, the most frequent first
    written: list[str]  # all words that count as these: what `analysis.stop_words` takes besides

    @classmethod
    def of(cls, setting: Setting, snapshot: Snapshot) -> "Found":
        ranking = setting.ranking
        return cls(
            b=ranking.b,
            k=ranking.k,
            idf=ranking.idf,
            weights=dict(ranking.weights),
            words=dict(ranking.words),
            formula=ranking.formula,
            stop_words=list(setting.stop_words),
            written=as_written(snapshot, setting.stop_words) if setting.stop_words else [],
        )
