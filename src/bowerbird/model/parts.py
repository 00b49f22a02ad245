"""What a browser had loaded to show a page, beside the page itself."""

from collections.abc import Mapping, Sequence

from msgspec import Struct


class PageParts(Struct, frozen=True):
    """Its style sheets, in the order in which they hold, and its pictures."""

    styles: Sequence[str] = ()
    pictures: Mapping[str, tuple[str, bytes]] = {}  # URL → media type and content


NO_PARTS = PageParts()
