"""Families that no constant of the inference was ever tuned on: they only measure."""

from benchmarks.sites.made import Family, Noted, World
from benchmarks.sites.words import CITIES, clock, day, person, price, sentence, spoken_day, title


def podcasts(w: World) -> str:
    """Episodes with a player, a number within the title's line, guests in running text."""
    cls, items = w.cls, []
    for it in w.rows():
        guest = f"<p{cls('guest')}>with {person(w.rng)}</p>" if w.often(0.4) else ""
        items.append(
            f"<div{cls('episode')}><div{cls('number')}>#{it('number', str(90 - it.number))}</div>"
            f"<div{cls('body')}><a href='{it.link('link', w.path('ep'))}'{cls('ep-title')}>"
            f"{it('title', title(w.rng))}</a>{guest}<audio src='/a.mp3'></audio>"
            f"<ul{cls('meta')}><li>{it('date', spoken_day(w.rng))}</li>"
            f"<li>{it('length', f'{w.rng.randint(9, 90)} min')}</li></ul></div></div>"
        )
    return f"<h1>Episodes</h1>{''.join(items)}"


def properties(w: World) -> str:
    """Houses: three facts with pictures before them, an agent's box, sold ones without a price."""
    cls, cards = w.cls, []
    for it in w.rows():
        cost = (
            f"<div{cls('amount')}>{it('price', price(w.rng))}</div>"
            if w.often(0.8)
            else f"<div{cls('sold')}>Sold</div>"
        )
        facts = "".join(
            f"<li{cls('fact')}><i{cls('icon-' + name)}></i><span>{it(name, str(w.rng.randint(1, 9)))}</span></li>"
            for name in ("beds", "baths")
        )
        cards.append(
            f"<div{cls('house')}><a href='{it.link('link', w.path('h'))}'><img src='/h.jpg' alt=''></a>{cost}"
            f"<address{cls('street')}>{it('address', f'{title(w.rng, 1, 1)} Street {w.rng.randint(1, 99)}')}"
            f"</address><ul{cls('house-facts')}>{facts}</ul><div{cls('agent')}><img src='/a.jpg'>"
            f"<span>{person(w.rng)}</span></div></div>" + w.advert()
        )
    return f"<div{cls('houses')}>{''.join(cards)}</div>"


def flights(w: World) -> str:
    """Departure and arrival in twin boxes; the carrier is a picture's text."""
    cls, rows = w.cls, []
    for it in w.rows():
        stops = f"<span{cls('stops')}>{w.rng.randint(1, 2)} stops</span>" if w.often(0.5) else ""
        rows.append(
            f"<li{cls('flight')}><div{cls('carrier')}><img src='/c.png' alt='{person(w.rng)}'></div>"
            f"<div{cls('leg')}><div{cls('from')}><time>{it('departs', clock(w.rng))}</time><span>"
            f"{it('from', w.rng.choice(CITIES))}</span></div>{stops}<div{cls('to')}><time>"
            f"{it('arrives', clock(w.rng))}</time><span>{it('to', w.rng.choice(CITIES))}</span></div></div>"
            f"<div{cls('fare')}><strong>{it('price', price(w.rng))}</strong><button>Choose</button></div></li>"
        )
    return f"<ol{cls('flights')}>{''.join(rows)}</ol>"


def minutes(w: World) -> str:
    """Meetings under headings, nothing around each; decisions are optional paragraphs."""
    parts = []
    for it in w.rows():
        present = f"<p{w.cls('present')}>{it('present', f'{person(w.rng)}, {person(w.rng)}')}</p>"
        decided = (
            f"<p{w.cls('decided')}>{it('decided', sentence(w.rng))}</p>" if w.often(0.6) else ""
        )
        parts.append(
            f"<h2{w.cls('meeting')}>{it('meeting', title(w.rng))}</h2><time{w.cls('held')}>"
            f"{it('date', day(w.rng))}</time>{present}{decided}"
        )
    return f"<div{w.cls('minutes')}><h1>Minutes</h1>{''.join(parts)}</div>"


def gallery(w: World) -> str:
    """Pictures in figures; the caption has the artist in an element, the year after it."""
    cls, items = w.cls, []
    for it in w.rows(8, 18):
        place = (
            f"<small{cls('room')}>{it('room', f'Room {w.rng.randint(1, 60)}')}</small>"
            if w.often(0.6)
            else ""
        )
        items.append(
            f"<figure{cls('work')}><img src='{it.link('image', w.path('art'))}' loading='lazy'><figcaption>"
            f"<cite{cls('work-title')}>{it('title', title(w.rng))}</cite><span{cls('artist')}>"
            f"{it('artist', person(w.rng))}</span>{place}</figcaption></figure>"
        )
    return f"<div{cls('wall')}>{''.join(items)}</div>"


def inventory(w: World) -> str:
    """A wide table: boxes to tick, a heading with two lines, totals at its foot."""
    rows = "".join(
        f"<tr{w.cls('part')}><td><input type='checkbox'></td><td><code>{it('code', f'K-{w.rng.randint(100, 999)}')}"
        f"</code></td><td>{it('part', title(w.rng))}</td><td>{it('left', str(w.rng.randint(0, 500)))}</td>"
        f"<td>{w.rng.randint(1, 50)}</td><td>{it('cost', price(w.rng)) if w.often(0.85) else ''}</td></tr>"
        for it in w.rows(8, 20)
    )
    return (
        f"<table{w.cls('inventory')}><thead><tr><th></th><th>Code</th><th>Part</th><th>Left</th>"
        f"<th>Ordered</th><th>Cost</th></tr></thead><tbody>{rows}</tbody><tfoot><tr><td></td><td></td>"
        f"<td>Total</td><td>{w.rng.randint(1000, 9999)}</td><td></td><td>{price(w.rng)}</td></tr></tfoot></table>"
    )


def chat(w: World) -> str:
    """Messages; those of the same person follow each other without a name."""
    cls, items = w.cls, []
    for it in w.rows(10, 20):
        named = it.number == 0 or w.often(0.6)
        who = f"<b{cls('nick')}>{it('nick', person(w.rng).split()[0])}</b>" if named else ""
        picture = f"<img{cls('avatar')} src='/a.png'>" if named else ""
        items.append(
            f"<div{cls('message', *([] if named else ['is-compact']))}>{picture}{who}<span{cls('clock')}>"
            f"{it('time', clock(w.rng))}</span><div{cls('says')}>{it('text', sentence(w.rng))}</div></div>"
        )
    return f"<div{cls('log')}>{''.join(items)}</div>"


def grants(w: World) -> str:
    """Accordions: a head with the name and the sum, a body with labels and values in rows of boxes."""
    cls, items = w.cls, []
    for it in w.rows():
        lines = [("Holder", it("holder", person(w.rng))), ("Begins", it("begins", day(w.rng)))]
        if w.often(0.5):
            lines.insert(1, ("Partner", person(w.rng)))
        body = "".join(
            f"<div{cls('line')}><div{cls('key')}>{label}</div><div{cls('value')}>{value}</div></div>"
            for label, value in lines
        )
        items.append(
            f"<section{cls('grant')}><header{cls('grant-head')}><h3>{it('title', title(w.rng))}</h3>"
            f"<span{cls('sum')}>{it('sum', price(w.rng))}</span></header><div{cls('grant-body')}>{body}</div></section>"
        )
    return "".join(items)


def index_pages(w: World) -> str:
    """Letters as headings, names below them in columns; each name a record."""
    blocks = []
    for letter in "ABC":
        names = "".join(
            f"<div><a href='{it.link('link', w.path('n'))}'>{it('name', person(w.rng))}</a>"
            + (f" <small>{it('count', str(w.rng.randint(2, 90)))}</small>" if w.often(0.7) else "")
            + "</div>"
            for it in w.rows(4, 8)
        )
        blocks.append(f"<h2>{letter}</h2><div{w.cls('letter')}>{names}</div>")
    return "".join(blocks)


def profile(w: World) -> str:
    """One person a page: facts with labels in boxes, some of them missing, a biography."""
    cls = w.cls
    (it,) = w.rows(1, 1)
    facts = [
        ("Born", it("born", spoken_day(w.rng))),
        ("Office", it("office", f"R {w.rng.randint(1, 400)}")),
    ]
    if w.often(0.5):
        facts.insert(0, ("Also known as", person(w.rng)))
    if w.often(0.5):
        facts.insert(1, ("Languages", "German, Dutch"))
    lines = "".join(
        f"<p{cls('fact')}><strong>{label}:</strong> <span>{value}</span></p>"
        for label, value in facts
    )
    return (
        f"<div{cls('profile')}><h1{cls('full-name')}>{it('name', person(w.rng))}</h1>"
        f"<div{cls('facts')}>{lines}</div><div{cls('bio')}><p>{it('bio', sentence(w.rng))}</p></div></div>"
    )


def reviews(w: World) -> str:
    """Ratings as text for readers of screens; answers of the owner inside some."""
    cls, items = w.cls, []
    for it in w.rows(6, 12):
        reply = (
            f"<div{cls('reply')}><h5>Reply of the owner</h5><p{cls('words')}>{sentence(w.rng)}</p></div>"
            if w.often(0.35)
            else ""
        )
        items.append(
            f"<li{cls('review')}><div{cls('stars')}><span{cls('sr')}>"
            f"{it('rating', f'{w.rng.randint(1, 5)} of 5')}</span></div><h4{cls('heading')}>"
            f"{it('heading', title(w.rng, 3, 5))}</h4><p{cls('words')}>{it('text', sentence(w.rng))}</p>{reply}"
            f"<div{cls('signed')}><span>{it('by', person(w.rng))}</span> <time>{it('date', day(w.rng))}</time>"
            f"</div></li>"
        )
    return f"<ul{cls('reviews')}>{''.join(items)}</ul>"


def toplist(w: World) -> str:
    """Three winners large, the others in a plain list; all of them are records of one kind."""
    cls = w.cls

    def written(it: Noted, role: str) -> str:
        score = f"<em{cls('score')}>{it('score', str(w.rng.randint(100, 999)))}</em>"
        name = f"<span{cls('player')}>{it('player', person(w.rng))}</span>"
        return (
            f"<div{cls(role)}><img src='/m.png'>{name}{score}</div>"
            if role == "winner"
            else (f"<li{cls(role)}>{name}{score}</li>")
        )

    winners = "".join(written(it, "winner") for it in w.rows(3, 3))
    others = "".join(written(it, "other") for it in w.rows(6, 12))
    return f"<div{cls('podium')}>{winners}</div><ul{cls('others')}>{others}</ul>"


FAMILIES = (
    Family("podcasts", podcasts, ("title", "number", "date", "length", "link")),
    Family("properties", properties, ("price", "address", "beds", "baths", "link")),
    Family("flights", flights, ("departs", "from", "arrives", "to", "price")),
    Family("minutes", minutes, ("meeting", "date", "present", "decided")),
    Family("gallery", gallery, ("title", "artist", "room", "image")),
    Family("inventory", inventory, ("code", "part", "left", "cost")),
    Family("chat", chat, ("nick", "time", "text")),
    Family("grants", grants, ("title", "sum", "holder", "begins")),
    Family("index-pages", index_pages, ("name", "count", "link"), ("semantic", "hashed", "bare")),
    Family("profile", profile, ("name", "born", "office", "bio")),
    Family("reviews", reviews, ("rating", "heading", "text", "by", "date")),
    Family("toplist", toplist, ("player", "score")),
)
