"""What a person configures for one index. All of the ranking may be overridden per query."""

from typing import Literal

from pydantic import Field

from bowerbird.model.options import Options

Idf = Literal["log2", "smooth", "bm25", "none"]


class AnalysisOptions(Options):
    """Which words count. Changing any of it remaps the vocabulary; no text is read again."""

    minimum_length: int = Field(
        2,
        ge=0,
        le=50,
        description="Small words threshold: words of at most this length are left out.",
    )
    stop_words: list[str] = Field(
        [], description="Words left out; one between slashes is a regular expression: /^v\\d+$/."
    )
    stemming: str = Field(
        "",
        description="A language whose endings are cut, such as english; empty leaves words whole.",
    )
    compounds: bool = Field(
        False, description="Also find the parts of German compounds that are words of this index."
    )


class RankingOptions(Options):
    """How matching records are ranked."""

    b: float = Field(
        0.75, ge=0, le=1, description="How much the length of a text counts against it."
    )
    k: float = Field(1.75, ge=0, le=1000, description="How soon repeating a word stops to help.")
    idf: Idf = Field("log2", description="How the rarity of a word counts; log2(N/df) by default.")
    weights: dict[str, float] = Field(
        {}, description="How much a field counts, 1 where nothing is said: title = 3."
    )
    words: dict[str, float] = Field(
        {}, description="Added to the score where the word matches: Freiburg = 5."
    )
    formula: str = Field(
        "",
        description="Added to every score: arithmetic over numeric fields, such as log(1+votes).",
    )


class IndexOptions(Options):
    """One index of a project."""

    kinds: list[str] = Field(
        [], description="Kinds of records to take in, `page` or a template's name; empty takes all."
    )
    fields: list[str] = Field(
        ["title", "text"], description="The fields whose words are searched, in this order."
    )
    follow: bool = Field(
        True, description="Take in records while a run is at work, not only when it is asked."
    )
    analysis: AnalysisOptions = AnalysisOptions()
    ranking: RankingOptions = RankingOptions()
    synonyms: bool = Field(
        False, description="Also find records by synonyms and other spellings of the query's words."
    )
    lexicon: bool = Field(
        True, description="With `synonyms`: also those that the English lexicon has of a word."
    )
    synonym_list: str = Field(
        "", description="A file of synonyms (TSV, CSV or JSONL), used where `synonyms` is on."
    )
    dictionary: str = Field(
        "", description="A file or folder of dictionary entries for suggestions (TSV)."
    )
    suggestions: Literal["walk", "q-gram"] = Field(
        "walk", description="How suggestions are found; both give the same answers."
    )
    qgram: int = Field(3, ge=2, le=5, description="Length of the q-grams.")
