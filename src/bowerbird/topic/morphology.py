"""The words that a form may belong to: irregular ones by a list, regular ones by their endings."""

from collections.abc import Iterator, Mapping

# Endings of English and what they stand for, longer ones first; of nouns, verbs, adjectives.
_ENDINGS = (
    ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x"), ("zes", "z"), ("ses", "s"),
    ("ies", "y"), ("men", "man"), ("es", "e"), ("es", ""), ("s", ""), ("ied", "y"), ("ed", "e"),
    ("ed", ""), ("ing", "e"), ("ing", ""), ("iest", "y"), ("ier", "y"), ("est", "e"), ("est", ""),
    ("er", "e"), ("er", ""),
)  # fmt: skip
SHORTEST = 2  # letters that must be left


def base_forms(word: str, irregular: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """What a word may be a form of: (itself and irregular ones; by its ending, likelier ones
    first). Of several words the last one is looked at: "computer mice" is a "computer mouse"."""
    head, blank, last = word.rpartition(" ")
    sure = [word]
    if word in irregular:
        sure.append(irregular[word])
    elif last in irregular:
        sure.append(f"{head}{blank}{irregular[last]}")
    return sure, [f"{head}{blank}{stem}" for stem in _stems(last)]


def _stems(word: str) -> Iterator[str]:
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST:
            stem = word.removesuffix(ending)
            yield stem + instead
            if not instead and ending in ("ed", "ing") and len(stem) > 2 and stem[-1] == stem[-2]:
                yield stem[:-1]  # running, run
