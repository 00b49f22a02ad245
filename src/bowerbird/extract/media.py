"""Pictures, films and sounds of a page, with the words that say what they show."""

import re
from collections.abc import Iterator
from typing import Literal
from urllib.parse import urlsplit

from msgspec import Struct
from pydantic import Field

from bowerbird.extract.clean import absolute
from bowerbird.extract.nodes import picture_of, text_of
from bowerbird.extract.tree import Element
from bowerbird.model.options import Options

Medium = Literal["image", "video", "audio"]

LONGEST_WORDS = 500  # characters of what stands around
ENOUGH_WORDS = 40  # characters; with less, the block around the block is told
WIDEST = 4  # blocks looked at, inside out

# Those that pages show; by their names' endings, as the page itself seldom says.
_TYPES: dict[str, tuple[Medium, str]] = {
    "avif": ("image", "image/avif"), "bmp": ("image", "image/bmp"), "gif": ("image", "image/gif"),
    "ico": ("image", "image/x-icon"), "jpeg": ("image", "image/jpeg"),
    "jpg": ("image", "image/jpeg"), "jxl": ("image", "image/jxl"), "png": ("image", "image/png"),
    "svg": ("image", "image/svg+xml"), "tif": ("image", "image/tiff"),
    "tiff": ("image", "image/tiff"), "webp": ("image", "image/webp"),
    "avi": ("video", "video/x-msvideo"), "m4v": ("video", "video/mp4"),
    "mkv": ("video", "video/x-matroska"), "mov": ("video", "video/quicktime"),
    "mp4": ("video", "video/mp4"), "mpeg": ("video", "video/mpeg"), "mpg": ("video", "video/mpeg"),
    "ogv": ("video", "video/ogg"), "webm": ("video", "video/webm"),
    "aac": ("audio", "audio/aac"), "flac": ("audio", "audio/flac"), "m4a": ("audio", "audio/mp4"),
    "mid": ("audio", "audio/midi"), "mp3": ("audio", "audio/mpeg"), "oga": ("audio", "audio/ogg"),
    "ogg": ("audio", "audio/ogg"), "opus": ("audio", "audio/ogg"), "wav": ("audio", "audio/wav"),
}  # fmt: skip
_BLOCKS = frozenset({"p", "li", "td", "dd", "figure", "div", "section", "article", "blockquote"})
_SIZE = re.compile(r"\s*(\d{1,5})(?:\.\d+)?\s*(?:px)?\s*")


class MediaOptions(Options):
    """Which pictures, films and sounds become records, and whether they are downloaded."""

    kinds: list[Medium] = Field(
        [], description="Which become records of the kind `media`: image, video, audio."
    )
    download: bool = Field(
        False, description="Ask for the files, too, as for any URL: scope, robots, turns hold."
    )
    min_pixels: int = Field(
        32, ge=0, description="Pictures that say they are narrower or lower are left out."
    )
    max_per_page: int = Field(500, ge=1, le=100_000, description="Of one page.")
    max_files: int = Field(1_000, ge=0, description="Files that a run downloads at most.")
    max_bytes: int = Field(
        500_000_000, ge=0, description="No further file is asked for once a run has so many bytes."
    )


class MediaItem(Struct, frozen=True):
    """A file and what the page says of it."""

    url: str
    medium: Medium
    media_type: str = ""  # as declared, or by its name
    alt: str = ""
    caption: str = ""
    words: str = ""  # of the block that it stands in
    width: int | None = None
    height: int | None = None


def media_in(root: Element, base: str, options: MediaOptions) -> list[MediaItem]:
    """Every file once, in the order of the page; the first mention that says most stands."""
    found: dict[str, MediaItem] = {}
    for element in root.iter("img", "amp-img", "video", "audio", "a"):
        for item in _items(element, base):
            if item.medium not in options.kinds or _is_tiny(item, options.min_pixels):
                continue
            if item.url not in found and len(found) >= options.max_per_page:
                return list(found.values())
            before = found.get(item.url)
            if before is None or not (before.alt or before.caption):
                found[item.url] = item
    return list(found.values())


def _items(element: Element, base: str) -> Iterator[MediaItem]:
    match element.tag:
        case "img" | "amp-img":
            yield from _item(element, picture_of(element), "image", base)
        case "video" | "audio":
            sources = [element, *element.iter("source")]
            # The sources of one player are the same film in several forms: the first stands for it.
            source = next((each for each in sources if each.get("src")), None)
            if source is not None:
                yield from _item(element, source.get("src"), element.tag, base, source.get("type"))
        case _:
            named = _by_name(str(element.get("href") or ""))
            if named is not None:
                yield from _item(element, element.get("href"), named[0], base)


def _item(
    element: Element, href: str | None, medium: Medium, base: str, declared: str | None = None
) -> Iterator[MediaItem]:
    if not href or href.startswith(("data:", "blob:", "#")):
        return
    try:
        url = absolute(href, base)
    except ValueError:
        return
    named = _by_name(url)
    by_name = named[1] if named is not None and named[0] == medium else ""
    yield MediaItem(
        url=url,
        medium=medium,
        media_type=(declared or "").partition(";")[0].strip() or by_name,
        alt=str(element.get("alt") or element.get("aria-label") or "").strip()[:LONGEST_WORDS],
        caption=_caption(element),
        words=_words_around(element),
        width=_size(element.get("width")),
        height=_size(element.get("height")),
    )


def _by_name(url: str) -> tuple[Medium, str] | None:
    try:
        path = urlsplit(url).path
    except ValueError:
        return None
    return _TYPES.get(path.rpartition(".")[2].lower())


def _caption(element: Element) -> str:
    figure = next(element.iterancestors("figure"), None)
    caption = figure.find(".//figcaption") if figure is not None else None
    if caption is not None:
        return text_of(caption)[:LONGEST_WORDS]
    if element.tag == "a":
        return text_of(element)[:LONGEST_WORDS]
    return str(element.get("title") or "").strip()[:LONGEST_WORDS]


def _words_around(element: Element) -> str:
    said, blocks = "", 0
    for block in element.iterancestors():
        if block.tag in _BLOCKS:
            said, blocks = text_of(block)[:LONGEST_WORDS], blocks + 1
            if len(said) >= ENOUGH_WORDS or blocks == WIDEST:
                break
    return said


def _size(text: str | None) -> int | None:
    found = _SIZE.fullmatch(text or "")
    return int(found[1]) if found else None


def _is_tiny(item: MediaItem, least: int) -> bool:
    return any(size is not None and size < least for size in (item.width, item.height))
