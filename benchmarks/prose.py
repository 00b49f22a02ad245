"""Sentences that look like English to a tokeniser, from a seeded random source."""

import random
from pathlib import Path

# Function words, which are about half of running English text; then, after an empty line, stems.
FUNCTION_WORDS, STEMS = (
    part.split() for part in Path(__file__).with_name("words.txt").read_text("utf-8").split("\n\n")
)

ENDINGS = ("", "s", "ed", "ing", "er")


class Prose:
    """A writer with a vocabulary of some 1,200 words, frequent ones far more often (Zipf)."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        words = [stem + ending for stem in STEMS for ending in ENDINGS]
        rng.shuffle(words)
        self._pool = rng.choices(
            words, weights=[1 / rank for rank in range(8, 8 + len(words))], k=1 << 15
        )
        self._function = rng.choices(
            FUNCTION_WORDS,
            weights=[1 / rank for rank in range(2, 2 + len(FUNCTION_WORDS))],
            k=1 << 13,
        )

    def words(self, count: int) -> list[str]:
        """Content and function words in turn, as running text has them."""
        rng = self._rng
        function, content = rng.randrange(len(self._function)), rng.randrange(len(self._pool))
        picked: list[str] = []
        for place in range(count):
            source, start = (self._function, function) if place % 2 else (self._pool, content)
            picked.append(source[(start + place) % len(source)])
        return picked

    def title(self) -> str:
        """Two to six words, the first with a capital."""
        return " ".join(self.words(self._rng.randint(2, 6))).capitalize()

    def sentence(self) -> str:
        """Six to thirty words; now and then a character that is not ASCII, or an entity."""
        text = " ".join(self.words(self._rng.randint(6, 30))).capitalize()
        match self._rng.randrange(24):
            case 0:
                return text.replace(" the ", " na\u00efve the ", 1) + " &mdash; so it is\u2026"
            case 1:
                return text + " &amp; no more."
            case 2:
                return f"\u201c{text}\u201d, they say."
            case _:
                return text + "."

    def paragraph(self) -> str:
        """Two to seven sentences."""
        return " ".join(self.sentence() for _ in range(self._rng.randint(2, 7)))
