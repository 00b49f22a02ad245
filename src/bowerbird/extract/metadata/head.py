"""What a page says of itself in meta tags, links, its title and JSON-LD blocks."""

from collections.abc import Iterator

from msgspec import Struct, field

from bowerbird.extract.metadata.json_ld import LONGEST_BLOCK, MANY_BLOCKS
from bowerbird.extract.metadata.markup import Tag, tags_of

LONGEST_PAGE = 2_000_000  # characters looked at
LONGEST_META = 20_000  # an abstract may stand there
MANY = 2_000  # meta tags; a reference list in them is long
MANY_INSIDE = 500  # tags inside an element whose text is told
_SHOWN_AS_TEXT = ("title", "h1", "time", "a", "span", "div", "p", "h2", "address", "li")


class Said(Struct):
    """The page's own words."""

    metas: list[tuple[str, str]] = field(default_factory=list)  # names in lower case
    links: list[tuple[str, str]] = field(default_factory=list)  # (rel, href)
    blocks: list[str] = field(default_factory=list)  # JSON-LD
    title: str = ""
    heading: str = ""  # the first <h1>
    bylines: list[str] = field(default_factory=list)  # rel=author, class=byline
    times: list[str] = field(default_factory=list)  # <time datetime>
    language: str = ""
    has_items: bool = False  # microdata or RDFa
    tags: list[Tag] = field(default_factory=list)
    markup: str = ""


def read_said(markup: str) -> Said:
    """One look over all tags of the page."""
    said = Said(markup=markup[:LONGEST_PAGE])
    said.tags = list(tags_of(said.markup))
    for number, tag in enumerate(said.tags):
        if not tag.closes:
            _note(tag, number, said)
    return said


def text_after(said: Said, number: int, longest: int = LONGEST_META) -> str:
    """The text of the element whose tag is the n-th: up to the tag that closes it."""
    return " ".join(" ".join(_pieces(said, number, longest)).split())


def _pieces(said: Said, number: int, longest: int) -> Iterator[str]:
    opened, depth, length = said.tags[number], 1, 0
    start = opened.end
    for tag in said.tags[number + 1 : number + MANY_INSIDE]:
        yield said.markup[start : tag.start]
        length += tag.start - start
        start = tag.end + len(tag.text)
        if tag.name == opened.name:
            depth += -1 if tag.closes else 1
        if depth == 0 or length > longest:
            return


def _note(tag: Tag, number: int, said: Said) -> None:
    attributes = tag.attributes
    if tag.name == "meta":
        _meta(attributes, said)
    elif tag.name == "link":
        rel, href = attributes.get("rel", "").lower(), attributes.get("href", "").strip()
        if rel and href and len(said.links) < MANY:
            said.links.append((rel, href))
    elif tag.name == "script":
        wanted = attributes.get("type", "").strip().lower().startswith("application/ld+json")
        if wanted and len(said.blocks) < MANY_BLOCKS and len(tag.text) <= LONGEST_BLOCK:
            said.blocks.append(tag.text)
    elif tag.name == "html":
        said.language = said.language or attributes.get("lang", "")
    else:
        _shown(tag, number, said)
    if "itemtype" in attributes or "typeof" in attributes:
        said.has_items = True


def _meta(attributes: dict[str, str], said: Said) -> None:
    content = attributes.get("content", "").strip()
    name = attributes.get("name") or attributes.get("property") or attributes.get("http-equiv")
    if name and content and len(said.metas) < MANY:
        said.metas.append((name.strip().lower(), content[:LONGEST_META]))


def _shown(tag: Tag, number: int, said: Said) -> None:
    """What people see of title, byline and date."""
    if tag.name not in _SHOWN_AS_TEXT:
        return
    attributes = tag.attributes
    if tag.name == "title" and not said.title:
        said.title = text_after(said, number, 2_000)
    elif tag.name == "h1" and not said.heading:
        said.heading = text_after(said, number, 2_000)
    elif tag.name == "time" and len(said.times) < 10:
        said.times.append(attributes.get("datetime") or text_after(said, number, 100))
    elif _is_byline(attributes) and len(said.bylines) < 20:
        said.bylines.append(text_after(said, number, 200))


def _is_byline(attributes: dict[str, str]) -> bool:
    if "author" in attributes.get("rel", "").lower().split():
        return True
    classes = attributes.get("class", "").lower().split()
    return "byline" in classes or "author-name" in classes or "p-author" in classes
