"""The list of references at the end of a paper, entry by entry."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from bowerbird.extract.metadata.dates import year_in
from bowerbird.extract.metadata.features import begins_references
from bowerbird.extract.metadata.glyphs import PlainLine
from bowerbird.extract.metadata.identifiers import doi_of
from bowerbird.model.metadata import Reference

MOST = 2_000
LONGEST = 1_500  # characters of an entry; what is longer ran into something else
SHORTEST = 20
INDENT = 15  # points; further left than the list stands what is no part of it
_NUMBERED = re.compile(r"^\s*(?:\[(\d{1,3})\]|(\d{1,3})\.)\s+\S")
_KEYED = re.compile(r"^\s*\[[^\]]{2,30}\]\s+\S")
_SURNAME = r"(?:(?:van|von|de|der|den|di|da|le|la|du)\s+)*[A-ZÀ-Ý][\w'’-]+(?:\s[A-ZÀ-Ý][\w'’-]+)?"
_AUTHOR = re.compile(rf"^{_SURNAME},\s+(?:[A-ZÀ-Ý]\.|[A-ZÀ-Ý][a-zà-ÿ]+[,.])")
_NAMED = re.compile(r"^[A-ZÀ-Ý][\w'’-]*[.,]?\s+(?:[A-ZÀ-Ý]|and\b|&)|^[A-ZÀ-Ý]\.\s*[A-ZÀ-Ý]")
_GOES_ON = re.compile(r"(?:[,&:(–-]|\b(?:and|the|of|in|on|for|to|a|with|by))$")
_YEARS = re.compile(r"\b(?:1[89]|20)\d\d[a-z]?\b")
_AFTER = re.compile(
    r"^\W*(?:[A-Z]\.?\s+|\d+\.?\s+)?(?:appendix|appendices|supplementary|acknowledge?ments?|"
    r"author contributions|about the authors?)\b",
    re.IGNORECASE,
)


def references_of(lines: Sequence[PlainLine]) -> list[Reference]:
    """The entries behind the last heading that announces them."""
    start = next(
        (n for n in range(len(lines) - 1, -1, -1) if begins_references(lines[n].text)), None
    )
    if start is None:
        return []
    listed: list[PlainLine] = []
    for line in lines[start + 1 :]:
        if _AFTER.match(line.text) and len(line.text) < 50:
            break
        listed.append(line)
    listed = _inside(listed)
    return [_reference(text) for text in _entries(listed) if SHORTEST <= len(text) <= LONGEST][
        :MOST
    ]


def _inside(lines: list[PlainLine]) -> list[PlainLine]:
    """Without headers and footers: few lines begin where they do, left of everything else."""
    main = Counter(round(line.left) for line in lines).most_common(2)
    edge = min((left for left, count in main if count >= 0.15 * len(lines)), default=0)
    return [line for line in lines if line.left >= edge - INDENT]


def _entries(lines: list[PlainLine]) -> list[str]:
    """By numbers, by keys in brackets, by what hangs to the left, or by names and full stops."""
    numbered = [line for line in lines if _NUMBERED.match(line.text)]
    if len(numbered) >= 3 and len(numbered) >= 0.1 * len(lines):
        return _split(lines, _by_number(lines))
    keyed = [number for number, line in enumerate(lines) if _KEYED.match(line.text)]
    if len(keyed) >= 3:
        return _split(lines, keyed)
    hanging = _by_hanging(lines)
    if hanging:
        return _split(lines, hanging)
    ended = [
        n for n in range(len(lines)) if _begins(lines[n].text, lines[n - 1].text if n else ".")
    ]
    return _split(lines, ended)


def _begins(text: str, before: str) -> bool:
    """A surname with initials begins an entry, unless the line before cannot end one; any other
    name only behind a full stop, and with a year not far."""
    if _AUTHOR.match(text):
        return not _GOES_ON.search(before.rstrip())
    return bool(_NAMED.match(text)) and _ends(before) and bool(_YEARS.search(text[:120]))


def _by_number(lines: list[PlainLine]) -> list[int]:
    """Numbers that count up by one; a page number or a year at the start of a line does not."""
    starts, wanted = [], None
    for number, line in enumerate(lines):
        if found := _NUMBERED.match(line.text):
            value = int(found[1] or found[2])
            if wanted is None or value == wanted:
                starts.append(number)
                wanted = value + 1
    return starts


def _by_hanging(lines: list[PlainLine]) -> list[int]:
    """Entries begin further left than they go on; each column has its own left edge."""
    edges: list[float] = []
    for line in lines:
        if not any(abs(line.left - edge) < 3 for edge in edges):
            edges.append(line.left)
    counts = {edge: sum(abs(line.left - edge) < 3 for line in lines) for edge in edges}
    usual = sorted(edge for edge in edges if counts[edge] >= 0.08 * len(lines))
    hanging = [edge for edge in usual if any(4 < other - edge < 40 for other in usual)]
    hanging = [edge for edge in hanging if not any(4 < edge - other < 40 for other in hanging)]
    starts = [
        n for n, line in enumerate(lines) if any(abs(line.left - edge) < 3 for edge in hanging)
    ]
    return starts if len(starts) >= 3 else []


def _split(lines: list[PlainLine], starts: list[int]) -> list[str]:
    return [_joined(lines[start:end]) for start, end in pairwise([*starts, len(lines)])]


def _joined(lines: list[PlainLine]) -> str:
    text = ""
    for line in lines:
        piece = line.text.strip()
        if piece.isdecimal() and len(piece) <= 4:
            continue  # the number of a page
        if text.endswith("-") and piece[:1].islower():
            text = text[:-1] + piece
        else:
            text = f"{text} {piece}".strip()
    return text


def _ends(text: str) -> bool:
    return text.rstrip().endswith((".", ")", "]")) or text.rstrip()[-1:].isdecimal()


def _reference(text: str) -> Reference:
    text = re.sub(r"^\s*(?:\[[^\]]{1,30}\]|\d{1,3}\.)\s+", "", text)
    return Reference(
        text, doi_of(re.sub(r"(10\.\d{4,9}/\S*)\s+(?=\S*\d)", r"\1", text)), year_in(text)
    )
