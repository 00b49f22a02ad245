"""Families as rough as the web: unions, two rows a record, labels in running text, twins side by side."""

from benchmarks.sites.made import Family, World
from benchmarks.sites.words import CITIES, clock, day, person, price, sentence, title


def pager(w: World) -> str:
    """Links to pages, wanted all of them: numbers, back and on; the page itself and gaps are none."""
    cls = w.cls
    here, last = w.rng.randint(2, 8), w.rng.randint(9, 30)
    numbers = sorted({1, here - 1, here, here + 1, here + 2, last})
    items = []

    def link(text: str, role: str) -> str:
        (it,) = w.rows(1, 1)
        return f"<li{cls('page-item')}><a{cls(role)} href='?p={text}'>{it('page', text)}</a></li>"

    items.append(link("Previous", "prev"))
    for before, number in zip([0, *numbers], numbers, strict=False):
        if number - before > 1:
            items.append(f"<li{cls('gap')}><span>…</span></li>")
        if number == here:
            items.append(f"<li{cls('page-item', 'active')}><span{cls('now')}>{number}</span></li>")
        else:
            items.append(link(str(number), "page-link"))
    items.append(link("Next", "next"))
    texts = "".join(
        f"<div{cls('entry')}><h3><a href='{w.path('e')}'>{title(w.rng)}</a></h3><p>{sentence(w.rng)}</p></div>"
        for _ in range(8)
    )
    return f"{texts}<nav{cls('pager')}><ul{cls('pages-list')}>{''.join(items)}</ul></nav>"


def tags(w: World) -> str:
    """Every tag of every card is a record of its own."""
    cls, cards = w.cls, []
    for _ in range(w.rng.randint(6, 10)):
        inside = "".join(
            f"<a{cls('tag')} href='/t/{it.number}'>{it('tag', title(w.rng, 1, 1))}</a>"
            for it in w.rows(1, 4)
        )
        cards.append(
            f"<article{cls('post')}><h2><a href='{w.path('p')}'>{title(w.rng)}</a></h2>"
            f"<p>{sentence(w.rng)}</p><footer{cls('tags')}>{inside}</footer></article>"
        )
    return "".join(cards)


def orange(w: World) -> str:
    """Two rows of a table for each story, and an empty one after it."""
    rows = []
    for it in w.rows():
        rows.append(
            f"<tr{w.cls('athing')} id='{w.rng.randint(10**6, 10**7)}'><td{w.cls('rank')}>{it.number + 1}.</td>"
            f"<td{w.cls('title')}><a href='{it.link('link', w.path('s'))}'>{it('title', title(w.rng, 3, 6))}</a>"
            f"</td></tr><tr><td></td><td{w.cls('subtext')}><span{w.cls('score')}>"
            f"{it('score', f'{w.rng.randint(1, 900)} points')}</span> by <a{w.cls('user')} href='/u'>"
            f"{it('author', person(w.rng))}</a> <a href='/c'>{w.rng.randint(0, 99)} comments</a></td></tr>"
            f"<tr{w.cls('spacer')}></tr>"
        )
    return f"<table>{''.join(rows)}</table>"


def labelled(w: World) -> str:
    """Labels in bold, values in the running text after them, lines missing."""
    items = []
    for it in w.rows():
        lines = [f"<b>Author:</b> {it('author', person(w.rng))}"]
        if w.often(0.6):
            lines.append(f"<b>Year:</b> {it('year', str(w.rng.randint(1950, 2025)))}")
        lines.append(f"<b>Place:</b> {it('place', w.rng.choice(CITIES))}")
        items.append(
            f"<div{w.cls('rec')}><h4>{it('title', title(w.rng))}</h4><p>{'<br>'.join(lines)}</p></div>"
        )
    return f"<div{w.cls('recs')}>{''.join(items)}</div>"


def encyclopaedia(w: World) -> str:
    """A plain list: a linked name, then running text; sections with headings in between."""
    parts = []
    for _ in range(3):
        items = "".join(
            f"<li><a href='{it.link('link', w.path('wiki'))}'>{it('name', title(w.rng))}</a> – "
            f"{sentence(w.rng)}</li>"
            for it in w.rows(4, 7)
        )
        parts.append(
            f"<h2><span>{title(w.rng, 1, 1)}</span></h2><p>{sentence(w.rng)}</p><ul>{items}</ul>"
        )
    contents = "".join(f"<li><a href='#{n}'>Part {n}</a></li>" for n in range(3))
    return f"<div id='toc'><ul>{contents}</ul></div>{''.join(parts)}"


def repositories(w: World) -> str:
    """Two counts side by side in the same dress; what they are says a picture."""
    cls, rows = w.cls, []
    for it in w.rows():
        about = f"<p{cls('about')}>{it('text', sentence(w.rng))}</p>" if w.often(0.8) else ""
        language = (
            f"<span{cls('language')} itemprop='programmingLanguage'>"
            f"{it('language', w.rng.choice(('Python', 'Rust', 'Go', 'C')))}</span>"
            if w.often(0.8)
            else ""
        )
        rows.append(
            f"<article{cls('row')}><h2{cls('head')}><a href='{it.link('link', w.path('r'))}'>"
            f"<span>{w.rng.choice(CITIES)} /</span> {title(w.rng, 1, 1)}</a></h2>{about}<div{cls('facts')}>"
            f"{language}<a{cls('count')} href='/stars'><svg aria-label='star'></svg> "
            f"{it('stars', str(w.rng.randint(10, 9999)))}</a><a{cls('count')} href='/forks'>"
            f"<svg aria-label='fork'></svg> {it('forks', str(w.rng.randint(10, 9999)))}</a></div></article>"
        )
    return "".join(rows)


def answers(w: World) -> str:
    """Figures with their units after them, three of a kind in a row."""
    cls, posts = w.cls, []
    for it in w.rows():
        figures = "".join(
            f"<div{cls('stat')}><span{cls('number')}>{it(name, str(w.rng.randint(0, 999)))}</span>"
            f"<span{cls('unit')}>{name}</span></div>"
            for name in ("votes", "answers", "views")
        )
        posts.append(
            f"<div{cls('summary')} data-post-id='{w.rng.randint(1, 9999)}'><div{cls('stats')}>{figures}</div>"
            f"<div{cls('content')}><h3><a{cls('s-link')} href='{w.path('q')}'>{it('title', title(w.rng, 4, 7))}</a>"
            f"</h3><div{cls('excerpt')}>{it('text', sentence(w.rng))}</div></div></div>"
        )
    return f"<div id='questions'>{''.join(posts)}</div>"


def two_columns(w: World) -> str:
    """An old gallery: two records in each row of a table, no classes."""
    cells = [
        f"<td><a href='{it.link('link', w.path('g'))}'><img src='/g/{w.rng.randint(1, 99)}.gif'></a><br>"
        f"<b>{it('name', title(w.rng))}</b><br><i>{it('price', price(w.rng))}</i></td>"
        for it in w.rows(8, 12)
    ]
    rows = "".join(f"<tr>{''.join(cells[n : n + 2])}</tr>" for n in range(0, len(cells), 2))
    return f"<table width='100%'>{rows}</table>"


def mixed_wrappers(w: World) -> str:
    """Cards that are links, and cards that hold one; the same inside."""
    cls, cards = w.cls, []
    for it in w.rows():
        inside = (
            f"<h3{cls('name')}>{it('title', title(w.rng))}</h3><p{cls('note')}>{it('text', sentence(w.rng))}</p>"
            f"<span{cls('when')}>{it('date', day(w.rng))}</span>"
        )
        if w.often(0.4):
            cards.append(f"<a{cls('card')} href='{w.path('m')}'>{inside}</a>")
        else:
            cards.append(
                f"<div{cls('card')}>{inside}<a{cls('more')} href='{w.path('m')}'>More</a></div>"
            )
    return f"<div{cls('cards')}>{''.join(cards)}</div>"


def blog(w: World) -> str:
    """Articles that bear their number, their categories and their state as classes."""
    posts = []
    for it in w.rows(5, 10):
        names = " ".join(
            [f"post-{w.rng.randint(10, 9999)}", "post", "type-post", "status-publish", "hentry"]
            + [f"category-{w.rng.choice(CITIES).lower()}"]
            + [f"tag-{w.rng.choice(CITIES).lower()}" for _ in range(w.rng.randint(0, 3))]
        )
        more = f"<a class='more-link' href='/m'>Continue</a>" if w.often(0.5) else ""  # noqa: F541
        posts.append(
            f"<article id='post-{w.rng.randint(10, 9999)}' class='{names}'><header class='entry-header'>"
            f"<h2 class='entry-title'><a href='{it.link('link', w.path('b'))}' rel='bookmark'>"
            f"{it('title', title(w.rng))}</a></h2><div class='entry-meta'><span class='posted-on'>"
            f"<time class='entry-date published' datetime='{day(w.rng)}'>{it('date', day(w.rng))}</time></span>"
            f"<span class='byline'> by <span class='author vcard'><a class='url fn n' href='/a'>"
            f"{it('author', person(w.rng))}</a></span></span></div></header><div class='entry-content'><p>"
            f"{it('text', sentence(w.rng))}</p>{more}</div></article>"
        )
    recent = "".join(f"<li><a href='{w.path('b')}'>{title(w.rng)}</a></li>" for _ in range(5))
    return (
        f"<div id='primary'>{''.join(posts)}</div><div id='secondary'><div class='widget'><h2 class="
        f"'widget-title'>Recent posts</h2><ul>{recent}</ul></div></div>"
    )


def agenda(w: World) -> str:
    """Rows with a heading cell; breaks go over all columns; days begin with a row of their own."""
    rows = []
    for n in range(2):
        rows.append(f"<tr><th colspan='3'>Day {n + 1}</th></tr>")
        for it in w.rows(4, 7):
            rows.append(
                f"<tr><th>{it('time', clock(w.rng))}</th><td>{it('talk', title(w.rng, 3, 5))}</td>"
                f"<td>{it('speaker', person(w.rng))}</td></tr>"
            )
            if w.often(0.2):
                rows.append("<tr><th>12:00</th><td colspan='2'>Break</td></tr>")
    return f"<table{w.cls('agenda')}>{''.join(rows)}</table>"


FAMILIES = (
    Family("pager", pager, ("page",)),
    Family("tags", tags, ("tag",)),
    Family(
        "orange", orange, ("title", "link", "score", "author"), ("semantic", "hashed", "modules")
    ),
    Family("labelled", labelled, ("title", "author", "year", "place")),
    Family("encyclopaedia", encyclopaedia, ("name", "link"), ("bare",)),
    Family("repositories", repositories, ("text", "language", "stars", "forks", "link")),
    Family("answers", answers, ("title", "votes", "answers", "views", "text")),
    Family("two-columns", two_columns, ("name", "price", "link"), ("bare",)),
    Family("mixed-wrappers", mixed_wrappers, ("title", "text", "date")),
    Family("blog", blog, ("title", "date", "author", "text", "link")),
    Family("agenda", agenda, ("time", "talk", "speaker"), ("semantic", "bare")),
)
