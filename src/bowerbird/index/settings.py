"""What may be said with one query: how to rank it, and what to show."""

from pydantic import Field

from bowerbird.index.options import Idf, RankingOptions
from bowerbird.model.options import Options


class SearchSettings(Options):
    """One search. What is left out is as the index has it."""

    limit: int = Field(25, ge=0, le=10_000, description="How many hits to show.")
    offset: int = Field(0, ge=0, le=1_000_000, description="How many hits to pass over first.")
    sort: str = Field(
        "", description="A column to sort by instead of the score; -price: largest first."
    )
    facets: list[str] = Field([], description="Columns whose labels are counted over all matches.")
    facet_limit: int = Field(20, ge=1, le=1000, description="How many labels of each to show.")
    explain: bool = Field(False, description="Say how each score came about.")
    fold: bool = Field(True, description="Show records with the same content once, and count them.")
    forgive: bool = Field(True, description="Replace words that the index does not have.")
    snippet_length: int = Field(240, ge=0, le=2000, description="Characters of a snippet; 0: none.")
    fields: list[str] = Field([], description="Look for words in these fields only.")
    b: float | None = Field(None, ge=0, le=1, description="As in the index's ranking.")
    k: float | None = Field(None, ge=0, le=1000, description="As in the index's ranking.")
    idf: Idf | None = Field(None, description="As in the index's ranking.")
    weights: dict[str, float] = Field({}, description="Weights of fields, instead of the index's.")
    words: dict[str, float] = Field({}, description="Weights of words, instead of the index's.")
    formula: str | None = Field(None, description="Instead of the index's; empty: none.")

    def ranking(self, usual: RankingOptions, fields: tuple[str, ...]) -> RankingOptions:
        """The index's ranking with what is said here put over it."""
        said: dict[str, object] = {
            name: value
            for name in ("b", "k", "idf", "formula")
            if (value := getattr(self, name)) is not None
        }
        weights = {**usual.weights, **self.weights}
        if self.fields:
            # Asked for by name, a field that usually weighs nothing counts.
            weights = {
                name: max(weights.get(name, 1.0), 0.0) or 1.0 if name in self.fields else 0.0
                for name in fields
            }
        if weights != usual.weights:
            said["weights"] = weights
        if self.words:
            said["words"] = {**usual.words, **self.words}
        return usual.model_copy(update=said) if said else usual
