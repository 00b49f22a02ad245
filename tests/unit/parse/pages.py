"""Pages for parser tests: a body, a few headers, no network."""

from bowerbird.model.page import Headers, Page
from bowerbird.parse.html import HtmlParser, ParsedHtml
from bowerbird.parse.isolated import ReceivedBody
from bowerbird.parse.options import ParseOptions
from bowerbird.web.url import parse

AGENT = "bowerbird"


def page_of(
    body: str | bytes,
    url: str = "http://garden.test/birds/bower.html",
    media_type: str = "text/html",
    **headers: str,
) -> Page:
    """A page as a fetcher would hand it over. `content_type="…"` sets that header."""
    content = body if isinstance(body, bytes) else body.encode()
    pairs = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    return Page(
        parse(url),
        status=200,
        headers=Headers(pairs),
        body=ReceivedBody(content),
        media_type=media_type,
        fetched_at=0.0,
    )


def read(
    body: str | bytes, options: ParseOptions | None = None, url: str = "", **headers: str
) -> ParsedHtml:
    """Parsed as HTML."""
    page = page_of(body, url or "http://garden.test/birds/bower.html", **headers)
    return HtmlParser(options or ParseOptions(), AGENT).parse(page)
