"""From the labelled blocks of a first page to what they say: title, people, abstract, date."""

import re
from collections.abc import Iterator
from statistics import median

from msgspec import Struct

from bowerbird.extract.metadata.affiliations import mails_in, places_of, with_places
from bowerbird.extract.metadata.claims import Claims
from bowerbird.extract.metadata.dates import date_in, year_in
from bowerbird.extract.metadata.features import is_heading, is_place, names_a_source
from bowerbird.extract.metadata.labelling import Labels
from bowerbird.extract.metadata.layouts import Label
from bowerbird.extract.metadata.lines import Line
from bowerbird.extract.metadata.paper_names import Named, is_open, names_in
from bowerbird.extract.metadata.xy_tree import Node
from bowerbird.model.metadata import Person, Source

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
_DATED = re.compile(r"\b(?:published|accepted|received|submitted|revised|dated?)\b", re.I)


class FrontPage(Struct):
    """A page, its blocks in reading order, and what each is."""

    blocks: list[Node]
    labels: Labels

    def label(self, number: int) -> Label:
        """The label with most votes."""
        return Label(int(self.labels.shares[number].argmax()))

    def share(self, number: int, label: Label) -> float:
        """Its share of the votes."""
        return float(self.labels.shares[number][label])

    def of(self, label: Label) -> list[int]:
        """The blocks of that label."""
        return [number for number in range(len(self.blocks)) if self.label(number) is label]


def claims_of(front: FrontPage, source: Source, confidence: float) -> Claims:
    """Everything that the page says."""
    claims = Claims(source, confidence)
    title = _title_blocks(front)
    if title:
        share = max(front.share(number, Label.TITLE) for number in title)
        text = joined(line for number in title for line in front.blocks[number].lines)
        claims.text("title", re.sub(r"[\s*†‡∗]+$", "", text), confidence * (0.6 + 0.4 * share))
    people, places = _people(front, title)
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


# ---- people --------------------------------------------------------------------------------------


def _people(front: FrontPage, title: list[int]) -> tuple[list[Person], list[str]]:
    """Authors with affiliations. Blocks of either label are looked at line by line: in many layouts
    nothing but the words part a name from the place below it."""
    names: list[tuple[Named, Line]] = []
    blocks: list[tuple[Line, ...]] = []
    mails: list[str] = []
    wanted = [n for n in range(len(front.blocks)) if n not in title and _is_about_people(front, n)]
    for number in wanted or _behind(front, title):
        lines = front.blocks[number].lines
        if front.label(number) is Label.ABSTRACT:
            lines = lines[: _leading(lines)]
        mails += [mail for line in lines for mail in mails_in(line.text)]
        authors, places = _parted(lines, front.label(number) is Label.AUTHORS)
        names += authors
        blocks += places
    if not names:
        for number in _behind(front, title):
            names += _parted(front.blocks[number].lines, of_authors=False)[0]
    known = places_of(blocks) or places_of(_places_behind(front, title))
    people = with_places(names, known, blocks)
    return _with_mails(people, mails), list(dict.fromkeys(known.values()))


def _places_behind(front: FrontPage, title: list[int]) -> list[tuple[Line, ...]]:
    """Without a labelled block that says so: places at the start of the next ones."""
    starts = [front.blocks[number].lines for number in _behind(front, title)]
    told = [lines[: _leading(lines)] for lines in starts]
    places = [tuple(line for line in lines if is_place(line.text)) for lines in told]
    return [lines for lines in places if lines]


def _behind(front: FrontPage, title: list[int]) -> list[int]:
    """Without any label: people are named right behind the title."""
    start = title[-1] + 1 if title else 0
    return list(range(start, min(start + 3, len(front.blocks))))


def _is_about_people(front: FrontPage, number: int) -> bool:
    label = front.label(number)
    if label is Label.ABSTRACT:  # where little white parts them, people stand in the same block
        return _leading(front.blocks[number].lines) > 0
    return label in (Label.AUTHORS, Label.AFFILIATIONS)


def _leading(lines: tuple[Line, ...]) -> int:
    """How many lines at the start of a block name people, places or a date, and no more."""
    for number, line in enumerate(lines):
        text = line.text
        told = is_place(text) or "@" in text or (_DATED.search(text) and date_in(text))
        if text.endswith(".") and not told:
            return number
        if not told and not _names_people(line, of_authors=False, run=[line]):
            return number
    return len(lines)


def _parted(
    lines: tuple[Line, ...], of_authors: bool
) -> tuple[list[tuple[Named, Line]], list[tuple[Line, ...]]]:
    """Who and where, run by run: lines of names that go on are read as one."""
    names: list[tuple[Named, Line]] = []
    places: list[list[Line]] = []
    run: list[Line] = []
    after_names = True
    for line in lines:
        if _names_people(line, of_authors, [*run, line]):
            if not run and not after_names:
                after_names = True
            run.append(line)
            continue
        names += _read(run)
        if run or not places:
            places.append([])
        run = []
        places[-1].append(line)
        names += _before_comma(line)
    names += _read(run)
    return names, [tuple(block) for block in places if block]


def _names_people(line: Line, of_authors: bool, run: list[Line]) -> bool:
    text = line.text
    if is_place(text) or "@" in text:
        return False
    found = list(names_in(line.marked))
    before = run[-2].marked if len(run) > 1 else ""
    if "," in before and text[:1].isupper() and is_open(before):
        return True  # the list goes on with the rest of a name
    if of_authors and len(run) > 1 and any("," in each.text for each in run):
        return True  # in the middle of a list a line may begin or end inside a name
    words = len(re.findall(r"[^\W\d_]{2,}", text))
    named = sum(len(each.name.split()) for each in found)
    return bool(found) and named >= 0.5 * words


def _read(run: list[Line]) -> list[tuple[Named, Line]]:
    if not run:
        return []
    if any(re.search(r",|;|\band\b|·", each.text) for each in run):
        return [(named, run[0]) for named in names_in(" ".join(each.marked for each in run))]
    return [(named, each) for each in run for named in names_in(each.marked)]


def _before_comma(line: Line) -> list[tuple[Named, Line]]:
    """`Ada Lovelace, University of London`: a name and its place in one line."""
    first, comma, rest = line.marked.partition(",")
    if comma and line.bold and is_place(rest):
        return [(named, line) for named in names_in(first)]
    return []


def _with_mails(people: list[Person], mails: list[str]) -> list[Person]:
    """An address belongs to whose name is in it; as many as people belong in order."""
    if len(mails) == len(people):
        pairs = zip(people, mails, strict=True)
        return [Person(p.name, affiliations=p.affiliations, email=mail) for p, mail in pairs]
    told = []
    for person in people:
        family = "".join(filter(str.isalpha, person.name.split()[-1].lower()))
        mail = next((mail for mail in mails if family in mail.lower()), "")
        told.append(Person(person.name, affiliations=person.affiliations, email=mail))
    return told


# ---- abstract, keywords, date --------------------------------------------------------------------


def _abstract(front: FrontPage) -> str:
    """From its heading, or else what is labelled so, up to the next heading."""
    blocks = front.blocks
    begins = [n for n, b in enumerate(blocks) if _ABSTRACT.match(b.lines[0].text)]
    if not begins:
        said = [blocks[number].lines for number in front.of(Label.ABSTRACT)]
        return joined(line for lines in said for line in lines[_leading(lines) :])
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
    for number, block in enumerate(front.blocks):
        for at, line in enumerate(block.lines):
            if found := _KEYWORDS.match(line.text):
                rest = joined(iter(block.lines[at:]))[found.end() :].strip()
                lines = block.lines[at + 1 :]
                if not rest and number + 1 < len(front.blocks):
                    lines = front.blocks[number + 1].lines
                    rest = joined(iter(lines))
                if not re.search(r"[,;·•|]", rest) and len(line.text) == found.end():
                    return [each.text for each in lines]  # one on each line
                return [rest.partition(". ")[0]]
    return []


def _date(front: FrontPage, claims: Claims) -> None:
    """What is labelled a date; else the last of «received, accepted, published»; else a year beside
    the name of a journal."""
    lines = [line for number in front.of(Label.DATE) for line in front.blocks[number].lines]
    texts = [line.text for block in front.blocks for line in block.lines]
    dated = [text for text in texts if _DATED.search(text)]
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
