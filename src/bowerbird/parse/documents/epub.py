"""EPUB: the chapters of the spine, read as the pages they are."""

import posixpath
from urllib.parse import unquote

from lxml import etree

from bowerbird.parse.documents.content import Content, Source, broken, encrypted
from bowerbird.parse.documents.markup import child_text, children, local, text_of
from bowerbird.parse.documents.package import Package
from bowerbird.parse.documents.pages import say_html

DUBLIN_CORE = ("title", "creator", "contributor", "language", "identifier", "date", "publisher",
               "subject", "description", "rights")  # fmt: skip


def read_epub(package: Package, source: Source) -> Content:
    """The chapters in reading order; links within the book lead nowhere and are left out."""
    content = Content(source.options)
    if _is_locked(package):
        raise encrypted()
    part = _root_file(package)
    root = package.markup(part)
    if root is None:
        raise broken("an e-book without its list of parts")
    _note_metadata(root, content)
    chapters = _spine(root, posixpath.dirname(part))
    content.note("epub:chapters", len(chapters))
    for chapter in chapters[: source.options.max_document_pages]:
        if content.is_full() or source.is_late():
            break
        say_html(package.read(chapter), source.options, content)
    return content


def _is_locked(package: Package) -> bool:
    """Fonts may be scrambled in any book; what is told apart here are books whose text is."""
    rights = package.read("META-INF/encryption.xml")
    return b"html" in rights and b"EncryptedData" in rights


def _root_file(package: Package) -> str:
    root = package.markup("META-INF/container.xml")
    for entry in () if root is None else root.iter("{*}rootfile"):
        return unquote(entry.get("full-path", ""))
    return ""


def _note_metadata(root: etree._Element, content: Content) -> None:
    for metadata in children(root, "metadata"):
        for name in DUBLIN_CORE:
            content.note_all(f"dc:{name}", (text_of(e) for e in metadata.iter("{*}" + name)))
        content.title = child_text(metadata, "title")
        content.language = child_text(metadata, "language")
        content.description = child_text(metadata, "description")


def _spine(root: etree._Element, folder: str) -> list[str]:
    hrefs = {
        item.get("id", ""): item.get("href", "")
        for item in root.iter("{*}item")
        if local(item) == "item"
    }
    names = (hrefs.get(entry.get("idref", ""), "") for entry in root.iter("{*}itemref"))
    return [posixpath.normpath(posixpath.join(folder, unquote(name))) for name in names if name]
