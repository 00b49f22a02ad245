"""The words of RTF that mean something to a reader of text."""

import codecs

LEFT_OUT = frozenset(
    b"colortbl stylesheet listtable listoverridetable rsidtbl generator pict object objdata "
    b"themedata colorschememapping datastore latentstyles filetbl revtbl xmlnstbl pgptbl "
    b"nonshppict sp mmathpr datafield bkmkstart bkmkend xe tc footnotesep".split()
)
INFO = {
    b"title": "dc:title", b"author": "dc:creator", b"subject": "dc:subject",
    b"keywords": "meta:keywords", b"doccomm": "dc:description", b"operator": "meta:last-author",
    b"company": "meta:company", b"creatim": "dcterms:created", b"revtim": "dcterms:modified",
}  # fmt: skip
DATE_PARTS = (b"yr", b"mo", b"dy", b"hr", b"min")
BREAKS = {
    b"par": "\n", b"line": "\n", b"row": "\n", b"sect": "\n", b"page": "\n", b"tab": "\t",
    b"cell": "\t",
}  # fmt: skip
SIGNS = {
    b"emdash": "\u2014", b"endash": "\u2013", b"bullet": "\u2022", b"lquote": "\u2018",
    b"rquote": "\u2019", b"ldblquote": "\u201c", b"rdblquote": "\u201d", b"emspace": " ",
    b"enspace": " ",
}  # fmt: skip
SYMBOLS = {
    b"~": "\u00a0", b"_": "-", b"\\": "\\", b"{": "{", b"}": "}", b"\n": "\n", b"\r": "\n",
}  # fmt: skip
# \fcharset of a font, as the code page it stands for.
CHARSETS = {
    77: "mac_roman", 128: "cp932", 129: "cp949", 134: "gbk", 136: "big5", 161: "cp1253",
    162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251",
    222: "cp874", 238: "cp1250",
}  # fmt: skip


def known_codec(name: str) -> str:
    """The name, if Python reads that code page."""
    try:
        return codecs.lookup(name).name
    except LookupError:
        return ""
