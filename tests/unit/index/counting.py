"""What the arrays of an index must amount to, counted the slow way."""

from collections import Counter
from collections.abc import Iterable

from bowerbird.index.entry import Entry
from bowerbird.index.reading import GAP, MANY, Segment, Snapshot
from bowerbird.index.words import tokens

Occurrences = dict[tuple[str, int], tuple[int, ...]]  # (word, serial) → how often in each field


def values(entry: Entry, field: str) -> list[str]:
    value = entry.text.get(field, "")
    return value if isinstance(value, list) else [value]


def living(entries: Iterable[Entry]) -> list[Entry]:
    """The last entry of each key, unless that key was forgotten."""
    held: dict[bytes, Entry] = {}
    for entry in entries:
        held.pop(entry.key, None)
        if not entry.gone:
            held[entry.key] = entry
    return sorted(held.values(), key=lambda entry: entry.serial)


def counted(entries: Iterable[Entry], snapshot: Snapshot) -> Occurrences:
    found: Occurrences = {}
    for entry in entries:
        fields = [
            Counter(word for value in values(entry, field) for word in snapshot.analyse(value))
            for field in snapshot.fields
        ]
        for word in {word for field in fields for word in field}:
            found[word, entry.serial] = tuple(field[word] for field in fields)
    return found


def indexed(snapshot: Snapshot) -> Occurrences:
    found: Occurrences = {}
    for segment in snapshot.segments:
        postings = segment.postings
        large = dict(zip(postings.large_at.tolist(), postings.large_tf.tolist(), strict=True))
        for number in range(len(segment.vocabulary)):
            for at in range(int(postings.starts[number]), int(postings.starts[number + 1])):
                document = int(postings.documents[at])
                if segment.alive[document]:
                    tf = [
                        large[field * len(postings.documents) + at] if each == MANY else each
                        for field, each in enumerate(postings.tf[:, at].tolist())
                    ]
                    key = segment.vocabulary.word(number), int(segment.serials[document])
                    found[key] = tuple(tf)
    return found


def written(segment: Segment, document: int, field: int) -> list[str]:
    """The words of a document as they stand there; a gap is a bar."""
    forward = segment.forward[field]
    words = forward.words[int(forward.starts[document]) : int(forward.starts[document + 1])]
    return [segment.raw.word(word) if word != GAP else "|" for word in words.tolist()]


def assert_holds(snapshot: Snapshot, entries: Iterable[Entry]) -> None:
    """The index is exactly what these entries make it."""
    alive = living(entries)
    occurrences = counted(alive, snapshot)
    assert indexed(snapshot) == occurrences
    documents = Counter(word for word, _ in occurrences)
    for segment in snapshot.segments:
        for number in range(len(segment.vocabulary)):
            word = segment.vocabulary.word(number)
            assert snapshot.df(word) == documents[word]
    assert all(snapshot.df(word) == count for word, count in documents.items())
    fields = range(len(snapshot.fields))
    assert snapshot.totals == tuple(sum(tf[f] for tf in occurrences.values()) for f in fields)
    assert snapshot.documents == len(alive)
    _assert_documents(snapshot, alive)


def _assert_documents(snapshot: Snapshot, alive: list[Entry]) -> None:
    places = [(s, d) for s in snapshot.segments for d in s.alive.nonzero()[0].tolist()]
    assert [int(segment.serials[document]) for segment, document in places] == [
        entry.serial for entry in alive
    ]
    for (segment, document), entry in zip(places, alive, strict=True):
        assert segment.keys(document) == entry.key
        assert segment.stored(document) == entry.stored
        for field, name in enumerate(snapshot.fields):
            said = [tokens(value) for value in values(entry, name)]
            assert (
                written(segment, document, field)
                == "|".join(" ".join(words) for words in said).replace("|", " | ").split()
            )
            length = sum(len(snapshot.analyse(value)) for value in values(entry, name))
            assert segment.lengths.of(field)[document] == length
        for name, column in segment.numbers.items():
            given = entry.numbers.get(name)
            assert column[document] == given or (given is None and column[document] != given)
        for name, facet in segment.facets.items():
            mine = facet.ordinals[int(facet.starts[document]) : int(facet.starts[document + 1])]
            labels = [facet.labels.word(number) for number in mine.tolist()]
            assert labels == sorted(set(entry.labels.get(name, [])))
