"""Names of columns, guessed from what a page itself calls them."""

import re
from collections.abc import Iterable, Iterator

from bowerbird.extract.infer_examples import Reading
from bowerbird.extract.infer_marks import Kind, class_cost
from bowerbird.extract.infer_page import SamplePage
from bowerbird.extract.infer_shapes import Shape, shape_of

# Words that say what a value is, wherever they stand in a class.
TELLING = frozenset({
    "title", "name", "headline", "price", "cost", "author", "date", "time", "rating", "score",
    "stars", "text", "description", "summary", "snippet", "location", "place", "city",
    "address", "phone", "mail", "email", "company", "role", "salary", "pay", "category", "tag",
    "tags", "year", "venue", "image", "photo", "picture", "link", "rank", "points", "replies",
    "views", "comments", "version", "size", "status", "stock", "brand", "isbn", "sku",
    "duration", "length", "channel", "user", "posted", "published", "updated", "abstract",
    "teaser", "subject", "question", "answer", "term", "definition", "reviews", "quantity",
    "weight", "colour", "color", "number", "id",
})  # fmt: skip
BY_TAG = {
    "h1": "title", "h2": "title", "h3": "title", "h4": "title", "h5": "title", "h6": "title",
    "time": "date", "address": "address", "dt": "term", "dd": "definition", "img": "image",
    "summary": "title", "cite": "source",
}  # fmt: skip
BY_SHAPE = {
    Shape.PRICE: "price", Shape.DATE: "date", Shape.TIME: "time", Shape.MAIL: "mail",
    Shape.NUMBER: "number", Shape.URL: "address", Shape.MEASURE: "number",
}  # fmt: skip
LONGEST_NAME = 40
_WORD = re.compile(r"[A-Z]?[^\W\d_A-Z]+|[A-Z]+(?![^\W\d_A-Z])")


def name_of(page: SamplePage, node: int, top: int, reading: Reading, *, labels: bool) -> str:
    """The likeliest name of the column that a value belongs to."""
    if reading.type == "image":
        return "image"
    guesses = _guesses(page, node, top, labels=labels)
    name = next(guesses, "") or BY_SHAPE.get(shape_of(page.text(node)), "text")
    if reading.type == "link":
        return "link" if name in ("title", "name", "text", "link") else f"{name}_link"
    return name


def distinct(names: Iterable[str]) -> list[str]:
    """The same name a second time gets a number; what records have themselves is avoided."""
    found: list[str] = []
    for name in names:
        plain = "address" if name == "url" else name.lstrip("_") or "text"
        number = 2
        given = plain
        while given in found:
            given = f"{plain}_{number}"
            number += 1
        found.append(given)
    return found


def _guesses(page: SamplePage, node: int, top: int, *, labels: bool) -> Iterator[str]:
    around = [node]
    while page.alone(around[-1]) and page.parent[around[-1]] > top:
        around.append(page.parent[around[-1]])
    for each in around:
        for mark in page.own_marks(each):
            if mark.kind is Kind.ATTRIBUTE and mark.name not in ("rel", "role", "scope"):
                yield from _neat(mark.value)
    for each in around if labels else ():
        yield from _neat(page.label(each) or page.column(each))
    for each in around:
        yield from _from_classes(page.classes[each])
    for each in around:
        yield from _neat(BY_TAG.get(page.tags[each], ""))


def _from_classes(classes: list[str]) -> Iterator[str]:
    plain = [name for name in classes if class_cost(name) < 2.0]
    for name in plain:
        words = [word.lower() for word in _WORD.findall(name.split("__")[-1])]
        yield from (word for word in reversed(words) if word in TELLING)
    for name in plain:
        yield from _neat(name.split("__")[-1])
    for name in classes:  # CSS modules carry their source's name: Card_title__x8Kq2
        yield from (w.lower() for w in _WORD.findall(name) if w.lower() in TELLING)


def _neat(text: str) -> Iterator[str]:
    words = re.findall(r"[^\W_]+", text.lower())
    name = "_".join(words)[:LONGEST_NAME].strip("_")
    if name and not name[0].isdigit():
        yield name
