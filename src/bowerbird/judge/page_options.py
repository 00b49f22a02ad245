"""What a person may set about the page judges that count words.

Apart from the judges: a plan can be checked without the arrays that they compute with, and loading
those takes as long as all else that starting a run does.
"""

from pydantic import Field

from bowerbird.model.options import Options


class Bm25Options(Options):
    """BM25 as a page judge."""

    k: float = Field(1.5, ge=0, le=1000, description="How soon repeating a term stops to help.")
    b: float = Field(0.5, ge=0, le=1, description="How much the length of a text counts.")
    title: float = Field(3.0, ge=0, description="How often an occurrence in the title counts.")
    headings: float = Field(2.0, ge=0, description="How often one in a heading counts.")
    threshold: float = Field(
        0.5, ge=0, le=1, description="A page that scores at least this much is relevant."
    )


class ClassifierOptions(Options):
    """A classifier that learns from examples."""

    examples: int = Field(
        5, ge=1, le=1000, description="It says nothing before it has so many for and against."
    )
    threshold: float = Field(
        0.5, ge=0, le=1, description="Probability from which a page is relevant."
    )


class ConceptOptions(Options):
    """The concept vector as a page judge."""

    threshold: float = Field(
        0.45, gt=0, le=1, description="Cosine, or rank, from which a page is relevant."
    )
    by_level: bool = Field(
        False, description="Rank pages level by level, by their sources and siblings, as in P2."
    )
    discard: float = Field(
        0.1, ge=0, lt=1, description="Share of each level's pages, the least, that is discarded."
    )
    discard_pages: int = Field(
        0,
        ge=0,
        le=1000,
        description="So many of each level's pages, the least, are discarded.",
    )


class PageWeightOptions(Options):
    """The weights of P3, all of them configurable."""

    in_url: float = Field(3.0, ge=0, description="Added for each term that is in the URL.")
    in_title: float = Field(5.0, ge=0, description="Added for each term in the title.")
    per_occurrence: float = Field(1.0, ge=0, description="Times the occurrences in the body.")
    most_occurrences: int = Field(
        20, ge=1, description="Occurrences of one term beyond this many add nothing more."
    )
    per_link: float = Field(0.01, ge=0, description="Times the number of out-links.")
    most_links: int = Field(100, ge=0, description="Out-links beyond this many add nothing more.")
    # Of 6, 8 and 10 the best mean F1 on the five topics of the little web: .95, .947, .945.
    threshold: float = Field(
        6.0, gt=0, description="A page that weighs at least this much is relevant."
    )
