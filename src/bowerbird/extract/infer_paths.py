"""Paths: selectors as inference handles them, step by step, evaluated on sample pages as bits."""

from functools import cached_property
from typing import Literal

from bowerbird.extract.infer_marks import TEXT, Kind, Mark
from bowerbird.extract.infer_page import Bits, SamplePage

Joint = Literal[" ", ">"]


class Step:
    """Marks that one node bears all of, and how it hangs below the step before."""

    __slots__ = ("joint", "key", "marks")

    def __init__(self, marks: tuple[Mark, ...], joint: Joint = " ") -> None:
        self.marks, self.joint = marks, joint
        self.key = (joint, marks)

    @property
    def css(self) -> str:
        """Empty where CSS cannot say it."""
        parts = [mark.css for mark in self._ordered]
        return "".join(parts) if all(parts) else ""

    @property
    def xpath(self) -> str:
        tag = next((mark.name for mark in self.marks if mark.kind is Kind.TAG), "*")
        if tag == TEXT:
            tests = "".join(f"[{m.xpath}]" for m in self._ordered if m.kind is not Kind.TAG)
            return f"text()[normalize-space()]{tests}"
        tests = "".join(f"[{mark.xpath}]" for mark in self._ordered if mark.kind is not Kind.TAG)
        return tag + tests

    @property
    def _ordered(self) -> list[Mark]:
        return sorted(self.marks, key=lambda mark: mark.kind is not Kind.TAG)

    def among(self, page: SamplePage) -> Bits:
        found = page.bits(self.marks[0])
        for mark in self.marks[1:]:
            found &= page.bits(mark)
        return found


class Region:
    """Where records are: themselves, their children, and all that they hold."""

    __slots__ = ("nearest", "tops", "within")

    def __init__(self, tops: Bits, nearest: Bits, within: Bits) -> None:
        self.tops, self.nearest, self.within = tops, nearest, within


class Path:
    """Steps down from a record, or from the page; no steps is the record itself."""

    def __init__(self, steps: tuple[Step, ...], cost: float) -> None:
        self.steps, self.cost = steps, cost
        self.key = tuple(step.key for step in steps)

    def __repr__(self) -> str:
        return f"Path({self.text!r}, {self.cost:.2f})"

    @cached_property
    def text(self) -> str:
        """As a template has it."""
        if not self.steps:
            return "."
        parts = [step.css for step in self.steps]
        if all(parts) and self.steps[0].joint == " ":
            joined = parts[0]
            for step, part in zip(self.steps[1:], parts[1:], strict=True):
                joined += f" > {part}" if step.joint == ">" else f" {part}"
            return joined
        return self.xpath_text

    @property
    def xpath_text(self) -> str:
        return "." + "".join(
            ("/" if step.joint == ">" else "//") + step.xpath for step in self.steps
        )

    @property
    def is_css(self) -> bool:
        """Can it be said in CSS?"""
        return bool(self.steps) and not self.text.startswith(".//") and self.text[:2] != "./"

    def found(self, page: SamplePage, region: "Region") -> Bits:
        """What it finds inside records."""
        if not self.steps:
            return region.tops
        first = self.steps[0]
        found = first.among(page) & (region.within if first.joint == " " else region.nearest)
        for step in self.steps[1:]:
            if not found:
                return 0
            below = page.below(found) if step.joint == " " else page.just_below(found)
            found = below & step.among(page)
        return found
