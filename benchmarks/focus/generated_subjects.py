"""The encyclopaedic part of the made-up web."""

from itertools import pairwise

from benchmarks.focus.corpus import SEEDS, Task
from benchmarks.focus.generated import Made, World

ASKED_ABOUT = 8  # subjects that somebody looks for
HOSTS = 60
BEHIND = 0.12  # of a subject's pages can be come by through others only
BODY = "html body div.content p a"


class Subject:
    """Pages about one thing."""

    def __init__(self, world: World, number: int, size: int) -> None:
        self.name = f"subject-{number}"
        self.words = world.vocabulary.words(160)
        self.families = world.vocabulary.words(14)  # parts of names, as "owl" and "eagle" are
        self.size = size
        self.pages: list[Made] = []
        self.far: list[Made] = []  # those that lie behind tunnels


def add_subjects(world: World, count: int, articles: int) -> list[Made]:
    """Subjects of very different size, with popular pages, portals and tunnels; answers the pages
    that everybody links to."""
    chance = world.chance
    weights = [1.0 / (3 + number) ** 0.6 for number in range(count)]
    sizes = [max(30, int(articles * weight / sum(weights))) for weight in weights]
    chance.shuffle(sizes)
    subjects = [Subject(world, number, size) for number, size in enumerate(sizes)]
    for number, subject in enumerate(subjects):
        _write_pages(world, subject, subjects[(number + 1) % count])
    popular = [page for subject in subjects for page in subject.pages]
    chance.shuffle(popular)  # the first are those that everybody links to
    for number, subject in enumerate(subjects):
        near = [subjects[(number + step) % count] for step in (-2, -1, 1, 2)]
        _link_pages(world, subject, near, popular)
        _add_portal(world, subject, popular)
    for subject in sorted(subjects, key=lambda each: abs(each.size - 240))[:ASKED_ABOUT]:
        world.tasks.append(_task(world, subject))
    return popular[:200]


def _write_pages(world: World, subject: Subject, other: Subject) -> None:
    chance = world.chance
    home = chance.randrange(HOSTS)
    for number in range(subject.size):
        host = home if chance.random() < 0.5 else chance.randrange(HOSTS)
        host = 0 if chance.random() < 0.4 else host  # one site is much larger than the others
        name = world.vocabulary.words(chance.choice((1, 2)))
        said = [chance.choice(subject.families)] if chance.random() < 0.45 else []
        title = " ".join(name + said)
        size = chance.randint(50, 160)
        share = chance.betavariate(2, 6)  # some say much about their subject, many little
        text = world.picked(world.common, int(size * (1 - share)))
        text += world.picked(subject.words, int(size * share))
        if chance.random() < 0.4:
            text += world.picked(other.words, int(size * 0.1))
        chance.shuffle(text)
        url = f"https://encyclopaedia-{host}.test/wiki/{'_'.join(title.split())}"
        page = world.new(url, title, name * 3 + text, subject.name)
        (subject.far if number < BEHIND * subject.size else subject.pages).append(page)


def _link_pages(world: World, subject: Subject, near: list[Subject], popular: list[Made]) -> None:
    chance = world.chance
    for group in (subject.pages, subject.far):
        for page in group:
            for _ in range(min(80, int(chance.lognormvariate(2.9, 0.7)))):
                kind = chance.random()
                if kind < 0.25:
                    to = group[int(len(group) * chance.random() ** 2)]
                elif kind < 0.42:
                    to = chance.choice(chance.choice(near).pages)
                else:
                    to = popular[int(len(popular) * chance.random() ** 3)]
                # A sentence with a link in it speaks of both ends.
                around = world.picked(page.text, 5, 1.0) + world.picked(to.text, 3, 1.0)
                page.link(to, to.title, around, BODY)
    for _ in range(3):
        _dig_tunnel(world, subject, near)


def _dig_tunnel(world: World, subject: Subject, near: list[Subject]) -> None:
    """From the near part of a subject to the far one, through pages of other subjects."""
    chance = world.chance
    way = [chance.choice(subject.pages)]
    way += [chance.choice(chance.choice(near).pages) for _ in range(chance.choice((1, 2)))]
    way.append(chance.choice(subject.far))
    for here, there in pairwise(way):
        here.link(there, there.title, world.picked(here.text, 10, 1.0), BODY)


def _add_portal(world: World, subject: Subject, popular: list[Made]) -> None:
    """A page that leads to many of a subject, and says nothing about it."""
    chance = world.chance
    name = " ".join(world.vocabulary.words(2))
    text = world.picked(world.common, 60)
    url = f"https://portal-{chance.randrange(9)}.test/lists/{name.replace(' ', '-')}"
    portal = world.new(url, name, text, "portal")
    targets = chance.sample(subject.pages, min(len(subject.pages), 40)) + chance.sample(
        popular[:800], 25
    )
    chance.shuffle(targets)
    for to in targets:
        portal.link(to, to.title, world.picked(text, 6, 1.0), "html body ul.list li a")
    for page in (*chance.sample(subject.pages, 2), *chance.sample(popular[:800], 2)):
        page.link(portal, name, world.picked(page.text, 8, 1.0), BODY)


def _task(world: World, subject: Subject) -> Task:
    shown = world.chance.sample(subject.pages, SEEDS * 3)
    best = sorted(shown, key=lambda page: -len(page.links))[:SEEDS]
    others = [
        page for page in world.chance.sample(world.pages, 60) if subject.name not in page.labels
    ]
    return Task(
        subject.name,
        " ".join(subject.words[:6]),
        tuple(page.url for page in best),
        subject.name,
        tuple(page.url for page in shown),
        tuple(page.url for page in others),
    )
