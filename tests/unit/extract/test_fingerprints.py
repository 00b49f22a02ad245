"""A selector that finds something else tomorrow is noticed, and what it found is not taken."""

import pytest

from bowerbird.extract.infer import Proposal, infer
from bowerbird.extract.infer_examples import Example, Examples
from bowerbird.extract.infer_page import SamplePage
from bowerbird.extract.template import Template
from bowerbird.extract.tree import tree_of
from bowerbird.extract.trying import Trial, trial_of

BASE = "https://shop.example/list"
CARDS = "".join(
    f"<div class=card><h2>{name}</h2><b class=price>€{n}.00</b><i class=maker>{maker}</i></div>"
    for n, (name, maker) in enumerate([("Chair", "Fay"), ("Table", "Gus"), ("Shelf", "Ivo")], 5)
)
ROWS = "".join(
    f"<tr><td>{name}<td>{price}<td>{year}</tr>"
    for name, price, year in [("Chair", 5, 2001), ("Table", 6, 2002), ("Shelf", 7, 2003)]
)
TABLE = f"<table><tr><th>Name<th>Price<th>Year</tr>{ROWS}</table>"


def template(html: str, *examples: str) -> Template:
    page = SamplePage(tree_of(html.encode()), BASE)
    found = infer([page], Examples(tuple(Example(each) for each in examples)))
    assert isinstance(found, Proposal)
    return found.template


def with_selector(made: Template, name: str, selector: str) -> Template:
    """As if the site had changed so that the selector now finds another thing."""
    fields = [
        field.model_copy(update={"selector": selector, "alternates": []})
        if field.name == name
        else field
        for field in made.fields
    ]
    return made.model_copy(update={"fields": fields})


def tried(made: Template, html: str) -> Trial:
    return trial_of(made, tree_of(html.encode()), BASE)


def test_what_was_pointed_at_is_taken():
    trial = tried(template(CARDS, "Chair", "€5.00"), CARDS)

    assert [item.values["price"] for item in trial.items] == ["€5.00", "€6.00", "€7.00"]
    assert not any(field.problems for field in trial.fields)


@pytest.mark.parametrize("selector", [".maker", "h2", "i"])
def test_what_looks_nothing_like_it_is_reported_and_not_taken(selector):
    made = with_selector(template(CARDS, "Chair", "€5.00"), "price", selector)

    trial = tried(made, CARDS)

    assert [item.values["price"] for item in trial.items] == [None, None, None]
    [problem, *_] = next(field.problems for field in trial.fields if field.field == "price")
    assert "price" in problem


def test_a_column_under_another_heading_is_a_stranger():
    made = with_selector(template(TABLE, "Chair", "2002"), "year", "td:nth-of-type(2)")

    trial = tried(made, TABLE)

    assert all(item.values["year"] is None for item in trial.items)
    problems = next(field.problems for field in trial.fields if field.field == "year")
    assert "it is labelled 'Price', it used to be 'Year'" in problems


def test_an_alternate_takes_over_when_the_first_selector_finds_a_stranger():
    made = with_selector(template(CARDS, "Chair", "€5.00"), "price", ".maker")
    price = made.fields[1].model_copy(update={"alternates": [".price"]})
    made = made.model_copy(update={"fields": [made.fields[0], price]})

    trial = tried(made, CARDS)

    assert [item.values["price"] for item in trial.items] == ["€5.00", "€6.00", "€7.00"]
    assert [item.alternates for item in trial.items] == [(("price", ".price"),)] * 3


def test_a_new_class_beside_the_old_one_is_no_trouble():
    sale = CARDS.replace("class=price", "class='price sale'")

    trial = tried(template(CARDS, "Chair", "€5.00"), sale)

    assert [item.values["price"] for item in trial.items] == ["€5.00", "€6.00", "€7.00"]


def test_a_fingerprint_written_by_hand_forbids_nothing():
    made = template(CARDS, "Chair")
    field = made.fields[0].model_copy(update={"selector": "i", "alternates": []})
    hand = {"tag": "h2", "label": "Thing", "samples": ["Chair"]}
    field = field.model_validate({**field.model_dump(), "fingerprint": hand})

    trial = tried(made.model_copy(update={"fields": [field]}), CARDS)

    assert [item.values[field.name] for item in trial.items] == ["Fay", "Gus", "Ivo"]
