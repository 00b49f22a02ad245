"""What the properties of office documents, e-books and images say, as their parsers noted them."""

from bowerbird.extract.metadata.claims import Claims
from bowerbird.extract.metadata.precedence import resolve
from bowerbird.model.document import Document
from bowerbird.model.metadata import Metadata, Source

# A form that somebody filled in once, and often the form of the file that this one was copied from.
CONFIDENCE = 0.6
_TEXTS = {
    "dc:title": "title", "dc:description": "abstract", "dc:publisher": "publisher",
    "dc:rights": "licence", "prism:publicationName": "journal", "prism:volume": "volume",
    "prism:number": "issue",
}  # fmt: skip
_DATES = ("dcterms:created", "dc:date", "meta:created", "meta:creation-date", "dcterms:modified")
_IDENTIFIERS = ("dc:identifier", "prism:doi", "prism:issn", "prism:isbn")


def property_metadata(document: Document) -> Metadata:
    """The metadata of a document that is neither a web page nor a paper."""
    noted = document.metadata
    claims = Claims(Source.PROPERTIES, CONFIDENCE)
    for name, field in _TEXTS.items():
        claims.text(field, noted.get(name, ""))
    claims.people(noted.get("dc:creator", "").split(";"))
    claims.keywords(filter(None, (noted.get("meta:keywords", ""), noted.get("dc:subject", ""))))
    for name in _DATES:
        claims.date(noted.get(name, ""))
    for name in _IDENTIFIERS:
        for value in noted.get(name, "").split(";"):
            claims.identifier(value)
    claims.language(noted.get("dc:language", "") or document.language)
    shown = Claims(Source.TEXT, 0.3)
    shown.text("title", document.title)
    return resolve((*claims, *shown))
