"""What judging and tuning an index tells; all of it is JSON when it is encoded."""

from msgspec import Struct

from bowerbird.tuning.comparison import Comparison
from bowerbird.tuning.evaluation import Evaluation
from bowerbird.tuning.found import Found
from bowerbird.tuning.measures import Measure


class About(Struct, frozen=True):
    """What an evaluation rests on."""

    index: str
    documents: int  # of the index
    generation: int  # of the index
    judged_queries: int  # with relevant documents
    judgements: int
    in_index: int  # judged documents that the index has
    ambiguous: list[str]  # names that several of its records go by
    threshold: int
    plain: bool
    warnings: list[str]  # about the index: what it does not know yet


class Evaluated(Struct, frozen=True):
    """A setting, and what it is worth."""

    about: About
    setting: Found
    result: Evaluation


class QueryGain(Struct, frozen=True):
    """What the second setting brings for one query."""

    id: str
    text: str
    gains: dict[Measure, float]


class Compared(Struct, frozen=True):
    """Two settings on the same queries; numbers are about the second against the first."""

    first: Evaluated
    second: Evaluated
    comparison: dict[Measure, Comparison]
    queries: list[QueryGain]


class OpenDocument(Struct, frozen=True):
    """A document that nobody judged for a query; `name` is what `judge` takes."""

    place: int
    name: str
    title: str
    url: str


class OpenQuery(Struct, frozen=True):
    """A query, and what is to be judged for it."""

    id: str
    text: str
    documents: list[OpenDocument]
