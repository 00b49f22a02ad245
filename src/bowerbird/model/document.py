"""What a parser made of a page."""

from msgspec import Struct

from bowerbird.model.metadata import Metadata


class Link(Struct, frozen=True, array_like=True, gc=False):
    """A reference as the page wrote it. Its surroundings are asked for with `Parsed.context`."""

    href: str
    carrier: str  # "a", "img[srcset]", "meta[refresh]", "header[link]" … see docs/glossary.md
    rel: str = ""  # lower case, space separated
    position: int = -1  # which node it came from; a parser's own business


class LinkContext(Struct, frozen=True, array_like=True, gc=False):
    """What stands around a link; made only for links that are new."""

    anchor: str = ""  # its text, or the alt text of the image in it
    nearby: str = ""  # the text of the block it stands in
    path: str = ""  # DOM path, for example "html body main ul.results li a"
    modified: float | None = None  # when the target last changed, as its feed or sitemap says (UTC)


class Heading(Struct, frozen=True, array_like=True, gc=False):
    """A heading and its level, 1 to 6."""

    level: int
    text: str


class RobotsDirectives(Struct, frozen=True, array_like=True, gc=False):
    """The union of meta robots and X-Robots-Tag that address us."""

    noindex: bool = False  # kept and followed, but never served in search
    nofollow: bool = False  # its links are not followed
    unavailable_after: float | None = None  # seconds since 1970, UTC
    others: tuple[str, ...] = ()  # noarchive, nosnippet, noai …, as written

    def hides(self, now: float) -> bool:
        """Does the page ask not to be served in search, at `now` (UTC)?"""
        until = self.unavailable_after
        return self.noindex or (until is not None and until <= now)


class Document(Struct, frozen=True):
    """A page read: the words in it and where it points."""

    title: str = ""
    text: str = ""  # the main text, boilerplate left out
    headings: tuple[Heading, ...] = ()
    links: tuple[Link, ...] = ()
    base: str = ""  # links resolve against this: the URL, or <base href>
    language: str = ""  # ISO 639-1, declared or detected
    charset: str = ""
    description: str = ""
    canonical: str = ""  # as written; a hint
    alternates: tuple[tuple[str, str], ...] = ()  # (hreflang or media, href)
    refresh: str = ""  # target of a meta refresh of at most 5 s
    robots: RobotsDirectives = RobotsDirectives()
    metadata: dict[str, str] = {}  # meta name/property → content, first wins, bounded
    known: Metadata | None = None  # of a paper; of other pages the digest finds it
    replaced_characters: bool = False  # bytes that the charset could not read became U+FFFD
