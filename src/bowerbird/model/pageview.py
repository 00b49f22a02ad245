"""A page as page judges see it."""

from msgspec import Struct

from bowerbird.model.document import Document
from bowerbird.web.url import Url


class PageView(Struct, frozen=True):
    """What a page says, where it is, and how it was come by."""

    document: Document
    url: Url
    depth: int = 0  # links from a seed
    found_on: str = ""  # identity of the page that led here; empty for a seed
