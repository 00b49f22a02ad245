"""Packed documents, as small as they can be: DOCX, ODT and EPUB. The same bytes everywhere."""

import io
import zipfile
from collections.abc import Mapping, Sequence
from html import escape

MADE_ON = (2026, 5, 3, 10, 15, 0)

_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_OPEN = "urn:oasis:names:tc:opendocument:xmlns"
_DC = "http://purl.org/dc/elements/1.1/"


def docx_file(
    title: str, author: str, paragraphs: Sequence[str], links: Mapping[str, str]
) -> bytes:
    """`links`: words → where they lead."""
    said = "".join(f"<w:p>{_run(text)}</w:p>" for text in paragraphs)
    linked = "".join(
        f'<w:p><w:hyperlink r:id="l{number}">{_run(words)}</w:hyperlink></w:p>'
        for number, words in enumerate(links)
    )
    heading = f'<w:p><w:pPr><w:pStyle w:val="Title"/></w:pPr>{_run(title)}</w:p>'
    targets = "".join(
        f'<Relationship Id="l{number}" Type="{_OFFICE}/hyperlink" Target="{escape(href)}" '
        'TargetMode="External"/>'
        for number, href in enumerate(links.values())
    )
    relation = '<Relationship Id="r{}" Type="{}" Target="{}"/>'
    package = relation.format(1, _OFFICE + "/officeDocument", "word/document.xml")
    package += relation.format(
        2, _PACKAGE + "/relationships/metadata/core-properties", "docProps/core.xml"
    )
    types = (
        '<Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        '<Override PartName="/docProps/core.xml" '
        'ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>'
        '<Override PartName="/word/document.xml" ContentType="application/'
        'vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>'
    )
    return _packed({
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">{types}</Types>',
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">{package}</Relationships>',
        "word/document.xml":
            f'<w:document xmlns:w="{_WORD}" xmlns:r="{_OFFICE}"><w:body>{heading}{said}{linked}'
            "</w:body></w:document>",
        "word/_rels/document.xml.rels":
            f'<Relationships xmlns="{_PACKAGE}/relationships">{targets}</Relationships>',
        "word/styles.xml":
            f'<w:styles xmlns:w="{_WORD}"><w:style w:type="paragraph" w:styleId="Title">'
            '<w:name w:val="Title"/></w:style></w:styles>',
        "docProps/core.xml":
            f'<cp:coreProperties xmlns:cp="{_PACKAGE}/metadata/core-properties" xmlns:dc="{_DC}">'
            f"<dc:title>{escape(title)}</dc:title><dc:creator>{escape(author)}</dc:creator>"
            "</cp:coreProperties>",
    })  # fmt: skip


def odt_file(
    title: str, author: str, paragraphs: Sequence[str], links: Mapping[str, str], *,
    locked: bool = False,
) -> bytes:  # fmt: skip
    """`locked`: it says that it is encrypted, and nobody can read it."""
    said = "".join(f"<text:p>{escape(text)}</text:p>" for text in paragraphs)
    linked = "".join(
        f'<text:p><text:a xlink:href="{escape(href)}">{escape(words)}</text:a></text:p>'
        for words, href in links.items()
    )
    spaces = (
        f'xmlns:office="{_OPEN}:office:1.0" xmlns:text="{_OPEN}:text:1.0" '
        f'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="{_DC}"'
    )
    key = "<manifest:encryption-data/>" if locked else ""
    entry = f'<manifest:file-entry manifest:full-path="content.xml">{key}</manifest:file-entry>'
    return _packed({
        "mimetype": "application/vnd.oasis.opendocument.text",
        "content.xml":
            f"<office:document-content {spaces}><office:body><office:text>"
            f'<text:h text:outline-level="1">{escape(title)}</text:h>{said}{linked}'
            "</office:text></office:body></office:document-content>",
        "meta.xml":
            f"<office:document-meta {spaces}><office:meta><dc:title>{escape(title)}</dc:title>"
            f"<dc:creator>{escape(author)}</dc:creator></office:meta></office:document-meta>",
        "META-INF/manifest.xml":
            f'<manifest:manifest xmlns:manifest="{_OPEN}:manifest:1.0">{entry}'
            "</manifest:manifest>",
    })  # fmt: skip


def epub_file(
    title: str, author: str, chapters: Mapping[str, Sequence[str]], links: Mapping[str, str]
) -> bytes:
    """A book of chapters, by their names; the links stand in the last."""
    linked = "".join(
        f'<p><a href="{escape(href)}">{escape(words)}</a></p>' for words, href in links.items()
    )
    pages, items, spine = {}, "", ""
    for number, (name, paragraphs) in enumerate(chapters.items()):
        said = "".join(f"<p>{escape(text)}</p>" for text in paragraphs)
        said += linked if number == len(chapters) - 1 else ""
        pages[f"OEBPS/{number}.xhtml"] = (
            f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>{escape(name)}</title></head>'
            f"<body><h1>{escape(name)}</h1>{said}</body></html>"
        )
        items += f'<item id="c{number}" href="{number}.xhtml" media-type="application/xhtml+xml"/>'
        spine += f'<itemref idref="c{number}"/>'
    return _packed({
        "mimetype": "application/epub+zip",
        "META-INF/container.xml":
            '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
            '<rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
        "OEBPS/book.opf":
            f'<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="{_DC}" version="3.0">'
            f"<metadata><dc:title>{escape(title)}</dc:title><dc:creator>{escape(author)}"
            "</dc:creator><dc:language>en</dc:language></metadata>"
            f"<manifest>{items}</manifest><spine>{spine}</spine></package>",
        **pages,
    })  # fmt: skip


def _run(text: str) -> str:
    return f'<w:r><w:t xml:space="preserve">{escape(text)}</w:t></w:r>'


def _packed(parts: Mapping[str, str]) -> bytes:
    """Stored, not deflated: what zlib makes differs from version to version."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as package:
        for name, content in parts.items():
            head = _HEAD if name.endswith((".xml", ".rels", ".opf", ".xhtml")) else ""
            package.writestr(zipfile.ZipInfo(name, MADE_ON), (head + content).encode())
    return file.getvalue()
