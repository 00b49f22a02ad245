"""How well templates are inferred from examples: `python -m benchmarks.inference`. See README.md.

A made-up site shows a page; a made-up person points at one value. What the template reads from
pages nobody was shown is compared with the truth, cell by cell. Then the person points at what is
wrong on the page, or on a second one, or confirms something, and so on.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Protocol

import numpy as np

from benchmarks.sites import held_out, held_out_later, lists, reading, rough, shops, tables
from benchmarks.sites.made import Family, MadePage, MadeSite, Row
from bowerbird.extract.infer import NoProposal, Proposal, infer, rows_of
from bowerbird.extract.infer_examples import Example, Examples
from bowerbird.extract.infer_page import SamplePage
from bowerbird.extract.tree import tree_of

FLOORS = Path(__file__).with_name("floors.json")
TUNED: tuple[Family, ...] = (
    *shops.FAMILIES,
    *tables.FAMILIES,
    *reading.FAMILIES,
    *lists.FAMILIES,
    *rough.FAMILIES,
)
HELD_OUT: tuple[Family, ...] = (*held_out.FAMILIES, *held_out_later.FAMILIES)
MOST_EXAMPLES = 4
UNSEEN = (3, 4, 5)  # pages that nobody is shown; 1 and 2 are
FALL = 0.05  # that much worse after another example is too much
LIMIT = 100.0  # milliseconds of CPU, the 95th percentile


@dataclass
class Course:
    """One person with one aim on one site: how good the template was after each example."""

    site: str
    aim: str
    f1: list[float] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)

    @property
    def fall(self) -> float:
        """The worst step down."""
        return max((a - b for a, b in pairwise(self.f1)), default=0.0)


def sample(page: MadePage) -> SamplePage:
    return SamplePage(tree_of(page.html.encode()), page.url)


class Site(Protocol):
    """Pages of one kind, by number."""

    @property
    def name(self) -> str: ...

    @property
    def fields(self) -> tuple[str, ...]: ...

    def page(self, number: int) -> MadePage: ...


def courses(site: Site, unseen: Sequence[int] = UNSEEN) -> Iterable[Course]:
    """One for each field alone, and one for all fields together, a row at a time."""
    for name in site.fields:
        if (course := follow(site, (name,), unseen)) is not None:
            yield course
    if len(site.fields) > 1 and (course := follow(site, site.fields, unseen)) is not None:
        yield course


def follow(site: Site, fields: Sequence[str], numbers: Sequence[int]) -> Course | None:
    """All examples of one course; `None` if the page has no value to point at."""
    shown = [site.page(1), site.page(2)]
    unseen = [site.page(number) for number in numbers]
    person = Person(shown, fields, Random(f"{site.name}/{fields}"))
    if not person.begin():
        return None
    course = Course(site.name, "+".join(fields) if len(fields) > 1 else fields[0])
    for _ in range(MOST_EXAMPLES):
        began = time.process_time()
        pages = [sample(page) for page in shown[: person.pages]]
        proposal = infer(pages, Examples(tuple(person.given)))
        course.milliseconds.append((time.process_time() - began) * 1000)
        course.f1.append(judged(proposal, unseen, fields))
        person.look_at(proposal)
    return course


class Person:
    """Points at values, then at what is wrong, then confirms."""

    def __init__(self, shown: list[MadePage], fields: Sequence[str], rng: Random) -> None:
        self._shown, self._fields, self._rng = shown, fields, rng
        self.given: list[Example] = []
        self.pages = 1

    def begin(self) -> bool:
        """The first row, one with all of its fields if there is any."""
        rows = self._shown[0].records
        full = [row for row in rows if all(name in row for name in self._fields)]
        if not full:
            return False
        every = [value for row in rows for value in row.values()]
        # What stands on the page once is what a sensible person would point at.
        clear = [r for r in full if all(every.count(r[name]) == 1 for name in self._fields)]
        self._point_at(self._rng.choice(clear or full), 0)
        return True

    def look_at(self, proposal: Proposal | NoProposal) -> None:
        """Points at the first thing that is wrong; else confirms a row not shown yet."""
        for number in range(2):
            page = self._shown[number]
            rows = _rows(proposal, page)
            if self._mend(page, rows, number):
                self.pages = max(self.pages, number + 1)
                return
        number = self.pages - 1
        given = {example.text for example in self.given}
        fresh = [
            row
            for row in self._shown[number].records
            if all(name in row and row[name] not in given for name in self._fields)
        ]
        if fresh:
            self._point_at(self._rng.choice(fresh), number)

    def _mend(self, page: MadePage, rows: list[Row], number: int) -> bool:
        for name in self._fields:
            true = [row[name] for row in page.records if name in row]
            got = [row[name] for row in rows if name in row]
            wrong = [text for text in got if text not in true]
            missing = [
                text for text in true if text not in got and not self._has_shown(text, number)
            ]
            if missing and (not wrong or len(self.given) % 2):
                row = next(row for row in page.records if row.get(name) == missing[0])
                self._point_at(row, number, (name,))
                return True
            if wrong and not self._has_shown(wrong[0], number):
                self.given.append(Example(wrong[0], number, wanted=False, field=name))
                return True
        return False

    def _has_shown(self, text: str, page: int) -> bool:
        return any(each.text == text and each.page == page for each in self.given)

    def _point_at(self, row: Row, page: int, fields: Sequence[str] = ()) -> None:
        for name in fields or self._fields:
            self.given.append(Example(row[name], page, field=name))


def judged(
    proposal: Proposal | NoProposal, pages: Sequence[MadePage], fields: Sequence[str]
) -> float:
    """F1 over cells of all these pages."""
    right = told = true = 0
    for page in pages:
        truth = [{n: row[n] for n in fields if n in row} for row in page.records]
        rows = _rows(proposal, page)
        right += matching_cells(rows, [row for row in truth if row])
        told += sum(len(row) for row in rows)
        true += sum(len(row) for row in truth)
    return 2 * right / (told + true) if told + true else 1.0


def _rows(proposal: Proposal | NoProposal, page: MadePage) -> list[Row]:
    match proposal:
        case NoProposal():
            return []
        case Proposal(template=template):
            rows = rows_of(template, sample(page))
            return [{k: str(v) for k, v in row.items() if v not in (None, "")} for row in rows]


def matching_cells(rows: Sequence[Row], truth: Sequence[Row]) -> int:
    """Equal cells when records are paired in order so that as many as possible are equal."""
    best = np.zeros(len(truth) + 1, dtype=int)
    for row in rows:
        same = [sum(row.get(k) == v for k, v in true.items()) for true in truth]
        before = best.copy()
        for n, cells in enumerate(same):
            best[n + 1] = max(before[n + 1], best[n], before[n] + cells)
    return int(best[-1])


@dataclass
class Report:
    """All courses of some families."""

    courses: list[Course]

    def mean(self, examples: int) -> float:
        return float(np.mean([course.f1[examples - 1] for course in self.courses]))

    def exact(self, examples: int) -> float:
        return float(np.mean([course.f1[examples - 1] > 0.999 for course in self.courses]))

    @property
    def falls(self) -> list[Course]:
        return [course for course in self.courses if course.fall > FALL]

    def milliseconds(self, percentile: float) -> float:
        return float(np.percentile([t for c in self.courses for t in c.milliseconds], percentile))


def measure(families: Sequence[Family], seeds: Sequence[int]) -> Report:
    sites = [MadeSite(family, seed) for family in families for seed in seeds]
    return Report([course for site in sites for course in courses(site)])


def show(name: str, report: Report) -> None:
    print(f"{name}: {len(report.courses)} courses")
    print("examples      1      2      3      4")
    for label, figure in (("F1", report.mean), ("exact", report.exact)):
        print(f"{label:8}" + "".join(f"{figure(n):7.3f}" for n in range(1, MOST_EXAMPLES + 1)))
    print(
        f"worse by more than {FALL} after another example: {len(report.falls)}; CPU "
        f"p50 {report.milliseconds(50):.0f} ms, p95 {report.milliseconds(95):.0f} ms"
    )
    for course in report.falls:
        print(f"  fell: {course.site} {course.aim} {_told(course)}")


def show_families(report: Report) -> None:
    for name in dict.fromkeys(course.site.partition("/")[0] for course in report.courses):
        some = Report([c for c in report.courses if c.site.partition("/")[0] == name])
        figures = "".join(f"{some.mean(n):7.3f}" for n in range(1, MOST_EXAMPLES + 1))
        worst = min(some.courses, key=lambda course: course.f1[0])
        print(f"  {name:16}{figures}   worst: {worst.site} {worst.aim} {_told(worst)}")


def _told(course: Course) -> str:
    return " ".join(f"{value:.2f}" for value in course.f1)


def below_floors(report: Report, floors: dict[str, float]) -> list[str]:
    """Which promises are not kept."""
    broken = [
        f"inference_f1_{n}: {report.mean(n):.3f} is below its floor {floor:.3f}"
        for n in (1, 2, 3)
        if report.mean(n) < (floor := floors[f"inference_f1_{n}"])
    ]
    means = [report.mean(n) for n in range(1, MOST_EXAMPLES + 1)]
    if any(a - b > FALL for a, b in pairwise(means)):
        broken.append(f"F1 falls by more than {FALL} after another example")
    if (slow := report.milliseconds(95)) > LIMIT:
        broken.append(f"p95 is {slow:.0f} ms of CPU, {LIMIT:.0f} are allowed")
    return broken


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.inference", description=__doc__)
    parser.add_argument("--seeds", type=int, default=6, help="sites of each family")
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--families", action="store_true", help="a line for each family")
    parser.add_argument("--only", default="", help="families whose names contain this")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    asked = parser.parse_args()
    seeds = range(asked.first_seed, asked.first_seed + asked.seeds)
    floors = json.loads(FLOORS.read_text("utf-8"))
    broken: list[str] = []
    told = {}
    for name, families in (("tuned on", TUNED), ("held out", HELD_OUT)):
        some = [family for family in families if asked.only in family.name]
        if not some:
            continue
        report = measure(some, seeds)
        broken += [f"{name}: {each}" for each in below_floors(report, floors)]
        told[name] = {
            "courses": len(report.courses),
            "f1": [report.mean(n) for n in range(1, MOST_EXAMPLES + 1)],
            "exact": [report.exact(n) for n in range(1, MOST_EXAMPLES + 1)],
            "falls": len(report.falls),
            "p95_ms": report.milliseconds(95),
        }
        if not asked.json:
            show(name, report)
            if asked.families:
                show_families(report)
    if asked.json:
        json.dump({"families": told, "broken": broken}, sys.stdout, indent=1)
    else:
        print("\n".join(broken) or "all floors hold")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
