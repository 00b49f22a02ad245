"""Off-topic hosts: news, recipes, a university. Some hide the only way to a relevant page."""

from bowerbird.testing.little_web.building import Extra, Href, Site

NEWS = (
    ("/politics", "Council debates the budget"),
    ("/politics/bridge", "The old bridge stays closed"),
    ("/politics/vote", "A close vote in the town hall"),
    ("/weather", "Rain from the west"),
    ("/sport", "A draw in the last minute"),
    ("/museum", "The museum opens at night"),
    ("/museum/guide", "A guide to the night at the museum"),
    ("/travel", "Trains run late again"),
)
RECIPES = (
    ("/onion-soup", "Onion soup"),
    ("/bread", "Bread that rises overnight"),
    ("/lentils", "Lentils with thyme"),
    ("/dumplings", "Dumplings"),
    ("/salad", "Green salad"),
    ("/omelette", "Omelette with herbs"),
    ("/stew", "A slow stew"),
)
# From an off-topic page to a page of a topic that nothing else links to.
TUNNELS = {
    "/museum/guide": Href(
        "http://rainforest.test/hidden-lick", "The hidden salt lick of the tapirs"
    ),
    "/politics/vote": Href("http://fieldmice.test/moonlit", "Moonlit field mice"),
    "/stew": Href("http://sunpower.test/cloudless", "Cloudless days for solar panels"),
}


def daily_hosts() -> list[Site]:
    """Hosts without a topic of their own."""
    return [_news(), _recipes(), _university(), _mouse()]


def _news() -> Site:
    robots = "User-agent: *\nDisallow: /archive/*/print\nCrawl-delay: 0.02\n"
    site = Site("news.test", "The Daily News", robots=robots, forbidden=(r"/archive/.*/print",))
    site.nav += [Href("/politics", "Politics"), Href("/weather", "Weather")]
    listed = []
    for target, title in NEWS:
        links = [Href(t, name) for t, name in NEWS if t.startswith(target + "/")]
        tunnel = TUNNELS.get(target)
        listed.append(site.article(target, title, "news", [*links, *([tunnel] if tunnel else [])]))
    site.article("/archive/2025/print", "All the news of 2025 to print", "news")
    archive = [Href("/archive/2025/print", "The year in print")]
    fronts = [link for link in listed if link.href.count("/") == 3]
    others = [Href("http://recipes.test/", "Recipes"), Href("http://uni.test/", "The university")]
    site.article("/", "News of the day", "news", [*fronts, *archive, *others])
    return site


def _recipes() -> Site:
    site = Site("recipes.test", "Recipes", robots=None)  # its robots.txt is a 404
    listed = []
    for target, title in RECIPES:
        tunnel = TUNNELS.get(target)
        listed.append(site.article(target, title, "cooking", [tunnel] if tunnel else ()))
    site.article("/", "Recipes for every day", "cooking", listed)
    return site


def _university() -> Site:
    site = Site("uni.test", "University")
    site.nav += [Href("/biology/", "Biology"), Href("/informatics/", "Informatics")]
    mice = [
        site.article("/biology/genes", "Genes of laboratory mice", "mouse-rodent"),
        site.article("/biology/mazes", "How mice learn a maze", "mouse-rodent"),
    ]
    devices = [
        site.article("/informatics/pointing", "Pointing with a computer mouse", "mouse-device"),
        site.article("/informatics/fitts", "Fitts' law and the mouse", "mouse-device"),
    ]
    energy = [site.article("/physics/photovoltaics", "A lecture on photovoltaics", "solar-energy")]
    site.article("/biology/", "Department of Biology", "campus", mice)
    site.article("/informatics/", "Department of Informatics", "campus", devices)
    site.article("/physics/", "Department of Physics", "campus", energy)
    site.article("/library", "The library", "campus")
    site.article("/exams", "Exams and deadlines", "campus", [Href("/library", "The library")])
    site.text("/notes.txt", "Notes on the term.\n\nEnrolment closes in October, exams in March.\n")
    links = [
        Href("/physics/", "Physics"),
        Href("/exams", "Exams"),
        Href("/notes.txt", "Notes on the term"),
    ]
    site.article("/", "Welcome to the university", "campus", links)
    return site


def _mouse() -> Site:
    """One word, two senses."""
    site = Site("mouse.test", "Mouse")
    both = Extra(topics=("mouse-rodent", "mouse-device"))
    animal = site.article(
        "/animal", "Mouse, the animal", "mouse-rodent",
        [Href("http://rodents.test/", "Mice and other rodents")],
    )  # fmt: skip
    device = site.article(
        "/device", "Mouse, the device", "mouse-device",
        [Href("http://pointers.test/", "Reviews of computer mice")],
    )  # fmt: skip
    site.article("/", "Mouse may mean", "mouse-rodent", [animal, device], both)
    return site
