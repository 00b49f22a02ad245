"""Families of pages with tables."""

from benchmarks.sites.made import Family, World
from benchmarks.sites.words import CITIES, clock, day, person, price, sentence, title

ALSO_BARE = ("semantic", "hashed", "looks", "bare", "bare")


def price_table(w: World) -> str:
    """A head, rows in two colours, now and then an empty cell, an advertisement as a row."""
    rows = []
    for it in w.rows():
        name = title(w.rng)
        maker = it("maker", person(w.rng)) if w.often(0.8) else ""
        rows.append(
            f"<tr{w.cls('line', 'odd' if it.number % 2 else 'even')}><td>{it.number + 1}</td>"
            f"<td><a href='{it.link('link', w.path('p'))}'>{it('name', name)}</a></td><td>{maker}</td>"
            f"<td>{it('price', price(w.rng))}</td></tr>"
        )
        if w.often(0.1):
            rows.append(f"<tr><td colspan='4'>{sentence(w.rng)}</td></tr>")
    head = "<tr><th>#</th><th>Name</th><th>Maker</th><th>Price</th></tr>"
    if w.trait("thead"):
        return f"<table><thead>{head}</thead><tbody>{''.join(rows)}</tbody></table>"
    return f"<table>{head}{''.join(rows)}</table>"


def standings(w: World) -> str:
    """Two leagues with a heading row each; figures in many columns, no two columns marked."""
    tables = []
    for league in range(2):
        rows = "".join(
            f"<tr><td>{it.number + 1}</td><th scope='row'>{it('team', title(w.rng))}</th>"
            f"<td>{it('played', str(w.rng.randint(10, 34)))}</td><td>{w.rng.randint(0, 20)}</td>"
            f"<td>{w.rng.randint(0, 9)}</td><td><b>{it('points', str(w.rng.randint(1, 80)))}</b></td></tr>"
            for it in w.rows(5, 8)
        )
        tables.append(
            f"<h2>League {league + 1}</h2><table{w.cls('league')}><tr><td></td><th>Team</th>"
            f"<th>P</th><th>W</th><th>D</th><th>Pts</th></tr>{rows}</table>"
        )
    return "".join(tables)


def timetable(w: World) -> str:
    """One table for each day, a line for each departure."""
    cls, days = w.cls, []
    for name in ("Monday", "Tuesday", "Wednesday"):
        rows = "".join(
            f"<tr{cls('trip')}><td{cls('at')}>{it('time', clock(w.rng))}</td><td{cls('to')}>"
            f"{it('to', w.rng.choice(CITIES))}</td><td{cls('track')}>"
            + (it("track", str(w.rng.randint(1, 12))) if w.often(0.8) else "")
            + f"</td><td>{'late' if w.often(0.2) else ''}</td></tr>"
            for it in w.rows(3, 7)
        )
        days.append(f"<h3>{name}</h3><table{cls('day')}><tbody>{rows}</tbody></table>")
    return "".join(days)


def threads(w: World) -> str:
    """A forum's list of threads: pinned ones among them, replies, who wrote last."""
    cls, rows = w.cls, []
    for it in w.rows():
        pin = f"<span{cls('pin')}>Pinned:</span> " if it.number < 2 else ""
        rows.append(
            f"<tr{cls('thread', *(['sticky'] if pin else []))}><td{cls('icon')}><img src='/f.gif'></td>"
            f"<td{cls('subject')}>{pin}<a href='{it.link('link', w.path('t'))}'>"
            f"{it('title', title(w.rng))}</a><div{cls('by')}>by <a href='/u/1'>"
            f"{it('author', person(w.rng))}</a></div></td>"
            f"<td{cls('count')}>{it('replies', str(w.rng.randint(0, 400)))}</td>"
            f"<td{cls('count')}>{w.rng.randint(10, 9000)}</td>"
            f"<td{cls('last')}>{it('last', day(w.rng))}</td></tr>"
        )
    return f"<table{cls('forum')}>{''.join(rows)}</table>"


def downloads(w: World) -> str:
    """A directory of files: every cell alike, only its place tells what it is."""
    rows = "".join(
        f"<tr><td><a href='{it.link('link', w.path('f', name))}'>{it('file', name)}</a></td>"
        f"<td>{it('date', day(w.rng))}</td><td>{it('size', f'{w.rng.randint(1, 999)} kB')}</td>"
        f"<td>{w.rng.choice(('stable', 'beta', ''))}</td></tr>"
        for it in w.rows()
        for name in [f"{title(w.rng, 1, 2).replace(' ', '_').lower()}.zip"]
    )
    return f"<table><tr><th>File</th><th>Date</th><th>Size</th><th>Status</th></tr>{rows}</table>"


def address_book(w: World) -> str:
    """A layout of tables in tables without a class, as old sites have it."""
    cells = []
    for it in w.rows(8, 14):
        phone = ""
        if w.often(0.8):
            number = f"0{w.rng.randint(100, 999)} {w.rng.randint(1000, 9999)}"
            phone = f"<br><i>{it('phone', number)}</i>"
        cells.append(
            f"<tr><td><table><tr><td><b>{it('name', person(w.rng))}</b></td></tr><tr><td>"
            f"<font>{it('city', w.rng.choice(CITIES))}</font>{phone}"
            f"</td></tr></table></td></tr>"
        )
    return f"<table border=0><tr><td><table>{''.join(cells)}</table></td></tr></table>"


FAMILIES = (
    Family("price-table", price_table, ("name", "maker", "price", "link"), ALSO_BARE),
    Family("standings", standings, ("team", "played", "points"), ALSO_BARE),
    Family("timetable", timetable, ("time", "to", "track")),
    Family("threads", threads, ("title", "author", "replies", "last", "link")),
    Family("downloads", downloads, ("file", "date", "size", "link"), ("bare",)),
    Family("address-book", address_book, ("name", "city", "phone"), ("bare",)),
)
