"""The main text against saved pages of many kinds, with the expected text beside them."""

import json
from collections import Counter
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser
from tests.unit.parse.pages import read

from bowerbird.text.tokens import tokens

ROOT = Path(__file__).parents[3]
PAGES = sorted((ROOT / "tests/data/pages").glob("*.html"))
FLOOR = json.loads((ROOT / "benchmarks/floors.json").read_text())["main_text_f1"]
WORST = 0.75  # no single page below


def f1(found: str, expected: str) -> float:
    a, b = Counter(tokens(found)), Counter(tokens(expected))
    common = (a & b).total()
    return 2 * common / (a.total() + b.total()) if common else 0.0


def score(path: Path) -> float:
    return f1(read(path.read_bytes()).document.text, path.with_suffix(".txt").read_text())


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_main_text_is_found_on(path: Path) -> None:
    assert score(path) >= WORST


def test_the_main_text_stays_above_its_floor_and_beats_the_body_text() -> None:
    found = [score(path) for path in PAGES]
    plain = []
    for path in PAGES:
        body = LexborHTMLParser(path.read_bytes()).body
        assert body is not None
        plain.append(f1(body.text(separator=" "), path.with_suffix(".txt").read_text()))

    assert len(PAGES) >= 20
    assert sum(found) / len(found) >= FLOOR
    assert sum(found) / len(found) > sum(plain) / len(plain) + 0.1


@pytest.mark.parametrize(
    "body",
    [
        "<nav><p>Only a menu is here</p></nav>",
        "<footer>Only a footer</footer>",
        "<div class=sidebar><p>All in a sidebar</p></div>",
        "<main></main><p>An empty main</p>",
        "<a href=/a>One</a><br><a href=/b>Two</a><br><a href=/c>Three</a>",
        "<body>Bare words",
    ],
)
def test_no_page_loses_everything(body: str) -> None:
    assert read(body).document.text


def test_words_of_blocks_stay_apart_and_words_with_inline_markup_stay_whole() -> None:
    text = read("<main><p>one</p><p><b>t</b>wo</p><ul><li>three</li><li>four</li></ul></main>")

    assert text.document.text == "one\ntwo\nthree\nfour"


def test_what_is_not_shown_is_not_text() -> None:
    body = (
        "<p>shown</p><script>no</script><style>no</style><div hidden>no</div><svg><text>no</text>"
        "</svg><div style='display : none'>no <button>no</button> no</div><template>no</template>"
        "<select><option>no</select><textarea>no</textarea><div aria-hidden=true>no</div>"
    )

    assert read(body).document.text == "shown"


def test_the_text_is_capped() -> None:
    from bowerbird.parse.options import ParseOptions

    assert len(read("<p>" + "word " * 1_000, ParseOptions(max_text=100)).document.text) == 100


def test_marks_in_a_page_do_no_harm() -> None:
    body = "<p>a\x02b\x1ec\x05Ld\x06\x06\x1de\x1cf</p><p>other words here</p>"

    assert "other words here" in read(body).document.text
