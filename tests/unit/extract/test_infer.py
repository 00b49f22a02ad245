from bowerbird.extract.infer import NoProposal, Proposal, infer, rows_of
from bowerbird.extract.infer_examples import Example, Examples, Reading
from bowerbird.extract.infer_page import SamplePage
from bowerbird.extract.tree import tree_of

SHOP = """<nav><ul><li><a href='/'>Home</a><li><a href='/new'>New</a></ul></nav>
<div id=list>
 <div class='card odd'><h2><a href='/p/1'>Cedar chair</a></h2><s class=price>€90.00</s>
  <span class='price now'>€80.00</span><p>Made of cedar.</p></div>
 <div class='card even'><h2><a href='/p/2'>Oak table</a></h2><span class='price now'>€300.00</span>
  <p>Made of oak.</p></div>
 <div class='advert'><h2>Sponsored</h2><p>Buy now!</p></div>
 <div class='card odd'><h2><a href='/p/3'>Elm shelf</a></h2><span class='price now'>€120.00</span>
 </div>
 <div class='card even'><h2><a href='/p/4'>Ash bench</a></h2><p>Made of ash.</p></div>
</div><aside><div class='mini'><a href='/p/9'>Fir stool</a></div></aside>"""
BASE = "https://shop.example/list"


def page(html: str) -> SamplePage:
    return SamplePage(tree_of(html.encode()), BASE)


def proposed(html: str, *examples: Example | str) -> Proposal:
    given = tuple(Example(each) if isinstance(each, str) else each for each in examples)
    found = infer([page(html)], Examples(given))
    assert isinstance(found, Proposal), found
    return found


def values(html: str, *examples: Example | str) -> list[list[object]]:
    template = proposed(html, *examples).template
    return [list(row.values()) for row in rows_of(template, page(html))]


def test_one_example_finds_all_of_its_kind():
    assert values(SHOP, "Oak table") == [
        ["Cedar chair"],
        ["Oak table"],
        ["Elm shelf"],
        ["Ash bench"],
    ]


def test_examples_of_one_record_are_its_columns_and_a_missing_value_leaves_a_gap():
    assert values(SHOP, "Oak table", "€300.00", "Made of oak.") == [
        ["Cedar chair", "€80.00", "Made of cedar."],
        ["Oak table", "€300.00", "Made of oak."],
        ["Elm shelf", "€120.00", None],
        ["Ash bench", None, "Made of ash."],
    ]


def test_two_examples_of_a_kind_are_one_column():
    assert values(SHOP, "Oak table", "Elm shelf") == values(SHOP, "Oak table")


def test_a_link_may_be_an_example_by_its_whole_url():
    assert values(SHOP, "https://shop.example/p/2")[0] == ["https://shop.example/p/1"]


def test_columns_are_named_by_the_page_or_as_somebody_says():
    guessed = proposed(SHOP, "Oak table", "€300.00").template
    named = proposed(SHOP, Example("Oak table", field="thing")).template

    assert [field.name for field in guessed.fields] == ["title", "price"]
    assert [field.name for field in named.fields] == ["thing"]


def test_a_column_that_was_named_once_needs_no_name_again():
    named = Example("Oak table", field="title")

    for examples in ((named, "Elm shelf"), ("Elm shelf", named)):
        [field] = proposed(SHOP, *examples).template.fields
        assert field.name == "title"


def test_columns_of_two_names_stay_apart_however_alike():
    examples = (Example("Oak table", field="one"), Example("Elm shelf", field="other"))

    names = [field.name for field in proposed(SHOP, *examples).template.fields]

    assert names == ["one", "other"]


def test_what_is_not_wanted_is_left_out():
    both = values(SHOP, "€90.00")
    one = values(SHOP, "€80.00", Example("€90.00", wanted=False))

    assert ["€90.00"] in both
    assert [row[0] for row in one] == ["€80.00", "€300.00", "€120.00"]


def test_an_example_that_stands_nowhere_is_named():
    found = infer([page(SHOP)], Examples((Example("Birch bed"),)))

    assert isinstance(found, NoProposal)
    assert [example.text for example in found.unplaced] == ["Birch bed"]


def test_an_exception_that_stands_nowhere_is_named_as_well():
    found = proposed(SHOP, "Oak table", Example("Birch bed", wanted=False))

    assert [example.text for example in found.unplaced] == ["Birch bed"]


def test_undo_gives_what_was_there_before():
    one = Examples().with_(Example("Oak table"))

    two = one.with_(Example("Sponsored", wanted=False))

    assert two.undo() == one
    assert two.with_(Example("Sponsored")).unwanted == []


def test_confirming_changes_nothing():
    before = proposed(SHOP, "Oak table").template

    after = proposed(SHOP, "Oak table", "Ash bench").template

    assert before.record == after.record
    assert before.fields[0].selector == after.fields[0].selector


def test_choices_go_from_narrow_to_wide_and_one_of_them_is_chosen():
    found = proposed(SHOP, "Oak table")

    sizes = [choice.values for choice in found.choices]
    assert sizes == sorted(sizes)
    assert found.choices[found.chosen].template == found.template


def test_a_field_of_a_table_hangs_by_the_heading_of_its_column():
    html = "<table><tr><th>Name<th>Price</tr>" + "".join(
        f"<tr><td>{name}<td>{price}</tr>" for name, price in (("a", 5), ("b", 6), ("c", 7))
    )
    wider = html.replace("<th>Price", "<th>Maker<th>Price").replace("<td>5", "<td>x<td>5")

    template = proposed(html, "a", "6").template

    assert rows_of(template, page(wider))[0]["price"] == "5"


def test_a_fact_on_a_page_of_its_own_hangs_by_its_label():
    html = "<h1>Chair</h1><dl><dt>Maker<dd>Fay<dt>Price<dd>€5.00<dt>Weight<dd>3 kg</dl>"
    other = "<h1>Bench</h1><dl><dt>Price<dd>€9.00<dt>Weight<dd>4 kg</dl>"

    template = proposed(html, "Chair", "€5.00").template

    assert rows_of(template, page(other)) == [{"title": "Bench", "price": "€9.00"}]


def test_pages_may_nest_deeply():
    html = "<div>" * 5_000 + "".join(f"<p class=a>{n} apples</p>" for n in range(5))

    assert isinstance(infer([page(html)], Examples((Example("3 apples"),))), NoProposal)
    assert values("<div>" * 100 + html[-100:], "3 apples")


EPISODES = "".join(
    f"<div class=ep><b class=no>#{n}</b><span>{n}0 min, by {who}</span><i>{n} March 2024</i></div>"
    for n, who in ((7, "Ada Abel"), (8, "Ben Brandt"), (9, "Cleo Castro"))
)


def test_a_value_may_be_a_part_of_a_text():
    assert values(EPISODES, "8") == [["7"], ["8"], ["9"]]
    assert values(EPISODES, "80") == [["70"], ["80"], ["90"]]
    assert values(EPISODES, "Ben Brandt") == [["Ada Abel"], ["Ben Brandt"], ["Cleo Castro"]]


def test_a_number_or_date_may_be_written_another_way():
    prices = "".join(f"<li class=a><b>€{n},234.50</b><i>x{n}</i></li>" for n in range(1, 6))

    assert values(prices, "3234.5")[0] == [1234.5]
    assert values(EPISODES, "2024-03-08")[0] == ["2024-03-07"]


def test_what_contradicts_the_others_is_named_and_left_out():
    odd = Example("Home", field="thing")

    found = proposed(SHOP, Example("Oak table", field="thing"), Example("Elm shelf", field="thing"))
    after = proposed(
        SHOP, Example("Oak table", field="thing"), Example("Elm shelf", field="thing"), odd
    )

    assert not found.ignored
    assert after.ignored in ((), (odd,))
    assert "Oak table" in [row["thing"] for row in rows_of(after.template, page(SHOP))]


def test_a_node_may_be_pointed_at_by_its_path_and_read_as_a_link():
    link = Reading("link")

    by_node = values(SHOP, Example(node="/html/body/div/div[2]/h2/a"))
    as_link = values(SHOP, Example(node="//div[@id='list']/div[2]//a", reading=link))

    assert by_node == values(SHOP, "Oak table")
    assert as_link[1] == ["https://shop.example/p/2"]


def test_an_empty_example_stands_nowhere():
    found = infer([page(SHOP)], Examples((Example("  "),)))

    assert isinstance(found, NoProposal)


def test_a_second_example_is_read_as_the_first_of_its_column_was():
    html = EPISODES + "<aside><p>8</p><p>9</p></aside>"

    assert values(html, Example("7", field="no"), Example("8", field="no")) == [["7"], ["8"], ["9"]]
