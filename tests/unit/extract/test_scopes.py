from bowerbird.extract.applying import items_of
from bowerbird.extract.clean import Value
from bowerbird.extract.template import Template
from bowerbird.extract.tree import tree_of

RELEASES = (
    "<h1>Releases</h1><h3>1.2</h3><p class='date'>May</p><p>Faster.</p>"
    "<h3>1.1</h3><p>Smaller.</p><h3>1.0</h3><p class='date'>March</p>"
)


def rows(**template: object) -> list[dict[str, Value]]:
    made = Template.model_validate(
        {
            "record": "h3",
            "fields": [
                {"name": "version", "selector": "h3"},
                {"name": "date", "selector": ".date"},
            ],
            **template,
        }
    )
    return [item.values for item in items_of(made, tree_of(RELEASES.encode()), "http://x.test/")]


def test_a_run_holds_the_siblings_up_to_the_next_match():
    assert rows(extent="run") == [
        {"version": "1.2", "date": "May"},
        {"version": "1.1", "date": None},
        {"version": "1.0", "date": "March"},
    ]


def test_an_element_holds_itself_only():
    assert rows(extent="element", fields=[{"name": "v", "selector": "."}]) == [
        {"v": "1.2"},
        {"v": "1.1"},
        {"v": "1.0"},
    ]


def test_reading_runs_leaves_the_page_as_it_was():
    root = tree_of(RELEASES.encode())
    made = Template.model_validate(
        {"record": "h3", "extent": "run", "fields": [{"name": "v", "selector": "h3"}]}
    )

    first = items_of(made, root, "http://x.test/")

    assert items_of(made, root, "http://x.test/") == first
    assert len(root.findall(".//h3")) == 3
