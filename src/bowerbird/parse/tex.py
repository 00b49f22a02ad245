"""TeX and LaTeX: the words of a source, its title and sections, and what it refers to.

Not a TeX: macros are not expanded. Commands go, what stands in their braces mostly stays.
"""

import re
import unicodedata
from collections.abc import Collection

from bowerbird.model.page import Page
from bowerbird.parse.documents.content import Content
from bowerbird.parse.documents.framing import ParsedDocument, framed
from bowerbird.parse.options import ParseOptions
from bowerbird.parse.source_text import opened_text

_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
_BEGIN = re.compile(r"\\begin\s{0,4}\{document\}")
_END = re.compile(r"\\end\s{0,4}\{document\}")
_ARGUMENT = r"\s{0,4}\{((?:[^{}]|\{[^{}]{0,500}+\}){0,2000}+)\}"
_URL = re.compile(r"\\(?:url|path|nolinkurl)\s{0,4}\{([^{}\n]{1,2000})\}")
_HREF = re.compile(r"\\href\s{0,4}(?:\[[^\[\]]{0,300}+\])?\{([^{}\n]{1,2000})\}" + _ARGUMENT)
_PROPERTY = re.compile(r"\\(title|author|date|keywords)\s{0,4}(?:\[[^\[\]]{0,300}+\])?" + _ARGUMENT)
_SECTION = re.compile(
    r"\\(part|chapter|section|subsection|subsubsection|paragraph)\*?\s{0,4}(?:\[[^\[\]]{0,300}+\])?"
    + _ARGUMENT
)
_ABSTRACT, _ABSTRACT_END, LONGEST_ABSTRACT = r"\begin{abstract}", r"\end{abstract}", 10_000
_LEVELS = {
    "part": 1,
    "chapter": 1,
    "section": 2,
    "subsection": 3,
    "subsubsection": 4,
    "paragraph": 5,
}
# Commands whose arguments are names and numbers, not words.
_WORDLESS = re.compile(
    r"\\(?:begin|end|label|ref|eqref|pageref|cite[a-z]{0,10}|usepackage|documentclass|input|include"
    r"|includegraphics|bibliography|bibliographystyle|vspace|hspace|setlength|newcommand"
    r"|renewcommand|def|pagestyle|thispagestyle|addtolength|hypersetup|graphicspath|setcounter)"
    r"\*?\s{0,4}(?:\[[^\[\]]{0,300}+\]){0,2}(?:\{[^{}]{0,500}\}){0,3}"
)
_ACCENT = re.compile(r"\\([\"'`^~=.uvHcdbkr])\s{0,2}(?:\{\s?\\?([A-Za-z])\}|\\?([A-Za-z]))")
_MARKS = {
    '"': "\u0308", "'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303", "=": "\u0304",
    ".": "\u0307", "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "d": "\u0323",
    "b": "\u0331", "k": "\u0328", "r": "\u030a",
}  # fmt: skip
_LETTERS = {
    r"\ss": "ß", r"\ae": "æ", r"\AE": "Æ", r"\oe": "œ", r"\OE": "Œ", r"\o": "ø", r"\O": "Ø",
    r"\aa": "å", r"\AA": "Å", r"\l": "ł", r"\L": "Ł", r"\i": "ı",
}  # fmt: skip
_LETTER = re.compile(r"\\(?:ss|ae|AE|oe|OE|aa|AA|o|O|l|L|i)(?![A-Za-z])\s?(?:\{\})?")
_ESCAPED = re.compile(r"\\([%&$#_{}])")
_COMMAND = re.compile(r"\\(?:[A-Za-z@]{1,60}\*?(?:\[[^\[\]\n]{0,300}+\])?|.)", re.DOTALL)
_BRACES = str.maketrans({"{": "", "}": "", "$": "", "~": " ", "&": " "})
_QUOTES = (("---", "\u2014"), ("--", "\u2013"), ("``", "\u201c"), ("''", "\u201d"))


class TexParser:
    """Reads a source as its author wrote it."""

    media_types: Collection[str] = frozenset(
        ["application/x-tex", "text/x-tex", "application/x-latex", "text/x-latex"]
    )

    def __init__(self, options: ParseOptions, agent: str) -> None:
        self._options = options
        self._agent = agent

    def parse(self, page: Page) -> ParsedDocument:
        """Never raises for what a page holds."""
        text, content = opened_text(page, self._options)
        text = _COMMENT.sub("", text)
        _note_properties(text, content)
        body = text[begin.end() :] if (begin := _BEGIN.search(text)) else text
        body = body[: end.start()] if (end := _END.search(body)) else body
        for kind, name in _SECTION.findall(body):
            content.head(_LEVELS[kind], plain_words(name))
        for href, words in _HREF.findall(body):
            content.link(_unescaped(href), "tex", plain_words(words))
        for href in _URL.findall(body):
            content.link(_unescaped(href), "tex", _unescaped(href))
        body = _HREF.sub(lambda found: found[2], body)
        for block in re.split(r"\n[ \t]*\n", body):
            content.say(plain_words(block))
            if content.is_full():
                break
        return framed(page, content, self._options, self._agent)


def plain_words(text: str) -> str:
    """Words without commands, accents as letters."""
    text = _PROPERTY.sub("", text)
    text = _URL.sub(lambda found: found[1], text)
    text = _WORDLESS.sub(" ", text)
    text = _ACCENT.sub(_accented, text)
    text = _LETTER.sub(lambda found: _LETTERS[found[0].rstrip("{} \n")], text)
    text = _ESCAPED.sub(lambda found: {"{": "\ue000", "}": "\ue001", "$": "\ue002",
                                       "&": "\ue003"}.get(found[1], found[1]), text)  # fmt: skip
    text = _COMMAND.sub(" ", text).translate(_BRACES)
    for written, meant in _QUOTES:
        text = text.replace(written, meant)
    text = text.translate({0xE000: "{", 0xE001: "}", 0xE002: "$", 0xE003: "&"})
    return " ".join(text.split())


def _accented(found: re.Match[str]) -> str:
    letter = found[2] or found[3]
    return unicodedata.normalize("NFC", letter + _MARKS[found[1]])


def _unescaped(href: str) -> str:
    return _ESCAPED.sub(r"\1", href.strip())


def _note_properties(text: str, content: Content) -> None:
    for name, value in _PROPERTY.findall(text):
        value = plain_words(value.replace(r"\and", ";").replace(r"\\", " "))
        content.note(f"tex:{name}", value)
    content.title = content.metadata.get("tex:title", "")
    begin = text.find(_ABSTRACT)
    end = text.find(_ABSTRACT_END, begin, begin + LONGEST_ABSTRACT) if begin >= 0 else -1
    if end > 0:
        content.description = plain_words(text[begin + len(_ABSTRACT) : end])
