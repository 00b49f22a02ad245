"""Traps in character sets: who says what, and who is believed. The title tells."""

from collections.abc import Mapping

from bowerbird.testing.hostile_web.scripts import answer, fetched, trap
from bowerbird.testing.hostile_web.values import Expect, Trap

UMLAUT = "Größe – 5 €"


def charset_traps() -> list[Trap]:
    """Byte order mark, then HTTP, then meta, then a guess; labels as WHATWG lists them."""
    return [*_told(), *_guessed(), *_quarrels(), *_damaged()]


def _html(title: str, meta: str = "", text: str = "") -> str:
    prose = text or "Die Vögel schmücken ihre Laube mit schönen blauen Federn."
    start = f"<!DOCTYPE html><html><head>{meta}<title>{title}</title></head>"
    return f"{start}<body><p>{prose}</p></body></html>"


def _case(name: str, why: str, body: bytes, content_type: str, expect: Expect) -> Trap:
    reply = answer(body, fields={"Content-Type": content_type})
    return trap("charsets", f"charset-{name}", why, {"/": reply}, {"/": expect})


LABELS: Mapping[str, tuple[str, str, str]] = {  # name: label, Python's codec, title
    "latin1": ("latin1", "cp1252", UMLAUT),
    "iso-8859-1": ("ISO-8859-1", "cp1252", UMLAUT),
    "ascii": ("us-ascii", "cp1252", UMLAUT),
    "latin-15": ("iso-8859-15", "iso8859_15", "Größe 5 €"),
    "koi8-r": ("koi8-r", "koi8_r", "Шалашник"),
    "windows-1251": ("cp1251", "cp1251", "Шалашник"),
    "shift-jis": ("x-sjis", "shift_jis", "庭師鳥"),
    "euc-jp": ("euc-jp", "euc_jp", "庭師鳥"),
    "gbk": ("gb2312", "gbk", "园丁鸟"),
    "big5": ("big5", "big5", "園丁鳥"),
    "euc-kr": ("ks_c_5601-1987", "euc_kr", "바우어새"),
    "utf-8": ("unicode-1-1-utf-8", "utf-8", UMLAUT),
}


def _told() -> list[Trap]:
    made = []
    for name, (label, codec, title) in LABELS.items():
        plain = _html(title, text=title)
        in_meta = _html(title, f'<meta charset="{label}">', text=title)
        made += [
            _case(f"header-{name}", f"the header says {label}", plain.encode(codec),
                  f"text/html; charset={label}", fetched(title)),
            _case(f"meta-{name}", f"a meta element says {label}", in_meta.encode(codec),
                  "text/html", fetched(title)),
        ]  # fmt: skip
    equivalent = _html(UMLAUT, '<meta http-equiv=Content-Type content="text/html; charset=latin1">')
    return [
        *made,
        _case("http-equiv", "meta http-equiv says it", equivalent.encode("cp1252"), "text/html",
              fetched(UMLAUT)),
        _case("bom-le", "UTF-16 with its mark", _html(UMLAUT).encode("utf-16"), "text/html",
              fetched(UMLAUT)),
        _case("bom-be", "UTF-16, the other way round",
              b"\xfe\xff" + _html(UMLAUT).encode("utf-16-be"), "text/html", fetched(UMLAUT)),
        _case("undeclared", "UTF-8 that nobody declares", _html(UMLAUT).encode(), "text/html",
              fetched(UMLAUT)),
        _case("quoted", "the header puts quotes around it", _html(UMLAUT).encode("cp1252"),
              'text/html; x=y; CHARSET = "latin1"', Expect(("fetched",))),
        _case("single-quoted", "the header puts single quotes around it", _html(UMLAUT).encode(),
              "text/html;charset='utf-8'", fetched(UMLAUT)),
    ]  # fmt: skip


def _guessed() -> list[Trap]:
    russian = _html(
        "Шалашник", text="Самец строит шалаш из веток и украшает его яркими синими предметами."
    )
    japanese = _html(
        "庭師鳥", text="庭師鳥は青いものを集めて、小屋の前に並べる鳥です。とても美しい。"
    )
    late = _html(UMLAUT, f"<!-- {'x' * 1100} --><meta charset=koi8-r>")
    xml = '<?xml version="1.0" encoding="windows-1251"?>'
    return [
        _case("guess-cyrillic", "windows-1251 that nobody declares", russian.encode("cp1251"),
              "text/html", fetched("Шалашник")),
        _case("guess-japanese", "Shift_JIS that nobody declares", japanese.encode("shift_jis"),
              "text/html", fetched("庭師鳥")),
        _case("meta-late", "a meta element after 1,024 bytes comes too late", late.encode(),
              "text/html", fetched(UMLAUT)),
        _case("xml", "an XML declaration says it", (xml + russian).encode("cp1251"),
              "application/xhtml+xml", fetched("Шалашник")),
    ]  # fmt: skip


def _quarrels() -> list[Trap]:
    wrong_meta = '<meta charset="shift_jis">'
    utf16_meta = '<meta charset="utf-16">'
    return [
        _case("bom-beats-header", "a byte order mark against the header",
              b"\xef\xbb\xbf" + _html(UMLAUT).encode(), "text/html; charset=windows-1251",
              fetched(UMLAUT)),
        _case("header-beats-meta", "the header against a meta element",
              _html(UMLAUT, wrong_meta).encode(), "text/html; charset=utf-8", fetched(UMLAUT)),
        _case("meta-utf16", "a meta element that says UTF-16 can only mean UTF-8",
              _html(UMLAUT, utf16_meta).encode(), "text/html", fetched(UMLAUT)),
        _case("unknown-label", "a label nobody knows counts as none", _html(UMLAUT).encode(),
              "text/html; charset=bower-8", fetched(UMLAUT)),
        _case("two-metas", "of two meta elements the first counts",
              _html(UMLAUT, '<meta charset="latin1"><meta charset="koi8-r">').encode("cp1252"),
              "text/html", fetched(UMLAUT)),
        _case("meta-in-comment", "a meta element inside a comment is none",
              _html(UMLAUT, "<!-- <meta charset=koi8-r> -->").encode(), "text/html",
              fetched(UMLAUT)),
        _case("replacement", "labels that are a known danger are not decoded",
              _html("Plain").encode(), "text/html; charset=iso-2022-kr",
              Expect(("fetched", "failed"))),
    ]  # fmt: skip


def _damaged() -> list[Trap]:
    title = "Gr\xf6\xdfe"
    return [
        _case("bad-bytes", "bytes that UTF-8 cannot read become U+FFFD",
              _html("Gr@@e").encode().replace(b"@@", b"\xf6\xdf"), "text/html; charset=utf-8",
              fetched("Gr\ufffd\ufffde")),
        _case("cut-character", "the last character is cut in two",
              _html(title, text="Ende").encode() + "ö".encode()[:1], "text/html; charset=utf-8",
              fetched(title)),
        _case("surrogates", "UTF-8 with surrogates in it",
              _html("A@B").encode().replace(b"@", b"\xed\xa0\x80"), "text/html; charset=utf-8",
              fetched("A\ufffd\ufffd\ufffdB")),
        _case("odd-utf16", "UTF-16 with an odd number of bytes",
              _html(UMLAUT).encode("utf-16") + b"x", "text/html", fetched(UMLAUT)),
    ]  # fmt: skip
