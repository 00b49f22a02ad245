import time

import pytest

from bowerbird.fetch.signs import look_at, signs_of

WORDS = "word " * 100


def signs(html: str, *missing: str) -> str:
    body = html.encode()
    return signs_of(body, look_at(body, missing))


@pytest.mark.parametrize(
    ("html", "sign"),
    [
        (f"<main>{WORDS}</main>", ""),
        (f"<main>{WORDS}</main><script src=menu.js></script>", ""),
        ("<p>short</p>", ""),  # nothing in it could say more
        ("<p>short</p><script>draw()</script>", "it has 5 characters of text, and scripts"),
        ('<div id="root"></div><script src=/app.js></script>', "drawn by a script"),
        (f"<footer>{WORDS}</footer><div id=app> </div><script></script>", "drawn by a script"),
        ("<app-root></app-root><script></script>", "drawn by a script"),
        (f"<p>{WORDS}</p><ul class=items>\n</ul><script></script>", "an empty list"),
        (f"<p>{WORDS}</p><table><tbody><!-- rows --></tbody></table><script></script>",
         "an empty list"),
        ("<noscript>Please switch JavaScript on.</noscript><script></script>",
         "says that it needs scripts"),
        (f"<noscript>Please switch JavaScript on.</noscript><p>{WORDS}</p><script></script>", ""),
    ],
)  # fmt: skip
def test_a_page_that_says_less_without_scripts_shows_signs_of_it(html, sign):
    said = signs(html)

    assert sign in said
    assert bool(said) == bool(sign)


def test_fields_of_the_template_that_are_missing_are_the_strongest_sign():
    said = signs(f"<main>{WORDS}</main>", "price", "rating")

    assert said == "without it, `price`, `rating` is missing"


def test_only_what_a_reader_would_read_counts_as_text():
    html = b"<head><title>no</title></head><nav>no</nav><p>yes <b>yes</b></p><!-- no --><script>no"

    assert look_at(html).text == len("yesyes")


@pytest.mark.parametrize("piece", [b"<script>", b"<ul", b"<ul>", b"<!--", b"<", b"<noscript>"])
def test_no_markup_makes_looking_slow(piece):
    body = b"<script>" + piece * (1_000_000 // len(piece))
    began = time.process_time()

    signs_of(body, look_at(body))

    assert time.process_time() - began < 2.0
