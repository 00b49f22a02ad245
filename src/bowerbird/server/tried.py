"""Settings of an index that somebody tries, as an address has them."""

from typing import Annotated, Any, Literal

from fastapi import Query
from pydantic import BaseModel, Field

from bowerbird.workspace.written import split, weights

Short = Annotated[str, Field(max_length=2_000)]


class Tried(BaseModel):
    """What is left out, or empty, is as the index has it."""

    index: str | None = Field(None, max_length=64, description="Else the default or only one.")
    threshold: int = Field(1, ge=1, le=3, description="From which grade on one is relevant.")
    b: float | Literal[""] | None = Field(None, description="How much length counts against.")
    k: float | Literal[""] | None = Field(None, description="How soon repeating stops to help.")
    idf: Literal["", "log2", "smooth", "bm25", "none"] = Field("", description="How rarity counts.")
    weights: Short = Field("", description="Weights of fields: title=3, text=1.")
    words: Short = Field("", description="Weights of words: Freiburg=5.")
    formula: Short = Field("", description="Added to every score: votes/10.")
    stop_words: Short = Field("", description="Words left out besides the index's: the, of.")
    query: Short = Field("", description="A query whose hits are shown beside each other.")

    def ranking(self) -> dict[str, Any]:
        """What a search may be told for once."""
        said = {
            "b": self.b,
            "k": self.k,
            "idf": self.idf,
            "weights": weights(self.weights, "weights") if self.weights.strip() else "",
            "words": weights(self.words, "words") if self.words.strip() else "",
            "formula": self.formula.strip(),
        }
        return {name: value for name, value in said.items() if value not in ("", None)}

    def settings(self) -> dict[str, Any]:
        """What tuning may try."""
        left_out = split(self.stop_words)
        return self.ranking() | ({"stop_words": left_out} if left_out else {})

    def without_b_and_k(self) -> dict[str, Any]:
        said = self.settings()
        return {name: value for name, value in said.items() if name not in ("b", "k")}


AskedSetting = Annotated[Tried, Query()]
