"""Generated pages that are mostly in order: what a rewriting has to get right to the byte."""

from random import Random

NAMES = [
    "html", "head", "body", "title", "p", "div", "span", "a", "b", "i", "em", "li", "ul", "ol",
    "dl", "dt", "dd", "h1", "h2", "h6", "table", "tr", "td", "th", "tbody", "thead", "tfoot",
    "caption", "colgroup", "col", "select", "option", "optgroup", "form", "input", "button",
    "br", "hr", "img", "pre", "textarea", "script", "style", "svg", "path", "g",
    "linearGradient", "desc", "noscript", "iframe", "object", "label", "nav", "section",
    "article", "header", "footer", "main", "aside", "figure", "figcaption", "details",
    "summary", "dialog", "menu", "center", "font", "nobr", "ruby", "rt", "rp", "rb", "rtc",
    "video", "audio", "source", "track", "embed", "area", "map", "param", "link", "meta",
    "base", "template", "math", "address", "blockquote", "fieldset", "legend", "canvas",
    "datalist", "output", "search", "hgroup", "dir", "big", "tt", "u", "s", "strike", "code",
    "sub", "sup", "wbr", "bgsound", "basefont", "keygen", "frameset", "frame", "noframes",
    "noembed", "xmp", "plaintext", "listing", "marquee", "applet", "custom-element", "image",
    "data", "picture", "menuitem", "q", "cite", "ins", "foreignObject", "animateTransform",
    "mi", "annotation-xml",
]  # fmt: skip
_ATTRIBUTES = [
    "a=1", 'class="x y"', "title='q\"r<>&amp;&copy;&nbsp;&gt=1'", "A a", "a=1 A=2", "hidden",
    "href=/x?a=1&b=2&copy=3&lt;", 'viewBox="0 0 1 1"', "viewbox=0", "xlink:href=#a", 'a="1"b=2',
    "/", '\n x = "y" ', "onclick='a\r\nb'", "href=/x/", "href=a&copy", "lang=de", "é=1",
]  # fmt: skip
_WORDS = [
    "x", " ", "\n", "\r\n", "\r", "a &amp; b", "&nbsp;", "&copy;", "&copy", "&lt;", "<", "< ", ">",
    '"', "&#39;", "&#x27;", "&#128;", "&bogus;", "&notit;", "&", "é", "\u00a0", "\u2003", "\f",
    "<!-- c -->", "<!---->", "<!-->", "<!-- a -- b -->", "<!-- x --!>", "<!doctype html>", "<?pi?>",
    "<![CDATA[x]]>", "\t", "&#10;", "&Tab;", "</>", "&#x1F426;", "&nvlt;", "&ampamp;", "&AMP",
]  # fmt: skip
_BEGINNINGS = [
    "", "", "<html>", "<html lang=de>", "<html lang=en><head>", "<head><title>t</title></head>",
    "<html><head><meta charset=utf-8></head><body>", "<body class=x>",
    " <html> <head> <!-- x --> </head> <body> ", "<head><noscript><link></noscript><script>a<b"
    "</script ></head>", "<title>a &lt; <b></TITLE>", "<!-- before -->",
]  # fmt: skip
_DOCTYPES = [
    "", "<!doctype html>", "<!DOCTYPE HTML>\n", " \n<!doctype html >", '<?xml version="1.0"?>\n'
    "<!doctype html>", '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x">',
    '<!DOCTYPE html SYSTEM "about:legacy-compat">',
]  # fmt: skip
_ENDS = [
    "", "", "</body></html>", "</body>\n</html>\n", "</html>", "</body><!-- x --></html><!-- y -->",
    "</html>x",
]  # fmt: skip


def orderly(seed: int) -> str:
    """A page that closes most of what it opens."""
    dice = Random(seed)
    names = NAMES if dice.random() < 0.3 else dice.sample(NAMES, dice.randint(1, 6))
    pieces = [dice.choice(_DOCTYPES), dice.choice(_BEGINNINGS)]
    still_open: list[str] = []
    pieces += [_piece(dice, names, still_open) for _ in range(dice.randint(1, 14))]
    if dice.random() < 0.8:
        pieces += [f"</{name}>" for name in reversed(still_open)]
    return "".join([*pieces, dice.choice(_ENDS)])


def _piece(dice: Random, names: list[str], still_open: list[str]) -> str:
    kind = dice.random()
    if kind < 0.42:
        name = dice.choice(names)
        still_open.append(name)
        given = f" {dice.choice(_ATTRIBUTES)}" if dice.random() < 0.3 else ""
        return f"<{name if dice.random() < 0.95 else name.upper()}{given}>"
    if kind < 0.7 and still_open:
        return f"</{still_open.pop()}{' ' * (dice.random() < 0.05)}>"
    if kind < 0.76:
        return f"</{dice.choice(names)}>"
    return dice.choice(_WORDS)
