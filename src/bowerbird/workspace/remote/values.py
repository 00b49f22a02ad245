"""Answers of a server as the values that the Python API has for them."""

from collections.abc import Mapping
from typing import Any

import msgspec

from bowerbird.index.results import Explanation, FacetCount, Hit, Piece, Results
from bowerbird.model.record import Origin, Record


def results_of(told: Mapping[str, Any]) -> Results:
    """What a search found."""
    return Results(
        total=told["total"],
        took_ms=told["took_ms"],
        hits=[_hit(hit) for hit in told["hits"]],
        corrected=told["corrected"],
        warnings=told["warnings"],
        facets=msgspec.convert(told["facets"], dict[str, list[FacetCount]]),
    )


def _hit(told: Mapping[str, Any]) -> Hit:
    explain = told["explain"]
    return Hit(
        rank=told["rank"],
        score=told["score"],
        key=bytes.fromhex(told["key"]),
        url=told["url"],
        fields=told["fields"],
        snippet=_pieces(told["snippet"], told["marked"]),
        explain=None if explain is None else msgspec.convert(explain, Explanation),
        duplicates=told["duplicates"],
    )


def _pieces(text: str, marked: list[list[int]]) -> list[Piece]:
    pieces, at = [], 0
    for start, end in marked:
        pieces += [Piece(text[at:start]), Piece(text[start:end], marked=True)]
        at = end
    return [piece for piece in [*pieces, Piece(text[at:])] if piece.text]


def record_of(told: Mapping[str, Any]) -> Record:
    """A record; where its page lies stays with the server."""
    origin = told["origin"]
    return Record(
        key=bytes.fromhex(told["key"]),
        kind=told["kind"],
        url=told["url"],
        fields=told["fields"],
        run=told["run"],
        created_at=told["created_at"],
        seq=told["seq"],
        origin=None if origin is None else Origin(**origin),
    )
