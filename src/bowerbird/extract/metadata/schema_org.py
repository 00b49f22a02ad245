"""What the words of schema.org say of a work, whether they stood in JSON-LD, microdata or RDFa."""

from collections.abc import Iterable, Iterator
from typing import Any

from bowerbird.extract.metadata.claims import Claims
from bowerbird.extract.metadata.identifiers import doi_of
from bowerbird.model.metadata import Person, Reference

Node = dict[str, Any]

# The works of schema.org, those that say most about a document first, and what CSL calls them.
TYPES = {
    "scholarlyarticle": "article-journal", "medicalscholarlyarticle": "article-journal",
    "thesis": "thesis", "report": "report", "techarticle": "article", "chapter": "chapter",
    "book": "book", "ebook": "book", "dataset": "dataset", "newsarticle": "article-newspaper",
    "reportagenewsarticle": "article-newspaper", "analysisnewsarticle": "article-newspaper",
    "opinionnewsarticle": "article-newspaper", "blogposting": "post-weblog",
    "liveblogposting": "post-weblog", "socialmediaposting": "post",
    "discussionforumposting": "post", "article": "article", "presentationdigitaldocument": "speech",
    "digitaldocument": "document", "learningresource": "document", "course": "document",
    "howto": "article", "recipe": "article", "review": "review", "qapage": "post",
    "question": "post", "softwaresourcecode": "software", "softwareapplication": "software",
    "videoobject": "motion_picture", "audioobject": "song", "podcastepisode": "broadcast",
    "photograph": "graphic", "creativework": "document", "medicalwebpage": "webpage",
    "itempage": "webpage", "webpage": "webpage",
}  # fmt: skip
_RANK = {name: rank for rank, name in enumerate(TYPES)}
MOST_NODES = 2_000
DEEPEST = 12


def nodes_in(value: object, depth: int = 0) -> Iterator[Node]:
    """Every node of a value, outer ones first, within bounds."""
    if depth > DEEPEST:
        return
    if isinstance(value, list):
        for each in value[:MOST_NODES]:
            yield from nodes_in(each, depth + 1)
    elif isinstance(value, dict):
        yield value
        for inner in value.values():
            if isinstance(inner, dict | list):
                yield from nodes_in(inner, depth + 1)


def works_in(value: object, depth: int = 0) -> Iterator[Node]:
    """The nodes that a page may be about; not those inside them, such as a product's reviews."""
    if isinstance(value, list):
        for each in value[:MOST_NODES]:
            if depth < DEEPEST:
                yield from works_in(each, depth + 1)
    elif isinstance(value, dict):
        if value.get("@type"):
            yield value
        for name in ("@graph", "mainEntity", "mainEntityOfPage"):
            if isinstance(inner := value.get(name), dict | list) and depth < DEEPEST:
                yield from works_in(inner, depth + 1)


def main_work(nodes: Iterable[Node], url: str) -> Node | None:
    """The node that the page is about: by its address, else by its kind, else the first."""
    works = [node for node in nodes if type_of(node) in _RANK]
    if not works:
        return None
    return min(
        works,
        key=lambda node: (
            type_of(node).endswith("page"),
            not _is_at(node, url),
            _RANK[type_of(node)],
        ),
    )


def type_of(node: Node) -> str:
    """The best known of a node's types, in lower case."""
    kinds = [_word(kind) for kind in texts(node.get("@type"))]
    return min(kinds, key=lambda kind: _RANK.get(kind, len(_RANK)), default="")


def say(node: Node, by_id: dict[str, Node], claims: Claims) -> None:
    """What a work says of itself."""
    kind = type_of(node)
    claims.text("title", first(node, "headline", "name", "alternativeHeadline"))
    claims.people(_people(node, by_id))
    claims.text("abstract", first(node, "abstract", "description"), _sure_of_abstract(node))
    claims.keywords(texts(node.get("keywords")))
    claims.date(first(node, "datePublished", "dateCreated", "dateModified"))
    claims.language(_language(node))
    claims.text("type", TYPES.get(kind, ""))
    claims.text("licence", first(node, "license"))
    claims.text("publisher", _named(node.get("publisher"), by_id))
    claims.text("url", first(node, "url", "mainEntityOfPage", "@id") if kind else "")
    _say_identifiers(node, claims)
    _say_place(node, by_id, claims)
    claims.references(
        Reference(_named(each, by_id) or text, doi_of(text))
        for each in _listed(node.get("citation"))
        if (text := str(each if isinstance(each, str) else first(each, "@id", "url", "name")))
    )


def first(node: object, *names: str) -> str:
    """The first text under any of these names."""
    if isinstance(node, dict):
        for name in names:
            for text in texts(node.get(name)):
                return text
    return ""


def texts(value: object) -> list[str]:
    """The texts of a value: itself, its @value, or its address."""
    if isinstance(value, str):
        return [value] if value.strip() else []
    if isinstance(value, int | float) and not isinstance(value, bool):
        return [str(value)]
    if isinstance(value, list):
        return [
            text
            for each in value[:MOST_NODES]
            if not isinstance(each, list)
            for text in texts(each)
        ]
    if isinstance(value, dict):
        for name in ("@value", "name", "url", "@id"):
            if isinstance(inner := value.get(name), str) and inner.strip():
                return [inner]
    return []


def _people(node: Node, by_id: dict[str, Node]) -> Iterator[Person | str]:
    for role in ("author", "creator", "contributor"):
        people = [_person(each, by_id) for each in _listed(node.get(role))]
        if found := [person for person in people if person]:
            yield from found
            return


def _person(value: object, by_id: dict[str, Node]) -> Person | str:
    if isinstance(value, str):
        return (
            value
            if not value.startswith(("http:", "https:", "#", "_:"))
            else first(by_id.get(value), "name")
        )
    if not isinstance(value, dict):
        return ""
    value = {**by_id.get(str(value.get("@id", "")), {}), **value}
    family, given = first(value, "familyName"), first(value, "givenName")
    name = first(value, "name") or f"{given} {family}".strip()
    if "," in name and family and given:
        name = f"{given} {family}"
    work = [
        _named(each, by_id) for each in _listed(value.get("affiliation") or value.get("worksFor"))
    ]
    known = " ".join(
        texts(value.get("@id")) + texts(value.get("sameAs")) + texts(value.get("identifier"))
    )
    orcid = next((part for part in known.replace("/", " ").split() if _is_orcid(part)), "")
    email = first(value, "email").removeprefix("mailto:")
    return Person(name, family, given, tuple(filter(None, work)), orcid, email) if name else ""


def _is_orcid(text: str) -> bool:
    digits = text.replace("-", "")
    return len(text) == 19 and text.count("-") == 3 and digits[:15].isdecimal()


def _say_identifiers(node: Node, claims: Claims) -> None:
    for value in (
        *_listed(node.get("identifier")),
        *_listed(node.get("sameAs")),
        node.get("@id"),
        node.get("url"),
    ):
        claims.identifier(
            first(value, "value", "@id", "url") if isinstance(value, dict) else str(value or "")
        )
    for name in ("doi", "isbn", "issn"):
        for text in texts(node.get(name)):
            claims.identifier(text)


def _say_place(node: Node, by_id: dict[str, Node], claims: Claims) -> None:
    """Where it appeared: the issue of a volume of a journal, each part of the next."""
    pages = first(node, "pagination") or "–".join(
        filter(None, (first(node, "pageStart"), first(node, "pageEnd")))
    )
    claims.text("pages", pages)
    whole: object = node
    for _ in range(4):
        parts = _listed(whole.get("isPartOf")) if isinstance(whole, dict) else []
        if not parts:
            return
        whole = parts[0] if isinstance(parts[0], dict) else {"name": str(parts[0])}
        whole = {**by_id.get(str(whole.get("@id", "")), {}), **whole}
        kind = type_of(whole)
        if kind in ("website", "webpage", "collectionpage"):
            return
        claims.text("volume", first(whole, "volumeNumber"))
        claims.text("issue", first(whole, "issueNumber"))
        if kind not in ("publicationissue", "publicationvolume") and not str(
            whole.get("name", "http")
        ).startswith("http"):
            claims.text("journal", first(whole, "name"))
        claims.many("issn", texts(whole.get("issn")))


def _language(node: Node) -> str:
    value = node.get("inLanguage")
    return (
        first(value, "alternateName", "name")
        if isinstance(value, dict)
        else next(iter(texts(value)), "")
    )


def _sure_of_abstract(node: Node) -> float | None:
    return None if first(node, "abstract") else 0.6  # a description is written for result lists


def _named(value: object, by_id: dict[str, Node]) -> str:
    if isinstance(value, dict):
        value = {**by_id.get(str(value.get("@id", "")), {}), **value}
        return first(value, "name", "legalName", "headline")
    if isinstance(value, list):
        return _named(value[0], by_id) if value else ""
    text = str(value or "")
    return first(by_id.get(text), "name") if text.startswith(("http", "#", "_:")) else text


def _listed(value: object) -> list[Any]:
    if isinstance(value, dict) and "@list" in value:
        value = value["@list"]
    return value[:MOST_NODES] if isinstance(value, list) else [] if value is None else [value]


def _is_at(node: Node, url: str) -> bool:
    told = texts(node.get("url")) + texts(node.get("mainEntityOfPage")) + texts(node.get("@id"))
    return any(
        text.partition("#")[0].rstrip("/") == url.partition("#")[0].rstrip("/") for text in told
    )


def _word(kind: str) -> str:
    """`https://schema.org/Book`, `schema:Book` and `Book` are the same."""
    return kind.strip().rstrip("/").rpartition("/")[2].rpartition(":")[2].lower()
