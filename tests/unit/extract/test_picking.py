"""Picking: pointing at what a page says until the table is right, and every step back."""

import time

import pytest

from bowerbird.extract.infer_single import selector_for
from bowerbird.extract.picking import PickingSession, View
from bowerbird.extract.selectors import selector_of
from bowerbird.extract.snapshot import Snapshot, snapshot_of
from bowerbird.extract.template import Template
from bowerbird.extract.tree import Element, tree_of
from bowerbird.model.errors import UsageError

NAMES = ("Cedar chair", "Oak table", "Elm shelf", "Ash bench")
CARDS = "".join(
    f"<div class='card'><h2><a href='/p/{n}'>{name}</a></h2><span class='price'>€{n + 1}0.00</span>"
    f"<p>Made of {name.split()[0].lower()} in {n + 3} days.</p></div>"
    for n, name in enumerate(NAMES)
)
SHOP = f"""<nav><ul><li><a href='/'>Home</a><li><a href='/new'>New</a></ul></nav>
<button id=more>Show more</button><div id=list>{CARDS}</div>
<aside><div class=mini><a href='/p/9'>Fir stool</a></div><div class=mini><a href='/p/8'>Fir box</a>
</div></aside><p class=pages><a href='?p=1'>1</a> <a rel=next href='?p=2'>Next</a></p>"""


def snapshot(html: str = SHOP, url: str = "http://shop.test/list") -> Snapshot:
    return snapshot_of(tree_of(html.encode()), url)


def number(shown: Snapshot, path: str) -> int:
    """What a person would click on."""
    [element] = shown.root.xpath(path)
    return shown.elements.index(element)


def made(view: View) -> Template:
    assert view.template is not None, view.why
    return view.template


def column(view: View, name: str) -> list[object]:
    return [row.get(name) for row in view.rows]


def outlined_words(shown: Snapshot, view: View, name: str) -> list[str]:
    """What stands in the elements that are outlined for a column."""
    return [
        "".join(shown.elements[each].itertext())
        for record in view.pages[0]
        for each in record.places[name]
    ]


@pytest.fixture
def shown() -> Snapshot:
    return snapshot()


def test_a_list_is_outlined_and_its_table_filled_before_the_first_click(shown):
    view = PickingSession([shown]).view

    assert len(view.rows) == 4
    names = {name: column(view, name) for name in view.rows[0]}
    assert list(NAMES) in names.values()
    [title] = [name for name, values in names.items() if values == list(NAMES)]
    assert outlined_words(shown, view, title) == list(NAMES)
    assert all(shown.elements[record.parts[0]].get("class") == "card" for record in view.pages[0])


def test_a_click_into_the_list_keeps_its_columns_and_adds_what_was_meant(shown):
    session = PickingSession([shown])
    before = session.view

    confirmed = session.click(number(shown, "//h2/a[.='Oak table']"))
    added = session.click(number(shown, "//p[starts-with(., 'Made of oak')]"), field="about")

    assert confirmed.rows == before.rows
    assert set(before.rows[0]) < {*added.rows[0], "about"}
    assert column(added, "about")[1] == "Made of oak in 4 days."
    assert len(added.rows) == 4


def test_a_click_elsewhere_begins_anew_and_finds_all_that_is_alike(shown):
    session = PickingSession([shown])

    view = session.click(number(shown, "//aside/div[1]/a"))

    assert [next(iter(row.values())) for row in view.rows] == ["Fir stool", "Fir box"]


def test_not_this_takes_one_away_and_the_others_stay(shown):
    html = SHOP.replace("class='card'><h2><a href='/p/2'", "class='card advert'><h2><a href='/p/2'")
    shown = snapshot(html)
    session = PickingSession([shown])
    session.click(number(shown, "//h2/a[.='Oak table']"), field="title")

    view = session.reject(number(shown, "//h2/a[.='Elm shelf']"))

    titles = {value for row in view.rows for value in row.values()}
    assert {"Oak table", "Cedar chair", "Ash bench"} <= titles
    assert "Elm shelf" not in titles


def test_every_step_can_be_taken_back(shown):
    session = PickingSession([shown])
    views = [session.view]
    views.append(session.click(number(shown, "//aside/div[1]/a")))
    views.append(session.rename(next(iter(session.view.rows[0])), "stool"))
    is_widest = session.view.chosen == session.view.choices - 1
    views.append(session.narrower() if is_widest else session.wider())
    views.append(session.set(pagination="p.pages"))

    back = [session.undo() for _ in range(len(views))]

    assert [each.template for each in back[:-1]] == [each.template for each in views[-2::-1]]
    assert back[-1].template == views[0].template


def test_narrower_and_wider_move_among_the_choices_and_stop_at_their_ends(shown):
    session = PickingSession([shown])
    view = session.click(number(shown, "//aside/div[1]/a"))
    assert view.choices > 1

    wide = [session.wider() for _ in range(view.choices)][-1]
    narrow = [session.narrower() for _ in range(view.choices)][-1]

    assert (wide.chosen, narrow.chosen) == (view.choices - 1, 0)
    assert len(wide.rows) > len(narrow.rows)


def test_columns_are_renamed_removed_and_written_over(shown):
    session = PickingSession([shown])
    session.click(number(shown, "//h2/a[.='Oak table']"))
    price = next(n for n, value in session.view.rows[0].items() if value in (10, "€10.00"))

    session.rename(price, "cost")
    cost = session.edit("cost", type="number", clean=["strip"], required=True)
    about = next(n for n, value in session.view.rows[0].items() if str(value).startswith("Made"))
    less = session.remove(about)

    assert column(cost, "cost") == [10, 20, 30, 40]
    [field] = [each for each in made(cost).fields if each.name == "cost"]
    assert field.required
    assert field.fingerprint is not None
    assert about not in less.rows[0]
    assert column(less, "cost") == [10, 20, 30, 40]


def test_a_selector_written_by_hand_is_meant(shown):
    session = PickingSession([shown])
    session.click(number(shown, "//aside/div[1]/a"), field="name")

    view = session.edit("name", selector="xpath:string-length(.)")

    [field] = made(view).fields
    assert field.fingerprint is None
    assert field.alternates == []
    assert column(view, "name") == [str(len("Fir stool")), str(len("Fir box\n"))]


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (lambda s: s.click(10_000), "no element 10000"),
        (lambda s: s.click(1), "the whole page"),
        (lambda s: s.click(3, page=3), "no sample page 3"),
        (lambda s: s.rename("nothing", "x"), "no field 'nothing'"),
        (lambda s: s.edit("title", selector="//["), "is not XPath"),
        (lambda s: s.set(record="li["), "is not CSS"),
        (lambda s: s.set(nonsense=1), "nonsense"),
        (lambda s: s.take_list(99), "no list 99"),
    ],
)
def test_what_cannot_be_is_a_sentence_and_changes_nothing(shown, step, words):
    session = PickingSession([shown])
    session.click(number(shown, "//h2/a[.='Oak table']"))
    title = next(name for name, value in session.view.rows[0].items() if value == NAMES[0])
    if title != "title":
        session.rename(title, "title")
    before = session.view

    with pytest.raises(UsageError, match=words.replace("[", r"\[")):
        step(session)

    assert session.view == before


def test_what_to_click_on_and_where_to_go_on_is_pointed_at_as_well(shown):
    session = PickingSession([shown])

    view = session.paginate(number(shown, "//a[.='Next']"))
    view = session.act("next", number(shown, "//button"))

    assert made(view).pagination == 'a[rel="next"]'
    assert made(view).actions == ["next #more"]


def test_several_pages_make_one_table(shown):
    other = CARDS.replace("Oak table", "Yew stool").replace("<p>Made of oak in 4 days.</p>", "")
    second = snapshot(f"<div id=list>{other}</div>", "http://shop.test/list?p=2")
    session = PickingSession([shown, second])

    session.click(number(shown, "//h2/a[.='Oak table']"), field="title")
    view = session.view

    assert [len(page) for page in view.pages] == [4, 4]
    assert "Yew stool" in {value for row in view.rows[4:] for value in row.values()}
    assert min(view.coverage.values()) < 1


def test_records_that_nothing_holds_together_are_outlined_where_they_are():
    runs = "".join(f"<h3>{name}</h3><p>Price: <b>{n}</b></p>" for n, name in enumerate(NAMES))
    shown = snapshot(f"<main>{runs}</main>")
    session = PickingSession([shown])

    view = session.click(number(shown, "//b[.='1']"), field="price")
    view = session.click(number(shown, "//h3[.='Oak table']"), field="name")

    assert made(view).extent == "run" or len(view.rows) == 4
    assert outlined_words(shown, view, "name") == list(NAMES)
    assert outlined_words(shown, view, "price") == ["0", "1", "2", "3"]


def test_a_selector_for_one_element_finds_it_alone():
    root = tree_of(SHOP.encode())
    everything: list[Element] = list(root.iter())

    for element in everything:
        assert selector_of(selector_for(element, root))(root) == [element]


def test_a_click_on_a_page_of_a_thousand_elements_takes_a_blink():
    many = "".join(
        f"<div class='card c{n}'><h2><a href='/p/{n}'>Thing {n}</a></h2><span class=price>€{n}.00"
        f"</span><p>Words about <em>thing</em> number {n}.</p></div>"
        for n in range(200)
    )
    shown = snapshot(f"<nav><a href=/>Home</a></nav><div id=list>{many}</div>")
    assert len(shown.elements) > 1_000
    targets = [number(shown, f"//h2/a[.='Thing {n}']") for n in (3, 50)]
    targets += [number(shown, "//div[@class='card c9']/p"), number(shown, "//nav/a")]

    def clicked() -> list[float]:
        session, taken = PickingSession([shown]), []
        for target in targets:
            started = time.process_time()
            assert session.click(target).rows
            taken.append(time.process_time() - started)
        return taken

    taken = [min(both) for both in zip(clicked(), clicked(), strict=True)]
    assert sorted(taken)[len(taken) // 2] < 0.1, taken


def test_fields_of_detail_pages_stay_while_their_list_is_gone_on_with(shown):
    values = made(PickingSession([shown]).view).model_dump()
    far = {"name": "wood", "selector": "td", "page": "detail"}
    values |= {"detail": "h2 a", "kind": "thing", "fields": [*values["fields"], far]}
    session = PickingSession([shown], Template.model_validate(values))

    inside = made(session.click(number(shown, "//p[starts-with(., 'Made of oak')]"), field="about"))

    assert (inside.detail, inside.kind, inside.detail_fields) == ("h2 a", "thing", ["wood"])
