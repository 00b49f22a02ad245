"""Names of people: put into one order, split into their parts, and told from other words."""

import re
import unicodedata

from bowerbird.model.metadata import Person

LONGEST_NAME = 120
_PARTICLES = frozenset(
    [
        "van",
        "von",
        "der",
        "den",
        "de",
        "del",
        "della",
        "di",
        "da",
        "dos",
        "das",
        "du",
        "la",
        "le",
        "el",
        "al",
        "bin",
        "ibn",
        "ter",
        "ten",
        "zu",
        "zur",
        "af",
        "av",
        "st",
    ]
)
_SUFFIXES = frozenset(["jr", "jr.", "sr", "sr.", "ii", "iii", "iv"])
_DEGREES = re.compile(
    r",?\s*\b(?:Ph\.?\s?D\.?|M\.?D\.?|M\.?Sc\.?|B\.?Sc\.?|Dr\.?|Prof\.?|Professor|FRCP|MBBS|"
    r"MPH|DPhil|Dipl\.-Ing\.)(?=[\s,;]|$)",
)
_BY = re.compile(r"^(?:by|von|par|por|di|authors?)\b:?\s+(?=\S)", re.IGNORECASE)
_NOT_NAMES = re.compile(
    r"[@{}<>|=\\]|https?:|www\.|\d{2}|\b(?:universit|institut|department|dept|school|laborator|"
    r"faculty|college|abstract|introduction|copyright|rights reserved)",
    re.IGNORECASE,
)


def person_of(text: str) -> Person:
    """`Curie, Marie` and `Marie Curie` are the same person; degrees and «by» are left out."""
    text = _DEGREES.sub("", _BY.sub("", text.strip())).strip(" ,;*†‡§¶")
    family, comma, given = (part.strip() for part in text.partition(","))
    if comma and given.lower() in _SUFFIXES:
        return Person(f"{family} {given}")
    if comma and family and given:
        given, _, suffix = (part.strip() for part in given.partition(","))
        family = f"{family} {suffix}".strip() if suffix.lower() in _SUFFIXES else family
        return Person(f"{given} {family}", family, given)
    return Person(text)


def split_name(person: Person) -> tuple[str, str]:
    """Family and given name: as the source told them, else by the last word and its particles."""
    if person.family:
        return person.family, person.given
    words = person.name.split()
    if len(words) < 2:
        return person.name, ""
    start = len(words) - (2 if words[-1].lower() in _SUFFIXES and len(words) > 2 else 1)
    while start > 1 and words[start - 1].lower() in _PARTICLES:
        start -= 1
    return " ".join(words[start:]), " ".join(words[:start])


def is_name(text: str) -> bool:
    """Could somebody, or a group of people, be called that?"""
    letters = sum(character.isalpha() for character in text)
    return letters >= 2 and len(text) <= LONGEST_NAME and not _NOT_NAMES.search(text)


def same_name(one: Person, other: Person) -> bool:
    """Do two names mean the same person? Initials stand for what they begin."""
    (family, given), (their_family, their_given) = split_name(one), split_name(other)
    if folded(family) != folded(their_family):
        return False
    mine, theirs = folded(given), folded(their_given)
    return not mine or not theirs or mine[0] == theirs[0]


def folded(text: str) -> str:
    """Its letters alone, without case and accents."""
    spread = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in spread if character.isalpha())
