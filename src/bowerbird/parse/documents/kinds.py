"""Which media types are documents, and which reader takes which.

Nothing is imported here but names: the crawl asks what is a document, and only the killable worker
ever loads a reader.
"""

from bowerbird.web.magic import starts_as_html

HTML = "html"

_OPEN_XML = "application/vnd.openxmlformats-officedocument."
_OPEN_DOCUMENT = "application/vnd.oasis.opendocument."
_HERE = "bowerbird.parse.documents."

READERS = {
    "pdf": _HERE + "pdf:read_pdf",
    "package": _HERE + "package_kinds:read_package",
    "compound": _HERE + "compound:read_compound",
    "rtf": _HERE + "rtf:read_rtf",
    "xml": _HERE + "xml:read_xml",
    "json": _HERE + "json_feed:read_json",
    "gzip": _HERE + "packed:read_gzip",
    "image": _HERE + "image:read_image",
}
_KINDS = {
    "pdf": ("application/pdf", "application/x-pdf"),
    "package": (
        *(
            _OPEN_XML + name
            for name in (
                "wordprocessingml.document", "wordprocessingml.template",
                "spreadsheetml.sheet", "spreadsheetml.template",
                "presentationml.presentation", "presentationml.slideshow",
                "presentationml.template",
            )
        ),
        *(
            _OPEN_DOCUMENT + name
            for name in (
                "text", "text-template", "text-master", "spreadsheet", "spreadsheet-template",
                "presentation", "presentation-template", "graphics",
            )
        ),
        "application/vnd.ms-word.document.macroenabled.12",
        "application/vnd.ms-excel.sheet.macroenabled.12",
        "application/vnd.ms-powerpoint.presentation.macroenabled.12",
        "application/epub+zip", "application/zip", "application/x-zip",
        "application/x-zip-compressed",
    ),
    "compound": (
        "application/msword", "application/vnd.ms-word", "application/vnd.ms-excel",
        "application/msexcel", "application/x-msexcel", "application/vnd.ms-powerpoint",
        "application/mspowerpoint", "application/x-ole-storage", "application/x-msword",
    ),
    "rtf": ("application/rtf", "text/rtf", "text/richtext", "application/x-rtf"),
    "xml": (
        "application/xml", "text/xml", "application/rss+xml", "application/atom+xml",
        "application/rdf+xml", "image/svg+xml", "application/mathml+xml",
        "application/docbook+xml", "application/tei+xml", "application/jats+xml",
        "application/opensearchdescription+xml", "application/x-dtbncx+xml",
    ),
    "json": ("application/feed+json", "application/json"),
    "gzip": ("application/gzip", "application/x-gzip"),
    "image": (
        "image/png", "image/apng", "image/jpeg", "image/jpg", "image/pjpeg", "image/gif",
        "image/webp", "image/bmp", "image/x-ms-bmp", "image/tiff", "image/avif", "image/x-icon",
        "image/vnd.microsoft.icon", "image/jp2",
    ),
}  # fmt: skip
_KIND_OF = {media_type: kind for kind, types in _KINDS.items() for media_type in types}
DOCUMENT_TYPES = frozenset(_KIND_OF)

_SIGNATURES = (
    (b"PK\x03\x04", "package"),
    (b"PK\x05\x06", "package"),  # an archive with nothing in it
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "compound"),
    (b"{\\rtf", "rtf"),
    (b"%PDF-", "pdf"),
    (b"\x1f\x8b\x08", "gzip"),
)
_BEGINNING = 1_024


def kind_of(media_type: str, body: bytes) -> str:
    """The kind of a document; its first bytes know better than its name where they say anything.

    What programs export as "Excel" or "Word" is often HTML, XML or RTF.
    """
    start = body[:_BEGINNING]
    named = _KIND_OF[media_type]
    for signature, kind in _SIGNATURES:
        if start.startswith(signature):
            return kind
    if named in ("pdf", "image"):
        return named
    if starts_as_html(start):
        return HTML
    if named in ("package", "compound") and start.lstrip(b"\xef\xbb\xbf \t\r\n")[:5] == b"<?xml":
        return "xml"
    return named
