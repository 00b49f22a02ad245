import pytest
from pydantic import ValidationError

from bowerbird.extract.applying import Item, items_of
from bowerbird.extract.template import Template
from bowerbird.extract.tree import tree_of

BASE = "http://shop.test/list/page"


def applied(html: str, *fields: dict[str, object], **template: object) -> list[Item]:
    made = Template.model_validate({"fields": list(fields), **template})
    return items_of(made, tree_of(html.encode()), BASE)


def value(html: str, **field: object) -> object:
    [item] = applied(html + "<i>x</i>", {"name": "it", **field}, {"name": "x", "selector": "i"})
    return item.values["it"]


def test_each_match_of_the_record_is_one_item_with_its_own_values():
    html = "<ul><li><b>One</b> <i>1</i><li><b>Two</b><li><b>Three</b> <i>3</i></ul>"

    items = applied(
        html,
        {"name": "name", "selector": "b"},
        {"name": "number", "selector": ".//i", "type": "number"},
        record="li",
    )

    assert [item.values for item in items] == [
        {"name": "One", "number": 1},
        {"name": "Two", "number": None},
        {"name": "Three", "number": 3},
    ]


def test_without_a_record_the_page_is_one_item():
    [item] = applied("<h1>A</h1><h1>B</h1>", {"name": "title", "selector": "h1"})

    assert item.values == {"title": "A"}


def test_an_item_without_any_value_is_none():
    assert applied("<p>", {"name": "title", "selector": "h1"}) == []


def test_an_item_without_a_required_value_says_what_is_missing():
    [item] = applied(
        "<p>x", {"name": "p", "selector": "p"}, {"name": "q", "selector": "q", "required": True}
    )

    assert item.missing == ("q",)


@pytest.mark.parametrize(
    ("html", "field", "expected"),
    [
        ("<p>one<br>two <b>three</b><script>4</script></p>", {"selector": "p"}, "one two three"),
        ("<a href=' ../x '>t</a>", {"selector": "a", "type": "link"}, "http://shop.test/x"),
        ("<li><a href=y>t</a>", {"selector": "li", "type": "link"}, "http://shop.test/list/y"),
        ("<a href='mailto:a@b.c'>", {"selector": "a", "type": "link"}, "mailto:a@b.c"),
        (
            "<img src='data:,' srcset='a.png 1x, b.png 2x'>",
            {"selector": "img", "type": "image"},
            "http://shop.test/list/b.png",
        ),
        (
            "<img src=wait.gif data-src=/c.png>",
            {"selector": "img", "type": "image"},
            "http://shop.test/c.png",
        ),
        ("<time datetime=2024-05-01>x</time>", {"selector": "time", "type": "date"}, "2024-05-01"),
        ("<p>1 <b>2</b></p>", {"selector": "p", "type": "html"}, "<p>1 <b>2</b></p>"),
        ("<b>1</b><b>2</b>", {"selector": "b", "type": "list"}, ["1", "2"]),
        ("<b title=t>1</b>", {"selector": "b", "attribute": "title"}, "t"),
        ("<meta name=a content=c>", {"selector": "meta[name=a]"}, "c"),
        ("<b>n/a</b>", {"selector": "b", "type": "number"}, None),
        ("<b>n/a</b>", {"selector": "b", "type": "number", "default": 0}, 0),
        ("<b>old</b>", {"selector": ".gone", "alternates": ["em", "b"]}, "old"),
        ("<b> </b><b>second</b>", {"selector": "b"}, "second"),
        (
            "<b>a, b</b>",
            {"selector": "b", "type": "list", "clean": [{"do": "split"}]},
            ["a", "b"],
        ),
        (
            "<b>1</b><b>2</b>",
            {"selector": "b", "clean": [{"do": "take", "at": -1}]},
            "2",
        ),
    ],
)  # fmt: skip
def test_a_value_is_what_its_type_reads(html, field, expected):
    assert value(html, **field) == expected


def test_what_cannot_be_typed_is_told():
    [item] = applied(
        "<b>n/a</b><i>1</i>",
        {"name": "price", "selector": "b", "type": "number"},
        {"name": "i", "selector": "i"},
    )

    [problem] = item.problems
    assert (problem.field, problem.value) == ("price", "n/a")
    assert "holds no number" in problem.why


def test_an_item_knows_its_detail_page():
    html = "<li><a href=/1>One</a><li><a href='javascript:x'>Two</a>"

    items = applied(html, {"name": "name", "selector": "a"}, record="li", detail="a")

    assert [item.detail for item in items] == ["http://shop.test/1", ""]


@pytest.mark.parametrize(
    ("template", "why"),
    [
        ({"fields": []}, "at least 1"),
        ({"fields": [{"name": "a", "selector": "//["}]}, "is not XPath"),
        ({"fields": [{"name": "a", "selector": "b"}] * 2}, "two fields are called 'a'"),
        ({"fields": [{"name": "url", "selector": "b"}]}, "every record has that"),
        ({"fields": [{"name": "a", "selector": "b", "page": "detail"}]}, "say in `detail`"),
        ({"fields": [{"name": "a", "selector": "b"}], "key": ["c"]}, "which is no field"),
        ({"fields": [{"name": "a", "selector": "b", "variable": "2x"}]}, "pattern"),
        ({"fields": [{"name": "a", "selector": "b", "colour": "red"}]}, "Extra inputs"),
    ],
)
def test_a_template_that_cannot_work_is_refused_with_the_reason(template, why):
    with pytest.raises(ValidationError, match=why):
        Template.model_validate(template)


def test_a_template_survives_being_written_as_json():
    template = Template.model_validate(
        {
            "applies_to": ["path like /books/*"],
            "record": "li",
            "fields": [{"name": "a", "selector": "b", "clean": ["strip", {"do": "number"}]}],
        }
    )

    assert Template.model_validate_json(template.model_dump_json()) == template
