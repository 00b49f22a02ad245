"""A shop: a list of computer mice over five pages, and a page of facts for each."""

from html import escape
from random import Random

from bowerbird.testing.little_web.building import Extra, Href, Site
from bowerbird.testing.little_web.pictures import png
from bowerbird.testing.little_web.values import Item
from bowerbird.testing.serving import Answer

PAGES = 5
PER_PAGE = 6
NAMES = ("Glider", "Swift", "Quiet", "Bolt", "Orbit", "Feather")
KINDS = ("Mini", "Pro", "Air", "Vertical", "Travel")


def shop() -> tuple[Site, tuple[Item, ...]]:
    """The host and the true records of its list."""
    robots = "User-agent: *\nDisallow: /checkout\n"
    site = Site("gearshop.test", "Gear Shop", robots=robots, forbidden=("/checkout",))
    site.nav.append(Href("/mice?page=1", "Computer mice"))
    site.gzip = True
    items = tuple(_item(site, number) for number in range(PAGES * PER_PAGE))
    for number, item in enumerate(items):
        _facts_page(site, item, items[(number + 1) % len(items)])
    for page in range(1, PAGES + 1):
        _list_page(site, page, items[(page - 1) * PER_PAGE : page * PER_PAGE])
    picture = Answer(200, (("Content-Type", "image/png"),), png(4, 4, (40, 40, 40)))
    site.file("/pictures/mouse.png", picture, "image/png")
    site.missing("/cart?action=add-to-cart")
    site.article("/about", "About the shop", "offices")
    links = [
        Href("/mice?page=1", "Computer mice to buy"),
        Href("/about", "About us"),
        Href("/checkout", "To the checkout"),
    ]
    site.article("/checkout", "Checkout", "offices")
    site.article("/", "Gear for desks", "offices", links)
    return site, items


def _item(site: Site, number: int) -> Item:
    random = Random(f"item/{number}")  # noqa: S311 - goods, not secrets
    title = f"{NAMES[number % len(NAMES)]} {KINDS[number // len(NAMES)]}"
    facts = (
        ("Maker", random.choice(("Acme", "Pointer Works", "Desk and Co"))),
        ("Weight", f"{random.randrange(55, 140)} g"),
        ("Resolution", f"{random.randrange(8, 160) * 100} dpi"),
        ("Connection", random.choice(("Bluetooth", "USB receiver", "Cable"))),
    )
    return Item(
        title=title,
        price=f"{random.randrange(9, 120)}.{random.choice((0, 49, 99)):02d} €",
        rating=f"{random.randrange(20, 51) / 10}",
        image=site.url("/pictures/mouse.png"),
        url=site.url(f"/mice/{title.lower().replace(' ', '-')}"),
        listed_on=site.url(f"/mice?page={number // PER_PAGE + 1}"),
        facts=facts,
    )


def _list_page(site: Site, page: int, items: tuple[Item, ...]) -> None:
    cards = "".join(
        f'<li class="item"><a href="{escape(item.url)}"><img src="/pictures/mouse.png" '
        f'alt="{item.title}"></a>\n<h3><a href="{escape(item.url)}">{item.title}</a></h3>\n'
        f'<span class="price">{item.price}</span> <span class="rating">{item.rating}</span></li>\n'
        for item in items
    )
    hidden = tuple(Href(item.url, item.title) for item in items)
    around = [n for n in (page - 1, page + 1) if 1 <= n <= PAGES]
    links = [Href(f"/mice?page={n}", "Next" if n > page else "Previous") for n in around]
    extra = Extra(
        block=f'<ul class="items">\n{cards}</ul>\n',
        hidden=(*hidden, Href("/pictures/mouse.png", "", kind="picture")),
    )
    site.article(f"/mice?page={page}", f"Computer mice, page {page}", "mouse-device", links, extra)


def _facts_page(site: Site, item: Item, similar: Item) -> None:
    rows = "".join(f"<tr><th>{n}</th><td>{escape(v)}</td></tr>\n" for n, v in item.facts)
    block = (
        f'<p>Price: <b class="price">{item.price}</b></p>\n<table class="facts">\n{rows}</table>\n'
        '<p><a href="/cart?action=add-to-cart">Add to cart</a></p>\n'
    )
    hidden = (Href("/cart?action=add-to-cart", "Add to cart", kind="unsafe"),)
    target = item.url.removeprefix(site.url(""))
    links = [Href(similar.url, similar.title)]
    site.article(
        target, f"{item.title} mouse", "mouse-device", links, Extra(block=block, hidden=hidden)
    )
