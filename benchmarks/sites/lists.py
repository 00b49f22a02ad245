"""Families of pages that list people, places, jobs, dishes and the like."""

from benchmarks.sites.made import Family, World
from benchmarks.sites.words import CITIES, clock, day, person, price, sentence, spoken_day, title

ALSO_BARE = ("semantic", "block", "hashed", "bare")


def glossary(w: World) -> str:
    """Terms and what they mean, in one definition list; some have a note besides."""
    pairs = "".join(
        f"<dt>{it('term', title(w.rng, 1, 2))}</dt><dd>{it('meaning', sentence(w.rng))}</dd>"
        + (f"<dd{w.cls('note')}>{sentence(w.rng, 3, 5)}</dd>" if w.often(0.2) else "")
        for it in w.rows()
    )
    return f"<h1>Glossary</h1><dl>{pairs}</dl>"


def people(w: World) -> str:
    """A team in a grid, rows of four in boxes; the last row is not full."""
    cls, cards = w.cls, []
    for it in w.rows(9, 15):
        mail = ""
        if w.often(0.7):
            address = it("mail", f"p{w.rng.randint(1, 999)}@made.example")
            mail = f"<a{cls('mail')} href='mailto:x'>{address}</a>"
        cards.append(
            f"<div{cls('person')}><img{cls('face')} src='{it.link('image', w.path('face'))}'>"
            f"<div{cls('name')}>{it('name', person(w.rng))}</div><div{cls('role')}>"
            f"{it('role', title(w.rng, 1, 2))}</div>{mail}</div>"
        )
    lines = [cards[start : start + 4] for start in range(0, len(cards), 4)]
    return "".join(f"<div{cls('line')}>{''.join(line)}</div>" for line in lines)


def menu(w: World) -> str:
    """Categories that hold dishes: the dishes are the records, categories are not."""
    cls, groups = w.cls, []
    for _ in range(w.rng.randint(3, 4)):
        dishes = "".join(
            f"<li{cls('dish')}><span{cls('dish-name')}>{it('dish', title(w.rng))}</span>"
            + (
                f"<small{cls('about')}>{it('text', sentence(w.rng, 4, 7))}</small>"
                if w.often(0.6)
                else ""
            )
            + f"<b{cls('price')}>{it('price', price(w.rng))}</b></li>"
            for it in w.rows(3, 6)
        )
        groups.append(f"<li{cls('group')}><h3>{title(w.rng, 1, 2)}</h3><ul>{dishes}</ul></li>")
    return f"<ul{cls('menu-card')}>{''.join(groups)}</ul>"


def jobs(w: World) -> str:
    """A job board: places in a list of facts, salary optional, new ones marked."""
    cls, cards = w.cls, []
    for it in w.rows():
        new = f"<span{cls('new')}>New</span>" if w.often(0.3) else ""
        pay = f"<li{cls('pay')}>{it('pay', price(w.rng, '$'))}</li>" if w.often(0.6) else ""
        cards.append(
            f"<li{cls('job', *(['featured'] if w.often(0.2) else []))}>{new}<h2><a{cls('job-title')} "
            f"href='{it.link('link', w.path('job'))}'>{it('title', title(w.rng))}</a></h2>"
            f"<div{cls('firm')}>{it('company', title(w.rng, 1, 2))}</div><ul{cls('facts')}>"
            f"<li{cls('place')}>{it('city', w.rng.choice(CITIES))}</li>{pay}<li{cls('posted')}>"
            f"{w.rng.randint(1, 30)} days ago</li></ul></li>"
        )
    return f"<ul{cls('jobs')}>{''.join(cards)}</ul>"


def recipes(w: World) -> str:
    """Dishes with minutes and a cook, tags that are links, now and then a film."""
    cls, cards = w.cls, []
    for it in w.rows():
        tags = "".join(
            f"<a{cls('tag')} href='/t'>{title(w.rng, 1, 1)}</a>" for _ in range(w.rng.randint(1, 4))
        )
        film = f"<video{cls('film')} src='/v.mp4'></video>" if w.often(0.2) else ""
        cards.append(
            f"<section{cls('recipe')}>{film}<img src='{it.link('image', w.path('dish'))}'>"
            f"<div{cls('tags')}>{tags}</div><a{cls('recipe-name')} href='{w.path('r')}'>"
            f"{it('title', title(w.rng))}</a><span{cls('minutes')}>{it('minutes', f'{w.rng.randint(5, 90)} min')}"
            f"</span><span{cls('cook')}>by <i>{it('cook', person(w.rng))}</i></span></section>"
        )
    return f"<div{cls('recipes')}>{''.join(cards)}</div>"


def events(w: World) -> str:
    """A calendar: date boxes at the left, what happens at the right, some without a place."""
    cls, items = w.cls, []
    for it in w.rows():
        hall = f"<p{cls('hall')}>{it('place', w.rng.choice(CITIES))}</p>" if w.often(0.7) else ""
        items.append(
            f"<div{cls('event')}><div{cls('box')}><span{cls('day')}>{it('date', spoken_day(w.rng))}</span>"
            f"<span{cls('hour')}>{it('time', clock(w.rng))}</span></div><div{cls('what')}><h4{cls('name')}>"
            f"{it('title', title(w.rng))}</h4>{hall}<a{cls('more')} href='{it.link('link', w.path('e'))}'>"
            f"Tickets</a></div></div>"
        )
    return f"<div{cls('calendar')}>{''.join(items)}</div>"


def videos(w: World) -> str:
    """Pictures that load late, lengths on top of them, titles also in an attribute."""
    cls, items = w.cls, []
    for it in w.rows(8, 18):
        name = title(w.rng)
        path = w.path("watch", name)
        live = f"<span{cls('live')}>LIVE</span>" if w.often(0.15) else ""
        items.append(
            f"<div{cls('video')}><a{cls('thumb')} href='{path}'><img src='data:,' data-src="
            f"'{it.link('image', w.path('thumb'))}'>{live}<span{cls('length')}>"
            f"{it('length', f'{w.rng.randint(1, 59)}:{w.rng.randint(0, 59):02}')}</span></a><div><h3>"
            f"<a{cls('video-title')} href='{it.link('link', path)}' title='{name}'>{it('title', name)}</a></h3>"
            f"<a{cls('channel')} href='/c'>{it('channel', person(w.rng))}</a></div></div>"
        )
    return f"<div{cls('videos')}>{''.join(items)}</div>"


def charts(w: World) -> str:
    """Places, songs and singers; an arrow up or down or none."""
    cls, items = w.cls, []
    for it in w.rows():
        arrow = f"<i{cls(w.rng.choice(('up', 'down')))}></i>" if w.often(0.6) else ""
        items.append(
            f"<li{cls('song')}>{arrow}<span>{it('rank', str(it.number + 1))}</span><div><strong>"
            f"{it('title', title(w.rng))}</strong><span>{it('singer', person(w.rng))}</span></div>"
            f"<span>{w.rng.randint(1, 60)} weeks</span></li>"
        )
    return f"<ol{cls('chart')}>{''.join(items)}</ol>"


def species(w: World) -> str:
    """Cards with a definition list of their own each, its lines not always the same."""
    cls, cards = w.cls, []
    for it in w.rows():
        facts = [f"<dt>Family</dt><dd>{it('family', title(w.rng, 1, 1))}</dd>"]
        if w.often(0.5):
            facts.append(f"<dt>Range</dt><dd>{title(w.rng, 1, 2)}</dd>")
        facts.append(f"<dt>Seen</dt><dd>{it('seen', day(w.rng))}</dd>")
        if w.often(0.6):
            facts.append(f"<dt>Length</dt><dd>{it('length', f'{w.rng.randint(2, 90)} cm')}</dd>")
        cards.append(
            f"<div{cls('kind')}><h3{cls('kind-name')}>{it('name', title(w.rng))}</h3><dl>"
            f"{''.join(facts)}</dl></div>" + w.advert()
        )
    return f"<div{cls('kinds')}>{''.join(cards)}</div>"


def places(w: World) -> str:
    """Plain paragraphs without a class: a name in bold, an address, perhaps a figure."""
    items = "".join(
        f"<li><h3>{it('name', title(w.rng))}</h3><address>{it('city', w.rng.choice(CITIES))}</address>"
        + (f"<p>{it('text', sentence(w.rng))}</p>" if w.often(0.75) else "")
        + "</li>"
        for it in w.rows()
    )
    return f"<h1>Places</h1><ul>{items}</ul>"


def auctions(w: World) -> str:
    """Every other lot is wrapped once more; bids may be missing."""
    cls, lots = w.cls, []
    for it in w.rows():
        bid = f"<span{cls('bid')}>{it('bid', price(w.rng))}</span>" if w.often(0.7) else ""
        name = f"<a{cls('lot-name')} href='{it.link('link', w.path('lot'))}'>{it('title', title(w.rng))}</a>"
        if w.often(0.3):
            name = f"<div{cls('promo')}>{name}</div>"
        lots.append(
            f"<div{cls('lot')} data-lot='{w.rng.randint(1, 999)}'>{name}<div{cls('state')}>{bid}"
            f"<span{cls('ends')}>{it('ends', spoken_day(w.rng))}</span></div></div>"
        )
    return f"<div{cls('lots')}>{''.join(lots)}</div>"


FAMILIES = (
    Family("glossary", glossary, ("term", "meaning"), ALSO_BARE),
    Family("people", people, ("name", "role", "mail", "image")),
    Family("menu", menu, ("dish", "text", "price")),
    Family("jobs", jobs, ("title", "company", "city", "pay", "link")),
    Family("recipes", recipes, ("title", "minutes", "cook", "image")),
    Family("events", events, ("title", "date", "time", "place", "link")),
    Family("videos", videos, ("title", "length", "channel", "link", "image")),
    Family("charts", charts, ("rank", "title", "singer"), ALSO_BARE),
    Family("species", species, ("name", "family", "seen", "length")),
    Family("places", places, ("name", "city", "text"), ("bare",)),
    Family("auctions", auctions, ("title", "bid", "ends", "link")),
)
