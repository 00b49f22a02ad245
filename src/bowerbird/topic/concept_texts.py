"""Concept maps that people write or draw: indented text, CSV, OPML and mind maps, OBO."""

import csv
import re
from collections.abc import Iterator
from pathlib import Path

from lxml import etree

from bowerbird.model.errors import UsageError
from bowerbird.model.topic import Label, Relation, RelationKind
from bowerbird.topic.concepts import ALTERNATIVE, Concept

_DEEPEST = 60
# In indented text a mark before a name says how it stands to what it is indented under.
_MARKS = {
    "~": RelationKind.RELATED,
    "+": RelationKind.PART,
    "=": RelationKind.EQUIVALENT,
}
_NAMED = {
    "broader": RelationKind.BROADER, "parent": RelationKind.BROADER, "is_a": RelationKind.BROADER,
    "narrower": RelationKind.NARROWER, "child": RelationKind.NARROWER,
    "supertopicof": RelationKind.NARROWER, "part": RelationKind.PART, "whole": RelationKind.WHOLE,
    "part_of": RelationKind.WHOLE, "related": RelationKind.RELATED,
    "contributesto": RelationKind.RELATED, "equivalent": RelationKind.EQUIVALENT,
    "relatedequivalent": RelationKind.EQUIVALENT, "synonym": RelationKind.EQUIVALENT,
}  # fmt: skip


def read_indented(path: Path) -> Iterator[Concept]:
    """One concept a line, deeper ones below what they are a kind of:

    databases; database systems        names after the first are other names
        relational databases
        ~ information retrieval        related
        + query languages              a part
        = data bases                   the same
    """
    above: list[tuple[int, str]] = []
    for number, line in enumerate(path.read_text("utf-8-sig").splitlines(), 1):
        text = line.split("#", 1)[0].rstrip()
        if not text.strip():
            continue
        depth = len(text.expandtabs(4)) - len(text.expandtabs(4).lstrip())
        mark, names = _names(text.strip().lstrip("-* "))
        if not names:
            raise UsageError(f"{path}, line {number}: a concept needs a name")
        above = [each for each in above if each[0] < depth][-_DEEPEST:]
        relations = ()
        if above:
            kind = _MARKS.get(mark, RelationKind.NARROWER)
            yield Concept(above[-1][1], (), (Relation(kind, _id(names[0])),))
        yield Concept(_id(names[0]), _labels(names), relations)
        above.append((depth, _id(names[0])))


def read_csv(path: Path) -> Iterator[Concept]:
    """`child,parent` and if there are more columns `weight`, `relation` and `synonyms`; a first
    line of names may put them in another order."""
    lines = list(csv.reader(path.read_text("utf-8-sig").splitlines()))
    columns = ["child", "parent", "weight", "relation", "synonyms"]
    if lines and "child" in (head := [cell.strip().lower() for cell in lines[0]]):
        columns, lines = head, lines[1:]
    for number, cells in enumerate(lines, 1):
        row = {name: cell.strip() for name, cell in zip(columns, cells, strict=False)}
        child, parent = row.get("child", ""), row.get("parent", "")
        if not child:
            continue
        synonyms = [name for name in row.get("synonyms", "").split(";") if name.strip()]
        kind = _NAMED.get(row.get("relation", "").lower() or "broader")
        if kind is None:
            raise UsageError(
                f"{path}, row {number}: unknown relation {row['relation']!r}; "
                f"known: {', '.join(sorted(_NAMED))}"
            )
        weight = _weight(row.get("weight", ""), path, number)
        relations = (Relation(kind, _id(parent), weight),) if parent else ()
        yield Concept(_id(child), _labels([child, *synonyms]), relations)
        if parent:
            yield Concept(_id(parent), _labels([parent]))


def read_outline(path: Path) -> Iterator[Concept]:
    """OPML outlines and FreeMind maps, whose items stand inside what they are kinds of; and trees
    of `<node label="…">`."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    root = etree.parse(str(path), parser).getroot()
    for item in root.iter("outline", "node"):
        names = _item_names(item)
        if not names:
            continue
        yield Concept(_id(names[0]), _labels(names))
        above = next((each for each in item.iterancestors("outline", "node")), None)
        if above is not None and (parents := _item_names(above)):
            relation = Relation(RelationKind.BROADER, _id(parents[0]))
            yield Concept(_id(names[0]), (), (relation,))


def read_obo(path: Path) -> Iterator[Concept]:
    """Stanzas of OBO: id, name, synonyms, is_a, relationship."""
    for stanza in re.split(r"\n(?=\[)", path.read_text("utf-8-sig")):
        if not stanza.startswith("[Term]"):
            continue
        said = [line.partition(": ")[::2] for line in stanza.splitlines()[1:]]
        named = dict(reversed(said))
        if "id" not in named or named.get("is_obsolete") == "true":
            continue
        synonyms = [
            found[1] for tag, value in said if tag == "synonym"
            and (found := re.match(r'"([^"]+)"', value))
        ]  # fmt: skip
        relations = []
        for tag, value in said:
            words = value.split()
            if tag == "is_a" and words:
                relations.append(Relation(RelationKind.BROADER, words[0]))
            elif tag == "relationship" and len(words) > 1:
                kind = _NAMED.get(words[0].lower(), RelationKind.RELATED)
                relations.append(Relation(kind, words[1], 1.0 if words[0] in _NAMED else 0.5))
        names = [name for name in (named.get("name", ""), *synonyms) if name]
        yield Concept(named["id"].split()[0], _labels(names), tuple(relations))


def _names(text: str) -> tuple[str, list[str]]:
    mark = text[0] if text and text[0] in _MARKS else ""
    return mark, [name.strip() for name in text[len(mark) :].split(";") if name.strip()]


def _labels(names: list[str]) -> tuple[Label, ...]:
    return tuple(Label(name, ALTERNATIVE if at else 1.0) for at, name in enumerate(names))


def _id(name: str) -> str:
    return " ".join(name.casefold().split())


def _item_names(item: "etree._Element") -> list[str]:
    said = item.get("text") or item.get("TEXT") or item.get("label") or item.get("title") or ""
    return [name.strip() for name in said.split(";") if name.strip()]


def _weight(text: str, path: Path, number: int) -> float:
    try:
        weight = float(text or 1)
    except ValueError:
        weight = -1.0
    if not 0 < weight <= 1:
        raise UsageError(f"{path}, row {number}: the weight {text!r} is not between 0 and 1")
    return weight
