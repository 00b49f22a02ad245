"""Pieces of Typst that layouts are put together from."""

import json
from random import Random

from tools.layouts.paper import Author, Paper

FONTS = ("Libertinus Serif", "New Computer Modern", "Open Sans", "DejaVu Sans", "DejaVu Serif")
SERIF = ("Libertinus Serif", "New Computer Modern", "New Computer Modern", "DejaVu Serif")


def said(text: str, **style: object) -> str:
    """A text as it is, in a print."""
    arguments = "".join(f"{name.replace('_', '-')}: {value}, " for name, value in style.items())
    return f"#text({arguments}{json.dumps(text, ensure_ascii=False)})"


def bold(text: str, **style: object) -> str:
    """The same in bold."""
    return said(text, weight='"bold"', **style)


def italic(text: str, **style: object) -> str:
    """The same in italics."""
    return said(text, style='"italic"', **style)


def up(text: str) -> str:
    """A superscript."""
    return f"#super[{said(text)}]"


def page(random: Random, columns: int = 1, size: float | None = None, **more: object) -> str:
    """The page and its print."""
    size = size or random.choice((9, 10, 10, 11))
    more.setdefault("paper", random.choice(('"a4"', '"us-letter"')))
    more.setdefault("margin", f"{random.choice((2, 2.2, 2.5, 3)) if columns == 1 else 1.9}cm")
    font = more.pop("font", None) or random.choice(SERIF)
    arguments = ", ".join(f"{name}: {value}" for name, value in more.items())
    justify = "true" if random.random() < 0.8 else "false"
    return (
        f"#set page(columns: {columns}, {arguments})\n"
        f'#set text(font: "{font}", size: {size}pt, fallback: true)\n'
        f"#set par(justify: {justify}, leading: {random.choice((0.5, 0.55, 0.65))}em)\n"
        f"#set columns(gutter: {random.choice((16, 20, 24))}pt)\n"
    )


def across(content: str) -> str:
    """What stands above both columns."""
    return f'#place(top + center, scope: "parent", float: true, clearance: 1.5em)[\n{content}\n]\n'


def block(content: str, below: float = 1.0, align: str = "", **more: object) -> str:
    """A paragraph of its own with some white below it."""
    arguments = "".join(f", {name}: {value}" for name, value in more.items())
    content = f"#align({align})[{content}]" if align else content
    return f"#block(below: {below}em{arguments})[{content}]\n"


def body(random: Random, paper: Paper, headings: str = "bold") -> str:
    """Sections, and the references behind them."""
    parts = []
    numbers = random.random() < 0.6
    for number, paragraph in enumerate(paper.paragraphs):
        if number % 3 == 0:
            title = "Introduction" if number == 0 else paper.headings[number // 3]
            title = f"{number // 3 + 1} {title}" if numbers else title
            title = title.upper() if headings == "caps" else title
            parts.append(block(bold(title, size="1.15em"), 0.7))
        parts.append(said(paragraph) + "\n\n")
    parts.append(
        block(bold("REFERENCES" if headings == "caps" else "References", size="1.15em"), 0.7)
    )
    return "".join(parts) + references(random, paper)


def references(random: Random, paper: Paper) -> str:
    """The list, in one of the usual ways."""
    way = random.choice(("brackets", "dots", "hanging"))
    lines = []
    for number, text in enumerate(paper.references, 1):
        mark = {"brackets": f"[{number}] ", "dots": f"{number}. ", "hanging": ""}[way]
        lines.append(
            f"#block(below: 0.6em)[#par(hanging-indent: 1.2em)[{said(mark + text, size='0.9em')}]]"
        )
    return "\n".join(lines)


def marks(author: Author, letters: bool = False) -> str:
    """Which affiliations, as a superscript says it."""
    return ",".join(chr(97 + place) if letters else str(place + 1) for place in author.places)


def people(
    paper: Paper, joint: str = ", ", *, last: str = "", letters: bool = False, **style: object
) -> str:
    """All authors in one paragraph, with superscripts where there are several affiliations."""
    several = len(paper.affiliations) > 1
    parts = []
    for number, author in enumerate(paper.authors):
        if number:
            final = number == len(paper.authors) - 1 and last
            parts.append(said(final or joint, **style))
        parts.append(said(author.name, **style) + (up(marks(author, letters)) if several else ""))
    return "".join(parts)


def places(
    paper: Paper, *, letters: bool = False, joint: str = "#linebreak()", **style: object
) -> str:
    """All affiliations, with superscripts where there are several."""
    several = len(paper.affiliations) > 1
    lines = []
    for number, place in enumerate(paper.affiliations):
        mark = chr(97 + number) if letters else str(number + 1)
        lines.append((up(mark) + said(" ") if several else "") + said(place, **style))
    return joint.join(lines)


def grid(
    random: Random,
    paper: Paper,
    *,
    emails: bool,
    columns: int = 3,
    name: str = "bold",
    **style: object,
) -> str:
    """Authors side by side, each above where they work."""
    cells = []
    for author in paper.authors:
        lines = [said(author.name, weight=f'"{name}"', size="1.1em")]
        place = paper.affiliations[author.places[0]]
        lines += [said(part, **style) for part in place.split(", ")]
        if emails:
            lines.append(said(author.email, font='"DejaVu Sans Mono"', size="0.8em"))
        cells.append("[" + "#linebreak()".join(lines) + "]")
    count = min(columns, len(cells))
    return (
        f"#grid(columns: (1fr,) * {count}, row-gutter: 1.2em, column-gutter: 2em, align: center, "
        + ", ".join(cells)
        + ")"
    )
