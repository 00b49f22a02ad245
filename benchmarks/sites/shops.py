"""Families of pages that sell, rent or offer something."""

from benchmarks.sites.made import Family, Noted, World
from benchmarks.sites.words import CITIES, day, person, price, sentence, title


def shop_grid(w: World) -> str:
    """Cards: a picture now and then missing, an old price now and then struck out."""
    cls, cards = w.cls, []
    for it in w.rows():
        name = title(w.rng)
        picture = (
            f"<img src='{it.link('image', f'/i/{w.rng.randint(1, 999)}.jpg')}' alt='{name}'>"
            if w.often(0.85)
            else f"<div{cls('no-image')}>no picture</div>"
        )
        old = f"<s{cls('old')}>{price(w.rng)}</s>" if w.often(0.3) else ""
        cards.append(
            w.advert()
            + f"<div{cls('card')} id='prod-{w.rng.randint(100, 9999)}'>{picture}<h2{cls('title')}>"
            f"<a href='{it.link('link', w.path('p', name))}'>{it('title', name)}</a></h2>{old}"
            f"<span{cls('price')}>{it('price', price(w.rng))}</span>"
            f"<p{cls('text')}>{it('text', sentence(w.rng))}</p></div>"
        )
    return f"<h1>{title(w.rng)}</h1><div{cls('grid')}>{''.join(cards)}</div>"


def shop_rows(w: World) -> str:
    """A list with machine-readable marks on some fields, stars and stock."""
    cls, rows = w.cls, []
    for it in w.rows():
        stock = w.rng.choice(("in stock", "sold out", "few left"))
        badge = f"<em{cls('badge')}>Sale</em>" if w.often(0.3) else ""
        rating = (
            f"<span{cls('stars')}>{it('rating', f'{w.rng.randint(10, 50) / 10}')}</span>"
            if w.often(0.75)
            else ""
        )
        rows.append(
            f"<li{cls('row', 'odd' if it.number % 2 else 'even')}>{badge}<div{cls('left')}>"
            f"<a{cls('name')} itemprop='name' href='{w.path('p')}'>{it('title', title(w.rng))}</a>{rating}"
            f"</div><div{cls('right')}><b itemprop='price'>{it('price', price(w.rng, '$'))}</b>"
            f"<small{cls('stock')}>{it('stock', stock)}</small></div></li>" + w.advert("li")
        )
    return f"<ul{cls('rows')}>{''.join(rows)}</ul>"


def hotels(w: World) -> str:
    """Deep boxes, two columns of figures, an optional line in between."""
    cls, boxes = w.cls, []
    for it in w.rows():
        hint = f"<div{cls('hint')}>Only {w.rng.randint(1, 5)} left</div>" if w.often(0.4) else ""
        boxes.append(
            f"<div{cls('hotel')} data-testid='property'><div><div{cls('photo')}><img data-src="
            f"'{it.link('image', f'/h/{w.rng.randint(1, 999)}.webp')}' src='/blank.gif'></div></div>"
            f"<div{cls('about')}><div><h3{cls('name')}>{it('name', title(w.rng))}</h3>"
            f"<span{cls('place')}>{it('city', w.rng.choice(CITIES))}</span></div>{hint}"
            f"<div{cls('score')}><div>{it('score', f'{w.rng.randint(50, 99) / 10}')}</div>"
            f"<div>{w.rng.randint(10, 900)} reviews</div></div></div>"
            f"<div{cls('deal')}><span{cls('per')}>per night</span>"
            f"<span{cls('cost')}>{it('price', price(w.rng))}</span></div></div>" + w.advert()
        )
    return f"<section{cls('results')}>{''.join(boxes)}</section>"


def classifieds(w: World) -> str:
    """Paid entries above, ordinary ones below, in lists of their own; all of them are records."""
    cls = w.cls

    def entry(it: Noted, kind: list[str]) -> str:
        place = (
            f"<span{cls('place')}>{it('city', w.rng.choice(CITIES))}</span>" if w.often(0.8) else ""
        )
        return (
            f"<article{cls('offer', *kind)}><h3><a{cls('head')} href='{w.path('o')}'>"
            f"{it('title', title(w.rng))}</a></h3><p{cls('lead')}>{it('text', sentence(w.rng))}</p>"
            f"<div{cls('foot-line')}><strong{cls('price')}>{it('price', price(w.rng))}</strong>{place}"
            f"<time datetime='{day(w.rng)}'>{w.rng.randint(1, 9)} days ago</time></div></article>"
        )

    paid = "".join(entry(it, ["top"]) for it in w.rows(2, 4))
    usual = "".join(entry(it, []) for it in w.rows(6, 12))
    return (
        f"<h2>Top offers</h2><div{cls('paid')}>{paid}</div>"
        f"<h2>All offers</h2><div{cls('usual')}>{usual}</div>"
    )


def library(w: World) -> str:
    """Books as lines of label and value, labels in bold, some lines missing."""
    cls, books = w.cls, []
    for it in w.rows():
        lines = [f"<div><b>Author:</b> <span>{it('author', person(w.rng))}</span></div>"]
        if w.often(0.7):
            lines.append(
                f"<div><b>Year:</b> <span>{it('year', str(w.rng.randint(1950, 2025)))}</span></div>"
            )
        if w.often(0.5):
            lines.append(f"<div><b>Series:</b> <span>{title(w.rng)}</span></div>")
        shelf = f"{w.rng.choice('ABCDE')}{w.rng.randint(1, 99)}"
        lines.append(f"<div><b>Shelf:</b> <span>{it('shelf', shelf)}</span></div>")
        books.append(
            f"<div{cls('book')}><a{cls('book-title')} href='{it.link('link', w.path('book'))}'>"
            f"{it('title', title(w.rng))}</a>{''.join(lines)}</div>"
        )
    return f"<div{cls('books')}>{''.join(books)}</div>"


def detail(w: World) -> str:
    """One thing a page: a heading, and facts with labels, not all of them everywhere."""
    cls, rng = w.cls, w.rng
    (it,) = w.rows(1, 1)
    facts = [("SKU", "sku", str(rng.randint(1000, 9999))), ("Price", "price", price(rng))]
    facts += [("Weight", "weight", f"{rng.randint(1, 40)} kg")]
    if w.often(0.5):
        facts.insert(rng.randint(0, 2), ("Colour", "", rng.choice(("red", "blue", "green"))))
    if w.often(0.5):
        facts.insert(0, ("Maker", "", person(rng)))
    table = w.trait("table")
    written = []
    for label, name, value in facts:
        value = it(name, value) if name else value
        pair = f"<th>{label}</th><td>{value}</td>" if table else f"<dt>{label}</dt><dd>{value}</dd>"
        written.append(f"<tr>{pair}</tr>" if table else pair)
    facts_html = "".join(written)
    facts_html = f"<table>{facts_html}</table>" if table else f"<dl>{facts_html}</dl>"
    return (
        f"<article{cls('thing')}><h1{cls('name')}>{it('title', title(rng))}</h1>"
        f"<img src='/i/{rng.randint(1, 99)}.jpg'>{facts_html}"
        f"<div{cls('about')}><p>{it('text', sentence(rng))}</p></div></article>"
    )


FAMILIES = (
    Family("shop-grid", shop_grid, ("title", "price", "text", "link", "image")),
    Family("shop-rows", shop_rows, ("title", "price", "rating", "stock")),
    Family("hotels", hotels, ("name", "city", "score", "price", "image")),
    Family("classifieds", classifieds, ("title", "text", "price", "city")),
    Family("library", library, ("title", "author", "year", "shelf", "link")),
    Family("detail", detail, ("title", "price", "sku", "weight", "text")),
)
