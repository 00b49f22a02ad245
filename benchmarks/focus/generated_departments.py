"""The part of the made-up web that is like the sites of university departments: genres."""

from benchmarks.focus.corpus import SEEDS, Task
from benchmarks.focus.generated import Made, World

GENRES = ("course", "person", "project")
LISTS = {"course": "teaching", "person": "people", "project": "research"}
RARE_NEIGHBOURS = 2  # other departments that a home page names


class Genre:
    """Pages of one kind: words that they share, and words by which people link to them."""

    def __init__(self, world: World) -> None:
        self.words = world.vocabulary.words(50)
        self.calls = world.vocabulary.words(8)  # in anchors and addresses
        self.parts = world.vocabulary.words(12)  # what hangs below such a page is called this
        self.pages: list[Made] = []


def add_departments(world: World, count: int, outside: list[Made]) -> None:
    """Departments with a home page, a list for each genre, pages of the genres, and what hangs
    below those."""
    chance = world.chance
    genres = {name: Genre(world) for name in GENRES}
    fields = [world.vocabulary.words(60) for _ in range(12)]
    homes: list[Made] = []
    for number in range(count):
        _Department(world, genres, chance.choice(fields), number).build(homes, outside)
    for home in homes:
        for other in chance.sample(homes, RARE_NEIGHBOURS):
            home.link(other, other.title, world.picked(world.common, 6), "html body p a")
    for page in chance.sample(outside, len(outside) // 10):
        home = chance.choice(homes)
        page.link(home, home.title, world.picked(world.common, 8), "html body div.content p a")
    for name in GENRES:
        world.tasks.append(_task(world, name, genres[name]))


class _Department:
    """One site with habits of its own."""

    def __init__(
        self, world: World, genres: dict[str, Genre], field: list[str], number: int
    ) -> None:
        self._world = world
        self._genres = genres
        self._field = field
        self._origin = f"https://department-{number}.test"
        self._path = world.chance.choice(
            ("html body ul li a", "html body table tr td a", "html body p a", "html body dl dd a")
        )
        self._called = {name: world.chance.choice(genre.calls) for name, genre in genres.items()}
        self._tidy = world.chance.random() < 0.55  # addresses tell the genre

    def build(self, homes: list[Made], outside: list[Made]) -> None:
        world, chance = self._world, self._world.chance
        name = " ".join(world.vocabulary.words(2))
        home = world.new(f"{self._origin}/", name, self._text([], 60), "other")
        homes.append(home)
        for genre in GENRES:
            size = max(2, int(chance.lognormvariate(1.5 if genre == "course" else 1.9, 0.5)))
            pages = [self._page(genre, number) for number in range(size)]
            for start in range(0, size, 12):
                listed = self._list(genre, start, home)
                for page in pages[start : start + 12]:
                    self._lead(listed, page, genre)
            for page in pages:
                self._hang_below(page, genre, home, outside)
        for number in range(chance.randint(4, 14)):  # what every site has besides
            words = world.vocabulary.words(1)
            news = world.new(f"{self._origin}/{words[0]}-{number}.html", words[0],
                             self._text([], 80), "other")  # fmt: skip
            home.link(news, words[0], world.picked(world.common, 6), self._path)
            news.link(home, home.title, [], self._path)

    def _text(self, words: list[str], size: int) -> list[str]:
        world = self._world
        text = world.picked(world.common, size) + world.picked(self._field, size // 4) + words
        world.chance.shuffle(text)
        return text

    def _list(self, genre: str, start: int, home: Made) -> Made:
        """A list of pages of a genre is not one itself."""
        world = self._world
        kind = self._genres[genre]
        url = f"{self._origin}/{LISTS[genre]}{start or ''}.html"
        listed = world.new(url, self._called[genre], self._text(kind.calls[:2], 40), "other")
        home.link(listed, self._called[genre], world.picked(world.common, 4), self._path)
        listed.link(home, home.title, [], self._path)
        return listed

    def _page(self, genre: str, number: int) -> Made:
        world, chance = self._world, self._world.chance
        kind = self._genres[genre]
        name = world.vocabulary.words(1)[0]
        folder = self._called[genre] if self._tidy else f"~{name}"
        share = chance.betavariate(2, 4)
        text = self._text(world.picked(kind.words, int(100 * share)), 80)
        page = world.new(f"{self._origin}/{folder}/{name}{number}.html", name, text, genre)
        kind.pages.append(page)
        return page

    def _lead(self, listed: Made, page: Made, genre: str) -> None:
        world, chance = self._world, self._world.chance
        said = [self._called[genre]] if chance.random() < 0.35 else []
        around = world.picked(self._field, 4) + world.picked(self._genres[genre].calls, 1, 1.0) * (
            chance.random() < 0.3
        )
        listed.link(page, " ".join([page.title, *said]), around, self._path)

    def _hang_below(self, page: Made, genre: str, home: Made, outside: list[Made]) -> None:
        """Its parts use its words, and are not what anybody looks for."""
        world, chance = self._world, self._world.chance
        kind = self._genres[genre]
        page.link(home, home.title, world.picked(self._field, 3), self._path)
        for number in range(chance.choice((0, 1, 2, 4, 8))):
            part = chance.choice(kind.parts)
            url = page.url.replace(".html", f"/{part}{number}.html")
            below = world.new(url, f"{part} {number}",
                              self._text(world.picked(kind.words, 12), 60), "other")  # fmt: skip
            page.link(below, f"{part} {number}", world.picked(self._field, 4), self._path)
            below.link(page, page.title, [], self._path)
        if chance.random() < 0.01:
            to = chance.choice(outside)
            page.link(to, to.title, world.picked(self._field, 4), self._path)


def _task(world: World, name: str, genre: Genre) -> Task:
    shown = world.chance.sample(genre.pages, SEEDS * 9)
    best = sorted(shown, key=lambda page: -len(page.links))[:SEEDS]
    others = [page for page in world.chance.sample(world.pages, 240) if name not in page.labels]
    return Task(
        name,
        " ".join(genre.words[:6]),
        tuple(page.url for page in best),
        name,
        tuple(page.url for page in shown),
        tuple(page.url for page in others),
    )
