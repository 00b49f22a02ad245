"""The file of a lexicon: sorted words and columns of numbers, packed. See docs/file-formats.md."""

import sys
from array import array
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate

import msgspec
import xxhash
import zstandard
from msgspec import Struct

from bowerbird.model.errors import CorruptError
from bowerbird.model.topic import INVERSE, RelationKind
from bowerbird.text.tokens import fold

MAGIC = b"BBLEX\x001\n"
PARTS_OF_SPEECH = ("noun", "verb", "adjective", "adverb", "other")
_KINDS = tuple(RelationKind)
_LARGEST = 256 << 20  # bytes that a packed file may come to


class Synset(Struct, frozen=True):
    """A sense as a source tells it: its names, and where it leads."""

    id: str
    part_of_speech: str
    names: Sequence[str]
    relations: Sequence[tuple[RelationKind, str, float]] = ()  # kind, other sense, weight


class Columns(Struct, frozen=True):
    """A lexicon as it is used. Numbers of lemmas and senses are places in sorted lists."""

    lemmas: list[str]  # folded, sorted
    written: list[str]  # the same as they are written
    sense_starts: Sequence[int]
    senses: Sequence[int]  # of each lemma, the commonest first
    ids: list[str]  # of senses, sorted
    parts_of_speech: bytes
    member_starts: Sequence[int]
    members: Sequence[int]  # lemmas of each sense, the preferred first
    relation_starts: Sequence[int]
    relation_kinds: bytes  # 16 × kind + 10 × weight
    targets: Sequence[int]
    forms: Mapping[str, str]  # irregular forms: mice → mouse


class _Kept(Struct):
    written: str  # lines
    ids: str  # lines
    forms: str  # lines of form, tab, lemma
    parts_of_speech: bytes
    sense_counts: bytes
    senses: bytes
    member_counts: bytes
    members: bytes
    relation_counts: bytes
    relation_kinds: bytes
    targets: bytes


def packed(
    synsets: Iterable[Synset], order: Mapping[str, Sequence[str]], forms: Mapping[str, str]
) -> bytes:
    """The file of these senses. `order`: the senses of a word, the commonest first; words that are
    missing there have theirs as they come. `forms`: irregular forms and their words."""
    given = {synset.id: synset for synset in synsets if synset.names}
    ids = sorted(given)
    number = {each: at for at, each in enumerate(ids)}
    written = _written(given[each] for each in ids)
    lemmas = sorted(written)
    lemma_number = {each: at for at, each in enumerate(lemmas)}
    of_lemma: dict[str, dict[str, None]] = {
        fold(word): dict.fromkeys(each for each in senses if each in given)
        for word, senses in order.items()
    }
    for each in ids:
        for name in given[each].names:
            of_lemma.setdefault(fold(name), {})[each] = None
    members = [list(dict.fromkeys(fold(name) for name in given[each].names)) for each in ids]
    relations = _both_ways(given)
    kept = _Kept(
        written="\n".join(written[lemma] for lemma in lemmas),
        ids="\n".join(ids),
        forms="\n".join(f"{fold(form)}\t{fold(word)}" for form, word in sorted(forms.items())),
        parts_of_speech=bytes(PARTS_OF_SPEECH.index(given[each].part_of_speech) for each in ids),
        sense_counts=_numbers(len(of_lemma[lemma]) for lemma in lemmas),
        senses=_numbers(number[each] for lemma in lemmas for each in of_lemma[lemma]),
        member_counts=_numbers(map(len, members)),
        members=_numbers(lemma_number[name] for names in members for name in names),
        relation_counts=_numbers(len(relations[each]) for each in ids),
        relation_kinds=bytes(
            16 * _KINDS.index(kind) + round(10 * weight)
            for each in ids
            for (kind, _), weight in relations[each].items()
        ),
        targets=_numbers(number[to] for each in ids for _, to in relations[each]),
    )
    body = zstandard.ZstdCompressor(level=19).compress(msgspec.msgpack.encode(kept))
    return MAGIC + xxhash.xxh3_64_digest(body) + body


def unpacked(data: bytes, name: str) -> Columns:
    """What a file holds; `CorruptError` if it is not what was written."""
    body = data[len(MAGIC) + 8 :]
    if not data.startswith(MAGIC) or xxhash.xxh3_64_digest(body) != data[len(MAGIC) :][:8]:
        raise CorruptError(f"{name} is damaged, or no lexicon: install Bowerbird again")
    plain = zstandard.ZstdDecompressor().decompress(body, max_output_size=_LARGEST)
    kept = msgspec.msgpack.decode(plain, type=_Kept)
    written = kept.written.split("\n")
    return Columns(
        lemmas=[fold(word) for word in written],
        written=written,
        sense_starts=_starts(kept.sense_counts),
        senses=_array(kept.senses),
        ids=kept.ids.split("\n"),
        parts_of_speech=kept.parts_of_speech,
        member_starts=_starts(kept.member_counts),
        members=_array(kept.members),
        relation_starts=_starts(kept.relation_counts),
        relation_kinds=kept.relation_kinds,
        targets=_array(kept.targets),
        forms=dict(line.split("\t") for line in kept.forms.splitlines()),
    )


def _written(synsets: Iterable[Synset]) -> dict[str, str]:
    """How each folded name is written; of several ways the one with fewer capitals."""
    ways: dict[str, str] = {}
    for synset in synsets:
        for name in synset.names:
            known = ways.setdefault(fold(name), name)
            if sum(map(str.isupper, name)) < sum(map(str.isupper, known)):
                ways[fold(name)] = name
    return ways


def _both_ways(
    given: Mapping[str, Synset],
) -> dict[str, dict[tuple[RelationKind, str], float]]:
    """The relations of each sense, those told from the other side included."""
    found: dict[str, dict[tuple[RelationKind, str], float]] = {each: {} for each in given}
    for synset in given.values():
        for kind, other, weight in synset.relations:
            if other in given and other != synset.id:
                found[synset.id][kind, other] = weight
                found[other].setdefault((INVERSE[kind], synset.id), weight)
    return found


def _numbers(values: Iterable[int]) -> bytes:
    numbers = array("I", values)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


def _array(data: bytes) -> "array[int]":
    numbers = array("I")
    numbers.frombytes(data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _starts(counts: bytes) -> "array[int]":
    return array("I", accumulate(_array(counts), initial=0))
