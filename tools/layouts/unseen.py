"""Layouts that no label is taken from: how well the generic ones carry over is measured on them."""

from random import Random

from tools.layouts.drawing import across, block, body, bold, italic, page, people, places, said, up
from tools.layouts.generic import Layout
from tools.layouts.paper import Paper

MONO = '"DejaVu Sans Mono"'


def lecture_notes(random: Random, paper: Paper) -> str:
    """Centred and narrow; «Abstract.» and «Keywords:» run into small, indented paragraphs."""
    parts = [page(random, 1, 10, margin="4.4cm"), "#set par(justify: false)\n"]
    parts.append(block(bold(paper.title, size="1.4em"), 1.5, "center"))
    parts.append(
        block(people(paper, last=", and " if len(paper.authors) > 2 else " and "), 1, "center")
    )
    parts.append(
        block(
            places(paper, size="0.9em")
            + "#linebreak()"
            + said(paper.authors[0].email, font=MONO, size="0.8em"),
            1.8,
            "center",
        )
    )
    parts.append(
        f"#set par(justify: true)\n#pad(x: 2em)[{bold('Abstract. ', size='0.9em')}{said(paper.abstract, size='0.9em')}]\n\n"
    )
    parts.append(
        f"#pad(x: 2em)[{bold('Keywords: ', size='0.9em')}{said(' · '.join(paper.keywords), size='0.9em')}]\n\n"
    )
    return "".join(parts) + body(random, paper)


def article_info(random: Random, paper: Paper) -> str:
    """A box below the authors: article info at the left, abstract at the right."""
    banner = (
        said(f"Contents lists available at {paper.journal}", size="0.8em")
        + "#linebreak()"
        + said(paper.journal, size="1.3em")
    )
    parts = [
        page(random, 1, 9.5),
        block(banner, 1, "center"),
        "#line(length: 100%)\n#set par(justify: false)\n",
    ]
    parts.append(block(said(paper.title, size="1.6em"), 1.1))
    parts.append(block(people(paper, letters=True, size="1.25em"), 0.8))
    parts.append(block(places(paper, letters=True, style='"italic"', size="0.8em"), 1))
    left = block(said("A R T I C L E  I N F O", size="0.85em"), 0.8) + block(
        italic("Keywords:", size="0.85em")
        + "".join("#linebreak()" + said(word, size="0.85em") for word in paper.keywords),
        1,
    )
    right = block(said("A B S T R A C T", size="0.85em"), 0.8) + said(paper.abstract, size="0.9em")
    parts.append(
        f"#grid(columns: (1fr, 2.4fr), column-gutter: 1cm, [{left}], [{right}])\n#line(length: 100%)\n#set par(justify: true)\n"
    )
    return "".join(parts) + body(random, paper)


def open_access(random: Random, paper: Paper) -> str:
    """A wide left margin with the citation, a large title, then headed parts."""
    cite = f"Citation: {paper.authors[0].name} ({paper.date.split()[-1]}) {paper.title}. {paper.journal}. https://doi.org/{paper.doi}"
    aside = "".join(
        block(said(text, size="0.75em"), 1)
        for text in (
            cite,
            f"Received: {paper.date}",
            f"Published: {paper.date}",
            "Copyright: the authors. This is an open access article.",
        )
    )
    main = "#set par(justify: false)\n" + block(said("RESEARCH ARTICLE", size="0.85em"), 0.8)
    main += block(bold(paper.title, size="2em", font='"Open Sans"'), 1) + block(
        people(paper, weight='"bold"'), 0.9
    )
    main += block(places(paper, size="0.85em", joint=", "), 0.9) + block(
        said(f"* {paper.authors[0].email}", size="0.85em"), 1.4
    )
    main += (
        block(bold("Abstract", size="1.4em", font='"Open Sans"'), 0.8)
        + said(paper.abstract)
        + "\n\n"
        + body(random, paper)
    )
    return (
        page(random, 1, 9.5, margin="1.6cm")
        + f"#grid(columns: (4.6cm, 1fr), column-gutter: 0.8cm, align: (bottom, top), [#set par(justify: false)\n#v(9cm)\n{aside}], [{main}])\n"
    )


def tagged(random: Random, paper: Paper) -> str:
    """An «Article» tag above, everything from the left, abstract and keywords run in."""
    parts = [page(random, 1, 10), "#set par(justify: false)\n", block(italic("Article"), 0.6)]
    parts.append(block(bold(paper.title, size="1.8em"), 1.0))
    parts.append(block(people(paper, last=" and ", weight='"bold"'), 0.9))
    lines = [
        up(str(number)) + said(f"  {place}; {paper.authors[0].email}", size="0.85em")
        for number, place in enumerate(paper.affiliations, 1)
    ]
    parts.append(f"#pad(left: 2em)[{'#linebreak()'.join(lines)}]\n\n")
    parts.append(
        block(
            said(
                f"Received: {paper.date}; Accepted: {paper.date}; Published: {paper.date}",
                size="0.85em",
            ),
            1.2,
        )
    )
    parts.append(
        f"#set par(justify: true)\n#pad(left: 2em)[{bold('Abstract: ')}{said(paper.abstract)}]\n\n#pad(left: 2em)[{bold('Keywords: ')}{said('; '.join(paper.keywords))}]\n\n#line(length: 100%)\n"
    )
    return "".join(parts) + body(random, paper)


def manuscript(random: Random, paper: Paper) -> str:
    """Double spaced, as submitted."""
    parts = [page(random, 1, 12), "#set par(leading: 1.2em, justify: false)\n"]
    parts.append(block(bold(paper.title, size="1.3em"), 1.5, "center"))
    parts.append(block(people(paper, size="1em"), 1.5))
    parts.append(block(places(paper), 1.5))
    parts.append(block(said(f"Corresponding author: {paper.authors[0].email}"), 1.5))
    parts.append(block(bold("Abstract"), 1) + said(paper.abstract) + "\n\n")
    return (
        "".join(parts)
        + block(bold("Keywords: ") + said(", ".join(paper.keywords)), 1.5)
        + "#pagebreak()\n"
        + body(random, paper)
    )


def newsletter(random: Random, paper: Paper) -> str:
    """A heavy title from the left over three columns, a byline below it."""
    head = (
        block(bold(paper.title, size="2.6em"), 0.8)
        + block(italic("by ") + people(paper, last=" and ", style='"italic"'), 0.8)
        + block(places(paper, size="0.8em"), 1)
    )
    return (
        page(random, 3, 9, font="Open Sans", margin="1.5cm")
        + across("#set align(left)\n#set par(justify: false)\n" + head)
        + bold(paper.abstract)
        + "\n\n"
        + body(random, paper)
    )


def memo(random: Random, paper: Paper) -> str:
    """Labelled rows of a form above the text."""
    rows = [
        ("Title", bold(paper.title)),
        ("Authors", people(paper)),
        ("Affiliation", places(paper)),
        ("Date", said(paper.date)),
        ("Keywords", said(", ".join(paper.keywords))),
    ]
    cells = ", ".join(f"[{bold(name + ':')}], [{value}]" for name, value in rows)
    return (
        page(random, 1, 11)
        + f"#grid(columns: (3cm, 1fr), row-gutter: 1em, {cells})\n#line(length: 100%)\n"
        + block(bold("Abstract"), 0.8)
        + said(paper.abstract)
        + "\n\n"
        + body(random, paper)
    )


def letters_journal(random: Random, paper: Paper) -> str:
    """Two columns; the abstract spans both, between rules."""
    head = (
        block(bold(paper.title, size="1.5em"), 1)
        + block(people(paper, last=" and ", size="1.05em"), 0.7)
        + block(places(paper, style='"italic"', size="0.9em"), 0.8)
        + block(said(f"(Dated: {paper.date})", size="0.9em"), 0.8)
    )
    head += f"#pad(x: 3em)[#set align(left)\n#set par(justify: true)\n{said(paper.abstract, size='0.92em')}]\n"
    return (
        page(random, 2, 10)
        + across("#set align(center)\n#set par(justify: false)\n" + head)
        + body(random, paper)
    )


UNSEEN: dict[str, Layout] = {
    "lecture-notes": lecture_notes, "article-info": article_info, "open-access": open_access,
    "tagged": tagged, "manuscript": manuscript, "newsletter": newsletter, "memo": memo,
    "letters": letters_journal,
}  # fmt: skip
