"""The layouts whose labels are shipped: what articles, reports and slides look like."""

from collections.abc import Callable
from random import Random

from tools.layouts.drawing import (
    FONTS,
    across,
    block,
    body,
    bold,
    grid,
    italic,
    page,
    people,
    places,
    said,
)  # fmt: skip
from tools.layouts.paper import Paper

Layout = Callable[[Random, Paper], str]


def article(random: Random, paper: Paper) -> str:
    """One column, all centred, as LaTeX's article class has it."""
    last = random.choice((" and ", ", and ", ""))
    parts = [
        page(random),
        "#v(2em)\n",
        block(said(paper.title, size=f"{random.choice((1.5, 1.7))}em"), 1.6, "center"),
    ]
    if random.random() < 0.5:
        parts.append(block(people(paper, last=last, size="1.15em"), 1.0, "center"))
        parts.append(block(places(paper, size="0.95em"), 1.3, "center"))
    else:
        parts.append(
            block(grid(random, paper, emails=random.random() < 0.6, name="regular"), 1.4, "center")
        )
    if random.random() < 0.7:
        parts.append(block(said(paper.date, size="1.1em"), 2, "center"))
    heading = random.choice(("Abstract", "Summary", "Abstract"))
    parts.append(block(bold(heading, size="0.95em"), 0.8, "center"))
    parts.append(
        f"#pad(x: {random.choice((1, 2, 3))}em)[{said(paper.abstract, size='0.92em')}]\n\n"
    )
    if random.random() < 0.6:
        parts.append(f"#pad(x: 2em)[{bold('Keywords: ')}{said(', '.join(paper.keywords))}]\n\n")
    return "".join(parts) + "#v(1.5em)\n" + body(random, paper)


def two_columns(random: Random, paper: Paper) -> str:
    """A conference paper: title and authors above two columns, the abstract in the first."""
    foot = said(
        f"Proceedings of the {paper.journal} Conference, pages 10–19, {paper.date}.", size="0.75em"
    )
    parts = [page(random, 2, footer=f"align(center)[{foot}]" if random.random() < 0.5 else "none")]
    if random.random() < 0.6:
        who = grid(random, paper, emails=True, columns=random.choice((2, 3)))
    else:
        who = block(people(paper, last=" and ", weight='"bold"', size="1.15em"), 0.7) + places(
            paper
        )
        if random.random() < 0.7:
            who += "#linebreak()" + said(
                ", ".join(author.email for author in paper.authors),
                font='"DejaVu Sans Mono"',
                size="0.85em",
            )
    title = bold(paper.title, size=f"{random.choice((1.4, 1.5, 1.7))}em")
    parts.append(
        across(
            f"#set align(center)\n#set par(justify: false)\n{block(title, 1.8)}{block(who, 1.5)}"
        )
    )
    parts.append(block(bold("Abstract", size="1.15em"), 0.9, "center"))
    parts.append(
        f"#pad(x: {random.choice((0, 1, 1.5))}em)[{said(paper.abstract, size=random.choice(('1em', '0.92em')))}]\n\n"
    )
    return "".join(parts) + body(random, paper)


def transactions(random: Random, paper: Paper) -> str:
    """Large light title; «Abstract—» and «Index Terms—» run into the text, in bold."""
    head = said(
        f"{paper.journal.upper()}, VOL. {random.randint(1, 40)}, NO. {random.randint(1, 12)}, {paper.date.split()[-1]}",
        size="0.7em",
    )
    parts = [page(random, 2, 9.5, header=f"[{head} #h(1fr) {said('1', size='0.7em')}]")]
    if random.random() < 0.5:
        who = grid(random, paper, emails=True, name="regular", style='"italic"')
    else:
        who = people(paper, last=", and ", size="1.2em")
    title = said(paper.title, size=f"{random.choice((2.2, 2.4))}em")
    parts.append(
        across(
            f"#set align(center)\n#set par(justify: false)\n{block(title, 1.2)}{block(who, 1.2)}"
        )
    )
    parts.append(
        f"#h(1em){said('Abstract—', weight=chr(34) + 'bold' + chr(34), style=chr(34) + 'italic' + chr(34))}{bold(paper.abstract, size='0.92em')}\n\n"
    )
    parts.append(
        f"#h(1em){bold('Index Terms—', style=chr(34) + 'italic' + chr(34))}{bold(', '.join(paper.keywords) + '.', size='0.92em')}\n\n"
    )
    return "".join(parts) + body(random, paper, "caps") + "\n\n" + places(paper, size="0.8em")


def journal(random: Random, paper: Paper) -> str:
    """A journal's banner, and everything from the left."""
    banner = f"{paper.journal} {random.randint(1, 60)} ({paper.date.split()[-1]}) {random.randint(1, 500)}–{random.randint(501, 900)}"
    font = random.choice(FONTS)
    parts = [page(random, 1, font=random.choice((font, None)))]
    parts.append(
        block(
            said(banner, size="0.85em")
            + (
                "#h(1fr)" + said(f"https://doi.org/{paper.doi}", size="0.85em")
                if random.random() < 0.6
                else ""
            ),
            0.5,
        )
    )
    parts.append("#line(length: 100%)\n" if random.random() < 0.7 else "")
    if random.random() < 0.5:
        parts.append(
            block(
                said(
                    random.choice(("RESEARCH ARTICLE", "Original Paper", "REVIEW", "Research")),
                    size="0.9em",
                ),
                1.0,
            )
        )
    parts.append(
        f"#set par(justify: false)\n{block(bold(paper.title, size=f'{random.choice((1.6, 1.8, 2.0))}em', font=chr(34) + font + chr(34)), 1.2)}"
    )
    parts.append(
        block(
            people(
                paper,
                last=random.choice((" and ", ", ", " & ")),
                size="1.1em",
                weight=random.choice(('"bold"', '"regular"')),
            ),
            1,
        )
    )
    parts.append(
        block(
            places(
                paper,
                size="0.85em",
                style=random.choice(('"italic"', '"normal"')),
                joint=random.choice(("#linebreak()", " ")),
            ),
            1,
        )
    )
    dates = (
        f"Received: {paper.date} / Accepted: {paper.date}"
        if random.random() < 0.5
        else f"Published: {paper.date}"
    )
    parts.append(block(said(dates, size="0.85em"), 1.2) if random.random() < 0.7 else "")
    parts.append("#set par(justify: true)\n")
    if random.random() < 0.5:
        parts.append(
            block(bold(random.choice(("Abstract", "ABSTRACT", "Summary"))), 0.6)
            + said(paper.abstract, size="0.95em")
            + "\n\n"
        )
    else:
        parts.append(bold("Abstract ") + said(paper.abstract, size="0.95em") + "\n\n")
    word = random.choice(("Keywords ", "Keywords: ", "Key words: "))
    parts.append(
        bold(word) + said(random.choice((", ", " · ", "; ")).join(paper.keywords)) + "\n\n"
    )
    return "".join(parts) + "#v(1em)\n" + body(random, paper)


def sidebar(random: Random, paper: Paper) -> str:
    """A narrow column beside the text holds dates, DOI and licence."""
    left = random.random() < 0.7
    size = random.choice((9.5, 10, 11))
    aside = "".join(
        block(content, 0.9)
        for content in (
            bold("DOI: ") + said(paper.doi),
            bold("Editor: ") + said(paper.authors[0].name[::-1].title()),
            bold("Submitted: ") + said(paper.date),
            bold("Published: ") + said(paper.date),
            bold("License")
            + "#linebreak()"
            + said("Authors retain copyright under a Creative Commons licence."),
        )
    )
    main = (
        f"#set par(justify: false)\n{block(bold(paper.title, size=f'{random.choice((1.6, 1.8))}em'), 1.2)}"
        + block(
            people(
                paper,
                last=random.choice((", and ", " and ", ", ")),
                weight=random.choice(('"bold"', '"regular"')),
                size="1.1em",
            ),
            1,
        )
        + block(places(paper, size="0.85em", joint=random.choice(("#linebreak()", " "))), 1.4)
    )
    if random.random() < 0.7:
        main += (
            block(bold(random.choice(("Abstract", "Summary")), size="1.15em"), 0.8)
            + said(paper.abstract)
            + "\n\n"
        )
    main += body(random, paper)
    aside = f"#set text(size: 0.8em)\n#set par(justify: false)\n{aside}"
    columns = "(4.2cm, 1fr)" if left else "(1fr, 4.2cm)"
    cells = f"[{aside}], [{main}]" if left else f"[{main}], [{aside}]"
    return (
        page(random, 1, size, margin="1.8cm")
        + f"#grid(columns: {columns}, column-gutter: 0.9cm, {cells})\n"
    )


def report(random: Random, paper: Paper) -> str:
    """A technical report with a cover."""
    where = random.choice(("center", "left"))
    parts = [page(random, 1, font=random.choice(FONTS))]
    parts.append(block(said(paper.affiliations[0], size="1.2em"), 1.0, where))
    parts.append(
        block(
            said(f"Technical Report {random.randint(1, 99)}-{random.randint(100, 999)}"), 6, where
        )
    )
    parts.append(f"#set par(justify: false)\n{block(bold(paper.title, size='2em'), 2.5, where)}")
    parts.append(block(people(paper, size="1.2em"), 1.5, where))
    if len(paper.affiliations) > 1:
        parts.append(block(places(paper), 1.5, where))
    parts.append(block(said(paper.date, size="1.1em"), 3, where))
    if random.random() < 0.5:
        parts.append(block(bold("Abstract"), 0.7, where) + said(paper.abstract) + "\n\n")
    return "".join(parts) + "#pagebreak()\n" + body(random, paper)


def thesis(random: Random, paper: Paper) -> str:
    """The cover of a thesis, all centred, with much white; written by one alone."""
    del paper.authors[1:], paper.affiliations[1:]
    paper.authors[0].places = [0]
    kind = random.choice(("Doctoral Thesis", "Dissertation", "Master Thesis", "Bachelor's thesis"))
    top = [block(said(paper.affiliations[0], size="1.3em"), 3), block(said(kind, size="1.3em"), 3)]
    random.shuffle(top)
    title = block(bold(paper.title, size=f"{random.choice((1.9, 2.3))}em"), 3)
    by = said(random.choice(("by", "submitted by", "Author")))
    author = block(by, 0.8) + block(said(paper.authors[0].name, size="1.4em"), 4)
    tail = block(said(paper.date, size="1.1em"), 1)
    helped = block(
        said(f"Supervisor: Prof. {random.choice(paper.references).partition(',')[0]}"), 2
    )
    parts = [*top, title, author, *([helped] if random.random() < 0.6 else []), tail]
    return (
        page(random)
        + "#set align(center)\n#set par(justify: false)\n#v(4em)\n"
        + "".join(parts)
        + "#pagebreak()\n#set align(left)\n"
        + block(bold("Abstract", size="1.4em"), 1)
        + said(paper.abstract)
        + "\n\n#pagebreak()\n"
        + body(random, paper)
    )


def preprint(random: Random, paper: Paper) -> str:
    """Rules above and below the title, authors in a grid, a narrow abstract."""
    rules = random.random() < 0.6
    rule = "#line(length: 100%, stroke: 2pt)\n" if rules else ""
    head = (
        "[" + said(f"A preprint – {paper.date}", size="0.8em") + "]"
        if random.random() < 0.5
        else "none"
    )
    parts = [page(random, 1, header=head), rule]
    parts.append(
        f"#set par(justify: false)\n{block(bold(paper.title, size='1.7em'), 1.2, 'center')}{rule}#v(1em)\n"
    )
    parts.append(
        block(grid(random, paper, emails=True, columns=random.choice((2, 3, 4))), 2, "center")
    )
    parts.append("#set par(justify: true)\n")
    heading = random.choice(("Abstract", "ABSTRACT"))
    parts.append(block(bold(heading, size="1.1em"), 0.9, "center"))
    parts.append(f"#pad(x: 3em)[{said(paper.abstract)}]\n\n")
    if random.random() < 0.4:
        parts.append(block(bold("Keywords ") + said(" · ".join(paper.keywords)), 1.5))
    return "".join(parts) + body(random, paper)


def slides(random: Random, paper: Paper) -> str:
    """The first of some slides."""
    where = random.choice(("center", "left"))
    parts = [
        page(
            random,
            1,
            18,
            paper=random.choice(('"presentation-16-9"', '"presentation-4-3"')),
            font=random.choice(FONTS[2:]),
        ),
        "#v(1fr)\n#set par(justify: false)\n",
        block(bold(paper.title, size="1.7em"), 1.2, where),
        block(people(paper, size="1em"), 1, where),
        block(places(paper, size="0.75em"), 1, where),
        block(said(paper.date, size="0.75em"), 1, where) + "#v(1fr)\n",
    ]
    for heading, paragraph in zip(paper.headings, paper.paragraphs, strict=False):
        parts.append(
            "#pagebreak()\n" + block(bold(heading, size="1.3em"), 1) + said(paragraph[:200])
        )
    return "".join(parts)


def proceedings(random: Random, paper: Paper) -> str:
    """Title and authors from the left in sans serif, headings in capitals."""
    sans = '"Open Sans"'
    parts = [page(random, 2, 9)]
    names = "#linebreak()".join(
        bold(
            author.name.upper() if random.random() < 0.3 else author.name, font=sans, size="1.15em"
        )
        + said(f", {paper.affiliations[author.places[0]]}", font=sans)
        for author in paper.authors
    )
    title = bold(paper.title, font=sans, size="2em")
    parts.append(
        across(
            f"#set align(left)\n#set par(justify: false)\n{block(title, 1.2)}{block(names, 1.5)}"
        )
    )
    parts.append(block(bold("ABSTRACT", font=sans), 0.6) + said(paper.abstract) + "\n\n")
    parts.append(block(bold("KEYWORDS", font=sans), 0.6) + said(", ".join(paper.keywords)) + "\n\n")
    return "".join(parts) + body(random, paper, "caps")


def footnoted(random: Random, paper: Paper) -> str:
    """Two columns; the affiliations stand at the foot of the first."""
    parts = [page(random, 2, 10)]
    title = bold(paper.title, size="1.45em")
    who = people(paper, "  ", weight='"bold"')
    parts.append(
        across(
            f"#set align(center)\n#set par(justify: false)\n#line(length: 100%)\n{block(title, 0.8)}#line(length: 100%)\n{block(who, 1.5)}"
        )
    )
    parts.append(
        "#place(bottom, float: true)[#line(length: 40%)\n"
        + places(paper, size="0.8em", joint=" ")
        + said(f" Correspondence to: {paper.authors[0].email}.", size="0.8em")
        + "]\n"
    )
    parts.append(block(bold("Abstract", size="1.15em"), 0.9, "center"))
    parts.append(f"#pad(x: 1em)[{said(paper.abstract)}]\n\n")
    return "".join(parts) + body(random, paper)


def working_paper(random: Random, paper: Paper) -> str:
    """A cover that holds everything: series, title, people, date, abstract, keywords."""
    parts = [
        page(random, 1, 11),
        block(said(f"{paper.journal.upper()} WORKING PAPER SERIES", size="0.95em"), 2.5, "center"),
    ]
    parts.append(
        f"#set par(justify: false)\n{block(said(paper.title.upper() if random.random() < 0.5 else paper.title, size='1.25em', weight=random.choice((chr(34) + 'bold' + chr(34), chr(34) + 'regular' + chr(34)))), 1.8, 'center')}"
    )
    for author in paper.authors:
        parts.append(
            block(
                said(author.name)
                + "#linebreak()"
                + italic(paper.affiliations[author.places[0]], size="0.9em"),
                1,
                "center",
            )
        )
    parts.append(block(said(" ".join(paper.date.split()[1:])), 2, "center"))
    parts.append(
        f"#set par(justify: true)\n{block(said('ABSTRACT' if random.random() < 0.5 else 'Abstract'), 0.8, 'center')}"
    )
    parts.append(
        said(paper.abstract) + "\n\n" + block(said("Keywords: " + ", ".join(paper.keywords)), 1)
    )
    return "".join(parts) + "#pagebreak()\n" + body(random, paper)


GENERIC: dict[str, Layout] = {
    "article": article, "two-columns": two_columns, "transactions": transactions,
    "journal": journal, "sidebar": sidebar, "report": report, "thesis": thesis,
    "preprint": preprint, "slides": slides, "proceedings": proceedings, "footnoted": footnoted,
    "working-paper": working_paper,
}  # fmt: skip
