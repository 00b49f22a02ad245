"""Queries drawn from the texts themselves, and every kind of question a search page is asked."""

import random
from collections.abc import Callable, Iterator

from benchmarks.suggest import typed_wrongly
from bowerbird.index.reading import Snapshot
from bowerbird.index.settings import SearchSettings

RARE, FREQUENT = 5, 0.08  # documents; share of documents: stop words are asked for separately
Asked = tuple[str, SearchSettings]
USUAL = SearchSettings()


class Drawn:
    """Words that stand together in one document, as people's words do."""

    def __init__(self, snapshot: Snapshot, field: int, seed: int) -> None:
        (self._segment,) = snapshot.segments
        self._field = field
        self.rng = random.Random(seed)

    def words(self, many: int) -> list[str]:
        """So many different ones of a document, neither rare nor everywhere."""
        while True:
            known = sorted({word for word in self._document() if self._is_telling(word)})
            if len(known) >= many:
                return self.rng.sample(known, many)

    def neighbours(self, many: int) -> list[str]:
        """Words that follow each other, as they stand there."""
        while True:
            words = [word for word in self._document() if word]
            if len(words) > many:
                at = self.rng.randrange(len(words) - many)
                if any(map(self._is_telling, words[at : at + many])):
                    return words[at : at + many]

    def frequent(self, many: int) -> list[str]:
        """The words that most documents hold."""
        order = self._segment.df.argsort()[::-1][:many].tolist()
        return [self._segment.vocabulary.word(number) for number in order]

    def _document(self) -> list[str]:
        forward = self._segment.forward[self._field]
        document = self.rng.randrange(len(self._segment))
        start, end = forward.starts[document : document + 2].tolist()
        gap = len(self._segment.raw)
        return [self._segment.raw.word(n) for n in forward.words[start:end].tolist() if n < gap]

    def _is_telling(self, word: str) -> bool:
        number = self._segment.vocabulary.find(word) if word.isascii() else None
        df = 0 if number is None else int(self._segment.df[number])
        return RARE <= df <= FREQUENT * len(self._segment)


def kinds(drawn: Drawn) -> dict[str, Callable[[], Asked]]:
    """A name for each kind of question, and what draws the next of it."""
    rng, words = drawn.rng, drawn.words
    often = iter_of(drawn.frequent(50), rng)
    return {
        "1 word": lambda: (words(1)[0], USUAL),
        "2 words": lambda: (" ".join(words(2)), USUAL),
        "4 words": lambda: (" ".join(words(4)), USUAL),
        "8 words": lambda: (" ".join(words(8)), USUAL),
        "a frequent word": lambda: (next(often), USUAL),
        "4 words, 3 of them frequent": lambda: (
            " ".join([words(1)[0], next(often), next(often), next(often)]),
            USUAL,
        ),
        "100 words": lambda: (" ".join(w for _ in range(25) for w in words(4)), USUAL),
        "a misspelt word": lambda: (typed_wrongly(words(1)[0] + "e", rng), USUAL),
        "4 words, 2 of them misspelt": lambda: (
            " ".join(typed_wrongly(w, rng) if n % 2 else w for n, w in enumerate(words(4))),
            USUAL,
        ),
        "a beginning of 4": lambda: (words(1)[0][:4] + "*", USUAL),
        "a beginning of 2": lambda: (words(1)[0][:2] + "*", USUAL),
        "a beginning of 1": lambda: (words(1)[0][:1] + "*", USUAL),
        "a phrase of 2": lambda: (f'"{" ".join(drawn.neighbours(2))}"', USUAL),
        "a phrase of 4": lambda: (f'"{" ".join(drawn.neighbours(4))}"', USUAL),
        "a phrase of frequent words": lambda: (f'"{next(often)} {next(often)}"', USUAL),
        "must and not": lambda: ("+{} -{} {}".format(*words(3)), USUAL),
        "either or, grouped": lambda: ("({} OR {}) AND {}".format(*words(3)), USUAL),
        "in the title": lambda: (f"title:{words(1)[0]}", USUAL),
        "in one field": lambda: (" ".join(words(2)), SearchSettings(fields=["text"])),
        "a range": lambda: (f"{words(1)[0]} size:{rng.randrange(99, 999)}..1500", USUAL),
        "a label": lambda: (f"{words(1)[0]} source:python", USUAL),
        "labels counted": lambda: (" ".join(words(2)), SearchSettings(facets=["source"])),
        "everything, labels counted": lambda: ("", SearchSettings(facets=["source"])),
        "sorted by a number": lambda: (next(often), SearchSettings(sort="-size")),
        "everything, sorted": lambda: ("", SearchSettings(sort="size")),
        "with a formula": lambda: (" ".join(words(2)), SearchSettings(formula="log(1+size)/10")),
        "explained": lambda: (" ".join(words(4)), SearchSettings(explain=True)),
        "the 400th page": lambda: (next(often), SearchSettings(offset=10_000)),
    }


def iter_of(some: list[str], rng: random.Random) -> Iterator[str]:
    """These over and over, in random order."""
    while True:
        yield rng.choice(some)
