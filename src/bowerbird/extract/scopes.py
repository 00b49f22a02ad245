"""Where records are on a page: elements, or runs of siblings that nothing holds together."""

from collections.abc import Iterator
from copy import deepcopy

from lxml import etree

from bowerbird.extract.selectors import selector_of
from bowerbird.extract.template import Template
from bowerbird.extract.tree import Element


def scopes_of(template: Template, root: Element) -> Iterator[Element]:
    """The elements in which the fields of each record are looked for."""
    if not template.record:
        yield root
        return
    found = [each for each in selector_of(template.record)(root) if not isinstance(each, str)]
    if template.extent == "element":
        yield from found
        return
    heads = set(found)
    for head in found:
        yield _run_from(head, heads)


def _run_from(head: Element, heads: set[Element]) -> Element:
    """A copy of the head and what follows it, up to the next head, in an element of their own."""
    run = etree.Element("div")
    run.append(deepcopy(head))
    for sibling in head.itersiblings():
        if sibling in heads:
            break
        run.append(deepcopy(sibling))
    return run
