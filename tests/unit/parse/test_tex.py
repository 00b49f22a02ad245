"""TeX sources: words, title, sections, links."""

import time

import pytest
from tests.unit.parse.pages import AGENT, page_of

from bowerbird.model.document import Document, Heading
from bowerbird.parse.options import ParseOptions
from bowerbird.parse.tex import TexParser, plain_words

PAPER = r"""\documentclass{article} % a comment
\title{On {\em Bowers} of Birds}
\author{A. Tapir \and B. Bird}
\begin{document}
\begin{abstract}We study b\"owers.\end{abstract}
\section{Sticks \& stones}
Na\"{\i}ve \textbf{bold} birds~\cite{x} take 50\% blue, see \url{http://nest.test/a_b} and
\href{http://nest.test/\%20x}{the nest}.

\subsection*{More}
Erd\H{o}s likes ``blue''.
\end{document}
ignored
"""
MANY = 300_000


def read(text: str) -> Document:
    page = page_of(text, "http://garden.test/paper.tex", "application/x-tex")
    return TexParser(ParseOptions(), AGENT).parse(page).document


def test_title_authors_abstract_and_sections_are_told() -> None:
    document = read(PAPER)

    assert document.title == "On Bowers of Birds"
    assert document.metadata["tex:author"] == "A. Tapir ; B. Bird"
    assert document.description == "We study böwers."
    assert document.headings == (Heading(2, "Sticks & stones"), Heading(3, "More"))


def test_commands_go_and_words_stay() -> None:
    text = read(PAPER).text

    assert "Naïve bold birds take 50% blue, see http://nest.test/a_b and the nest." in text
    assert "Erdős likes “blue”." in text
    assert "ignored" not in text
    assert "\\" not in text


def test_links_are_followed() -> None:
    assert {link.href: link.carrier for link in read(PAPER).links} == {
        "http://nest.test/a_b": "tex", "http://nest.test/%20x": "tex",
    }  # fmt: skip


@pytest.mark.parametrize(("written", "meant"), [
    (r"\'e\`a\^o\~n", "éàôñ"), (r"\c{c}\v{s}", "çš"), (r"stra\ss e \O{} \o", "straße Ø ø"),
    (r"a\_b \{c\} \$5", "a_b {c} $5"), (r"a---b--c", "a\u2014b\u2013c"),
])  # fmt: skip
def test_letters_are_letters(written: str, meant: str) -> None:
    assert plain_words(written) == meant


@pytest.mark.parametrize("piece", [
    "\\title{", "\\title{{a}", "\\href{a}{", "\\section[", "\\ref[", "\\begin{abstract}", "\\\"",
    "{", "$", "%\n", "\\url{a}", "\\a", "\n\n", "\\title[a]{" + "{a}" * 600,
])  # fmt: skip
def test_no_source_takes_longer_than_its_length(piece: str) -> None:
    started = time.process_time()
    read(piece * (MANY // len(piece)))

    assert time.process_time() - started < 2.0  # 0.3 s at the most where it was written
