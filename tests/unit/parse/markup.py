"""Generated pages, well formed, broken and hostile, from pieces that matter to a reader."""

from random import Random

from hypothesis import strategies as st

_WORDS = [
    "word", "two words", " ", "\n", "naïve", "日本語", "a\u3000b", "x&nbsp;y", "&amp;", "&lt;b&gt;",
    "&#65;", "&quot;", "é" * 3, "\t tab", "long " * 30, "&copy;", "&", "<", "a < b", "=", "'", '"',
    "&#xa0;", "\u2028", "…",
]  # fmt: skip
_NAMES = [
    "div", "p", "a", "b", "i", "span", "ul", "ol", "li", "dl", "dt", "dd", "table", "tr", "td",
    "th", "tbody", "caption", "h1", "h2", "h6", "main", "article", "section", "nav", "header",
    "footer", "aside", "form", "select", "option", "button", "textarea", "title", "style",
    "script", "noscript", "iframe", "template", "pre", "blockquote", "q", "del", "video", "object",
    "map", "foreignObject", "desc", "mi", "noframes", "noembed", "body", "html", "head", "canvas",
    "search", "figure", "center", "fieldset", "custom-element", "frameset", "label", "listing",
    "g", "font", "em", "ruby", "rt", "details", "summary", "dialog",
]  # fmt: skip
_SELDOM = ["svg", "math", "xmp", "annotation-xml", "plaintext"]
_EMPTY = [
    "br", "hr", "img", "input", "meta", "link", "base", "area", "embed", "source", "track", "wbr",
    "col", "frame", "param", "keygen", "image", "use", "circle", "feImage", "basefont", "bgsound",
]  # fmt: skip
_ATTRIBUTES = [
    "href=/a", "href='/b?x=1&amp;y=2'", 'href="http://x.test/c"', "href=' /d '", "href=#top",
    "href", "href='#!/e'", "href='JavaScript:1'", "href=mailto:a@b.test", "href=/é",
    "href='/f&nbsp;'", "href=HTTP://x.test/", "href='ht&#116;p:x'", "src=/g.png",
    "src='data:image/gif,x'", "srcset='/h 1x, /i 2x'", "data-src=/j", "data-href=/k",
    "DATA-URL=/l", "data-lazy=/m", "ping='/n /o'", "xlink:href=/p", "style='background:url(/q)'",
    "style='display : none'", "style=color:red", "style='visibility:hidden'", "hidden",
    "aria-hidden=true", "aria-hidden=false", "role=navigation", "role=main", "role=article",
    "role=' Banner '", "role=button", "class=sidebar", "class='x nav'", "class='has-sidebar'",
    "class=top-nav", "class=advertisement", "class='skip-link'", "class=content",
    "class=cookie-banner", "class=main_menu", "class='social_links'", "id=footer", "id=body",
    "id=ads", "rel=nofollow", "rel='NEXT  prefetch'", "rel=canonical", "rel=alternate",
    "rel=stylesheet", "type='application/rss+xml'", "hreflang=de", "name=description",
    "name=Robots", "content='noindex'", "content='0;url=/r'", "http-equiv=refresh",
    "property=og:title", "content='a &quot;b&quot;'", "action=/s", "method=post", "background=/t",
    "cite=/u", "data=/v", "poster=/w", "lang=de", "manifest=/x", "longdesc=/y", "codebase=/z",
    "'=1", "=2", 'b"c=3', "x/y", "a<b=4", "alt='An alt'", "title=Titled", "profile='/1 /2'",
    "archive='/3,/4'", "encoding=text/html",
]  # fmt: skip
_ODD = [
    "<!-- comment -->", "<!-->", "<!--->", "<!-- <a href=/no> --!>", "<!doctype html>",
    "<?php x ?>", "</>", "</ x>", "<![CDATA[<a href=/cdata>]]>", "<a<b href=/odd>", "<!", "<!--",
    "<", "</p>", "</br>", "<style>@import '/css'; a{background:url(/1)}</style>",
    "<script>'<a href=/no>'</script>", "<script><!--<script>x</script>--></script>",
    "<script><!-- x </script>", "<plaintext>", "<title>A &amp; B</title>",
    "<textarea><a href=/no></textarea>", "<svg><style>x{}</style></svg>",
    "<svg><title>icon <b>x</b></title><use xlink:href=/u#1 /></svg>", "<p/>", "<br/>", "</a></a>",
    "<svg><style>&lt;/style&gt;<a href=/z></style></svg>",
    "<svg><link href=/l rel=next>x</link></svg>",
    "<template><a href=/no>no</a><template>no</template></template>",
]  # fmt: skip


def opening(names: list[str]) -> st.SearchStrategy[str]:
    """Start tags with a few attributes."""
    attributes = st.lists(st.sampled_from(_ATTRIBUTES), max_size=3)
    return st.builds(
        lambda name, given: f"<{' '.join([name, *given])}>", st.sampled_from(names), attributes
    )


def markup() -> st.SearchStrategy[str]:
    """Pieces in any order: what closes need not have been opened."""
    closing = st.sampled_from(_NAMES + _SELDOM).map(lambda name: f"</{name}>")
    piece = st.one_of(
        opening(_NAMES + _SELDOM),
        closing,
        st.sampled_from(_WORDS),
        opening(_EMPTY),
        st.sampled_from(_ODD),
    )
    return st.lists(piece, max_size=40).map("".join)


def page(seed: int) -> str:
    """Elements in elements, with the slips that people make."""
    dice = Random(seed)
    return "<!doctype html>" * dice.randint(0, 1) + _inside(dice, 5)


def _inside(dice: Random, depth: int) -> str:
    return "".join(_piece(dice, depth) for _ in range(dice.randint(1, 7)))


def _piece(dice: Random, depth: int) -> str:
    kind = dice.random()
    if kind < 0.35 or not depth:
        return dice.choice(_WORDS)
    given = " ".join(dice.sample(_ATTRIBUTES, dice.choice([0, 0, 1, 1, 2, 4])))
    if kind < 0.5:
        return f"<{dice.choice(_EMPTY)} {given}>"
    if kind < 0.52:
        return dice.choice(_ODD)
    name = dice.choice(_NAMES if dice.random() < 0.97 else _SELDOM)
    end = "" if dice.random() < 0.1 else f"</{name}>"
    return f"<{name} {given}>{_inside(dice, depth - 1)}{end}"
