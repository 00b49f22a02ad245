"""Families of pages to read: news, posts, papers, search results."""

from collections.abc import Iterator

from benchmarks.sites.made import Family, Noted, World
from benchmarks.sites.words import day, person, sentence, spoken_day, title


def news(w: World) -> str:
    """The first story is larger and made otherwise; the time is in an attribute, too."""
    cls, stories = w.cls, []
    for it in w.rows():
        first = it.number == 0
        tag = "h2" if first else "h3"
        written = spoken_day(w.rng)
        lead = f"<p{cls('lead')}>{it('text', sentence(w.rng))}</p>" if w.often(0.7) else ""
        stories.append(
            f"<article{cls('story', *(['first'] if first else []))}>"
            + (f"<div{cls('hero')}><img src='/n/1.jpg'></div>" if first else "")
            + f"<{tag}{cls('headline')}><a href='{it.link('link', w.path('n'))}'>"
            f"{it('title', title(w.rng, 3, 6))}</a></{tag}>{lead}<footer><time{cls('time')} "
            f"datetime='{day(w.rng)}'>{it('date', written)}</time></footer></article>" + w.advert()
        )
    return f"<section{cls('stories')}>{''.join(stories)}</section>"


def posts(w: World) -> str:
    """A thread: who, when, what; quotes of others stand inside what was written."""
    cls, posts_ = w.cls, []
    for it in w.rows(5, 10):
        quote = (
            f"<blockquote{cls('quote')}><cite>{person(w.rng)}</cite><p>{sentence(w.rng)}</p></blockquote>"
            if w.often(0.4)
            else ""
        )
        signature = f"<div{cls('signature')}>{sentence(w.rng, 3, 5)}</div>" if w.often(0.5) else ""
        posts_.append(
            f"<div{cls('post')} id='post-{w.rng.randint(1000, 99999)}'><div{cls('poster')}>"
            f"<a{cls('user')} href='/u/2'>{it('author', person(w.rng))}</a><span>Posts: "
            f"{w.rng.randint(1, 999)}</span></div><div{cls('said')}><span{cls('when')}>"
            f"{it('date', spoken_day(w.rng))}</span>{quote}<p{cls('words')}>"
            f"{it('text', sentence(w.rng))}</p>{signature}</div></div>"
        )
    return f"<h1>{title(w.rng)}</h1><div{cls('thread')}>{''.join(posts_)}</div>"


def results(w: World) -> str:
    """A search engine's page: paid results in the same look, questions in between."""
    cls, found = w.cls, []
    for it in w.rows():
        name = title(w.rng, 3, 6)
        found.append(
            f"<div{cls('result')}><div{cls('head')}><a href='{it.link('link', w.path('r'))}'><h3>"
            f"{it('title', name)}</h3></a><cite{cls('where')}>{it('site', f'{name.split()[0].lower()}.example')}"
            f"</cite></div><div{cls('snippet')}>{it('text', sentence(w.rng))}</div></div>"
        )
        if it.number == 2:
            asked = "".join(f"<div{cls('question')}>{sentence(w.rng)}</div>" for _ in range(4))
            found.append(f"<div{cls('asked')}><h4>People also ask</h4>{asked}</div>")
    return f"<div id='results'{cls('results')}>{''.join(found)}</div>"


def comments(w: World) -> str:
    """Answers to answers: every comment is a record, at whatever depth."""
    cls = w.cls

    def written(items: Iterator[Noted], depth: int) -> str:
        html = ""
        for it in items:
            below = ""
            if depth < 2 and w.often(0.4):
                below = f"<ul{cls('answers')}>{written(w.rows(1, 2), depth + 1)}</ul>"
            html += (
                f"<li{cls('comment')}><div{cls('said')}><a{cls('who')} href='/u/1'>"
                f"{it('author', person(w.rng))}</a> <time{cls('when')}>{it('date', day(w.rng))}</time>"
                f"<div{cls('words')}>{it('text', sentence(w.rng))}</div></div>{below}</li>"
            )
        return html

    # Answers are noted as they are made, before what follows; the page has the same order.
    return f"<ul{cls('comments')}>{written(w.rows(5, 8), 0)}</ul>"


def papers(w: World) -> str:
    """Publications as a list; kind and place are optional."""
    cls, items = w.cls, []
    for it in w.rows():
        award = f"<span{cls('award')}>Best paper</span> " if w.often(0.15) else ""
        pdf = (
            f"<a{cls('pdf')} href='{it.link('pdf', w.path('pdf'))}'>PDF</a>" if w.often(0.6) else ""
        )
        items.append(
            f"<li{cls('paper')}>{award}<span{cls('authors')}>{it('authors', f'{person(w.rng)}, {person(w.rng)}')}"
            f"</span> <em{cls('title')}>{it('title', title(w.rng, 4, 7))}</em> <span{cls('venue')}>"
            f"{it('venue', title(w.rng, 1, 2))}</span> <span{cls('year')}>"
            f"{it('year', str(w.rng.randint(1990, 2025)))}</span> {pdf}</li>"
        )
    return f"<h2>Publications</h2><ol{cls('papers')}>{''.join(items)}</ol>"


def releases(w: World) -> str:
    """A heading, a date and notes one after another, with nothing around each."""
    parts = []
    for it in w.rows():
        note = f"<blockquote>{sentence(w.rng)}</blockquote>" if w.often(0.3) else ""
        date = f"<p{w.cls('date')}>{it('date', day(w.rng))}</p>" if w.often(0.8) else ""
        parts.append(
            f"<h3{w.cls('release')}><a href='{it.link('link', w.path('v'))}'>"
            f"{it('version', f'{w.rng.randint(0, 9)}.{w.rng.randint(0, 20)}.{w.rng.randint(0, 9)}')}"
            f"</a></h3>{date}{note}<div{w.cls('notes')}>{it('text', sentence(w.rng))}</div>"
        )
    return f"<h1>Releases</h1><div{w.cls('releases')}>{''.join(parts)}</div>"


def questions(w: World) -> str:
    """Questions that unfold; the answer is a box of its own."""
    cls = w.cls
    return "".join(
        f"<details{cls('question', *(['open'] if not it.number else []))}><summary>"
        f"{it('question', sentence(w.rng, 4, 8))}</summary><div{cls('answer')}><p>"
        f"{it('answer', sentence(w.rng))}</p></div></details>"
        for it in w.rows()
    )


FAMILIES = (
    Family("news", news, ("title", "text", "date", "link")),
    Family("posts", posts, ("author", "date", "text")),
    Family("results", results, ("title", "site", "text", "link")),
    Family("comments", comments, ("author", "date", "text")),
    Family("papers", papers, ("authors", "title", "venue", "year", "pdf")),
    Family("releases", releases, ("version", "date", "text", "link")),
    Family("questions", questions, ("question", "answer"), (*("semantic", "hashed"), "bare")),
)
