"""Who a first page names, and where they work."""

import re

from bowerbird.extract.metadata.affiliations import mails_in, places_of, with_places
from bowerbird.extract.metadata.dates import date_in
from bowerbird.extract.metadata.features import is_place
from bowerbird.extract.metadata.labelled import FrontPage
from bowerbird.extract.metadata.layouts import Label
from bowerbird.extract.metadata.lines import Line
from bowerbird.extract.metadata.paper_names import Named, is_open, names_in
from bowerbird.model.metadata import Person

DATED = re.compile(r"\b(?:published|accepted|received|submitted|revised|dated?)\b", re.IGNORECASE)


def people_of(front: FrontPage, title: list[int]) -> tuple[list[Person], list[str]]:
    """Authors with affiliations. Blocks of either label are looked at line by line: in many layouts
    nothing but the words part a name from the place below it."""
    names: list[tuple[Named, Line]] = []
    blocks: list[tuple[Line, ...]] = []
    mails: list[str] = []
    wanted = [n for n in range(len(front.blocks)) if n not in title and _is_about_people(front, n)]
    for number in wanted or _behind(front, title):
        lines = front.blocks[number].lines
        if front.label(number) is Label.ABSTRACT:
            lines = lines[: leading_lines(lines)]
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
    told = [lines[: leading_lines(lines)] for lines in starts]
    places = [tuple(line for line in lines if is_place(line.text)) for lines in told]
    return [lines for lines in places if lines]


def _behind(front: FrontPage, title: list[int]) -> list[int]:
    """Without any label: people are named right behind the title."""
    start = title[-1] + 1 if title else 0
    return list(range(start, min(start + 3, len(front.blocks))))


def _is_about_people(front: FrontPage, number: int) -> bool:
    label = front.label(number)
    if label is Label.ABSTRACT:  # where little white parts them, people stand in the same block
        return leading_lines(front.blocks[number].lines) > 0
    return label in (Label.AUTHORS, Label.AFFILIATIONS)


def leading_lines(lines: tuple[Line, ...]) -> int:
    """How many lines at the start of a block name people, places or a date, and no more."""
    for number, line in enumerate(lines):
        text = line.text
        told = is_place(text) or "@" in text or (DATED.search(text) and date_in(text))
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
    for line in lines:
        if _names_people(line, of_authors, [*run, line]):
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
