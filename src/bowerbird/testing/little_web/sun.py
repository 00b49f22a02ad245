"""Solar energy: two hosts, a mirror, and every way in which a page can be there twice."""

from bowerbird.testing.little_web.building import Extra, Href, Site
from bowerbird.testing.little_web.clusters import Titles
from bowerbird.testing.little_web.feeds import add_feeds, add_sitemaps
from bowerbird.testing.little_web.prose import paragraphs

SOLAR: Titles = (
    ("/rooftop", "Solar panels on the roof"),
    ("/cells", "How a photovoltaic cell works"),
    ("/inverters", "Inverters for solar power"),
    ("/storage", "Batteries that store solar energy"),
    ("/desert", "Solar plants in the desert"),
    ("/perovskite", "Perovskite solar cells"),
    ("/shade", "Shade and bypass diodes"),
    ("/heat", "Solar heat for the house"),
    ("/grid", "Solar power in the grid"),
    ("/recycling", "What becomes of old solar modules"),
    ("/costs", "What solar energy costs"),
)
SUNPOWER: Titles = (
    ("/2026/first-summer", "Our first summer with solar panels"),
    ("/2026/car-park", "A solar roof above the car park"),
    ("/2026/hail", "Hail on photovoltaic modules"),
    ("/2026/sheep", "Sheep below solar modules"),
    ("/2026/school", "Pupils measure solar energy"),
    ("/2026/balcony", "A solar panel for the balcony"),
    ("/2026/winter", "Solar yield in winter"),
)
MIRRORED = ("/cells", "/inverters", "/storage")


def solar_hosts() -> list[Site]:
    """solar.test, its mirror, and a blog with feeds."""
    solar = _solar()
    return [solar, _mirror(solar), _sunpower()]


def _canonical(url: str) -> tuple[str, Href]:
    return f'<link rel="canonical" href="{url}">\n', Href(url, "", kind="canonical")


def _solar() -> Site:
    robots = "User-agent: *\nDisallow:\nSitemap: http://solar.test/sitemap.xml\n"
    site = Site("solar.test", "Solar Energy", robots=robots)
    # Absolute links throughout: whichever copy of a page is read first, it leads to the same URLs.
    site.nav = [Href(site.url("/"), "Home"), Href(site.url("/rooftop"), "Rooftops")]
    articles = [Href(site.url(target), title) for target, title in SOLAR]
    for place, (target, title) in enumerate(SOLAR):
        after = [articles[(place + step) % len(SOLAR)] for step in (1, 2)]
        canonical = site.url("/rooftop") if target == "/rooftop" else ""
        head, hint = _canonical(canonical) if canonical else ("", None)
        group = site.url(target) if target in (*MIRRORED, "/rooftop") else ""
        near = site.url(target) if target == "/heat" else ""
        extra = Extra(
            head=head, hidden=(hint,) if hint else (), duplicates=group, near_duplicates=near
        )
        site.article(target, title, "solar-energy", after, extra)
    copies = [
        *_copies_of_rooftop(site),
        *_near_copies(site),
        Href(site.url("/index.html"), "Start page"),
        Href("http://mirror.test/", "A mirror of this site"),
    ]
    home = Extra(duplicates=site.url("/"))
    site.article("/", "Solar energy", "solar-energy", [*articles, *copies], home)
    site.alias("/index.html", site.resources["/"])
    lonely = Extra(optional=True)
    site.article(
        "/only-in-the-sitemap", "Solar energy that nobody links to", "solar-energy", (), lonely
    )
    add_sitemaps(site, "/only-in-the-sitemap")
    return site


def _copies_of_rooftop(site: Site) -> list[Href]:
    original = site.resources["/rooftop"]
    targets = ("/rooftop/", "/rooftop?utm_source=letter&utm_medium=mail", "/rooftop?ref=hub")
    return [site.alias(target, original) for target in targets]


def _near_copies(site: Site) -> list[Href]:
    """The print version, and two copies in which only a counter and a date differ."""
    text = paragraphs("solar-energy", "near copies", 220)
    heat = site.resources["/heat"].truth
    head, hint = _canonical(site.url("/heat"))
    printed = Extra(
        head=head, hidden=(hint,), text=tuple(heat.text.split("\n")), plain=True,
        near_duplicates=heat.url,
    )  # fmt: skip
    made = [site.article("/heat?print=1", "Solar heat for the house", "solar-energy", (), printed)]
    for number, day in ((1042, "3 May 2026"), (1043, "4 May 2026")):
        line = f"You are visitor {number}; last changed on {day}."
        extra = Extra(text=(*text, line), near_duplicates=site.url("/visitors"))
        target = f"/visitors?day={day.partition(' ')[0]}"
        made.append(site.article(target, "Solar energy day by day", "solar-energy", (), extra))
    return made


def _mirror(solar: Site) -> Site:
    site = Site("mirror.test", "Mirror of Solar Energy")
    made = [site.alias(target, solar.resources[target]) for target in MIRRORED]
    extra = Extra(topics=())
    site.article("/", "Mirror of a site on the sun", "campus", made, extra)
    return site


def _sunpower() -> Site:
    site = Site("sunpower.test", "Sun Power Blog")
    posts = []
    for place, (target, title) in enumerate(SUNPOWER):
        before = [Href(SUNPOWER[place - 1][0], SUNPOWER[place - 1][1])] if place else []
        posts.append(site.article(target, title, "solar-energy", before))
    site.article("/2026/only-in-the-feed", "A solar post that only the feed names", "solar-energy")
    site.article(
        "/cloudless", "Cloudless days for solar panels", "solar-energy", [Href("/", "Blog")]
    )
    head = (
        '<link rel="alternate" type="application/rss+xml" href="/feed.xml">\n'
        '<link rel="alternate" type="application/atom+xml" href="/atom.xml">\n'
    )
    feeds = (Href("/feed.xml", "", kind="feed"), Href("/atom.xml", "", kind="feed"))
    pictures = (Href("/panel.png", "A panel", kind="picture"),)
    block = '<p><img src="/panel.png" alt="A panel"></p>\n'
    extra = Extra(head=head, block=block, hidden=(*feeds, *pictures))
    solar = Href("http://solar.test/", "All about solar energy")
    site.article("/", "Notes on solar power", "solar-energy", [*posts[::-1], solar], extra)
    only = Href(site.url("/2026/only-in-the-feed"), "A solar post that only the feed names")
    add_feeds(site, [*posts, only])
    return site
