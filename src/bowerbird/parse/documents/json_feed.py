"""JSON Feed 1 and 1.1. Any other JSON is data, not a document."""

from typing import Any

import msgspec

from bowerbird.parse.documents.content import Content, NotADocumentError, Source
from bowerbird.parse.documents.pages import say_html
from bowerbird.web.dates import any_date

VERSION = b"jsonfeed.org/version/"
_NEAR_THE_START = 100_000  # bytes; large files of data are not read to find out


def read_json(source: Source) -> Content:
    """A feed, if it says so."""
    if VERSION not in source.body[:_NEAR_THE_START]:
        raise NotADocumentError
    try:
        feed = msgspec.json.decode(source.body.removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise NotADocumentError from error
    if not isinstance(feed, dict):
        raise NotADocumentError
    content = Content(source.options)
    content.title = _text(feed, "title")
    content.language = _text(feed, "language")
    content.description = _text(feed, "description")
    content.say(content.description)
    for name in ("home_page_url", "next_url"):
        content.link(_text(feed, name), "feed", content.title)
    items = [item for item in _list(feed, "items") if isinstance(item, dict)]
    for item in items:
        if content.is_full() or source.is_late():
            break
        _read_item(item, source, content)
    content.note("feed:entries", len(items))
    return content


def _read_item(item: dict[str, Any], source: Source, content: Content) -> None:
    title = _text(item, "title")
    modified = any_date(_text(item, "date_modified") or _text(item, "date_published"))
    content.head(2, title)
    content.say(title)
    for name in ("url", "external_url"):
        content.link(_text(item, name), "feed", title, modified=modified)
    if markup := _text(item, "content_html"):
        say_html(markup, source.options, content)
    else:
        content.say(_text(item, "content_text") or _text(item, "summary"))
    for attachment in _list(item, "attachments"):
        if isinstance(attachment, dict):
            content.link(_text(attachment, "url"), "feed[enclosure]", title)


def _text(of: dict[str, Any], name: str) -> str:
    value = of.get(name)
    return value if isinstance(value, str) else ""


def _list(of: dict[str, Any], name: str) -> list[Any]:
    value = of.get(name)
    return value if isinstance(value, list) else []
