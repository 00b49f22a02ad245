"""Template files, and what is said of mistakes in them."""

from pathlib import Path

import pytest

from bowerbird.model.errors import PlanError, UsageError
from bowerbird.workspace.plan import Plan, check_plan, read_plan, write_plan
from bowerbird.workspace.templates import read_templates

FIELD = '[[fields]]\nname = "a"\nselector = "b"\n'


def written(folder: Path, text: str, name: str = "books.toml") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def test_a_file_of_one_template_is_called_as_it_says_or_as_the_file(tmp_path):
    assert list(read_templates(written(tmp_path, 'name = "mice"\n' + FIELD))) == ["mice"]
    assert list(read_templates(written(tmp_path, FIELD))) == ["books"]
    assert list(read_templates(written(tmp_path, FIELD, "my.shop.toml"))) == ["my-shop"]


def test_a_file_may_hold_several_and_be_json(tmp_path):
    one = '{"fields": [{"name": "a", "selector": "b"}]}'

    found = read_templates(
        written(tmp_path, f'{{"templates": {{"x": {one}, "y": {one}}}}}', "t.json")
    )

    assert sorted(found) == ["x", "y"]


def test_a_template_in_a_plan_is_read_back_as_it_was_written(tmp_path):
    steps = ["strip", {"do": "replace", "pattern": "€"}, {"do": "number", "decimal": ","}]
    field = {"name": "price", "selector": ".price", "type": "number", "clean": steps}
    plan = check_plan({"templates": {"books": {"record": "li", "fields": [field]}}}, "the test")

    write_plan(plan, tmp_path / "project.toml")

    assert read_plan(tmp_path / "project.toml") == plan
    assert plan != Plan()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a = ", "is not TOML"),
        ("[templates]", "holds no template"),
        ("record = 'li'", "templates.books.fields: Field required"),
        (
            FIELD.replace("selector", "choose"),
            "unknown field `choose`; known: alternates",
        ),
        (FIELD + 'applies_to = ["foo("]', "unknown field `applies_to`"),  # of the field, in TOML
        ('applies_to = ["foo("]\n' + FIELD, "cannot read the rule «foo(»"),
        (FIELD + 'clean = ["bleach"]', "'bleach' found using 'do'"),
        (FIELD + "clean = [{do = 'find', pattern = '('}]", "is not a regular expression"),
        ('name = "a.b"\n' + FIELD, "should match pattern"),
    ],
)
def test_a_mistake_is_named_with_its_place(tmp_path, text, sentence):
    with pytest.raises(PlanError) as told:
        read_templates(written(tmp_path, text))

    assert sentence in str(told.value)
    assert str(told.value).startswith(str(tmp_path))
    assert "\n" not in str(told.value)


def test_a_file_that_is_not_there_is_told(tmp_path):
    with pytest.raises(UsageError, match="No such file"):
        read_templates(tmp_path / "nothing.toml")
