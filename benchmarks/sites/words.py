"""Words, names, prices and dates to fill made-up pages with."""

from random import Random

NOUNS = (
    "aurora basalt cedar delta ember fjord garnet harbour indigo juniper krypton lumen maple nimbus "
    "onyx pollen quartz ridge sable tundra umber valley willow yarrow zephyr anchor beacon cobalt "
    "dune elm falcon granite heron island jasper kestrel lantern meadow nectar orchard pebble quill "
    "river saddle thicket urchin velvet walnut yonder zenith atlas bramble copper drift"
).split()
FIRST = (
    "Ada Ben Cleo Dora Emil Fay Gus Hana Ivo Jana Karl Lena Milo Nora Otto Pia Rosa Sven".split()
)
LAST = (
    "Abel Brandt Castro Dietz Evans Ferro Gruber Hayes Ito Jansen Klein Lopez Meyer Novak".split()
)
CITIES = "Basel Bremen Cork Delft Espoo Freiburg Ghent Graz Lille Lund Porto Trieste Turku".split()
MONTHS = "January February March April May June July August September October November".split()


def title(rng: Random, least: int = 2, most: int = 4) -> str:
    """A name of a thing: `Cedar Lumen 42`."""
    words = [rng.choice(NOUNS).capitalize() for _ in range(rng.randint(least, most))]
    return " ".join([*words, str(rng.randint(2, 98))] if rng.random() < 0.3 else words)


def sentence(rng: Random, least: int = 6, most: int = 16) -> str:
    words = [rng.choice(NOUNS) for _ in range(rng.randint(least, most))]
    return " ".join(words).capitalize() + "."


def person(rng: Random) -> str:
    return f"{rng.choice(FIRST)} {rng.choice(LAST)}"


def price(rng: Random, sign: str = "€") -> str:
    return f"{sign}{rng.randint(2, 980)}.{rng.randint(0, 99):02}"


def day(rng: Random) -> str:
    """As a machine writes it."""
    return f"20{rng.randint(18, 26)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"


def spoken_day(rng: Random) -> str:
    return f"{rng.randint(1, 28)} {rng.choice(MONTHS)} 20{rng.randint(18, 26)}"


def clock(rng: Random) -> str:
    return f"{rng.randint(5, 23):02}:{rng.choice((0, 5, 10, 20, 30, 45)):02}"


def slug(text: str) -> str:
    return "-".join(text.lower().split())
