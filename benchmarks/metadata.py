"""How well papers are described: ten real ones, and made ones of layouts that no label is from,
also once a page of each was taught.

    python -m benchmarks.metadata [--json] [--raise-floors]

Exits with 1 if a figure is below its floor in floors.json, or a paper takes more CPU than promised.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random

from lxml import etree
from tools.layouts.labels import drawn, labelled_pages
from tools.layouts.paper import Paper, made
from tools.layouts.unseen import UNSEEN

from benchmarks.judged_collections import DATA
from bowerbird.extract.metadata.glyphs import open_pdf
from bowerbird.extract.metadata.html import page_metadata
from bowerbird.extract.metadata.layouts import LayoutBook, generic_book
from bowerbird.extract.metadata.names import folded
from bowerbird.extract.metadata.papers import NOTHING_TAUGHT, paper_metadata
from bowerbird.model.document import Document
from bowerbird.model.metadata import Metadata

FLOORS = Path(__file__).with_name("floors.json")
PAPERS = DATA / "pdf"
OF_EACH = 12  # made papers of each unseen layout
MILLISECONDS = 50.0  # of CPU for a paper, in the mean
MICROSECONDS = 5.0  # of CPU for a page that carries nothing

# Who wrote the papers of which the collection tells the title alone, read off their first pages.
AUTHORS = {
    "agarwal11": ["Alekh Agarwal", "Sahand Negahban", "Martin J. Wainwright"],
    "bohnet09": ["Bernd Bohnet"],
    "mooney05": ["Ruifang Ge", "Raymond J. Mooney"],
    "pedersen04": ["Zoltán Gyöngyi", "Hector Garcia-Molina", "Jan Pedersen"],
}


@dataclass
class Truth:
    """What is known of a paper. Empty: not known, not measured."""

    name: str
    pdf: bytes
    title: str
    authors: list[str]
    affiliations: list[str] = field(default_factory=list)
    abstract: str = ""
    keywords: list[str] = field(default_factory=list)
    doi: str = ""
    references: int = 0


@dataclass
class Tally:
    """Of one field: how many were right."""

    right: float = 0.0
    found: int = 0
    known: int = 0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return 2 * self.right / (self.found + self.known) if self.found + self.known else 0.0


@dataclass
class Measured:
    """One set of papers."""

    name: str
    papers: int
    fields: dict[str, float]
    milliseconds: float
    slowest: float
    missed: list[str]


def real_papers() -> Iterator[Truth]:
    """The ten of the collection."""
    for path in sorted(PAPERS.glob("*/*.pdf")):
        content = path.read_bytes()
        if path.parent.name == "jose":
            yield _from_crossref(path, content)
        else:
            told = dict(json.loads(path.with_suffix(".extraction.json").read_text("utf-8")))
            yield Truth(path.stem, content, told["title"], AUTHORS[path.stem])


def _from_crossref(path: Path, content: bytes) -> Truth:
    root = etree.parse(str(path.with_suffix(".crossref.xml"))).getroot()

    def texts(tag: str, under: etree._Element = root) -> list[str]:
        return [each.text or "" for each in under.iter(f"{{*}}{tag}")]

    article = next(root.iter("{*}journal_article"))
    names = [
        " ".join(texts("given_name", person) + texts("surname", person))
        for person in article.iter("{*}person_name")
    ]
    entries = len(texts("citation")) or sum(1 for _ in article.iter("{*}citation"))
    doi = next(article.iter("{*}identifier")).text or ""
    title = texts("title", article)[0]
    return Truth(path.stem, content, title, names, doi=doi, references=entries)


def made_papers(of_each: int) -> Iterator[Truth]:
    """Papers of the unseen layouts, the same for every call."""
    for name, layout in UNSEEN.items():
        for number in range(of_each):
            random = Random(f"unseen {name} {number}")
            paper = made(random)
            yield _truth(f"{name} {number}", paper, drawn(layout(random, paper)))


def _truth(name: str, paper: Paper, pdf: bytes) -> Truth:
    """What the layout prints of the paper."""
    with open_pdf(pdf) as document, document.page(0) as page:
        shown = folded(page.plain)
    printed = [place for place in paper.affiliations if folded(place) in shown]
    words = [word for word in paper.keywords if folded(word) in shown]
    return Truth(
        name,
        pdf,
        paper.title,
        [author.name for author in paper.authors],
        printed,
        paper.abstract,
        paper.keywords if len(words) == len(paper.keywords) else [],
        references=len(paper.references),
    )


def taught_book() -> LayoutBook:
    """One labelled page of each unseen layout, as somebody may teach them: of another paper."""
    pages = []
    for name, layout in UNSEEN.items():
        random = Random(f"taught {name}")
        paper = made(random)
        pages.append(next(labelled_pages(name, drawn(layout(random, paper)), paper)))
    return LayoutBook(pages)


def measured(name: str, truths: Iterator[Truth], taught: LayoutBook = NOTHING_TAUGHT) -> Measured:
    """Read each paper, and compare."""
    tallies: dict[str, Tally] = {}
    times, missed = [], []
    for truth in truths:
        before = time.process_time()
        found = paper_metadata(truth.pdf, taught)
        times.append(1000 * (time.process_time() - before))
        for field_name, wrong in _compare(found, truth, tallies):
            missed.append(f"{truth.name}: {field_name}: {wrong}")
    fields = {field_name: round(tally.f1, 4) for field_name, tally in tallies.items()}
    return Measured(name, len(times), fields, sum(times) / len(times), max(times), missed)


def _compare(
    found: Metadata, truth: Truth, tallies: dict[str, Tally]
) -> Iterator[tuple[str, object]]:
    people = [person.name for person in found.authors.value] if found.authors else []
    places = list(found.affiliations.value) if found.affiliations else []
    words = list(found.keywords.value) if found.keywords else []
    sides = {
        "title": ([found.title.value] if found.title else [], [truth.title]),
        "authors": (list(map(_plainly, people)), list(map(_plainly, truth.authors))),
        "authors_whole": (people, truth.authors),
        "affiliations": (places, truth.affiliations),
        "abstract": ([found.abstract.value] if found.abstract else [], [truth.abstract]),
        "keywords": (words, truth.keywords),
        "doi": ([found.doi.value] if found.doi else [], [truth.doi]),
    }
    for name, (mine, known) in sides.items():
        if not any(known):
            continue
        tally = tallies.setdefault(name, Tally())
        wanted = {folded(each) for each in known}
        right = len(wanted & {folded(each) for each in mine})
        tally.right, tally.found = tally.right + right, tally.found + len(mine)
        tally.known += len(known)
        if right < max(len(mine), len(known)):
            yield name, mine
    if truth.references:
        count = len(found.references.value) if found.references else 0
        tally = tallies.setdefault("references", Tally())
        tally.right += min(count, truth.references)
        tally.found, tally.known = tally.found + count, tally.known + truth.references
        if count != truth.references:
            yield "references", f"{count} of {truth.references}"


def _plainly(name: str) -> str:
    """First given and last family name. Those registered for the real papers leave out names that
    the papers print: `Bryan Weber` is Bryan W. Weber, `S. Ernest` S. K. Morgan Ernest."""
    words = name.replace(".", " ").split()
    return f"{words[0]} {words[-1]}" if words else ""


def plain_page_microseconds() -> float:
    """CPU for a page of 22 KB that says nothing of a work: the least of several rounds."""
    line = b'<p class="text">Some words go <a href="/here?a=1&amp;b=2">there</a> and on.</p>\n'
    body = b"<!doctype html><title>Page</title>" + line * (22_000 // len(line))
    document = Document(title="Page", metadata={"viewport": "width=1", "description": "words"})
    rounds = []
    for _ in range(10):
        before = time.process_time()
        for _ in range(2_000):
            page_metadata(body, document, "https://example.org/")
        rounds.append((time.process_time() - before) / 2_000)
    return 1e6 * min(rounds)


def figures(sets: list[Measured]) -> dict[str, float]:
    """By the names of the floors."""
    return {
        f"metadata_{each.name}_{name}": value
        for each in sets
        for name, value in each.fields.items()
    }


def below_floors(found: dict[str, float], floors: dict[str, float]) -> list[str]:
    """What is worse than it was promised to be."""
    return [
        f"{name} is {value:.3f}, its floor {floors[name]:.3f}"
        for name, value in found.items()
        if name in floors and value < floors[name]
    ]


def main() -> None:
    """Measure, tell, judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--raise-floors", action="store_true")
    wanted = parser.parse_args()
    generic_book()  # read once, as by a worker that lives on
    sets = [
        measured("unseen", made_papers(OF_EACH)),
        measured("taught", made_papers(OF_EACH), taught_book()),
    ]
    if PAPERS.exists():
        sets.append(measured("real", real_papers()))
    page = plain_page_microseconds()
    floors = json.loads(FLOORS.read_text("utf-8"))
    if wanted.raise_floors:
        floors |= {
            name: max(floors.get(name, 0.0), int(1000 * value) / 1000)
            for name, value in figures(sets).items()
        }
        FLOORS.write_text(json.dumps(floors, indent=2) + "\n", encoding="utf-8")
    wrong = below_floors(figures(sets), floors)
    wrong += [
        f"{s.name}: {s.milliseconds:.1f} ms a paper" for s in sets if s.milliseconds > MILLISECONDS
    ]
    wrong += [f"{page:.1f} µs for a plain page"] if page > MICROSECONDS else []
    if wanted.json:
        sys.stdout.write(
            json.dumps({"sets": [asdict(s) for s in sets], "page_us": page, "wrong": wrong}) + "\n"
        )
    else:
        _print(sets, page, wrong)
    sys.exit(bool(wrong))


def _print(sets: list[Measured], page: float, wrong: list[str]) -> None:
    names = list(dict.fromkeys(name for each in sets for name in each.fields))
    print(
        f"{'papers':<12}{'n':>4}"
        + "".join(f"{name:>14}" for name in names)
        + f"{'ms':>8}{'most':>8}"
    )
    for each in sets:
        cells = "".join(
            f"{each.fields[name]:>14.3f}" if name in each.fields else " " * 14 for name in names
        )
        print(
            f"{each.name:<12}{each.papers:>4}{cells}{each.milliseconds:>8.1f}{each.slowest:>8.1f}"
        )
    print(f"a page that carries nothing: {page:.2f} µs of CPU")
    for each in sets:
        for miss in each.missed:
            print(f"  {each.name}: {miss[:200]}")
    for line in wrong:
        print(f"BELOW: {line}")


if __name__ == "__main__":
    main()
