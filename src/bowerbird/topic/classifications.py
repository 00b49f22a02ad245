"""Classifications, whose codes say what is above what: numbered lines, and XML of codes.

A. General Literature
A.1 Reference (B.2)        a kind of A; related to B.2
Dictionaries               without a code: a kind of the last one that has one
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from lxml import etree

from bowerbird.model.topic import Label, Relation, RelationKind
from bowerbird.topic.concepts import Concept

_CODED = re.compile(r"([A-Z](?:\.[0-9A-Za-z]{1,3})*\.?|\d+(?:\.\d+)+\.?)\s+(\S.*)")
_SEE = re.compile(r"\s*\(((?:[A-Z](?:\.[0-9a-z]+)+(?:,\s*)?)+)\)\s*$")
LEAST_CODED = 0.2  # of the lines; fewer codes are a matter of names
SAYS_NOTHING = frozenset({"general", "miscellaneous"})  # below a code, such names are of no use


def is_numbered(lines: Sequence[str]) -> bool:
    """Does nothing stand indented, and enough begin with a code?"""
    said = [line for line in lines if line.strip()]
    if not said or any(line[:1].isspace() for line in said):
        return False
    return sum(bool(_CODED.fullmatch(line.strip())) for line in said) >= LEAST_CODED * len(said)


def read_numbered(lines: Sequence[str]) -> Iterator[Concept]:
    """One concept a line."""
    last = ""
    for line in lines:
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        coded = _CODED.fullmatch(text)
        if coded is None:
            above = (Relation(RelationKind.BROADER, last),) if last else ()
            yield Concept(f"{last} {text.casefold()}", (Label(text),), above)
            continue
        last = coded[1].rstrip(".")
        name, see = coded[2], _SEE.search(coded[2])
        related: tuple[Relation, ...] = ()
        if see is not None:
            name = name[: see.start()]
            codes = (code.strip() for code in see[1].split(","))
            related = tuple(Relation(RelationKind.RELATED, code) for code in codes if code)
        yield Concept(last, _labels(name), (*_above(last), *related))


def read_codes(path: Path) -> Iterator[Concept]:
    """XML with elements that hold a `code` and a `description` each; a code that begins like
    another one is a kind of it."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    root = etree.parse(str(path), parser).getroot()
    named = {
        code.strip(): name.strip()
        for element in root.iter()
        if (code := element.findtext("code")) and (name := element.findtext("description"))
    }
    for code, name in named.items():
        shorter = (code[:end] for end in range(len(code) - 1, 0, -1))
        above = next((each for each in shorter if each in named), "")
        relations = (Relation(RelationKind.BROADER, above),) if above else ()
        yield Concept(code, tuple(Label(part.strip()) for part in name.split(";")), relations)


def _above(code: str) -> tuple[Relation, ...]:
    parent, dot, _ = code.rpartition(".")
    return (Relation(RelationKind.BROADER, parent),) if dot else ()


def _labels(name: str) -> tuple[Label, ...]:
    return () if name.casefold() in SAYS_NOTHING else (Label(name),)
