"""Text that people write with marks in it (Markdown, TeX): decoded, and ready to be read."""

from bowerbird.model.page import Page
from bowerbird.parse.documents.content import Content
from bowerbird.parse.encoding import read_text
from bowerbird.parse.options import ParseOptions
from bowerbird.web.media_type import media_type_of


def opened_text(page: Page, options: ParseOptions) -> tuple[str, Content]:
    """The text with one kind of line ends, and the content to fill."""
    declared = media_type_of(page.headers.all("content-type")).charset
    read = read_text(page.body.read(), declared=declared, host=page.url.host, markup=False)
    text = read.content.decode() if isinstance(read.content, bytes) else read.content
    content = Content(options)
    content.charset, content.replaced = read.charset, read.replaced
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd"), content
