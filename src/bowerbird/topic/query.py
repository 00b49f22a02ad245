"""The query identifier and the word filter of P1: what was asked, without words that say nothing.

mouse                      a word
solar panels on roofs      several words, of which "on" is left out
"perovskite solar cell"    a phrase
https://example.org/       a page that is about it
@pages.txt                 a file of such pages, or a text that is about it
concept:databases          a concept of the map
"""

import re
from enum import StrEnum

from msgspec import Struct

from bowerbird.text.stop_lists import STOP_LISTS
from bowerbird.text.tokens import tokens
from bowerbird.web.url import InvalidUrl, parse

_OF_REFERENCES = """
abstract al anthology appendix article articles author authors bibliography book books chapter
chapters citation citations conference copyright doi edition editor editors eds et figure figures
ibid isbn issn issue journal journals keyword keywords manuscript no number page pages paper papers
pp preprint press proceedings publication publications published publisher reference references
reprint review reviews section series supplement symposium table tables thesis title transactions
vol volume volumes workshop
"""
# Words of a reference that say nothing about what the work is about.
BIBLIOGRAPHIC = frozenset(_OF_REFERENCES.split())
FUNCTION_WORDS = frozenset(word for words in STOP_LISTS.values() for word in words)
MOST_WORDS = 200

_PART = re.compile(r'concept:"[^"]*"|"[^"]*"|“[^”]*”|„[^“”]*[“”]|\S+')
_HOST = re.compile(r"(?:[\w-]+\.)+[a-zA-Z]{2,}(?::\d+)?(?:[/?#]\S*)?")


class QueryKind(StrEnum):
    """What a query turned out to be."""

    WORD = "word"
    WORDS = "words"
    PHRASE = "phrase"
    PAGES = "pages"  # URLs or files of pages that are about it
    CONCEPT = "concept"
    NOTHING = "nothing"  # no word that says anything is left


class Understood(Struct, frozen=True):
    """A query taken apart. Everything is unique and in the order in which it was said."""

    kind: QueryKind
    words: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    urls: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    concepts: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()  # function words and words of references

    @property
    def sentence(self) -> str:
        """What was understood, for people."""
        said = [
            _listed("the word", "the words", self.words),
            _listed("the phrase", "the phrases", self.phrases),
            _listed("the concept", "the concepts", self.concepts),
            _listed("the page", "the pages", self.urls),
            _listed("the file", "the files", self.files),
        ]
        found = ", ".join(filter(None, said)) or "nothing that says what it is about"
        return found + (f"; left out: {', '.join(self.left_out)}" if self.left_out else "")


def understand(query: str) -> Understood:
    """Tell words, phrases, pages and concepts apart, and leave out what says nothing."""
    said: dict[str, list[str]] = {
        name: [] for name in ("words", "phrases", "urls", "files", "concepts")
    }
    for part in _PART.findall(query):
        name, found = _sorted(part)
        said[name] += found
    kept, left_out = filtered(said.pop("words"))
    others = {name: tuple(dict.fromkeys(found)) for name, found in said.items()}
    if not kept and not any(others.values()):
        kept, left_out = left_out, []  # "to be or not to be": better all of it than nothing
    return Understood(_kind(kept, others), tuple(kept), **others, left_out=tuple(left_out))


def filtered(words: list[str]) -> tuple[list[str], list[str]]:
    """The words that say something, and those that do not; each once."""
    unique = list(dict.fromkeys(words))[:MOST_WORDS]
    kept = [word for word in unique if not (word in FUNCTION_WORDS or word in BIBLIOGRAPHIC)]
    return kept, [word for word in unique if word not in set(kept)]


def _sorted(part: str) -> tuple[str, list[str]]:
    """What a part of the query is, and what it comes to."""
    if part.startswith("concept:"):
        return "concepts", [part.removeprefix("concept:").strip('"')]
    if part.startswith("@") and len(part) > 1:
        return "files", [part[1:]]
    if part[0] in '"“„':
        words = tokens(part)
        return ("phrases", [" ".join(words)]) if len(words) > 1 else ("words", words)
    if "://" in part or _HOST.fullmatch(part):
        try:
            return "urls", [parse(part if "://" in part else f"https://{part}").href]
        except InvalidUrl:
            return "words", tokens(part)
    return "words", tokens(part)


def _kind(words: list[str], others: dict[str, tuple[str, ...]]) -> QueryKind:
    if words:
        return QueryKind.WORD if len(words) == 1 and not any(others.values()) else QueryKind.WORDS
    if others["phrases"]:
        return QueryKind.PHRASE
    if others["concepts"]:
        return QueryKind.CONCEPT
    return QueryKind.PAGES if others["urls"] or others["files"] else QueryKind.NOTHING


def _listed(one: str, several: str, found: tuple[str, ...]) -> str:
    if not found:
        return ""
    return f"{one if len(found) == 1 else several} {', '.join(f'“{each}”' for each in found)}"
