"""From the labelled blocks of a first page to what they say: title, people, abstract, date."""

import re
from collections.abc import Iterator
from statistics import median

from bowerbird.extract.metadata.claims import Claims
from bowerbird.extract.metadata.dates import date_in, year_in
from bowerbird.extract.metadata.features import is_heading, is_place, names_a_source
from bowerbird.extract.metadata.front_people import DATED, leading_lines, people_of
from bowerbird.extract.metadata.labelled import FrontPage
from bowerbird.extract.metadata.layouts import Label
from bowerbird.extract.metadata.lines import Line
from bowerbird.extract.metadata.xy_tree import Node
from bowerbird.model.metadata import Source

SAME_PRINT = 0.12  # relative difference of sizes up to which a title goes on
LONGEST_TITLE = 300  # of one that no label vouches for
SHORTEST_TITLE = 8  # characters; what is larger and shorter is a letter or a number
LARGER, FAR = 1.15, 1.6  # than the usual print; heights between lines of one title
MOST_ABSTRACT = 60  # lines
_ABSTRACT = re.compile(
    r"^\W*(?:abstract|summary|zusammenfassung|résumé|a b s t r a c t)\b[\s.:—–-]*", re.I
)
_KEYWORDS = re.compile(
    r"^\W*(?:key\s?-?words(?: and phrases)?|index terms|schlüsselwörter|mots[- ]clés)\b[\s.:—–-]*",
    re.I,
)
_SECTION = re.compile(r"^\d{1,2}(?:\.\d{1,2})*\.?\s+[A-Z]")


def claims_of(front: FrontPage, source: Source, confidence: float) -> Claims:
    """Everything that the page says."""
    claims = Claims(source, confidence)
    title = _title_blocks(front)
    if title:
        share = max(front.share(number, Label.TITLE) for number in title)
        text = joined(line for number in title for line in front.blocks[number].lines)
        claims.text("title", re.sub(r"[\s*†‡∗]+$", "", text), confidence * (0.6 + 0.4 * share))
    people, places = people_of(front, title)
    claims.people(people)
    claims.many("affiliations", places)
    claims.text("abstract", _abstract(front))
    claims.keywords(_keywords(front))
    _date(front, claims)
    return claims


def joined(lines: Iterator[Line]) -> str:
    """Lines as running text: a word that was parted at the end of a line is one again."""
    text = ""
    for line in lines:
        piece = line.text.strip()
        if text.endswith("-") and piece[:1].islower() and text[-2:-1].isalpha():
            text = text[:-1] + piece
        else:
            text = f"{text} {piece}" if text else piece
    return text


# ---- title ---------------------------------------------------------------------------------------


def _title_blocks(front: FrontPage) -> list[int]:
    """The best block, and what goes on in the same print right before or behind it."""
    wanted = [n for n in front.of(Label.TITLE) if not _is_section(front.blocks[n])]
    if not wanted:
        wanted = _largest(front)
    if not wanted:
        return []
    best = max(
        wanted, key=lambda number: (front.share(number, Label.TITLE) + 0.01) * _size(front, number)
    )
    chosen = [best]
    for step in (-1, 1):
        number = best + step
        while 0 <= number < len(front.blocks) and _goes_on(front, best, number):
            chosen.append(number)
            number += step
    return sorted(chosen)


def _goes_on(front: FrontPage, best: int, number: int) -> bool:
    mine, other = front.blocks[best], front.blocks[number]
    size, their_size = _size(front, best), _size(front, number)
    same = abs(size - their_size) / max(size, their_size) <= SAME_PRINT
    if not same or mine.lines[0].bold != other.lines[0].bold:
        return False
    gap = max(other.top - mine.bottom, mine.top - other.bottom)
    usual = median(line.size for block in front.blocks for line in block.lines)
    larger = size > LARGER * usual and gap < FAR * size and other.left < mine.right
    text = other.lines[0].text
    return front.share(number, Label.TITLE) >= 0.3 or (larger and not is_place(text))


def _largest(front: FrontPage) -> list[int]:
    """Without any label: the largest print in the upper part of the page."""
    blocks = front.blocks
    end = max(block.bottom for block in blocks)
    upper = [n for n, b in enumerate(blocks) if b.top < 0.6 * end and not _is_section(b)]
    upper = [n for n in upper if len(joined(iter(blocks[n].lines))) >= SHORTEST_TITLE]
    upper = [n for n in upper if len(joined(iter(blocks[n].lines))) <= LONGEST_TITLE]
    return [max(upper, key=lambda number: _size(front, number))] if upper else []


def _is_section(block: Node) -> bool:
    text = block.lines[0].text
    return is_heading(text) or bool(_SECTION.match(text))


def _size(front: FrontPage, number: int) -> float:
    return median(line.size for line in front.blocks[number].lines)


# ---- abstract, keywords, date --------------------------------------------------------------------


def _abstract(front: FrontPage) -> str:
    """From its heading, or else what is labelled so, up to the next heading."""
    blocks = front.blocks
    begins = [n for n, b in enumerate(blocks) if _ABSTRACT.match(b.lines[0].text)]
    if not begins:
        said = [blocks[number].lines for number in front.of(Label.ABSTRACT)]
        return joined(line for lines in said for line in lines[leading_lines(lines) :])
    first = max(begins, key=lambda number: (front.share(number, Label.ABSTRACT), -number))
    heading = blocks[first].lines[0]
    lines: list[Line] = []
    for number in range(first, len(blocks)):
        inside = [line for line in blocks[number].lines if _is_below(line, heading)]
        if not inside:
            continue  # of a column beside it
        if number > first and not _belongs(front, number, lines):
            break
        for line in inside:
            if lines and (_KEYWORDS.match(line.text) or is_heading(line.text)):
                return _ABSTRACT.sub("", joined(iter(lines)))
            lines.append(line)
    return _ABSTRACT.sub("", joined(iter(lines[:MOST_ABSTRACT])))


def _is_below(line: Line, heading: Line) -> bool:
    """In the same column, the heading's own line included?"""
    beside = line.right <= heading.left or line.left >= max(heading.right, heading.left + 60)
    return line.top >= heading.top - heading.size and not beside


def _belongs(front: FrontPage, number: int, lines: list[Line]) -> bool:
    """Does the abstract go on in this block?"""
    block, said = front.blocks[number], joined(iter(lines))
    text = block.lines[0].text
    if _KEYWORDS.match(text) or is_heading(text) or len(lines) >= MOST_ABSTRACT:
        return False
    if len(said) < 30:
        return True  # the heading alone so far
    same = abs(block.lines[0].size - lines[-1].size) <= SAME_PRINT * lines[-1].size
    below = block.top >= lines[-1].top - 2 and block.left < lines[-1].right
    unfinished = not said.rstrip().endswith((".", "!", "?"))
    likely = front.share(number, Label.ABSTRACT) >= (0.2 if unfinished else 0.5)
    return same and (below or unfinished) and (likely or unfinished)


def _keywords(front: FrontPage) -> list[str]:
    """Behind their heading; else where somebody taught where they stand; else below the heading."""
    below: tuple[Line, ...] = ()
    for number, block in enumerate(front.blocks):
        for at, line in enumerate(block.lines):
            if found := _KEYWORDS.match(line.text):
                rest = joined(iter(block.lines[at:]))[found.end() :].strip()
                if rest:
                    own = len(line.text) == found.end()  # the heading has a line of its own
                    return _split_words(rest, block.lines[at + 1 :] if own else ())
                if number + 1 < len(front.blocks):
                    below = front.blocks[number + 1].lines
    if front.labels.taught:
        wanted = [front.blocks[number].lines for number in front.of(Label.KEYWORDS)]
        told = [lines for lines in wanted if not any(is_place(line.text) for line in lines)]
        below = told[0] if told else below
    return _split_words(joined(iter(below)), below)


def _split_words(text: str, lines: tuple[Line, ...]) -> list[str]:
    """Up to the end of the sentence; words without anything between them have a line each."""
    if lines and not re.search(r"[,;·•|]", text):
        return [line.text for line in lines]
    return [text.partition(". ")[0]]


def _date(front: FrontPage, claims: Claims) -> None:
    """What is labelled a date; else the last of «received, accepted, published»; else a year beside
    the name of a journal."""
    lines = [line for number in front.of(Label.DATE) for line in front.blocks[number].lines]
    texts = [line.text for block in front.blocks for line in block.lines]
    dated = [text for text in texts if DATED.search(text)]
    published = [text for text in dated if "published" in text.lower()]
    for text in (*published, *(line.text for line in lines), *reversed(dated)):
        said = re.split(r"(?i:published)\b[^\d]{0,20}", text)[-1]
        if date := date_in(said) or date_in(text):
            claims.date(date)
            return
    for text in texts:
        if names_a_source(text) and (date := date_in(text) or year_in(text)):
            claims.text("date", date, 0.4)
            return
