"""What the compiled rewriting knows of names: of elements, of drawings, and of characters.

The rules are those of the HTML standard, §13.2.6 (tree construction) and §13.5 (character names).
"""

from html.entities import html5

import numpy as np
from numpy.typing import NDArray

# Columns of a row: what a name is looked up by, and what it means.
KEY, LENGTH, KIND, FLAGS, CAMEL, CHARACTER, CHARACTER_SIZE = range(7)
WIDTH = 8
SLOTS = 8_192  # a power of two, several times the number of names
EXACT = 7  # bytes of a name that are its key; a longer one is taken for known by 57 bits
MIXED = (1 << 57) - 1

# ---- kinds: elements that have rules of their own ------------------------------------------------
(
    ORDINARY, HTML, HEAD, BODY, P, A, NOBR, BUTTON, FORM, LI, DD, HEADING, OPTION, OPTGROUP, SELECT,
    TABLE, SECTION, ROW, CELL, CAPTION, COLGROUP, COL, SVG, SVG_TEXT, NOSCRIPT, RUBY, STRANGE, KINDS
) = range(28)  # fmt: skip

# ---- flags ---------------------------------------------------------------------------------------
CLOSES_P, VOID, IMPLIED, BLOCK, SCOPE, SPECIAL, RAW, RCDATA, DROPS_NEWLINE, IN_HEAD, BREAKOUT = (
    1 << bit for bit in range(11)
)
IN_NOSCRIPT, IN_TABLE, LETS_ITEMS_THROUGH, LEGACY, DRAWN = (1 << bit for bit in range(11, 16))

_KINDS = {
    HTML: "html", HEAD: "head", BODY: "body", P: "p", A: "a", NOBR: "nobr", BUTTON: "button",
    FORM: "form", LI: "li", DD: "dd dt", HEADING: "h1 h2 h3 h4 h5 h6", OPTION: "option",
    OPTGROUP: "optgroup", SELECT: "select", TABLE: "table", SECTION: "tbody tfoot thead",
    ROW: "tr", CELL: "td th", CAPTION: "caption", COLGROUP: "colgroup", COL: "col", SVG: "svg",
    NOSCRIPT: "noscript", RUBY: "rb rp rt rtc",
    STRANGE: "frame frameset image isindex keygen listing math plaintext template xmp",
}  # fmt: skip
_BLOCKS = (
    "address article aside blockquote center details dialog dir div dl fieldset figcaption figure"
    " footer header hgroup main menu nav ol pre search section summary ul"
)
_FLAGS = {
    CLOSES_P: f"{_BLOCKS} form h1 h2 h3 h4 h5 h6 hr p table",
    VOID: "area base basefont bgsound br col embed hr img input link meta param source track wbr",
    IMPLIED: "dd dt li optgroup option p rb rp rt rtc",
    # Their end tags imply those of the elements before.
    BLOCK: f"{_BLOCKS} applet button dd dt form h1 h2 h3 h4 h5 h6 li marquee object p",
    SCOPE: "applet button caption html marquee object table td th template",
    SPECIAL: "address applet area article aside base basefont bgsound blockquote body br button"
    " caption center col colgroup dd details dir div dl dt embed fieldset figcaption figure footer"
    " form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input keygen li"
    " link listing main marquee menu meta nav noembed noframes noscript object ol p param plaintext"
    " pre script search section select source style summary table tbody td template textarea tfoot"
    " th thead title tr track ul wbr xmp",
    RAW: "iframe noembed noframes script style",
    RCDATA: "textarea title",
    DROPS_NEWLINE: "pre textarea",
    IN_HEAD: "base basefont bgsound link meta noframes noscript script style title",
    IN_NOSCRIPT: "basefont bgsound link meta style",
    IN_TABLE: "script style",
    LETS_ITEMS_THROUGH: "address div p",
    # In a drawing these end the drawing, or are read otherwise.
    BREAKOUT: "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr"
    " i img li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u"
    " ul var font html svg math template script style plaintext xmp iframe noembed noframes"
    " noscript textarea foreignobject",
    DRAWN: "title desc",
}  # fmt: skip
_CAMEL = (
    "altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend"
    " feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting"
    " feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR"
    " feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight"
    " feSpecularLighting feSpotLight feTile feTurbulence glyphRef linearGradient radialGradient"
    " textPath attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits"
    " diffuseConstant edgeMode filterUnits gradientTransform gradientUnits kernelMatrix"
    " kernelUnitLength keyPoints keySplines keyTimes lengthAdjust limitingConeAngle markerHeight"
    " markerUnits markerWidth maskContentUnits maskUnits numOctaves pathLength patternContentUnits"
    " patternTransform patternUnits pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio"
    " primitiveUnits refX refY repeatCount repeatDur requiredExtensions requiredFeatures"
    " specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles"
    " surfaceScale systemLanguage tableValues targetX targetY textLength viewBox viewTarget"
    " xChannelSelector yChannelSelector zoomAndPan"
)


def table_of_names() -> NDArray[np.int64]:
    """The table, made anew: once per process. A name's row stands at its key, or behind it."""
    rows: dict[tuple[str, bool], dict[int, int]] = {}  # (name, is it a character's)
    for kind, names in _KINDS.items():
        for name in names.split():
            rows.setdefault((name, False), {})[KIND] = kind
    for flag, names in _FLAGS.items():
        for name in names.split():
            row = rows.setdefault((name, False), {})
            row[FLAGS] = row.get(FLAGS, 0) | flag
    for name in _CAMEL.split():
        capitals = sum(1 << at for at, letter in enumerate(name) if letter.isupper())
        rows.setdefault((name.lower(), False), {})[CAMEL] = capitals
    for name, characters in html5.items():
        row = rows.setdefault((name.rstrip(";"), True), {})
        data = characters.encode()
        row[CHARACTER], row[CHARACTER_SIZE] = int.from_bytes(data, "little"), len(data)
        row[FLAGS] = row.get(FLAGS, 0) | (0 if name.endswith(";") else LEGACY)
    table = np.zeros((SLOTS, WIDTH), np.int64)
    for (name, is_character), row in rows.items():
        key = key_of(name)
        slot = slot_of(key)
        while table[slot, LENGTH]:
            slot = (slot + 1) % SLOTS
        # The name of a character never counts as the name of an element of the same spelling.
        length = -len(name) if is_character else len(name)
        table[slot, : CHARACTER_SIZE + 1] = [key, length, *[row.get(c, 0) for c in range(2, 7)]]
    return table.reshape(-1)


def key_of(name: str) -> int:
    """As the kernel computes it: few bytes are the key itself, more are mixed into it."""
    key = 0
    for at, byte in enumerate(name.encode()):
        key = key << 8 | byte if at < EXACT else (key & MIXED) * 31 + byte
    return key


def slot_of(key: int) -> int:
    """Where a row is looked for first."""
    return (key ^ key >> 13 ^ key >> 29) & (SLOTS - 1)
