"""Concept maps by the ending of their file's name, and the maps that come with Bowerbird."""

from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path

from bowerbird.model.errors import StoreError, UsageError
from bowerbird.topic.classifications import is_numbered, read_codes, read_numbered
from bowerbird.topic.concept_texts import read_csv, read_indented, read_obo, read_outline
from bowerbird.topic.concepts import Concept, ConceptMap

MAPS = "maps"
RDF = (".ttl", ".rdf", ".owl", ".skos", ".nt", ".n3", ".jsonld")


def _read_text(path: Path) -> Iterator[Concept]:
    """Indented, or numbered by codes."""
    lines = path.read_text("utf-8-sig").splitlines()
    return read_numbered(lines) if is_numbered(lines) else read_indented(path)


def _read_xml(path: Path) -> Iterator[Concept]:
    """A tree of nodes, or a list of codes."""
    return read_codes(path) if b"<code>" in path.read_bytes()[:65_536] else read_outline(path)


_TEXTS: dict[str, Callable[[Path], Iterator[Concept]]] = {
    ".txt": _read_text,
    ".md": _read_text,
    ".csv": read_csv,
    ".opml": read_outline,
    ".mm": read_outline,
    ".obo": read_obo,
}


def read_concepts(path: Path) -> ConceptMap:
    """The concept map in that file."""
    if not path.is_file():
        raise UsageError(f"there is no file {path}: give a concept map")
    try:
        found = ConceptMap(_reader(path)(path))
    except (OSError, SyntaxError, ValueError, LookupError) as error:
        raise StoreError(f"{path} cannot be read as a concept map: {error}") from error
    if not len(found):
        raise UsageError(f"{path} holds no concept with a name")
    return found


def ready_made() -> list[str]:
    """The names of the maps that come with Bowerbird."""
    folder = resources.files(__package__) / MAPS
    return sorted(Path(each.name).stem for each in folder.iterdir() if each.name.endswith(".txt"))


def ready_made_map(name: str) -> ConceptMap:
    """One of them."""
    if name not in ready_made():
        raise UsageError(f"unknown concept map {name!r}; ready-made: {', '.join(ready_made())}")
    with resources.as_file(resources.files(__package__) / MAPS / f"{name}.txt") as path:
        return ConceptMap(read_indented(path))


def _reader(path: Path) -> Callable[[Path], Iterator[Concept]]:
    ending = path.suffix.lower()
    if ending in _TEXTS:
        return _TEXTS[ending]
    if ending == ".xml" and b"rdf:RDF" not in path.read_bytes()[:4096]:
        return _read_xml
    if ending == ".xml" or ending in RDF:
        from bowerbird.topic.skos import read_rdf  # rdflib takes 0.2 s to load

        return read_rdf
    known = ", ".join(sorted((*_TEXTS, *RDF, ".xml")))
    raise UsageError(f"{path} is no concept map: its name must end with one of {known}")
