"""Snapshots of rendered pages, and templates made by pointing at them."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from bowerbird.extract.snapshot import NUMBER
from bowerbird.model.errors import RunError
from bowerbird.testing.little_web import LITTLE_WEB, serve_little_web
from bowerbird.testing.serving import Answer, Asked, ServedWeb, serve
from bowerbird.workspace import Project, Workspace

PNG = (
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\6\0\0\0\x1f\x15\xc4\x89\0\0\0\rIDATx\x9cc\xf8"
    b"\xff\xff?\0\5\xfe\2\xfe\xdc\xccY\xe7\0\0\0\0IEND\xaeB`\x82"
)
PAGE = """<!DOCTYPE html><title>Shop</title><link rel=stylesheet href=/site.css>
<link rel=stylesheet href=/print.css media=print><link rel=stylesheet href=http://cdn.test/cdn.css>
<style>p { color: rgb(1, 2, 3); background: url(http://evil.test/leak) }</style>
<body onload="steal()"><img src=/a.png onerror="steal()"><ul class=goods></ul><x-shadow></x-shadow>
<a href="javascript:steal()">x</a><iframe srcdoc="<script>parent.steal()</script>"></iframe>
<script>
function steal() { fetch('/stolen') }
const sheet = new CSSStyleSheet();
sheet.insertRule('li { margin: 7px }');
document.adoptedStyleSheets = [sheet];
for (let i = 0; i < 5; i++)
  document.querySelector('.goods').innerHTML += `<li><b>Thing ${i}</b> <i>${i}.50 €</i></li>`;
document.querySelector('x-shadow').attachShadow({mode: 'open'}).innerHTML = '<p>In the shadow</p>';
</script>"""


def answering(asked: Asked) -> Answer:
    kinds = {"css": "text/css", "png": "image/png"}
    bodies = {
        "/": PAGE.encode(), "/a.png": PNG, "/site.css": b"b { color: rgb(9, 9, 9) }",
        "/print.css": b"b { display: none }", "/cdn.css": b"i { color: rgb(8, 8, 8) }",
    }  # fmt: skip
    body = bodies.get(asked.target)
    if body is None:
        return Answer(404, (("Content-Type", "text/plain"),), b"")
    kind = kinds.get(asked.target.rpartition(".")[2], "text/html")
    return Answer(200, (("Content-Type", kind),), body)


@pytest.fixture
def web() -> Iterator[ServedWeb]:
    with serve(answering) as served:
        yield served


@pytest.fixture
def project(tmp_path) -> Project:
    return Workspace(tmp_path).project("shop")


def around(web: ServedWeb) -> dict[str, Any]:
    return {"fetch__allow_private": True, "fetch__resolve": [web.resolve]}


def asked_for(web: ServedWeb) -> list[str]:
    return [each.target for each in web.requests]


def test_a_page_is_shown_as_a_browser_shows_it_and_nothing_of_it_acts(project, web):
    shown = project.snapshot("http://shop.test/", **around(web))

    html = shown.html
    assert "Thing 4" in html
    assert "In the shadow" in html
    assert "rgb(9, 9, 9)" in html, "a style sheet of its own"
    assert "rgb(8, 8, 8)" in html, "one of another origin"
    assert "margin: 7px" in html, "one that a script made"
    assert html.index("rgb(9, 9, 9)") < html.index("rgb(8, 8, 8)") < html.index("margin: 7px")
    assert re.search(r"@media print \{\s*b \{ display: none", html)
    assert 'src="data:image/png;base64,' in html
    assert "url(" not in html
    assert not re.search(r"<script|<iframe|<link|onload|onerror|javascript:|srcdoc", html)
    assert "/stolen" not in html
    assert any("pages inside" in remark for remark in shown.remarks)
    assert "/leak" not in asked_for(web)


@pytest.mark.slow
def test_what_is_clicked_on_is_what_templates_see_and_each_step_is_saved(project, web):
    session = project.picking("goods", ["http://shop.test/"], **around(web))
    [shown] = session.snapshots
    [number] = re.findall(rf'<b {NUMBER}="(\d+)">Thing 2', shown.html)

    view = session.click(int(number), field="thing")

    assert "Thing 2" in {value for row in view.rows for value in row.values()}
    session.set(applies_to=["http://shop.test/"])
    kept = project.plan.templates["goods"]
    assert kept.applies_to == ["http://shop.test/"]
    assert kept.fields == session.view.template.fields
    told = project.test_fields("http://shop.test/", browser__use="always", **around(web))
    assert len(told["records"]) == 5

    again = project.picking("goods", ["http://shop.test/"], **around(web))
    assert again.view.rows == session.view.rows


def test_without_a_browser_a_page_is_shown_as_it_was_sent_and_says_so(project, web):
    shown = project.snapshot(
        "http://shop.test/", browser__executable="/nowhere/chromium", **around(web)
    )

    assert "Thing 4" not in shown.html
    assert "rgb(1, 2, 3)" in shown.html
    assert any("shown as it was sent" in remark for remark in shown.remarks)
    assert project.snapshot("http://shop.test/", render=False, **around(web)).html == shown.html


def test_a_page_that_cannot_be_had_is_a_sentence(project, web):
    with pytest.raises(RunError, match="404"):
        project.snapshot("http://shop.test/nothing", **around(web))


@pytest.mark.slow
def test_a_list_of_the_little_web_is_right_before_the_first_click(tmp_path):
    [drawn] = [each for each in LITTLE_WEB.scripted if each.name == "drawn"]
    project = Workspace(tmp_path).project("drawn")

    with serve_little_web() as web:
        session = project.picking("drawn", [drawn.url], **around(web))

    told = json.dumps(session.view.rows, ensure_ascii=False)
    assert len(session.view.rows) == len(drawn.records)
    assert all(good.title in told for good in drawn.records)
