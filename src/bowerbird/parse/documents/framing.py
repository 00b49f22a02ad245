"""What a reader found, framed as the document of its page: title, language, robots, limits."""

from bowerbird.model.document import Document, Link, LinkContext
from bowerbird.model.page import Page
from bowerbird.parse import grammar
from bowerbird.parse.documents.content import LONGEST_TITLE, Content, file_name
from bowerbird.parse.options import ParseOptions
from bowerbird.text.language import declared_language, detect_language


class ParsedDocument:
    """A document, and what stands around its links."""

    __slots__ = ("_contexts", "document")

    def __init__(self, document: Document, contexts: list[LinkContext]) -> None:
        self.document = document
        self._contexts = contexts

    def context(self, link: Link) -> LinkContext:
        """What the reader found beside the link."""
        known = 0 <= link.position < len(self._contexts)
        return self._contexts[link.position] if known else LinkContext()


def framed(page: Page, content: Content, options: ParseOptions, agent: str) -> ParsedDocument:
    """The page's headers say what the document itself does not."""
    headers, text = page.headers, content.text
    language = declared_language(content.language or headers.get("content-language"))
    if not language and options.detect_language and text:
        language = detect_language(text) or detect_language(text[len(text) // 2 :])
    document = Document(
        title=_title(content, page),
        text=text,
        headings=tuple(content.headings),
        links=content.links,
        base=page.url.href,
        language=language,
        charset=content.charset,
        description=content.description[: options.max_metadata_length],
        robots=grammar.robots(agent, (), headers.all("x-robots-tag")),
        metadata=content.metadata,
        replaced_characters=content.replaced,
    )
    return ParsedDocument(document, content.contexts)


def _title(content: Content, page: Page) -> str:
    """Its own, else what it begins with, else the name of the file: nothing stays without one."""
    heading = content.headings[0].text if content.headings else ""
    title = " ".join((content.title or heading or content.first_line).split())
    return title[:LONGEST_TITLE] or file_name(page.url.href)
