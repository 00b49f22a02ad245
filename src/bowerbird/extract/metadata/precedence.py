"""From claims to metadata: the first source by precedence is believed; others back it or not."""

import re
from collections.abc import Iterable
from typing import Any

from msgspec import structs

from bowerbird.extract.metadata.claims import Claim
from bowerbird.extract.metadata.names import folded, same_name
from bowerbird.model.metadata import Field, Finding, Metadata, Person, Source, Value

_RANK = {source: rank for rank, source in enumerate(Source)}
BACKED = 0.5  # of what a second source's confidence leaves open is closed
CONTRADICTED = 0.9  # a field that another source tells otherwise is less sure
SHORTEST_START = 12  # characters by which a title that was cut short is known
_DATE = re.compile(r"\d{4}(-\d\d){0,2}", re.ASCII)
_WORDS = re.compile(r"\w+")


def resolve(claims: Iterable[Claim]) -> Metadata:
    """One value for each field, and what speaks against it."""
    by_field: dict[str, list[Claim]] = {}
    for claim in claims:
        by_field.setdefault(claim.field, []).append(claim)
    fields: dict[str, Any] = {name: _resolved(said) for name, said in by_field.items()}
    _affiliations_of_authors(fields)
    return Metadata(**fields)


def _resolved(said: list[Claim]) -> Field[Any]:
    said = sorted(said, key=lambda claim: (_RANK[claim.source], -claim.confidence))
    best = _whole(said)
    value, open_, agreeing, against = best.value, 1 - best.confidence, [], []
    for claim in said:
        if claim is best:
            continue
        if agree(best.value, claim.value):
            if claim.source != best.source:
                agreeing.append(claim.source)
                open_ *= 1 - BACKED * claim.confidence
            value = _completed(value, claim.value)
        else:
            against.append(Finding(claim.value, claim.source, claim.confidence))
    confidence = (1 - open_) * (CONTRADICTED if against else 1)
    return Field(value, best.source, round(confidence, 3), tuple(against), tuple(agreeing))


def _whole(said: list[Claim]) -> Claim:
    """The first claim; if it was cut short, the first that has all of it."""
    first = said[0]
    if isinstance(first.value, str):
        start = first.value.rstrip("….").rstrip()
        if first.value != start and len(start) >= SHORTEST_START:
            for claim in said[1:]:
                if isinstance(claim.value, str) and claim.value.startswith(start):
                    return claim
    return first


def agree(one: Value, other: Value) -> bool:
    """Do two sources mean the same? Letters count, not their case or what stands between."""
    if isinstance(one, str) or isinstance(other, str):
        return isinstance(one, str) and isinstance(other, str) and _same_text(one, other)
    if len(one) != len(other):
        return False
    pairs = list(zip(one, other, strict=True))
    people = [same_name(a, b) for a, b in pairs if isinstance(a, Person) and isinstance(b, Person)]
    if people:
        return all(people)
    return _words(*map(str, one)) == _words(*map(str, other))


def _same_text(one: str, other: str) -> bool:
    mine, theirs = _words(one), _words(other)
    if mine == theirs:
        return True
    shorter, longer = sorted((one, other), key=len)
    if _DATE.fullmatch(shorter):
        return longer.startswith(shorter)  # the same date, told less exactly
    cut = shorter.rstrip("….").rstrip()
    return len(cut) >= 40 and longer.startswith(cut)


def _completed(value: Value, other: Value) -> Value:
    """The same, with what only the other source knows: a day of the month, where people work."""
    if isinstance(value, str):
        exact = isinstance(other, str) and _DATE.fullmatch(other) and other.startswith(value)
        return other if exact else value
    if not value or not isinstance(value[0], Person):
        return value
    pairs = zip(value, other, strict=True)
    return tuple(structs.replace(mine, **_known_of(theirs, mine)) for mine, theirs in pairs)


def _known_of(person: object, unlike: Person) -> dict[str, Any]:
    wanted = ("affiliations", "orcid", "email", *(() if unlike.family else ("family", "given")))
    known = {name: getattr(person, name) for name in wanted if not getattr(unlike, name)}
    theirs = str(getattr(person, "name", ""))
    if unlike.name.isascii() and not theirs.isascii() and folded(theirs) == folded(unlike.name):
        known["name"] = theirs  # with its accents
    return known


def _affiliations_of_authors(fields: dict[str, Any]) -> None:
    """Where no source lists the affiliations, those of the authors are the list."""
    authors = fields.get("authors")
    if "affiliations" in fields or authors is None:
        return
    names = dict.fromkeys(name for person in authors.value for name in person.affiliations)
    if names:
        fields["affiliations"] = Field(tuple(names), authors.source, authors.confidence)


def _words(*texts: str) -> list[str]:
    return _WORDS.findall(" ".join(texts).casefold())
