"""A page whose markup is in order is rewritten to the very bytes that lexbor writes of its tree."""

from html.entities import html5
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser
from tests.unit.parse.markup import markup
from tests.unit.parse.orderly import NAMES, orderly

from bowerbird.parse.rewrite_table import table_of_names
from bowerbird.parse.rewriting import rewrite

PAGES = sorted((Path(__file__).parents[3] / "tests/data/pages").glob("*.html"))
TABLE = table_of_names()


def rewritten(page: str | bytes) -> bytes | None:
    """None where the page is not in order."""
    data = page.encode() if isinstance(page, str) else page
    in_order, written, _, _ = rewrite(np.frombuffer(data, np.uint8), TABLE)
    return bytes(written) if in_order else None


def by_lexbor(page: str | bytes) -> bytes:
    return (LexborHTMLParser(page).html or "").encode()


def is_in_order(page: str) -> bool:
    """Whether it is; if so, it is as lexbor has it."""
    written = rewritten(page)
    assert written in (None, by_lexbor(page))
    return written is not None


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_saved_pages_are_in_order_and_written_as_lexbor_does(path: Path) -> None:
    page = path.read_bytes()
    if path.stem == "spanish-latin1":
        page = page.decode("latin-1").encode()

    assert rewritten(page) == by_lexbor(page)


def test_generated_pages_are_written_as_lexbor_does() -> None:
    in_order = sum(is_in_order(orderly(seed)) for seed in range(12_000))

    assert in_order > 1_000


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(min_value=12_000, max_value=1 << 40).map(orderly) | markup())
def test_no_page_is_written_otherwise_than_lexbor_does(page: str) -> None:
    is_in_order(page)


@pytest.mark.parametrize("around", ["{}", "<!doctype html><body>{}", "<table><tr><td>{}</table>"])
def test_each_element_in_each_other_is_written_as_lexbor_does(around: str) -> None:
    in_order = 0
    for outer, inner in product(NAMES, NAMES):
        for page in (f"<{outer}><{inner} a=1>x</{inner}></{outer}>", f"<p><{outer}>x<{inner}>y"):
            in_order += is_in_order(around.format(page))

    assert in_order > 1_000


@pytest.mark.parametrize("around", ["<p>{}", "<p>{}x", "<p title='{}'>", "<p title='{}=x'>"])
def test_characters_by_name_and_number_are_written_as_lexbor_does(around: str) -> None:
    numbers = [*range(300), 0x2003, 0xD7FF, 0xD800, 0xFFFD, 0xFFFF, 0x1F426, 0x10FFFF, 0x110000]
    names = [*html5, *(name.rstrip(";") for name in html5)]
    references = [*names, *(f"#{n};" for n in numbers), *(f"#x{n:X};" for n in numbers)]

    assert sum(is_in_order(around.format(f"&{each}")) for each in references) > 2_000


@pytest.mark.parametrize(
    "page",
    [
        "",
        "words alone",
        "<title>t</title><p>one<p>two<ul><li>a<li>b</ul><dl><dt>c<dd>d</dl>",
        "<!doctype html><p>a<table><tr><td>b<td>c<tr><th>d</table>e",
        "<select><option>a<option>b<optgroup><option>c</select>",
        "<svg viewBox='0 0 1 1'><linearGradient/><a xlink:href=#x><title>&lt;</title></a></svg>",
        "<body>a<div>b<p>c</body> </html> <!-- made by hand -->\n",
        "<html lang=de><head><base href=/x><noscript><style>a>b</style></noscript></head>\n<body>",
        "<a href='/x?a=1&b=2&copy=3' title=\"it's\" A=2>&copy; &nbsp; \u00a0 1 < 2 &#8217;</a>",
        "<PRE>\r\n\r\na\rb</PRE><textarea>\n&lt;</textarea><Script>a</b</script >",
    ],
)
def test_ordinary_markup_is_in_order(page: str) -> None:
    assert is_in_order(page)


@pytest.mark.parametrize(
    "page",
    [
        "<b><i>x</b></i>",
        "<a href=/1>one<a href=/2>two",
        "<table>words<tr><td>x</table>",
        "<p><table><tr><td>x</table>",  # where no document type says that the page follows rules
        "<div><span></div>",
        "<template><p>x</p></template>",
        "</p>",
        "<p title='never ends",
        "<script><!--<script>x</script>--></script>",
        "<b>" * 1_000,
    ],
)
def test_what_moves_elements_about_is_left_to_lexbor(page: str) -> None:
    assert rewritten(page) is None
