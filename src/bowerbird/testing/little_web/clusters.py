"""The hosts that are about one of the topics, and the hubs between them."""

from bowerbird.testing.little_web.building import Extra, Href, Site
from bowerbird.testing.little_web.feeds import url_set

Titles = tuple[tuple[str, str], ...]

RODENTS: Titles = (
    ("/house-mouse", "The house mouse"),
    ("/wood-mouse", "Wood mouse in winter"),
    ("/harvest-mouse", "Harvest mouse and its woven nest"),
    ("/litters", "Litters, pups and weaning"),
    ("/whiskers", "What whiskers tell a mouse"),
    ("/owls", "Owls and other predators of mice"),
    ("/incisors", "Incisors that never stop growing"),
    ("/burrows", "Burrows and food stores"),
    ("/laboratory", "Mice in the laboratory"),
    ("/songs", "The ultrasonic song of mice"),
    ("/voles", "Voles compared with mice"),
    ("/grain", "Mice in the granary"),
)
FIELDMICE: Titles = (
    ("/walks", "Walks to see field mice"),
    ("/count", "The autumn count of field mice"),
    ("/hedges", "Hedges that shelter mice"),
    ("/traps", "Live traps and how to set them"),
    ("/tracks", "Tracks of a mouse in snow"),
    ("/members", "Naturalists and their mice"),
    ("/barn-owls", "Boxes for barn owls"),
)
POINTERS: Titles = (
    ("/wireless", "The best wireless mouse"),
    ("/gaming", "Gaming mouse with a fast sensor"),
    ("/vertical", "Vertical mouse for a tired wrist"),
    ("/trackball", "Trackball or mouse"),
    ("/sensors", "How an optical sensor works"),
    ("/drivers", "Mouse drivers and macros"),
    ("/history", "From Engelbart to Bluetooth: the computer mouse"),
    ("/silent", "Silent switches in the office"),
    ("/left-handed", "A mouse for the left hand"),
    ("/pads", "Mouse pads, glass and desks"),
    ("/batteries", "Batteries or cable for a mouse"),
)
TAPIRS: Titles = (
    ("/malayan", "The Malayan tapir"),
    ("/mountain", "The mountain tapir"),
    ("/lowland", "The lowland tapir"),
    ("/bairds", "Baird's tapir"),
    ("/calves", "Striped calves of the tapir"),
    ("/trunk", "The trunk of the tapir"),
    ("/seeds", "Tapirs as gardeners of the forest"),
    ("/tracks", "Tracks and trails of tapirs"),
    ("/threats", "What endangers tapirs"),
)
RAINFOREST: Titles = (
    ("/salt-lick", "Tapirs at the salt lick"),
    ("/night-river", "Tapirs in the river at night"),
    ("/rangers", "Rangers who count tapirs"),
    ("/camera-traps", "Tapirs before the camera trap"),
)
BICYCLES: Titles = (
    ("/touring", "Touring bikes"),
    ("/chains", "How to care for a bicycle chain"),
    ("/brakes", "Disc brakes and rim brakes"),
    ("/saddles", "The height of the saddle"),
    ("/spokes", "Why spokes carry a bicycle"),
    ("/cargo", "Cargo bikes in the city"),
    ("/folding", "Folding bikes and trains"),
    ("/history", "The safety bicycle of 1885"),
    ("/gears", "Gears and derailleurs of a bicycle"),
    ("/paths", "Cities that build cycle paths"),
)


def cluster(site: Site, titles: Titles, subject: str) -> list[Href]:
    """Articles that lead to the two after them, in a ring, with relative links."""
    made = []
    for place, (target, title) in enumerate(titles):
        after = [titles[(place + step) % len(titles)] for step in (1, 2)]
        site.article(target, title, subject, [Href(path, name) for path, name in after])
        made.append(Href(site.url(target), title))
    return made


def topic_hosts() -> list[Site]:
    """Rodents, devices, solar energy, tapirs and bicycles, with two hosts or more each."""
    return [_rodents(), _fieldmice(), _pointers(), _tapirs(), _rainforest(), _bicycles(), _hub()]


def _plain_host(host: str, name: str, titles: Titles, subject: str) -> tuple[Site, list[Href]]:
    site = Site(host, name, robots="User-agent: *\nDisallow:\n")
    site.nav.append(Href(titles[0][0], titles[0][1]))
    return site, cluster(site, titles, subject)


def _rodents() -> Site:
    robots = "User-agent: *\nDisallow: /private/\nAllow: /private/open\nCrawl-delay: 0.05\n"
    site = Site("rodents.test", "Rodents", robots=robots, forbidden=(r"/private/(?!open)",))
    articles = cluster(site, RODENTS, "mouse-rodent")
    site.article("/private/diary", "A private diary of mice", "mouse-rodent")
    site.article("/private/open", "An open page in a private folder", "mouse-rodent")
    fields = Href("http://fieldmice.test/", "Friends of the field mouse")
    device = Href("http://pointers.test/", "Not this mouse: computer mice")
    private = [Href("/private/diary", "Diary"), Href("/private/open", "The open page")]
    site.article(
        "/", "Mice and other rodents", "mouse-rodent", [*articles, fields, device, *private]
    )
    return site


def _fieldmice() -> Site:
    titles = FIELDMICE
    site, articles = _plain_host("fieldmice.test", "Field Mouse Club", titles, "mouse-rodent")
    # Reached only through the news (see news.py): no page of this host leads here.
    site.article("/moonlit", "Moonlit field mice", "mouse-rodent", [Href("/", "The club")])
    site.article("/", "Friends of the field mouse", "mouse-rodent", articles)
    return site


def _pointers() -> Site:
    robots = "User-agent: *\nDisallow: /*.php$\nDisallow: /search?\n"
    forbidden = (r".*\.php$", r"/search\?")
    site = Site("pointers.test", "Pointers", robots=robots, forbidden=forbidden)
    articles = cluster(site, POINTERS, "mouse-device")
    site.article("/compare.php", "Compare mice", "mouse-device")
    site.article("/compare.php?a=1", "Compare two mice", "mouse-device")
    site.article("/search?q=mouse", "Search for a mouse", "mouse-device")
    shop = Href("http://gearshop.test/mice?page=1", "Computer mice to buy")
    more = [
        Href("/compare.php", "Compare"),
        Href("/compare.php?a=1", "Compare two"),
        Href("/search?q=mouse", "Search"),
    ]
    site.article("/", "Reviews of computer mice", "mouse-device", [*articles, shop, *more])
    return site


def _tapirs() -> Site:
    site, articles = _plain_host("tapirs.test", "Tapir Watch", TAPIRS, "tapirs")
    river = Href("http://rainforest.test/", "The rainforest")
    site.article("/", "All about tapirs", "tapirs", [*articles, river])
    site.gzip = True
    return site


def _rainforest() -> Site:
    robots = (
        "User-agent: *\nDisallow: /\n\nUser-agent: Bowerbird\nDisallow: /staff\n"
        "Allow: /\n\nSitemap: http://rainforest.test/sitemap.xml\n"
    )
    site = Site("rainforest.test", "Rainforest", robots=robots, forbidden=("/staff",))
    articles = cluster(site, RAINFOREST, "tapirs")
    site.article("/staff", "Staff of the station", "offices")
    site.article(
        "/hidden-lick", "The hidden salt lick of the tapirs", "tapirs", [Href("/", "Home")]
    )
    tongues = Href("http://languages.test/es/tapir", "El tapir")
    site.article(
        "/", "Rainforest and tapirs", "tapirs", [*articles, tongues, Href("/staff", "Staff")]
    )
    site.text("/sitemap.xml", url_set(site, [*site.resources]), "application/xml")
    return site


def _bicycles() -> Site:
    site, articles = _plain_host("bicycles.test", "Bicycles", BICYCLES, "bicycles")
    gone = [site.missing("/tandems"), site.missing("/unicycles", 410)]
    text = ("Sorry, we looked in every shed and could not find the page you asked for.",)
    soft = Extra(text=text, soft_404=True, topics=())
    site.article("/recumbents", "Page not found", "bicycles", [Href("/", "Home")], soft)
    velo = Href("http://languages.test/fr/velo", "Le vélo")
    more = [*gone, Href("/recumbents", "Recumbents"), velo]
    site.article("/", "Bicycles and how to keep them", "bicycles", [*articles, *more])
    site.gzip = True
    return site


def _hub() -> Site:
    """A directory: off-topic by itself, with lists that lead to every topic."""
    site = Site("hub.test", "The Directory", robots="# nothing is forbidden here\n")
    lists = {
        "/mouse": ("Mouse: the animal and the device", ("rodents", "fieldmice", "pointers")),
        "/sun": ("Links about solar energy", ("solar", "sunpower")),
        "/animals": ("Links about tapirs and mice", ("tapirs", "rainforest", "rodents")),
        "/travel": ("Links about bicycles", ("bicycles",)),
        "/daily": ("News, food and work", ("news", "recipes", "uni", "jobs", "events", "forum")),
        "/odd": (
            "Odd corners of the web",
            ("links", "moved", "directives", "charsets", "languages", "library"),
        ),
    }
    pages = []
    for target, (title, hosts) in lists.items():
        listed = [Href(f"http://{host}.test/", f"{host} site") for host in hosts]
        subject = "campus" if target != "/mouse" else "news"
        pages.append(site.article(target, title, subject, listed))
    site.article("/", "A directory of the little web", "campus", pages)
    return site
