"""The title of a PDF: its properties are often empty or junk, the first page seldom is.

The properties' title counts if the first page says it, too; else the largest letters do, which are
the title on 10 of 12 articles.
"""

import re
from collections.abc import Mapping, Sequence

SAID = 0.8  # share of a title's words that the first page has to say
SAME_HEIGHT = 0.06  # letters of one line of a title differ so much in height at the most
SHORTEST = 4  # letters; a large initial or a page number is no title
LONGEST = 300
MOST_LINES = 5

_WORD = re.compile(r"\w{2,}")
_JUNK = re.compile(
    r"^(?:untitled|title|document\d*|microsoft (?:word|powerpoint|excel) - .*|doi:.*|slide \d+"
    r"|.*\.(?:dvi|tex|docx?|indd|pdf|qxd|pptx?|xlsx?|ps|rtf|eps)|[\W\d_]*"
    r"|proceedings of .*\.\.\.)$",
    re.IGNORECASE,
)


def title_of(lines: Sequence[tuple[float, str]], metadata: Mapping[str, str]) -> str:
    """The most likely title; `lines` are those of the first page, each with its height."""
    said = frozenset(_words(" ".join(line for _, line in lines)))
    named = (metadata.get(key, "") for key in ("dc:title", "pdf:title"))
    claims = [claim for claim in named if claim and not _JUNK.match(claim)]
    for claim in claims:
        words = _words(claim)
        if words and sum(word in said for word in words) >= SAID * len(words):
            return claim
    return _largest(lines) or next(iter(claims), "")


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _largest(lines: Sequence[tuple[float, str]]) -> str:
    """The first run of lines in the largest letters; nothing where all are of one size."""
    sizes = [height for height, line in lines if _letters(line) >= SHORTEST]
    if not sizes:
        return ""
    top = max(sizes)
    usual = sorted(sizes)[len(sizes) // 2]
    if top <= usual * (1 + SAME_HEIGHT) and len(sizes) > MOST_LINES:
        return ""
    run: list[str] = []
    for height, line in lines:
        if height >= top * (1 - SAME_HEIGHT) and _letters(line):
            run.append(line)
        elif run and _letters(" ".join(run)) >= SHORTEST:
            break
        else:
            run = []
        if len(run) == MOST_LINES:
            break
    return " ".join(" ".join(run).split())[:LONGEST]


def _letters(text: str) -> int:
    return sum(map(str.isalpha, text))
