"""What Word, Excel and PowerPoint files share: relationships between parts, and properties."""

import posixpath

from lxml import etree

from bowerbird.parse.documents.content import Content
from bowerbird.parse.documents.markup import local, text_of
from bowerbird.parse.documents.package import Package

Relations = dict[str, tuple[str, bool]]  # id → (target, is it outside?)

_IDS = (
    "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id",
    "{http://purl.oclc.org/ooxml/officeDocument/relationships}id",
)

_CORE = {
    "title": "dc:title", "creator": "dc:creator", "subject": "dc:subject",
    "description": "dc:description", "language": "dc:language", "keywords": "meta:keywords",
    "created": "dcterms:created", "modified": "dcterms:modified",
    "lastModifiedBy": "meta:last-author", "category": "meta:category",
}  # fmt: skip
_APPLICATION = {
    "Application": "meta:application", "Company": "meta:company", "Pages": "meta:pages",
    "Words": "meta:words", "Slides": "meta:slides",
}  # fmt: skip


def relations(package: Package, part: str) -> Relations:
    """What a part refers to. Targets inside are names of parts."""
    folder, _, name = part.rpartition("/")
    root = package.markup(f"{folder}/_rels/{name}.rels" if folder else f"_rels/{name}.rels")
    found: Relations = {}
    for relation in () if root is None else root:
        if local(relation) != "Relationship":
            continue
        target = relation.get("Target", "")
        external = relation.get("TargetMode") == "External"
        if not external:
            target = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
        found[relation.get("Id", "")] = target, external
    return found


def outside(element: etree._Element, targets: Relations) -> str:
    """Where a hyperlink leads out of the package; empty for one that stays inside."""
    target, external = _target(element, targets)
    return target if external else ""


def parts_in_order(package: Package, part: str, name: str) -> list[tuple[etree._Element, str]]:
    """The elements of a name in a part, each with the part it stands for: sheets, slides."""
    root, targets = package.markup(part), relations(package, part)
    found = ((e, *_target(e, targets)) for e in ([] if root is None else root.iter("{*}" + name)))
    return [(element, target) for element, target, external in found if target and not external]


def _target(element: etree._Element, targets: Relations) -> tuple[str, bool]:
    given = next(filter(None, (element.get(name) for name in _IDS)), "")
    return targets.get(given, ("", False))


def note_properties(package: Package, content: Content) -> None:
    """docProps/core.xml and app.xml, and the title and language that follow from them."""
    for part, names in (("docProps/core.xml", _CORE), ("docProps/app.xml", _APPLICATION)):
        root = package.markup(part)
        for entry in () if root is None else root:
            if key := names.get(local(entry)):
                content.note(key, text_of(entry))
    content.title = content.metadata.get("dc:title", "")
    content.description = content.metadata.get("dc:description", "")
    content.language = content.metadata.get("dc:language", "")
