"""What a compound file is: Word, Excel or PowerPoint of before 2007, by the streams in it."""

from contextlib import closing

from bowerbird.parse.documents import ole
from bowerbird.parse.documents.content import Content, NotADocumentError, Source, encrypted
from bowerbird.parse.documents.old_sheets import say_sheets
from bowerbird.parse.documents.old_slides import say_slides
from bowerbird.parse.documents.old_word import say_word

_BOOKS = ("Workbook", "Book")
_LOCKED = ("EncryptedPackage", "EncryptedSummary")
_SHOW = "PowerPoint Document"


def read_compound(source: Source) -> Content:
    """Whatever it was served as."""
    content = Content(source.options)
    with closing(ole.opened(source.body)) as file:
        if any(map(file.exists, _LOCKED)):
            raise encrypted()
        ole.note_properties(file, content)
        if file.exists("WordDocument"):
            say_word(file, content)
        elif any(map(file.exists, _BOOKS)):
            say_sheets(source, content)
        elif file.exists(_SHOW):
            say_slides(ole.stream(file, _SHOW), source, content)
        else:
            raise NotADocumentError
    return content
