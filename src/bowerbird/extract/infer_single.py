"""A selector for one element: the button to click on, the link to the next page."""

from collections.abc import Iterator

from bowerbird.extract.infer_marks import (
    MEANT,
    can_be_quoted,
    class_cost,
    telling_classes,
    telling_id,
)
from bowerbird.extract.nodes import text_of
from bowerbird.extract.selectors import selector_of
from bowerbird.extract.tree import Element

LONGEST_WORDS = 40  # characters; longer words are content, and change
MEANS_SOMETHING = 1.0  # cost of a class that people wrote
AROUND = 4  # elements around it that may help to tell it apart


def selector_for(element: Element, root: Element) -> str:
    """The first that finds this element alone: by what people wrote to mean something, by its
    words, by what stands around it; by its place if nothing else will do."""
    for text in (*_own(element), *_within(element)):
        if selector_of(text)(root) == [element]:
            return text
    return str(element.getroottree().getpath(element))


def _own(element: Element) -> Iterator[str]:
    tag, name = str(element.tag), str(element.get("id") or "")
    if telling_id(name):
        yield f"#{name}"
    for attribute in ("rel", *MEANT):
        value = str(element.get(attribute) or "")
        if value and '"' not in value and "\\" not in value and len(value) <= LONGEST_WORDS:
            yield f'{tag}[{attribute}="{value}"]'
    classes = telling_classes(str(element.get("class") or "").split())
    yield from (f"{tag}.{each}" for each in classes if class_cost(each) == MEANS_SOMETHING)
    words = text_of(element)
    if words and len(words) <= LONGEST_WORDS and can_be_quoted(words):
        quote = "'" if '"' in words else '"'
        yield f"//{tag}[normalize-space()={quote}{words}{quote}]"


def _within(element: Element) -> Iterator[str]:
    inner = [each for each in _own(element) if not each.startswith("/")] or [str(element.tag)]
    for above, _ in zip(element.iterancestors(), range(AROUND), strict=False):
        for outer in _own(above):
            if not outer.startswith("/"):
                yield from (f"{outer} {each}" for each in inner)
