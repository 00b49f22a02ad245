"""What the first bytes of a file give away: signatures, binary against text, feeds, HTML.

Signatures are those of WHATWG mimesniff §6, with office documents and archives added.
"""

import re

HTML = "text/html"
TEXT = "text/plain"
OCTETS = "application/octet-stream"
HEADER = 1_445  # bytes mimesniff looks at

_SIGNATURES = (
    (b"%PDF-", "application/pdf"),
    (b"%!PS-Adobe-", "application/postscript"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"BM", "image/bmp"),
    (b"\x00\x00\x01\x00", "image/x-icon"),
    (b"\x00\x00\x02\x00", "image/x-icon"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
    (b"\x1f\x8b\x08", "application/gzip"),
    (b"Rar!\x1a\x07", "application/vnd.rar"),
    (b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (b"BZh", "application/x-bzip2"),
    (b"\xfd7zXZ\x00", "application/x-xz"),
    (b"\x28\xb5\x2f\xfd", "application/zstd"),
    (b"OggS\x00", "application/ogg"),
    (b"ID3", "audio/mpeg"),
    (b"MThd\x00\x00\x00\x06", "audio/midi"),
    (b"fLaC", "audio/flac"),
    (b"\x1aE\xdf\xa3", "video/webm"),
    (b"wOFF", "font/woff"),
    (b"wOF2", "font/woff2"),
    (b"OTTO", "font/otf"),
    (b"\x00\x01\x00\x00", "font/ttf"),
    (b"{\\rtf", "application/rtf"),
)
_TEXTUAL = frozenset({"application/pdf", "application/postscript", "application/rtf"})
_FIRST_BYTES = frozenset(signature[0] for signature, _ in _SIGNATURES) | frozenset(b"RPF\xd0")
_RIFF = {b"WEBP": "image/webp", b"WAVE": "audio/wave", b"AVI ": "video/avi"}
_FTYP = {b"avif": "image/avif", b"heic": "image/heic", b"M4A ": "audio/mp4"}
_OPEN_XML = "application/vnd.openxmlformats-officedocument."
_ZIPPED = {
    "docx": _OPEN_XML + "wordprocessingml.document",
    "xlsx": _OPEN_XML + "spreadsheetml.sheet",
    "pptx": _OPEN_XML + "presentationml.presentation",
    "odt": "application/vnd.oasis.opendocument.text",
    "ods": "application/vnd.oasis.opendocument.spreadsheet",
    "odp": "application/vnd.oasis.opendocument.presentation",
    "epub": "application/epub+zip",
    "jar": "application/java-archive",
}
_COMPOUND = {
    "doc": "application/msword",
    "xls": "application/vnd.ms-excel",
    "ppt": "application/vnd.ms-powerpoint",
}
# OpenDocument and EPUB begin with a stored entry `mimetype` that holds the type itself.
_NAMED_ZIP = re.compile(rb"PK\x03\x04.{26}mimetype([a-z]+/[a-z0-9.+-]+?)PK", re.DOTALL)

_BINARY = re.compile(rb"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")
_BOMS = (b"\xef\xbb\xbf", b"\xfe\xff", b"\xff\xfe")
# Atomic and possessive: a page of many "-->" or spaces must not be tried in every combination.
_LEAD = rb"(?:\xef\xbb\xbf)?+[\t\n\f\r ]*+(?:(?><!--.{0,1024}?-->)[\t\n\f\r ]*+){0,4}+"
_XML_DECLARATION = rb"(?:<\?xml[^>]{0,200}\?>[\t\n\f\r ]*+)?+"
_CLEARLY_HTML = re.compile(
    _LEAD + _XML_DECLARATION + _LEAD + rb"<(?:!doctype[ \t\r\n]+html|html)[ \t\r\n\f/>]",
    re.IGNORECASE | re.DOTALL,
)
_ANY_HTML = re.compile(
    _LEAD
    + rb"<(?:!doctype[ ]html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)"
    + rb"[ \t\r\n\f/>]",
    re.IGNORECASE | re.DOTALL,
)
_XML_PREAMBLE = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:[\t\n\f\r ]+|<!--.{0,1024}?-->|<\?.{0,512}?\?>|<![^>]{0,512}>)*",
    re.DOTALL,
)
_FEED_ROOT = re.compile(rb"<(rss|feed|rdf:RDF)[ \t\r\n\f/>]")
_RSS_1 = b"http://purl.org/rss/1.0/"
_EXTENSIONS = {
    "json": "application/json",
    "csv": "text/csv",
    "tsv": "text/tab-separated-values",
    "md": "text/markdown",
    "css": "text/css",
    "js": "text/javascript",
    "mjs": "text/javascript",
    "vtt": "text/vtt",
    "bib": "application/x-bibtex",
    "tex": "application/x-tex",
}


def by_signature(start: bytes, extension: str = "") -> str:
    """The type whose signature stands at the start, or an empty string."""
    if not start or (start[0] not in _FIRST_BYTES and start[4:8] != b"ftyp"):
        return _late_pdf(start, extension)
    for signature, essence in _SIGNATURES:
        if start.startswith(signature):
            return essence if essence in _TEXTUAL or looks_binary(start) else ""
    return _by_container(start, extension) or _late_pdf(start, extension)


def as_utf8(start: bytes) -> bytes:
    """UTF-16 text with a byte order mark, so that the patterns fit it; anything else as it is."""
    if start.startswith((b"\xfe\xff", b"\xff\xfe")):
        return start.decode("utf-16", "ignore").encode("utf-8", "ignore")
    return start


def looks_binary(start: bytes) -> bool:
    """mimesniff's binary data bytes; a byte order mark proves text."""
    return not start.startswith(_BOMS) and _BINARY.search(start, 0, HEADER) is not None


def starts_as_html(start: bytes) -> bool:
    """Does it begin with `<!doctype html>` or `<html>`, after space, comments, <?xml?>?"""
    return _CLEARLY_HTML.match(start) is not None


def feed_or_xml(start: bytes) -> str:
    """RSS, Atom or other XML by declaration and root element; empty for anything else."""
    after = _XML_PREAMBLE.match(start)
    begin = after.end() if after else 0
    root = _FEED_ROOT.match(start, begin)
    if root is None:
        is_xml = start.lstrip(b"\xef\xbb\xbf\t\n\f\r ").startswith(b"<?xml")
        return "application/xml" if is_xml and not starts_as_html(start) else ""
    if root[1] == b"feed":
        return "application/atom+xml"
    if root[1] == b"rss" or _RSS_1 in start:
        return "application/rss+xml"
    return "application/rdf+xml"


def unknown_type(start: bytes, extension: str, *, scriptable: bool) -> str:
    """Nobody said what it is: mimesniff §7.1. Without `scriptable` never HTML, XML or text."""
    if found := by_signature(start, extension):
        return found
    if not scriptable:
        return ""
    if _ANY_HTML.match(start):
        return HTML
    if starts_as_html(start):
        return "application/xhtml+xml" if b"<?xml" in start[:64] else HTML
    if found := feed_or_xml(start):
        return found
    return OCTETS if looks_binary(start) else _EXTENSIONS.get(extension, TEXT)


def _by_container(start: bytes, extension: str) -> str:
    if start.startswith(b"PK\x03\x04"):
        named = _NAMED_ZIP.match(start)
        return named[1].decode("ascii") if named else _ZIPPED.get(extension, "application/zip")
    if start.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        return _COMPOUND.get(extension, "application/x-ole-storage")
    if start.startswith(b"RIFF"):
        return _RIFF.get(start[8:12], "")
    if start.startswith(b"FORM") and start[8:12] == b"AIFF":
        return "audio/aiff"
    if start[4:8] == b"ftyp":
        return _FTYP.get(start[8:12], "video/mp4")
    return ""


def _late_pdf(start: bytes, extension: str) -> str:
    """Readers accept junk before %PDF-, in the first 1,024 bytes; only a .pdf is looked into."""
    if extension == "pdf" and b"%PDF-" in start[:1_029] and not starts_as_html(start):
        return "application/pdf"
    return ""
