"""Plain prose from sentence templates: the same for the same subject and name, everywhere."""

from random import Random

from bowerbird.testing.little_web.words import TEMPLATES, VOCABULARIES


def paragraphs(subject: str, name: str, words: int) -> tuple[str, ...]:
    """About `words` words on a subject; `name` (a URL) makes them unlike those of other pages."""
    # Random(str) is seeded through SHA-512: the same on every machine and version.
    random = Random(f"little web/{subject}/{name}")  # noqa: S311 - prose, not secrets
    made: list[list[str]] = [[]]
    own = list(VOCABULARIES[subject].says)
    random.shuffle(own)
    count = 0
    while count < words:
        own_words = own and random.random() < 0.35
        sentence = own.pop() if own_words else _sentence(subject, random)
        if len(made[-1]) >= 3 + random.randrange(4):
            made.append([])
        made[-1].append(sentence)
        count += len(sentence.split())
    return tuple(" ".join(sentences) for sentences in made)


def length(name: str) -> int:
    """How many words a page of this name has: 80 to 320."""
    return 80 + Random(f"length/{name}").randrange(240)  # noqa: S311 - prose, not secrets


def _sentence(subject: str, random: Random) -> str:
    words = VOCABULARIES[subject]
    many, people = random.choice(words.many), random.choice(words.people)
    text = random.choice(TEMPLATES).format(
        one=random.choice(words.one),
        many=many,
        Many=many[0].upper() + many[1:],
        people=people,
        People=people[0].upper() + people[1:],
        parts=random.choice(words.parts),
        trait=random.choice(words.traits),
        does=random.choice(words.does),
        place=random.choice(words.places),
        number=random.randrange(12, 980),
        year=random.randrange(1950, 2026),
        small=random.randrange(2, 12),
    )
    return text.replace("A e", "An e").replace("A o", "An o").replace("A i", "An i")
