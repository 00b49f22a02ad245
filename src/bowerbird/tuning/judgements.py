"""Judgements: which documents a person found useful for which query, from 0 to 3."""

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from bowerbird.model.errors import UsageError

GRADES = (0, 1, 2, 3)  # of no use, some, much, exactly what was wanted


class JudgedQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """A query, and the grades of the documents that somebody looked at for it."""

    id: str
    text: str
    documents: Mapping[str, int] = {}  # a document's name → its grade

    def relevant(self, threshold: int = 1) -> int:
        """How many documents have at least this grade."""
        return sum(grade >= threshold for grade in self.documents.values())


class Judgements(Struct, frozen=True, forbid_unknown_fields=True):
    """Judged queries in their order. A document without a grade is unjudged, not irrelevant."""

    queries: tuple[JudgedQuery, ...] = ()

    def __len__(self) -> int:
        """How many documents were judged, over all queries."""
        return sum(len(query.documents) for query in self.queries)

    def with_query(self, query: JudgedQuery) -> "Judgements":
        """These, and one query more, or another in place of the one of the same id."""
        for document, grade in query.documents.items():
            _check_grade(grade, f"document {document!r} of query {query.id!r}")
        others = {each.id: each for each in self.queries}
        return Judgements(tuple((others | {query.id: query}).values()))

    def with_grade(self, query: str, document: str, grade: int) -> "Judgements":
        """These, and one judgement more, or another opinion about the same document."""
        for known in self.queries:
            if known.id == query:
                documents = {**known.documents, document: grade}
                return self.with_query(msgspec.structs.replace(known, documents=documents))
        known_ids = ", ".join(each.id for each in self.queries[:10]) or "none so far"
        raise UsageError(f"unknown query {query!r}: add it with its text first; known: {known_ids}")

    def to_json(self) -> bytes:
        """The JSON form that `read_judgements` reads."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"


def _check_grade(grade: int, what: str) -> None:
    if grade not in GRADES:
        raise UsageError(f"the grade {grade} of {what} is none: give it 0, 1, 2 or 3")
