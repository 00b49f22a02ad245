"""Answers of the Python API as documents: what `--json` prints, and what the server sends."""

from typing import Any

import msgspec

from bowerbird.index.results import Hit, Piece, Results


def result_document(results: Results) -> dict[str, Any]:
    """What a search found."""
    return {
        "total": results.total,
        "took_ms": round(results.took_ms, 3),
        "corrected": results.corrected,
        "warnings": results.warnings,
        "facets": msgspec.to_builtins(results.facets),
        "hits": [_hit_document(hit) for hit in results.hits],
    }


def _hit_document(hit: Hit) -> dict[str, Any]:
    """`marked`: from which character of the snippet to which a word of the query stands."""
    return {
        "rank": hit.rank,
        "score": hit.score,
        "url": hit.url,
        "key": hit.key.hex(),
        "fields": dict(hit.fields),
        "snippet": "".join(piece.text for piece in hit.snippet),
        "marked": _marked(hit.snippet),
        "duplicates": hit.duplicates,
        "explain": msgspec.to_builtins(hit.explain),
    }


def _marked(pieces: list[Piece]) -> list[tuple[int, int]]:
    found, at = [], 0
    for piece in pieces:
        if piece.marked:
            found.append((at, at + len(piece.text)))
        at += len(piece.text)
    return found


def record_document(record: Any) -> dict[str, Any]:
    """A record of the log."""
    return {
        "key": record.key.hex(),
        "kind": record.kind,
        "url": record.url,
        "fields": dict(record.fields),
        "run": record.run,
        "created_at": record.created_at,
        "seq": record.seq,
        "origin": None if record.origin is None else msgspec.structs.asdict(record.origin),
    }
