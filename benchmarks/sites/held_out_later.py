"""More families that only measure: written after all tuning was done, and measured as they are."""

from benchmarks.sites.made import Family, World
from benchmarks.sites.words import CITIES, clock, day, person, price, sentence, spoken_day, title


def cinema(w: World) -> str:
    """Films with the hours of each in a list; hours are no field, but they are in the way."""
    cls, films = w.cls, []
    for it in w.rows(6, 11):
        hours = "".join(
            f"<li{cls('hour')}><a href='/buy'>{clock(w.rng)}</a></li>"
            for _ in range(w.rng.randint(1, 5))
        )
        rated = (
            f"<span{cls('rated')}>{it('rated', w.rng.choice(('G', 'PG', 'R')))}</span>"
            if w.often(0.7)
            else ""
        )
        films.append(
            f"<div{cls('film')}><a href='{it.link('link', w.path('film'))}'><img src='/p.jpg'></a><div{cls('film-info')}>"
            f"<h3>{it('film', title(w.rng))}</h3>{rated}<p>Directed by <span{cls('director')}>"
            f"{it('director', person(w.rng))}</span></p><ul{cls('hours')}>{hours}</ul></div></div>"
        )
    return f"<h2>Today</h2>{''.join(films)}"


def quotes(w: World) -> str:
    """A stock table: rise and fall are classes, the name is a heading cell, groups have rows of their own."""
    rows = []
    for group in ("Energy", "Goods"):
        rows.append(f"<tr{w.cls('group')}><th colspan='4'>{group}</th></tr>")
        for it in w.rows(4, 8):
            way = w.rng.choice(("up", "down"))
            rows.append(
                f"<tr{w.cls('quote')}><th scope='row'><a href='{it.link('link', w.path('q'))}'>"
                f"{it('name', title(w.rng, 1, 2))}</a></th><td{w.cls('last')}>{it('last', price(w.rng))}</td>"
                f"<td{w.cls(way)}>{w.rng.randint(-9, 9)}%</td><td>{it('volume', str(w.rng.randint(100, 99999)))}</td></tr>"
            )
    return (
        f"<table{w.cls('quotes')}><thead><tr><th>Name</th><th>Last</th><th>Change</th><th>Volume</th></tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def patents(w: World) -> str:
    """Labels in elements, values in the text after them, each pair on a line of its own."""
    cls, items = w.cls, []
    for it in w.rows():
        lines = [("Inventor", "inventor", person(w.rng)), ("Filed", "filed", day(w.rng))]
        if w.often(0.5):
            lines.insert(1, ("Assignee", "assignee", title(w.rng, 1, 2)))
        body = "".join(
            f"<div{cls('line')}><span{cls('label')}>{label}:</span> {it(name, value)}</div>"
            for label, name, value in lines
        )
        items.append(
            f"<article{cls('patent')}><header><span{cls('no')}>{it('number', f'EP{w.rng.randint(10000, 99999)}')}</span>"
            f"<a href='{w.path('p')}'>{it('title', title(w.rng, 3, 6))}</a></header>{body}</article>"
        )
    return f"<div{cls('patents')}>{''.join(items)}</div>"


def ticker(w: World) -> str:
    """Short news: the hour in bold, then the text, all in one paragraph; days are headings between."""
    parts = []
    for _ in range(2):
        parts.append(f"<h4>{spoken_day(w.rng)}</h4>")
        for it in w.rows(4, 8):
            parts.append(
                f"<p{w.cls('flash')}><b>{it('time', clock(w.rng))}</b> <span{w.cls('flash-text')}>"
                f"{it('text', sentence(w.rng))}</span></p>"
            )
    return f"<div{w.cls('ticker')}>{''.join(parts)}</div>"


def dictionary(w: World) -> str:
    """Words with numbered meanings inside: the first meaning is what is wanted."""
    cls, items = w.cls, []
    for it in w.rows():
        more = "".join(f"<li>{sentence(w.rng, 3, 6)}</li>" for _ in range(w.rng.randint(0, 2)))
        items.append(
            f"<div{cls('word')}><b{cls('head-word')}>{it('word', title(w.rng, 1, 1))}</b> <i{cls('class')}>"
            f"{it('class', w.rng.choice(('noun', 'verb', 'adj.')))}</i><ol{cls('meanings')}>"
            f"<li>{it('meaning', sentence(w.rng, 3, 6))}</li>{more}</ol></div>"
        )
    return "".join(items)


def offices(w: World) -> str:
    """Branches in two columns of boxes; opening hours as a small table in each."""
    cls, boxes = w.cls, []
    for it in w.rows(6, 12):
        hours = "".join(f"<tr><td>{d}</td><td>{clock(w.rng)}</td></tr>" for d in ("Mon", "Tue"))
        fax = f"<div{cls('fax')}>Fax {w.rng.randint(1000, 9999)}</div>" if w.often(0.4) else ""
        boxes.append(
            f"<div{cls('office')}><h4{cls('office-name')}>{it('office', f'Branch {w.rng.choice(CITIES)} {w.rng.randint(1, 99)}')}"
            f"</h4><p{cls('street')}>{it('street', f'{title(w.rng, 1, 1)} Street {w.rng.randint(1, 99)}')}</p>"
            f"<div{cls('tel')}>{it('phone', f'0{w.rng.randint(100, 999)} {w.rng.randint(1000, 9999)}')}</div>{fax}"
            f"<table>{hours}</table><a href='{it.link('map', w.path('map'))}'>Map</a></div>"
        )
    half = len(boxes) // 2
    return f"<div{cls('column')}>{''.join(boxes[:half])}</div><div{cls('column')}>{''.join(boxes[half:])}</div>"


FAMILIES = (
    Family("cinema", cinema, ("film", "director", "rated", "link")),
    Family("quotes", quotes, ("name", "last", "volume", "link")),
    Family("patents", patents, ("number", "title", "inventor", "filed", "assignee")),
    Family("ticker", ticker, ("time", "text"), ("semantic", "hashed", "looks", "bare")),
    Family("dictionary", dictionary, ("word", "class", "meaning")),
    Family("offices", offices, ("office", "street", "phone", "map")),
)
