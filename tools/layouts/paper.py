"""What stands in a made paper: invented people, places and sentences, from a seed."""

from dataclasses import dataclass, field
from random import Random

GIVEN = (
    "Ada Albert Amara Anna Bao Beatriz Bernd Carlos Chen Chloé Daniel Dmitri Elena Emily Fatima "
    "Felix Gabriela George Hana Hans Inga Ivan James Jan Jing João Julia Karen Kofi Lars Laura Li "
    "Lucia Luke Maria Marie Martin Mei Mohammed Nadia Nils Olga Omar Paul Pedro Priya Rachel Raj "
    "Robert Sara Sofia Stefan Susan Takeshi Thomas Ursula Victor Wei Xavier Yuki Zoë Zhen"
).split()
FAMILY = (
    "Adeyemi Andersson Bauer Becker Bianchi Brown Castillo Chen Costa Dubois Eriksen Evans "
    "Fischer Fontaine García Gruber Haddad Hansen Hernández Hoffmann Ivanova Jackson Johansson "
    "Kaya Kim Kowalski Kumar Larsen Lee Lewis Li Lindqvist Martin McDonald Meyer Moreau Müller "
    "Nakamura Nguyen Novák O'Brien Okafor Olsen Papadopoulos Park Patel Peeters Pérez Petrov "
    "Popescu Ramos Rossi Sato Schmidt Silva Singh Smith Suzuki Tanaka Taylor Torres van·Dijk "
    "von·Braun Wagner Walker Wang Weber White Williams Wilson Yamamoto Yılmaz Young Zhang "
    "Zimmermann"
).split()
CITIES = (
    "Aarhus Almería Ankara Basel Bergen Bologna Boston Bristol Cambridge Cape·Town Dresden Dublin "
    "Freiburg Geneva Ghent Glasgow Granada Kyoto Leiden Lisbon London Lyon Madison Melbourne "
    "Montreal Mumbai Nairobi Osaka Oslo Perth Porto Prague Princeton Rennes Seoul Tartu Toronto "
    "Toulouse Trento Turin Uppsala Utrecht Vienna Warsaw Zagreb Zürich"
).split()
COUNTRIES = (
    "Australia Canada Denmark France Germany Italy Japan Spain UK USA Norway Kenya"
).split()
SUBJECTS = (
    "Computer·Science Physics Mathematics Biology Economics Statistics Linguistics Chemistry "
    "Psychology History Informatics Neuroscience Ecology Electrical·Engineering Public·Health"
).split()
NOUNS = (
    "model method graph network language theory system approach analysis structure function "
    "sample measure algorithm surface signal process protein climate market policy student "
    "teacher cell river forest galaxy memory learning query crawler index corpus parser grammar "
    "kernel bound estimator lattice membrane enzyme voter contract sentence translation image "
    "sensor robot"
).split()
ADJECTIVES = (
    "sparse robust latent dynamic empirical optimal spatial temporal semantic neural convex "
    "random efficient early social adaptive global local joint noisy large small hidden recent "
    "open deep quantitative comparative ecological molecular digital medieval urban coastal"
).split()
VERBS = (
    "improves predicts describes reduces explains measures extends combines separates estimates "
    "supports limits reveals compares replaces tests controls shows uses gives"
).split()
LINKS = ["in", "for", "of", "with", "from", "under", "without", "across", "beyond", "between"]


@dataclass
class Author:
    """Somebody invented."""

    name: str
    places: list[int]  # which of the paper's affiliations
    email: str


@dataclass
class Paper:
    """Everything that a layout may print."""

    title: str
    authors: list[Author]
    affiliations: list[str]
    abstract: str
    keywords: list[str]
    date: str
    journal: str
    doi: str
    references: list[str]
    paragraphs: list[str]
    headings: list[str] = field(default_factory=list)


def made(random: Random) -> Paper:
    """A paper."""
    places = [_place(random) for _ in range(random.choice((1, 1, 2, 2, 3, 4)))]
    authors = _authors(random, len(places))
    return Paper(
        title=_title(random),
        authors=authors,
        affiliations=places,
        abstract=text(random, random.randint(3, 9)),
        keywords=[_term(random) for _ in range(random.randint(3, 6))],
        date=f"{random.randint(1, 28)} {random.choice(MONTHS)} {random.randint(1998, 2025)}",
        journal=f"Journal of {_capitals(_term(random))}",
        doi=f"10.{random.randint(1000, 9999)}/{random.choice(NOUNS)}.{random.randint(100, 99999)}",
        references=[_reference(random) for _ in range(random.randint(8, 30))],
        paragraphs=[text(random, random.randint(4, 9)) for _ in range(14)],
        headings=[_capitals(_term(random)) for _ in range(6)],
    )


MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip


def text(random: Random, sentences: int) -> str:
    """Sentences of a paragraph."""
    return " ".join(_sentence(random) for _ in range(sentences))


def _sentence(random: Random) -> str:
    parts = [
        "the" if random.random() < 0.7 else "each",
        *_phrase(random),
        random.choice(VERBS),
        "a",
        *_phrase(random),
    ]
    for _ in range(random.randint(0, 3)):
        parts += [random.choice(LINKS), "the", *_phrase(random)]
    if random.random() < 0.15:
        parts.append(
            f"({random.choice(FAMILY).replace('·', ' ')} et al., {random.randint(1980, 2024)})"
        )
    if random.random() < 0.1:
        parts.append(f"by {random.randint(2, 98)} %")
    return (" ".join(parts) + ".").capitalize()


def _phrase(random: Random) -> list[str]:
    return [random.choice(ADJECTIVES), random.choice(NOUNS)]


def _term(random: Random) -> str:
    return " ".join(_phrase(random))


def _title(random: Random) -> str:
    parts = [*_phrase(random), random.choice(LINKS), *_phrase(random)]
    for _ in range(random.choice((0, 0, 1, 1, 2))):
        parts += [random.choice(LINKS), *_phrase(random)]
    title = " ".join(parts)
    if random.random() < 0.3:
        title += f": {random.choice(('a', 'the', 'towards a'))} {_term(random)}"
    return _capitals(title) if random.random() < 0.6 else title[0].upper() + title[1:]


def _capitals(words: str) -> str:
    small = {*LINKS, "the", "a"}
    capital = [word if word in small else word[0].upper() + word[1:] for word in words.split()]
    return " ".join([capital[0][0].upper() + capital[0][1:], *capital[1:]])


def _name(random: Random) -> tuple[str, str]:
    given, family = random.choice(GIVEN), random.choice(FAMILY).replace("·", " ")
    if random.random() < 0.35:
        given += f" {random.choice('ABCDEFGHJKLMPRSTW')}."
    elif random.random() < 0.1:
        given = f"{given[0]}."
    return given, family


def _authors(random: Random, places: int) -> list[Author]:
    authors: dict[str, Author] = {}
    for number in range(random.choice((1, 2, 2, 3, 3, 4, 5, 6, 9))):
        given, family = _name(random)
        where = sorted({number % places, *([random.randrange(places)] if places > 1 else [])})
        host = random.choice(("uni", "cs", "lab", "mail"))
        email = f"{family.split()[-1].lower().replace(chr(39), '')}@{host}.example.org"
        authors.setdefault(f"{given} {family}", Author(f"{given} {family}", where, email))
    return list(authors.values())


def _place(random: Random) -> str:
    city, country = random.choice(CITIES).replace("·", " "), random.choice(COUNTRIES)
    subject = random.choice(SUBJECTS).replace("·", " ")
    inside = random.choice(
        (
            f"Department of {subject}, ",
            f"School of {subject}, ",
            f"Institute of {subject}, ",
            f"Faculty of {subject}, ",
            "",
            f"{subject} Laboratory, ",
        )
    )
    house = random.choice(
        (
            f"University of {city}",
            f"{city} University",
            f"{city} Institute of Technology",
            f"{city} Research Centre",
            f"National Academy of {city}",
            f"{city} College",
        )
    )
    tail = random.choice(
        (f", {city}, {country}", f", {country}", "", f", {random.randint(1000, 99999)} {city}")
    )
    return f"{inside}{house}{tail}"


def _reference(random: Random) -> str:
    names = ", ".join(
        f"{family}, {given[0]}."
        for given, family in (_name(random) for _ in range(random.randint(1, 4)))
    )
    year, first = random.randint(1970, 2024), random.randint(1, 800)
    where = (
        f"Journal of {_capitals(_term(random))}, {random.randint(1, 60)}({random.randint(1, 12)})"
    )
    doi = (
        f" doi:10.{random.randint(1000, 9999)}/{random.randint(1000, 99999)}"
        if random.random() < 0.3
        else ""
    )
    return f"{names} ({year}). {_title(random)}. {where}, {first}–{first + random.randint(1, 30)}.{doi}"
