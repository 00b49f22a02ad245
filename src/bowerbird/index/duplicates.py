"""Records with the same content: which they are, by what the crawl stored with them."""

from bowerbird.index.reading import Segment

_SAME_CONTENT = ("content_hash", "fingerprint")  # columns by which duplicates are known


def content_of(segment: Segment, document: int) -> str | None:
    """What a record's duplicates have in common with it; None if nobody can tell."""
    for column in _SAME_CONTENT:
        facet = segment.facets.get(column)
        if facet is not None and facet.starts[document + 1] > facet.starts[document]:
            return facet.labels.word(int(facet.ordinals[int(facet.starts[document])]))
    stored = segment.stored(document)
    value = next((stored[column] for column in _SAME_CONTENT if stored.get(column)), None)
    return str(value) if value is not None else None
