"""Every item of every state is in the page that is handed on, exactly once."""

import re

import pytest
from tests.integration.fetch.browser.conftest import ITEMS

pytestmark = pytest.mark.asyncio(loop_scope="module")

ITEM = "'<li><h3>' + t + '</h3><p>price of ' + t + '</p></li>'"
ALL = f"items.map(t => {ITEM}).join('')"
SITES = {
    "appends": f"list.insertAdjacentHTML('beforeend', {ALL})",
    "exchanges the list": f"list.innerHTML = {ALL}",
    "draws the whole list anew": "window.all = (window.all ?? []).concat(items);"
    f"list.innerHTML = all.map(t => {ITEM}).join('')",
    "uses its items again": """
        while (list.children.length > items.length) list.lastChild.remove();
        while (list.children.length < items.length) list.insertAdjacentHTML('beforeend',
            '<li><h3></h3><p></p></li>');
        items.forEach((t, i) => {
            list.children[i].children[0].textContent = t;
            list.children[i].children[1].textContent = 'price of ' + t;
        })""",
    "draws everything anew": f"""
        document.querySelector('main').innerHTML = '<h1>Goods</h1><ul id=list>' + {ALL} + '</ul>' +
            (part < 5 ? '<button id=more onclick=more()>more</button>' : '') +
            '<p class=place>page ' + part + ' of 5</p>';
        list = document.getElementById('list')""",
    "keeps what is in view": f"""
        list.insertAdjacentHTML('beforeend', {ALL});
        while (list.children.length > 8) list.firstChild.remove()""",
    "draws what is in view anew": f"""
        window.seen = (window.seen ?? []).concat(items).slice(-8);
        list.innerHTML = seen.map(t => {ITEM}).join('')""",
    "puts the newest first": f"list.insertAdjacentHTML('afterbegin', {ALL})",
}
PAGE = """<!DOCTYPE html><title>Goods</title><nav><h2>Menu</h2></nav>
<main><h1>Goods</h1><ul id="list"></ul>{after}</main><footer><h2>Foot</h2></footer>
<script>
let part = 0, list = document.getElementById('list');
async function more() {{
  const answer = await fetch('/items?part=' + part++);
  const items = await answer.json();
  {add};
  if (part >= 5) document.getElementById('more')?.remove();
}}
more();
</script>{scripts}"""
BUTTON = "<button id=more onclick=more()>more</button>"
SCROLLING = """<style>li { height: 400px }</style><script>
let busy = false;
addEventListener('scroll', async () => {
  if (busy || part >= 5 || innerHeight + scrollY < document.body.scrollHeight - 10) return;
  busy = true; await more(); busy = false;
});
</script>"""
OBSERVING = """<style>li { height: 300px }</style><script>
new IntersectionObserver(entries => {
  if (entries[0].isIntersecting && part < 5) more();
}).observe(document.querySelector('footer'));
</script>"""


def headings(html: str, name: str = "h3") -> list[str]:
    shown = re.sub(r"(?s)<script.*?</script>", "", html)
    return re.findall(rf"<{name}>(.*?)</{name}>", shown)


@pytest.mark.parametrize("site", SITES)
async def test_next_until_gone_reads_every_item_once(browser, site):
    actions = ["next #more"]

    html = await browser.read(
        PAGE.format(after=BUTTON, add=SITES[site], scripts=""), actions=actions
    )

    assert sorted(headings(html)) == sorted(ITEMS)
    assert headings(html, "h1") == ["Goods"]
    assert headings(html, "h2") == ["Menu", "Foot"]


@pytest.mark.parametrize("scripts", [SCROLLING, OBSERVING])
async def test_scrolling_reads_every_item_once(browser, scripts):
    actions = ["scroll"]

    html = await browser.read(
        PAGE.format(after="", add=SITES["appends"], scripts=scripts), actions=actions
    )

    assert headings(html) == list(ITEMS)


async def test_items_stand_where_the_first_ones_stood_so_that_selectors_find_them(browser):
    actions = ["next #more"]

    html = await browser.read(
        PAGE.format(after=BUTTON, add=SITES["exchanges the list"], scripts=""), actions=actions
    )

    (inside,) = re.findall(r'(?s)<ul id="list">(.*?)</ul>', html)
    assert headings(inside) == list(ITEMS)


@pytest.mark.slow
async def test_a_card_that_changes_as_a_whole_is_read_each_time_as_a_whole(browser):
    actions = ["next #more"]
    card = "<div class=card><h3></h3><p>by <b></b></p></div>"
    add = """const card = document.querySelector('.card'); part += 0;
        card.querySelector('h3').textContent = items[0];
        card.querySelector('b').textContent = 'Author of ' + items[0]"""

    html = await browser.read(
        PAGE.format(after=card + BUTTON, add=add, scripts=""), actions=actions
    )

    cards = re.findall(r'(?s)<div class="card">(.*?)</div>', html)
    assert [headings(each)[0] for each in cards] == list(ITEMS[::5])
    assert all(f"<b>Author of {headings(each)[0]}</b>" in each for each in cards)


async def test_a_list_without_an_end_is_cut_and_says_so(browser):
    actions = [{"do": "next", "on": "#more", "most": 4}]
    page = "<ol id=list></ol><button id=more onclick=\"list.append(document.createElement('li'))\">"

    outcome = await browser.show(f"<!DOCTYPE html>{page}more</button>", actions=actions)

    assert outcome.page.truncated
    assert outcome.page.body.read().count(b"<li>") == 4
