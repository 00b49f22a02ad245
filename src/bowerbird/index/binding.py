"""A query meets an index: its texts become the words that this index has and counts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from msgspec import Struct

from bowerbird.index.lists import numbers_of
from bowerbird.index.near import Nearby
from bowerbird.index.options import RankingOptions
from bowerbird.index.query_tree import (
    Clause,
    Either,
    Group,
    Labelled,
    Node,
    Prefix,
    Query,
    Quoted,
    Range,
    Words,
)
from bowerbird.index.ranking import searched
from bowerbird.index.reading import Snapshot
from bowerbird.index.terms import AllOf, AnyOf, Condition, Phrase, Term, Weighed

Nearest = Callable[[str], Sequence[Nearby]]  # words of the index for one that it does not have
Synonyms = Callable[[str], Sequence[str]]  # a word as it is written → others that mean the same


@dataclass(frozen=True)
class Help:
    """Who is asked about words; nobody, where it is None."""

    nearest: Nearest | None = None
    synonyms: Synonyms | None = None


class Bound(Struct):
    """What an index is asked for."""

    condition: AllOf = AllOf()
    weighed: list[Weighed] = []  # what counts for the score
    replaced: dict[str, str] = {}  # word asked for → searched instead
    warnings: list[str] = []
    nothing: bool = False  # all of its words were left out, so that nothing can match


def bind(query: Query, snapshot: Snapshot, ranking: RankingOptions, help_: Help) -> Bound:
    """What a query asks of this index, under this ranking."""
    return _Binder(snapshot, ranking, help_).bound(query)


def bind_words(words: Sequence[str], fields: tuple[int, ...]) -> Bound:
    """The same of different words that count, beside each other, and nothing else."""
    weighed = [Weighed(Term((word,), fields)) for word in words]
    return Bound(AllOf(may=tuple(each.term for each in weighed)), weighed)


class _Binder:
    def __init__(self, snapshot: Snapshot, ranking: RankingOptions, help_: Help) -> None:
        self._snapshot = snapshot
        self._help = help_
        self._fields = searched(snapshot.fields, ranking)
        self._counted: dict[Term, float] = {}  # what counts for the score, with its boosts
        self._own_weights = {
            word: weight
            for text, weight in ranking.words.items()
            for word in snapshot.analyse(text)
        }
        self._left_out: list[str] = []
        self._bound = Bound()

    def bound(self, query: Query) -> Bound:
        bound = self._bound
        bound.condition = self._group(query.root, counts=True)
        bound.warnings.extend(query.warnings)
        bound.weighed = [
            Weighed(term, boost, self._own_weights.get(term.words[0], 0.0) if term.words else 0.0)
            for term, boost in self._counted.items()
        ]
        bound.nothing = bool(self._left_out) and bound.condition == AllOf()
        if bound.nothing:
            words = ", ".join(f"“{text}”" for text in dict.fromkeys(self._left_out))
            bound.warnings.append(
                f"{words}: this index leaves out words as short or common as this"
            )
        return bound

    def _group(self, group: Group, *, counts: bool) -> AllOf:
        must: list[Condition] = []
        may: list[Condition] = []
        none: list[Condition] = []
        required = False  # something that was asked for with a plus
        for clause in group.clauses:
            found = self._clause(clause, counts=counts and clause.occurs != "not")
            if not found:
                continue
            if clause.occurs == "not":
                none.append(_all_of(found))
            elif clause.occurs == "must" or all(map(_only_filters, found)):
                must.extend(found)
                required |= not all(map(_only_filters, found))
            else:
                may.extend(found)
        return AllOf(tuple(must), () if required else tuple(may), tuple(none))

    def _clause(self, clause: Clause, *, counts: bool) -> list[Condition]:
        """What a part asks for; several conditions where it has several words."""
        match clause.node:
            case Words() as words:
                return self._words(words, counts=counts)
            case node:
                found = self._node(node, counts=counts)
                return [] if found is None else [found]

    def _node(self, node: Node, *, counts: bool) -> Condition | None:
        match node:
            case Words():
                found = self._words(node, counts=counts)
                return _all_of(found) if found else None
            case Quoted():
                return self._phrase(node, counts=counts)
            case Prefix():
                return self._prefix(node, counts=counts)
            case Range() | Labelled():
                return node
            case Either(alternatives):
                each = [self._node(alternative, counts=counts) for alternative in alternatives]
                return AnyOf(tuple(condition for condition in each if condition is not None))
            case Group():
                group = self._group(node, counts=counts)
                return group if group != AllOf() else None

    def _words(self, words: Words, *, counts: bool) -> list[Condition]:
        fields = self._fields_of(words.field)
        found: list[Condition] = []
        for alternatives in self._alternatives(words.text, counts=counts):
            term = Term(alternatives, fields)
            found.append(term)
            if counts:
                self._count(term, words.boost)
        return found

    def _alternatives(self, text: str, *, counts: bool) -> list[tuple[str, ...]]:
        """The words of a text that count, each with those that may stand for it."""
        if self._help.synonyms is None or not counts:
            return [(word,) for word in self._counting(text, mend=counts)]
        each = []
        for written in text.split():
            words = self._counting(written, mend=True)
            if len(words) == 1:
                others = [self._snapshot.analyse(other) for other in self._help.synonyms(written)]
                words += [other[0] for other in others if len(other) == 1 and other[0] not in words]
                each.append(tuple(dict.fromkeys(words)))
            else:
                each.extend((word,) for word in words)
        return each

    def _counting(self, text: str, *, mend: bool) -> list[str]:
        words = self._snapshot.analyse(text)
        if not words:
            self._left_out.append(text.strip())
        return [self._mended(word) for word in words] if mend else words

    def _mended(self, word: str) -> str:
        """The word itself, or the nearest that the index has."""
        if self._help.nearest is None or self._has(word):
            return word
        nearest = self._help.nearest(word)
        if not nearest:
            return word
        self._bound.replaced[word] = nearest[0].word
        return nearest[0].word

    def _has(self, word: str) -> bool:
        for segment in self._snapshot.segments:
            number = numbers_of([word], segment.vocabulary)[0]
            if number >= 0 and segment.df[number]:
                return True
        return False

    def _phrase(self, quoted: Quoted, *, counts: bool) -> Condition | None:
        words = self._counting(quoted.text, mend=counts)
        fields = self._fields_of(quoted.field)
        if not words:
            return None
        phrase = Phrase(tuple(words), fields) if len(words) > 1 else None
        terms = [Term((word,), fields, within=phrase) for word in words]
        if counts:
            for term in terms:
                self._count(term, quoted.boost)
        return phrase or terms[0]

    def _prefix(self, prefix: Prefix, *, counts: bool) -> Condition | None:
        start = folded_start(prefix.text, self._snapshot.analyse)
        term = Term((), self._fields_of(prefix.field), prefix=start)
        if counts:
            self._count(term, prefix.boost)
        return term

    def _count(self, term: Term, boost: float) -> None:
        self._counted[term] = self._counted.get(term, 0.0) + boost

    def _fields_of(self, name: str | None) -> tuple[int, ...]:
        return self._fields if name is None else (self._snapshot.fields.index(name),)


def folded_start(text: str, analyse: Callable[[str], list[str]]) -> str:
    """A beginning of words, with letters as the index has them. Endings are not cut from it."""
    words = analyse(text)
    lower = text.lower()
    # A stem, or nothing because it is short, says less about a beginning than what was typed.
    return words[0] if len(words) == 1 and len(words[0]) >= len(lower) else lower


def _all_of(conditions: Sequence[Condition]) -> Condition:
    return conditions[0] if len(conditions) == 1 else AllOf(tuple(conditions))


def _only_filters(condition: Condition) -> bool:
    """Whether nothing in it is about words; such a condition narrows, it does not rank."""
    match condition:
        case Range() | Labelled():
            return True
        case AnyOf(alternatives):
            return all(map(_only_filters, alternatives))
        case AllOf(must, may, none):
            return all(map(_only_filters, (*must, *may, *none)))
        case Term() | Phrase():
            return False
