"""Saved pages with their true records: frozen, so that no change of a generator moves them.

python -m benchmarks.sites.saved FOLDER    writes three pages of 26 families there
"""

import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.sites.made import Family, MadePage, MadeSite

PAGES = (1, 2, 3)
SEED = 2026


@dataclass(frozen=True)
class SavedSite:
    """Three pages of one kind: `NAME-1.html` and so on, and `NAME.json` with what they say."""

    folder: Path
    name: str

    @property
    def fields(self) -> tuple[str, ...]:
        return tuple(self._truth["fields"])

    def page(self, number: int) -> MadePage:
        html = (self.folder / f"{self.name}-{number}.html").read_text("utf-8")
        records = self._truth["pages"][str(number)]
        return MadePage(f"https://made.example/{self.name}?page={number}", html, records)

    @property
    def _truth(self) -> dict[str, dict[str, list[dict[str, str]]]]:
        told = json.loads((self.folder / f"{self.name}.json").read_text("utf-8"))
        return dict(told)


def saved_sites(folder: Path) -> list[SavedSite]:
    return [SavedSite(folder, path.stem) for path in sorted(folder.glob("*.json"))]


def save(family: Family, folder: Path) -> None:
    site = MadeSite(family, SEED)
    pages = {number: site.page(number) for number in PAGES}
    for number, page in pages.items():
        (folder / f"{family.name}-{number}.html").write_text(page.html, "utf-8")
    truth = {"fields": family.fields, "pages": {n: page.records for n, page in pages.items()}}
    text = json.dumps(truth, indent=1, ensure_ascii=False)
    (folder / f"{family.name}.json").write_text(text + "\n", "utf-8")


def save_all(families: Iterable[Family], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for family in families:
        save(family, folder)


if __name__ == "__main__":
    from benchmarks.sites import lists, reading, shops, tables

    every = (*shops.FAMILIES, *tables.FAMILIES, *reading.FAMILIES, *lists.FAMILIES[:7])
    save_all(every, Path(sys.argv[1]))
