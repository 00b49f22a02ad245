"""What meta tags mean, by the vocabulary that their names come from."""

from collections.abc import Callable, Mapping

from msgspec import structs

from bowerbird.extract.metadata.claims import Claims
from bowerbird.extract.metadata.identifiers import doi_of
from bowerbird.extract.metadata.names import person_of
from bowerbird.model.metadata import Person, Reference, Source

Metas = list[tuple[str, str]]  # names in lower case, in the order of the page

SURE = {
    Source.HIGHWIRE: 0.95,
    Source.DUBLIN_CORE: 0.85,
    Source.PRISM: 0.85,
    Source.BEPRESS: 0.9,
    Source.EPRINTS: 0.9,
    Source.OPEN_GRAPH: 0.6,
    Source.HTML: 0.5,
}

# https://scholar.google.com/intl/en/scholar/inclusion.html#indexing
_HIGHWIRE = {
    "title": "title", "authors": "authors", "publication_date": "date", "date": "date",
    "online_date": "date", "year": "date", "cover_date": "date", "journal_title": "journal",
    "conference_title": "journal", "conference": "journal", "inbook_title": "journal",
    "book_title": "journal", "volume": "volume", "issue": "issue", "doi": "doi", "issn": "id",
    "isbn": "id", "arxiv_id": "id", "abstract": "abstract", "keywords": "keywords",
    "keyword": "keywords", "language": "language", "publisher": "publisher",
    "dissertation_institution": "publisher", "technical_report_institution": "publisher",
    "pdf_url": "pdf", "abstract_html_url": "url", "public_url": "url",
}  # fmt: skip
_DUBLIN_CORE = {
    "title": "title", "creator": "author", "contributor.author": "author", "abstract": "abstract",
    "description.abstract": "abstract", "description": "description", "subject": "keywords",
    "issued": "date", "date.issued": "date", "date.available": "date", "date": "date",
    "date.created": "date", "created": "date", "language": "language", "publisher": "publisher",
    "identifier": "id", "identifier.doi": "id", "identifier.isbn": "id", "identifier.issn": "id",
    "identifier.uri": "id", "ispartof": "journal", "relation.ispartof": "journal",
    "source": "journal", "type": "type", "rights": "licence", "license": "licence",
    "rights.license": "licence",
}  # fmt: skip
_PRISM = {
    "publicationname": "journal", "volume": "volume", "number": "issue", "issn": "id",
    "eissn": "id", "isbn": "id", "doi": "id", "publicationdate": "date", "coverdate": "date",
    "keyword": "keywords", "url": "url",
}  # fmt: skip
_BEPRESS = {f"citation_{name}": field for name, field in _HIGHWIRE.items()} | {
    "citation_author": "author", "citation_author_institution": "institution",
}  # fmt: skip
_EPRINTS = {
    "title": "title", "creators_name": "author", "abstract": "abstract", "keywords": "keywords",
    "date": "date", "publication": "journal", "volume": "volume", "number": "issue",
    "pagerange": "pages", "publisher": "publisher", "id_number": "id", "issn": "id", "isbn": "id",
    "type": "type", "document_url": "pdf", "official_url": "url",
}  # fmt: skip
_OPEN_GRAPH = {
    "og:title": "title", "twitter:title": "title", "og:description": "description",
    "twitter:description": "description", "og:url": "url", "og:locale": "language",
    "article:author": "author", "book:author": "author", "article:published_time": "date",
    "article:modified_time": "date", "book:release_date": "date", "article:tag": "keywords",
    "book:tag": "keywords", "book:isbn": "id", "og:type": "type", "og:site_name": "publisher",
}  # fmt: skip
_HTML = {
    "author": "author", "keywords": "keywords", "news_keywords": "keywords", "date": "date",
    "pubdate": "date", "publish-date": "date", "article.published": "date", "abstract": "abstract",
    "description": "description", "language": "language", "content-language": "language",
    "parsely-author": "author", "parsely-pub-date": "date", "sailthru.author": "author",
    "sailthru.date": "date",
}  # fmt: skip

# Prefix, the names behind it, and whose they are; of two prefixes that fit, the first.
_VOCABULARIES: tuple[tuple[str, Mapping[str, str], Source], ...] = (
    ("bepress_", _BEPRESS, Source.BEPRESS),
    ("eprints.", _EPRINTS, Source.EPRINTS),
    ("citation_", _HIGHWIRE | {"author": "author", "author_institution": "institution",
     "author_orcid": "orcid", "author_email": "email", "firstpage": "first", "lastpage": "last",
     "reference": "reference"}, Source.HIGHWIRE),
    ("dcterms.", _DUBLIN_CORE, Source.DUBLIN_CORE),
    ("dcterms:", _DUBLIN_CORE, Source.DUBLIN_CORE),
    ("dc.terms.", _DUBLIN_CORE, Source.DUBLIN_CORE),
    ("dc.", _DUBLIN_CORE, Source.DUBLIN_CORE),
    ("dc:", _DUBLIN_CORE, Source.DUBLIN_CORE),
    ("prism.", _PRISM, Source.PRISM),
    ("prism:", _PRISM, Source.PRISM),
    ("", _OPEN_GRAPH, Source.OPEN_GRAPH),
    ("", _HTML, Source.HTML),
)  # fmt: skip

BIBLIOGRAPHIC = ("citation_", "bepress_", "eprints.", "dc.", "dc:", "dcterms", "prism")
_CSL = {
    "article": "article", "website": "webpage", "book": "book", "thesis": "thesis",
    "text": "document", "dataset": "dataset", "journal article": "article-journal",
    "conference_item": "paper-conference", "book_section": "chapter", "video.other":
    "motion_picture", "software": "software", "report": "report", "profile": "webpage",
}  # fmt: skip


def claims_of(metas: Metas) -> list[Claims]:
    """What the meta tags of a page say, one collection of claims for each vocabulary."""
    readers: dict[Source, _Reader] = {}
    for name, content in metas:
        for prefix, fields, source in _VOCABULARIES:
            if name.startswith(prefix) and (field := fields.get(name[len(prefix) :])):
                reader = readers.setdefault(source, _Reader(source))
                reader.take(field, content)
                break
    return [reader.finish() for reader in readers.values()]


class _Reader:
    """One vocabulary: an institution belongs to the author before it, pages have two ends."""

    def __init__(self, source: Source) -> None:
        self._claims = Claims(source, SURE[source])
        self._people: list[Person] = []
        self._ends = {"first": "", "last": ""}
        self._references: list[Reference] = []
        self._scholarly = source in (Source.HIGHWIRE, Source.BEPRESS)

    def take(self, field: str, content: str) -> None:
        """One meta tag."""
        claims = self._claims
        special: dict[str, Callable[[str], None]] = {
            "author": self._author, "authors": self._authors, "institution": self._institution,
            "orcid": self._orcid, "email": self._email, "reference": self._reference,
            "date": claims.date, "language": claims.language, "id": claims.identifier,
            "doi": claims.identifier, "type": self._type,
        }  # fmt: skip
        if field in special:
            special[field](content)
        elif field in self._ends:
            self._ends[field] = content
        elif field == "keywords":
            claims.keywords([content])
        elif field == "description":
            claims.text("abstract", content, 0.5)  # written for lists of results
        else:
            claims.text(field, content)

    def finish(self) -> Claims:
        """All that was said."""
        claims = self._claims
        claims.people(self._people)
        claims.text("pages", "–".join(filter(None, dict.fromkeys(self._ends.values()))))
        claims.references(self._references)
        if self._scholarly and any(claim.field == "journal" for claim in claims):
            claims.text("type", "article-journal", 0.7)
        return claims

    def _author(self, content: str) -> None:
        if content.startswith(("http:", "https:")):
            return  # article:author may be the address of a profile
        names = content.split(";") if ";" in content else [content]
        self._people += [person_of(name) for name in names if name.strip()]

    def _authors(self, content: str) -> None:
        self._people += [person_of(name) for name in content.split(";") if name.strip()]

    def _institution(self, content: str) -> None:
        if self._people:
            self._know(affiliations=(*self._people[-1].affiliations, content))

    def _orcid(self, content: str) -> None:
        self._know(orcid=content.rstrip("/").rpartition("/")[2])

    def _email(self, content: str) -> None:
        self._know(email=content)

    def _know(self, **more: object) -> None:
        """Something of the author named last."""
        if self._people:
            self._people[-1] = structs.replace(self._people[-1], **more)

    def _reference(self, content: str) -> None:
        """Either plain text, or `citation_title=…; citation_author=…`."""
        if "citation_" in content:
            pairs = [part.partition("=") for part in content.split(";")]
            content = ". ".join(value.strip() for name, _, value in pairs if value.strip())
        self._references.append(Reference(content, doi_of(content)))

    def _type(self, content: str) -> None:
        self._claims.text("type", _CSL.get(content.strip().lower(), ""))
