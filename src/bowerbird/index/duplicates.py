"""Records with the same content: which they are, by what the crawl stored with them."""

import xxhash

from bowerbird.index.entry import Entry

_SAME_CONTENT = ("content_hash", "fingerprint")  # columns by which duplicates are known


def content_in(entry: Entry) -> int:
    """A number that entries of equal content share; 0 if nobody can tell."""
    for column in _SAME_CONTENT:
        if column not in entry.labels and column not in entry.stored:
            continue  # as with most; each of a million documents is asked
        value = next(iter(entry.labels.get(column, ())), None) or entry.stored.get(column)
        if value:
            return xxhash.xxh3_64_intdigest(str(value).encode("utf-8", "replace")) or 1
    return 0
