"""Documents for reader tests: bytes in, what was read out."""

from tests.unit.parse.pages import AGENT, page_of

from bowerbird.model.document import Document, LinkContext
from bowerbird.model.outcomes import Failed, Failure
from bowerbird.parse.documents.framing import ParsedDocument
from bowerbird.parse.documents.parser import DocumentParser
from bowerbird.parse.options import ParseOptions

FOLDER = "http://garden.test/files/"


def parsed(
    body: bytes, media_type: str, options: ParseOptions | None = None, name: str = "file"
) -> object:
    """Whatever comes of it."""
    parser = DocumentParser(options or ParseOptions(), AGENT)
    return parser.parse(page_of(body, FOLDER + name, media_type))


def read(
    body: bytes, media_type: str, options: ParseOptions | None = None, name: str = "file"
) -> Document:
    """A document that can be read."""
    found = parsed(body, media_type, options, name)
    assert isinstance(found, ParsedDocument), found
    return found.document


def links(body: bytes, media_type: str) -> dict[str, tuple[str, LinkContext]]:
    """Where it leads, with carrier and surroundings."""
    found = parsed(body, media_type)
    assert isinstance(found, ParsedDocument), found
    return {link.href: (link.carrier, found.context(link)) for link in found.document.links}


def failure(body: bytes, media_type: str, options: ParseOptions | None = None) -> Failure:
    """Why it cannot be read."""
    found = parsed(body, media_type, options)
    assert isinstance(found, Failed), found
    return found.reason
