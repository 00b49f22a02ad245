"""Nothing a server sends makes the parser raise, hang or blow up."""

import time
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.unit.parse.pages import read

from bowerbird.parse.html import needs_worker

FRAGMENTS = [
    "<div>",
    "</div>",
    "<p>",
    "<a href=/x>",
    "</a>",
    "<table><tr><td>",
    "</table>",
    "<b><i></b></i>",
    "<svg>",
    "<math>",
    "<title>",
    "</title>",
    "<script>",
    "</script>",
    "<style>@import '",
    "<!--",
    "-->",
    "<![CDATA[",
    "<select><option>",
    "<template>",
    "<form action='",
    "'",
    '"',
    "<base href='http://['>",
    "<meta http-equiv=refresh content='0;url=",
    "<meta charset=utf-16>",
    "<meta name=robots content=none>",
    "<main>",
    "</main>",
    "<nav>",
    "<article>",
    "<h1>",
    "</h2>",
    "<img srcset=',, ,'>",
    "&#0;",
    "&#xD800;",
    "&notit;",
    "\0",
    "\x02",
    "\x03",
    "\x05L",
    "\x06",
    "\x1c",
    "\x1e",
    "\ufffe",
    "<frameset><frame src=x>",
    "<a style='background:url(",
    "<li data-href=x>",
    "<noscript>",
    "<plaintext>",
    "text ",
    "<ruby><rt>",
]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=8), max_size=80).map("".join))
def test_no_markup_raises(body: str) -> None:
    raw = body.encode("utf-8", "surrogatepass")
    if not needs_worker(raw):
        parsed = read(raw)
        for link in parsed.document.links[:5]:
            parsed.context(link)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=400), st.sampled_from(["", "utf-16le", "iso-2022-jp", "gb18030", "x"]))
def test_no_bytes_raise(body: bytes, charset: str) -> None:
    read(body, content_type=f"text/html; charset={charset}")


def seconds(body: bytes) -> float:
    start = time.process_time()
    parsed = read(body)
    for link in parsed.document.links:
        parsed.context(link)
    return time.process_time() - start


@pytest.mark.parametrize(
    "unit",
    [
        b"<a href=/x>word</a> ",
        b"<p style=\"background:url('",
        b"url(",
        b"<b a=1 a=2 a=3>",
        b"<nav></main></nav><main>",
        b"&amp;&#x41;",
        b"<!-- -",
        b"<svg><title>x</title>",
        b"\x02\x02\x03",
        b"<img srcset='a,b,c,d 1x, (,'>",
        b"word ",
    ],
    ids=lambda unit: unit[:12].decode("latin-1"),
)
def test_time_grows_with_the_size_and_no_faster(unit: bytes) -> None:
    small, big = unit * (7_000 // len(unit)), unit * (28_000 // len(unit))
    assert not needs_worker(big)
    read(small)

    # Four times the size; the slack is for a busy machine, quadratic time would be sixteen times.
    assert seconds(big) < 10 * max(seconds(small), 0.004)


def test_a_hundred_thousand_attributes_are_read() -> None:
    body = b"<a href=/x " + b"a=b " * 100_000 + b">word</a>"

    assert read(body).document.links[0].href == "/x"


@pytest.mark.parametrize(
    "make",
    [
        lambda: b"<div>" * 9_900 + b"<a href=/deep>x</a>",
        lambda: b"<main>" * 3_000 + b"<p>deep</p>" + b"</main>" * 3_000,
        lambda: b"<div hidden>" * 2_000 + b"hidden",
    ],
)
def test_deep_pages_below_the_limit_are_read_here(make: Callable[[], bytes]) -> None:
    body = make()

    assert not needs_worker(body)
    assert read(body).document.base
