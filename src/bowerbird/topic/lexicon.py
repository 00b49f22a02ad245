"""A lexicon: words, their senses, and how senses hang together.

One file holds it, in columns that are used as they lie (see docs/file-formats.md). Bowerbird comes
with one for English; `lexicon_sources` makes more of WordNet folders and MyThes files.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from itertools import islice

from bowerbird.model.topic import Label, Relation, RelationKind, Sense
from bowerbird.text.tokens import fold
from bowerbird.topic.lexicon_file import PARTS_OF_SPEECH, Columns, unpacked
from bowerbird.topic.morphology import base_forms

ENGLISH = "english.lexicon"
SYNONYM = 0.9  # of the weight of the preferred name
GENERAL_DEPTH = 4  # steps below the root: what is nearer is "thing", "act", "state"
MOST_DEPTH = 30
_KINDS = tuple(RelationKind)


class Lexicon:
    """Looks words up; a `ConceptGraph` whose concepts are senses."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._depths: dict[int, int] = {}

    def __len__(self) -> int:
        """How many words and compounds it knows."""
        return len(self._columns.lemmas)

    @property
    def irregular(self) -> Mapping[str, str]:
        """Irregular forms and the words that they are forms of."""
        return self._columns.forms

    def senses(self, word: str) -> list[Sense]:
        """The senses of a word or of the word that it is a form of; the commonest first."""
        return [self.sense(concept) for concept in self.find(word)]

    def sense(self, concept: str) -> Sense:
        """`KeyError`: there is none of that name."""
        number = self._number(concept)
        if number is None:
            raise KeyError(concept)
        names = self._names(number)
        above = next(self._targets(number, RelationKind.BROADER), None)
        broader = self._names(above)[0] if above is not None else ""
        return Sense(
            id=concept,
            label=f"{names[0]} ({broader})" if broader else _with_others(names),
            synonyms=tuple(names[1:]),
            broader=broader,
            part_of_speech=PARTS_OF_SPEECH[self._columns.parts_of_speech[number]],
        )

    # ---- as a graph of concepts

    def find(self, text: str) -> Sequence[str]:
        """See ConceptGraph."""
        for forms in base_forms(fold(text), self._columns.forms):
            found = dict.fromkeys(number for form in forms for number in self._senses(form))
            if found:
                return [self._columns.ids[number] for number in found]
        return []

    def labels(self, concept: str) -> Sequence[Label]:
        """See ConceptGraph."""
        number = self._number(concept)
        if number is None:
            return ()
        names = self._names(number)
        return tuple(Label(name, 1.0 if not at else SYNONYM, "en") for at, name in enumerate(names))

    def relations(self, concept: str) -> Iterator[Relation]:
        """See ConceptGraph."""
        number, columns = self._number(concept), self._columns
        if number is None:
            return
        for at in range(columns.relation_starts[number], columns.relation_starts[number + 1]):
            kind, weight = divmod(columns.relation_kinds[at], 16)
            yield Relation(_KINDS[kind], columns.ids[columns.targets[at]], weight / 10)

    def is_general(self, concept: str) -> bool:
        """See ConceptGraph."""
        number = self._number(concept)
        return number is not None and self._depth(number) < GENERAL_DEPTH

    # ---- columns

    def _senses(self, lemma: str) -> Sequence[int]:
        columns = self._columns
        at = bisect_left(columns.lemmas, lemma)
        if at == len(columns.lemmas) or columns.lemmas[at] != lemma:
            return ()
        return columns.senses[columns.sense_starts[at] : columns.sense_starts[at + 1]]

    def _number(self, concept: str) -> int | None:
        ids = self._columns.ids
        at = bisect_left(ids, concept)
        return at if at < len(ids) and ids[at] == concept else None

    def _names(self, number: int) -> list[str]:
        columns = self._columns
        members = columns.members[columns.member_starts[number] : columns.member_starts[number + 1]]
        return [columns.written[lemma] for lemma in members]

    def _targets(self, number: int, kind: RelationKind) -> Iterator[int]:
        columns = self._columns
        for at in range(columns.relation_starts[number], columns.relation_starts[number + 1]):
            if _KINDS[columns.relation_kinds[at] // 16] is kind:
                yield columns.targets[at]

    def _depth(self, number: int) -> int:
        """Steps to the root on the shortest way; nothing above it: it stands for itself."""
        path = [number]
        while path[-1] not in self._depths and len(path) < MOST_DEPTH:
            above = next(islice(self._targets(path[-1], RelationKind.BROADER), 1), None)
            if above is None:
                is_noun = PARTS_OF_SPEECH[self._columns.parts_of_speech[path[-1]]] == "noun"
                self._depths[path[-1]] = 0 if is_noun and len(path) > 1 else GENERAL_DEPTH
                break
            path.append(above)
        depth = self._depths.get(path.pop(), GENERAL_DEPTH)
        while path:
            depth += 1
            self._depths[path.pop()] = depth
        return depth


def _with_others(names: Sequence[str]) -> str:
    return f"{names[0]} ({names[1]})" if len(names) > 1 else names[0]


@cache
def english() -> Lexicon:
    """The lexicon that comes with Bowerbird; read once."""
    return Lexicon(unpacked((resources.files(__package__) / ENGLISH).read_bytes(), ENGLISH))
