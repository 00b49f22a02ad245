"""Compound files (OLE): streams in one file, as Office wrote them before 2007."""

import io

import olefile

from bowerbird.parse.documents.content import Content, broken

_PROPERTIES = {
    "title": "dc:title", "author": "dc:creator", "subject": "dc:subject",
    "keywords": "meta:keywords", "comments": "dc:description", "last_saved_by": "meta:last-author",
    "create_time": "dcterms:created", "last_saved_time": "dcterms:modified",
    "num_pages": "meta:pages", "num_words": "meta:words", "slides": "meta:slides",
    "creating_application": "meta:application", "company": "meta:company",
}  # fmt: skip


def opened(body: bytes) -> olefile.OleFileIO:
    """The file; its directory is read, its streams are not."""
    try:
        return olefile.OleFileIO(io.BytesIO(body))
    except MemoryError:
        raise
    except Exception as error:  # the library has dozens of names for a broken file
        raise broken(f"not a sound compound file: {error}") from error


def stream(file: olefile.OleFileIO, name: str) -> bytes:
    """All bytes of a stream."""
    try:
        with file.openstream(name) as reader:
            return bytes(reader.read())
    except MemoryError:
        raise
    except Exception as error:
        raise broken(f"its stream {name} cannot be read: {error}") from error


def note_properties(file: olefile.OleFileIO, content: Content) -> None:
    """The summary that every program of Office writes."""
    try:
        summary = file.get_metadata()
    except (OSError, ValueError, TypeError, IndexError, KeyError):
        return  # the text may be sound
    codec = "utf-8" if summary.codepage in (65001, -535) else f"cp{summary.codepage or 1252}"
    for name, key in _PROPERTIES.items():
        value = getattr(summary, name)
        if isinstance(value, bytes):
            value = _decoded(value, codec)
        elif hasattr(value, "isoformat"):
            value = value.isoformat() if value.year > 1601 else ""
        if value:
            content.note(key, value)
    content.title = content.metadata.get("dc:title", "")
    content.description = content.metadata.get("dc:description", "")


def _decoded(value: bytes, codec: str) -> str:
    try:
        text = value.decode(codec, "replace")
    except LookupError:
        text = value.decode("cp1252", "replace")
    return text.rstrip("\0")
