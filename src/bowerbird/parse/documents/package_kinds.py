"""What a zip archive is: an office document, an e-book, or just an archive of files."""

from collections.abc import Callable

from bowerbird.parse.documents.content import Content, Source, broken
from bowerbird.parse.documents.epub import read_epub
from bowerbird.parse.documents.opendocument import read_opendocument
from bowerbird.parse.documents.package import Package
from bowerbird.parse.documents.sheets import read_sheets
from bowerbird.parse.documents.slides import read_slides
from bowerbird.parse.documents.word import read_word

MOST_NAMES = 2_000  # of the files of an archive

_READERS: tuple[tuple[str, Callable[[Package, Source], Content]], ...] = (
    ("word/document.xml", read_word),
    ("xl/workbook.xml", read_sheets),
    ("ppt/presentation.xml", read_slides),
    ("META-INF/container.xml", read_epub),
    ("content.xml", read_opendocument),
)


def read_package(source: Source) -> Content:
    """Whatever it was served as, its parts say what it is."""
    with Package(source) as package:
        for mark, read in _READERS:
            if mark in package:
                return read(package, source)
        return _listed(package, source)


def _listed(package: Package, source: Source) -> Content:
    """An archive is its list of files: what is in them is not read."""
    content = Content(source.options)
    names = package.names
    if not names:
        raise broken("an archive without files")
    content.note("archive:files", len(names))
    for name in names[:MOST_NAMES]:
        content.say(name.encode("utf-8", "replace").decode())
    return content
