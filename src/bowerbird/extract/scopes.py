"""Where records are on a page: elements, or runs of siblings that nothing holds together."""

from collections.abc import Iterator
from copy import deepcopy
from itertools import takewhile

from lxml import etree

from bowerbird.extract.selectors import selector_of
from bowerbird.extract.template import Template
from bowerbird.extract.tree import Element


def scopes_of(template: Template, root: Element) -> Iterator[Element]:
    """The elements in which the fields of each record are looked for."""
    for parts in parts_of_records(template, root):
        yield parts[0] if template.extent == "element" else copied_run(parts)


def parts_of_records(template: Template, root: Element) -> Iterator[list[Element]]:
    """The elements of the page that make up each record: one, or those of a run."""
    if not template.record:
        yield [root]
        return
    found = [each for each in selector_of(template.record)(root) if not isinstance(each, str)]
    heads = set(found)
    for head in found:
        is_run = template.extent == "run"
        following = takewhile(lambda each: each not in heads, head.itersiblings())
        yield [head, *following] if is_run else [head]


def copied_run(parts: list[Element]) -> Element:
    """Copies of the siblings that are one record, in an element of their own."""
    run = etree.Element("div")
    run.extend(deepcopy(part) for part in parts)
    return run
