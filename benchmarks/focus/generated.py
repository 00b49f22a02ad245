"""A made-up web with the difficulties of real ones, the same for the same seed.

Part of it is like an encyclopaedia: pages of a subject link to each other and to everything that
everybody links to; their anchors are names that say little. Part of it is like the sites of
departments: pages of a genre (courses, people, projects) never link to each other, their
parents are about nothing, and only the words around links give them away. Portals lead to many
pages of one subject without being about it; a part of each subject lies behind pages that are not
about it. Nothing here knows how links are judged.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from benchmarks.focus.corpus import Task

SUBJECTS = 45
ARTICLES = 8_000
DEPARTMENTS = 110
_SYLLABLES = [first + last for first in "bdfgklmnprstvz" for last in "aeiou"]


@dataclass
class Made:
    """A page before its links are written."""

    url: str
    title: str
    text: list[str]
    labels: list[str]
    links: dict[str, dict[str, str]] = field(default_factory=dict)

    def link(self, to: "Made", anchor: str, context: Sequence[str], path: str) -> None:
        if to.url != self.url:
            words = " ".join(context)
            self.links.setdefault(
                to.url,
                {"url": to.url, "anchor": anchor, "context": f"{words} {anchor}", "path": path},
            )


class Vocabulary:
    """Words that nobody has used before, each once."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._used: set[str] = set()

    def words(self, count: int) -> list[str]:
        made: list[str] = []
        while len(made) < count:
            word = "".join(self._chance.choices(_SYLLABLES, k=self._chance.choice((2, 2, 3, 3, 4))))
            if word not in self._used:
                self._used.add(word)
                made.append(word)
        return made


class World:
    """Makes the pages of one seed."""

    def __init__(self, seed: int = 1) -> None:
        self.chance = Random(seed)
        self.vocabulary = Vocabulary(self.chance)
        self.common = self.vocabulary.words(3_000)
        self.pages: list[Made] = []
        self.tasks: list[Task] = []

    def picked(self, words: Sequence[str], count: int, steep: float = 2.5) -> list[str]:
        """Words drawn so that the first are much the most frequent."""
        draw, size = self.chance.random, len(words)
        return [words[int(size * draw() ** steep)] for _ in range(count)]

    def new(self, url: str, title: str, text: list[str], *labels: str) -> Made:
        page = Made(url, title, text, list(labels))
        self.pages.append(page)
        return page


def made_world(
    seed: int = 1,
    *,
    subjects: int = SUBJECTS,
    articles: int = ARTICLES,
    departments: int = DEPARTMENTS,
) -> tuple[list[dict[str, Any]], list[Task]]:
    """(pages as they stand in a corpus file, tasks over them)."""
    from benchmarks.focus.generated_departments import add_departments
    from benchmarks.focus.generated_subjects import add_subjects

    world = World(seed)
    homes = add_subjects(world, subjects, articles)
    add_departments(world, departments, homes)
    return list(_told(world)), world.tasks


def _told(world: World) -> Iterator[dict[str, Any]]:
    for page in world.pages:
        yield {
            "url": page.url,
            "title": page.title,
            "text": " ".join(page.text),
            "links": list(page.links.values()),
            "labels": page.labels,
        }
