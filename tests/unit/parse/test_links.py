"""Everything that points elsewhere is found, named by its carrier, and nothing else is."""

import pytest
from tests.unit.parse.pages import read

from bowerbird.model.document import Link
from bowerbird.parse.carriers import css_urls, is_navigational, srcset
from bowerbird.parse.options import ParseOptions


def links(body: str, options: ParseOptions | None = None, **headers: str) -> list[tuple[str, str]]:
    found = read(body, options, **headers).document.links
    return [(link.carrier, link.href) for link in found]


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("<a href=' /a '>x</a>", [("a", "/a")]),
        ("<A HREF=/a>x</A>", [("a", "/a")]),
        ("<map><area href=/b></map>", [("area", "/b")]),
        ("<iframe src=/c></iframe>", [("iframe", "/c")]),
        ("<img src=/d.png>", [("img", "/d.png")]),
        (
            "<img srcset='/e.png 1x, /f.png 2x'>",
            [("img[srcset]", "/e.png"), ("img[srcset]", "/f.png")],
        ),
        ("<img data-src=/lazy.png>", [("img[data-src]", "/lazy.png")]),
        (
            "<img src='data:image/gif;base64,AAAA' data-lazy-src=/l.png>",
            [("img[data-lazy-src]", "/l.png")],
        ),
        (
            "<picture><source srcset='/g.avif'></picture><video src=/h poster=/i></video>",
            [("source[srcset]", "/g.avif"), ("video", "/h"), ("video[poster]", "/i")],
        ),
        ("<video><track src=/subtitles></video>", [("track", "/subtitles")]),
        ("<audio src=/j></audio><embed src=/k>", [("audio", "/j"), ("embed", "/k")]),
        ("<object data=/l codebase=/m></object>", [("object", "/l"), ("object[codebase]", "/m")]),
        ("<script src=/n></script>", [("script", "/n")]),
        ("<form action=/o></form>", [("form", "/o")]),
        ("<form action=/o method=GET></form>", [("form", "/o")]),
        ("<form action=/o method=post></form>", []),
        ("<form action=/o method=dialog></form>", []),
        (
            "<style>@import '/p.css'; a{background:url( \"/q.png\" )}</style>",
            [("style", "/p.css"), ("style", "/q.png")],
        ),
        ("<p style='background:url(/r.png)'>x</p>", [("style", "/r.png")]),
        (
            "<span data-href=/s>x</span><li data-url=/t>y</li>",
            [("data-href", "/s"), ("data-url", "/t")],
        ),
        (
            "<svg><a xlink:href=/u>x</a><image href=/v /></svg>",
            [("a[xlink:href]", "/u"), ("image", "/v")],
        ),
        ("<svg><use xlink:href='/w.svg#x'/></svg>", [("use[xlink:href]", "/w.svg#x")]),
        ("<meta http-equiv=Refresh content='3; URL=/x'>", [("meta[refresh]", "/x")]),
        ("<meta name=citation_pdf_url content=/x.pdf>", [("meta[pdf]", "/x.pdf")]),
        ("<meta http-equiv=refresh content='30; url=/x'>", []),
        (
            "<blockquote cite=/y>x</blockquote><q cite=/z>x</q>",
            [("blockquote[cite]", "/y"), ("q[cite]", "/z")],
        ),
        ("<a href=/1 ping='/2 /3'>x</a>", [("a", "/1"), ("a[ping]", "/2"), ("a[ping]", "/3")]),
        (
            "<table background=/4><tr><td background=/5>x</table>",
            [("table[background]", "/4"), ("td[background]", "/5")],
        ),
        ("<img src=/6 longdesc=/7>", [("img", "/6"), ("img[longdesc]", "/7")]),
        ("<link rel=stylesheet href=/8>", [("link[stylesheet]", "/8")]),
        ("<link rel=next href=/9>", [("link", "/9")]),
        ("<link rel=manifest href=/10>", [("link[manifest]", "/10")]),
        ("<link rel=alternate type=application/rss+xml href=/11>", [("link[feed]", "/11")]),
        ("<link rel=dns-prefetch href=//cdn.test>", []),
        ("<a href>x</a><a href=''>x</a><a href='#top'>x</a>", []),
        ("<a href='#!/route'>x</a>", [("a", "#!/route")]),
        (
            "<a href='JavaScript:void(0)'>x</a><a href='mailto:a@b.test'>x</a><a href=tel:1>x</a>",
            [],
        ),
        ("<noscript><img src=/12></noscript>", [("img", "/12")]),
        ("<a href='ftp://files.test/x'>x</a>", [("a", "ftp://files.test/x")]),
        ("<frameset><frame src=/f1></frameset>", [("frame", "/f1")]),
        ("<a href=/1 href=/2>x</a>", [("a", "/1")]),
        ("<a href='/a&amp;b=&quot;'>x</a>", [("a", '/a&b="')]),
        ("<!-- <a href=/hidden>x</a> --><script>var u = 'http://x.test/y'</script>", []),
    ],
)
def test_each_carrier_is_found_and_named(markup: str, expected: list[tuple[str, str]]) -> None:
    assert links(markup) == expected


def test_headers_carry_links_too() -> None:
    found = links(
        "<p>x</p>",
        link='</next>; rel="next", </style.css>; rel=preload; as=style',
        content_location="/canonical-place",
        location="/created",
        refresh="0; url=/moved",
    )

    assert found == [
        ("header[link]", "/next"),
        ("header[link resource]", "/style.css"),
        ("header[location]", "/created"),
        ("header[content-location]", "/canonical-place"),
        ("header[refresh]", "/moved"),
    ]


def test_strings_in_scripts_and_comments_are_links_only_when_asked_for() -> None:
    body = '<script>go("https:\\/\\/x.test\\/a")</script><!-- see https://y.test/b -->'

    assert links(body) == []
    assert links(body, ParseOptions(strings_as_links=True)) == [
        ("string", "https://x.test/a"),
        ("string", "https://y.test/b"),
    ]


def test_rel_is_lower_case_and_nofollow_can_be_left_out() -> None:
    body = "<a href=/a rel='NoFollow  UGC'>x</a><a href=/b>y</a>"

    assert [link.rel for link in read(body).document.links] == ["nofollow ugc", ""]
    assert links(body, ParseOptions(keep_nofollow=False)) == [("a", "/b")]


def test_links_are_capped() -> None:
    body = "".join(f"<a href=/{number}>x</a>" for number in range(50))

    assert len(links(body, ParseOptions(max_links=10))) == 10


def test_a_comma_may_stand_in_a_srcset_url() -> None:
    assert list(srcset("/a,b.png 1x,/c.png, ,/d.png 100w")) == ["/a,b.png", "/c.png", "/d.png"]


def test_css_escapes_are_undone() -> None:
    assert list(css_urls(r"a{b:URL(/x\20y.png)}")) == ["/x y.png"]


@pytest.mark.parametrize(
    "carrier", ["a", "area", "iframe", "frame", "link", "meta[refresh]", "header[link]"]
)
def test_these_carriers_lead_to_pages(carrier: str) -> None:
    assert is_navigational(carrier)


@pytest.mark.parametrize(
    "carrier", ["img", "script", "style", "link[stylesheet]", "form", "a[ping]"]
)
def test_these_carriers_lead_to_parts_of_a_page(carrier: str) -> None:
    assert not is_navigational(carrier)


def context(body: str, number: int = 0) -> tuple[str, str, str]:
    parsed = read(body)
    found = parsed.context(parsed.document.links[number])
    return found.anchor, found.nearby, found.path


def test_a_link_is_told_with_its_words_its_block_and_its_path() -> None:
    anchor, nearby, path = context(
        "<body><main><ul class='results wide'><li>About <a href=/x>blue  <b>birds</b></a>, and the "
        "straws they steal from cafés.</li><li>Else</li></ul></main>"
    )

    assert anchor == "blue birds"
    assert nearby.startswith("About blue birds")
    assert "Else" not in nearby
    assert path == "html body main ul.results li a"


@pytest.mark.parametrize(
    "inside",
    ["<img src=/i alt='A bird'>", "<span aria-label='A bird'></span>", "<i title='A bird'></i>"],
)
def test_a_link_without_words_is_told_by_its_image(inside: str) -> None:
    assert context(f"<a href=/x>{inside}</a>")[0] == "A bird"


def test_contexts_are_bounded() -> None:
    deep = "<div class='" + "c" * 500 + "'>"
    anchor, nearby, path = context(deep * 100 + "<a href=/x>" + "word " * 500 + "</a>")

    assert len(anchor) <= 200
    assert len(nearby) <= 200
    assert len(path.split()) <= 20
    assert len(path) < 20 * 60


def test_a_link_of_another_page_has_no_context() -> None:
    assert read("<p>x").context(Link("/x", "a", "", 7)).anchor == ""
