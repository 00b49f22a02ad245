"""Collections of triples (resource, user, tag) by number, with the names in files beside them.

`user_id, paper_id, concept_id` with `concepts.csv`: papers of arXiv (ScienceWISE). `users.dat` with
`item-tag.dat` and `tags.dat`: who kept which item, and the tags of items (CiteULike, as research
uses it); its items have no address, but their tags say which stand together.
"""

import csv
import re
from collections.abc import Iterator
from pathlib import Path

from bowerbird.model.seed import Bookmark
from bowerbird.seeds.bookmarks.people import pseudonym

_ARXIV = re.compile(r"(?:[a-z-]+(?:\.[A-Z]{2})?/\d{7}|\d{4}\.\d{4,5})(?:v\d+)?")
COLUMNS = ("user_id", "paper_id", "concept_id")


def is_numbered(head: str) -> bool:
    """Is its first line that of such a collection?"""
    return tuple(name.strip(" #") for name in head.split(",")) == COLUMNS


def read_papers(text: str, beside: Path) -> Iterator[Bookmark]:
    """One bookmark for each paper and user, with the names of the concepts that were given."""
    names = _names(beside / "concepts.csv")
    tags: dict[tuple[str, str], dict[str, None]] = {}
    for row in csv.reader(text.splitlines()[1:]):
        if len(row) == 3:
            user, paper, concept = (value.strip() for value in row)
            tags.setdefault((paper, user), {})[names.get(concept, concept)] = None
    for (paper, user), given in tags.items():
        url = f"https://arxiv.org/abs/{paper}" if _ARXIV.fullmatch(paper) else paper
        yield Bookmark(url, pseudonym("sciencewise", user), tuple(given))


def is_users(path: Path) -> bool:
    """Do the tags of its items lie beside it?"""
    return path.name == "users.dat" and all(
        (path.parent / name).is_file() for name in ("item-tag.dat", "tags.dat")
    )


def read_users(path: Path) -> Iterator[Bookmark]:
    """Each line is a person: how many items, then their numbers from 0."""
    names = (path.parent / "tags.dat").read_text("utf-8", "replace").splitlines()
    items = [
        tuple(names[int(number)] for number in line.split()[1:] if int(number) < len(names))
        for line in (path.parent / "item-tag.dat").read_text("utf-8").splitlines()
    ]
    for user, line in enumerate(path.read_text("utf-8").splitlines()):
        for number in map(int, line.split()[1:]):
            if number < len(items):
                yield Bookmark(f"item {number}", pseudonym("citeulike", str(user)), items[number])


def _names(path: Path) -> dict[str, str]:
    if not path.is_file():
        return {}
    rows = csv.reader(path.read_text("utf-8", "replace").splitlines())
    return {row[0].strip(): row[1].strip() for row in rows if len(row) > 1 and row[0][:1] != "#"}
