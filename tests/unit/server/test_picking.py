"""The pages where templates are made by pointing: every step as a form and as a resource, and the
frame that shows a crawled page."""

import re
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient

from bowerbird.extract.snapshot import NUMBER
from bowerbird.server.headers import POLICY, STILL, SafeHeaders, snapshot_headers
from bowerbird.server.pickings import MOST, Pickings
from bowerbird.workspace import Project, Workspace

CARDS = "".join(
    f"<div class=card><h2><a href='/p/{n}'>{name}</a></h2><b class=price>€{n + 1}0.00</b>"
    f"<p>Made of {name.split()[0].lower()} in {n + 3} days.</p></div>"
    for n, name in enumerate(("Cedar chair", "Oak table", "Elm shelf", "Ash bench"))
)
SHOP = f"<title>Shop</title><h1>Shop</h1><div id=list>{CARDS}</div><a rel=next href=/2>Next</a>"
FRAME = "/p/shop/fields/goods/frame"
HERE, THERE = "/p/shop/fields/goods", "/api/v1/projects/shop/picking/goods"


@pytest.fixture
def shop(workspace: Workspace, pickings: Pickings, tmp_path: Path) -> Project:
    """Its list is open, and nobody has pointed at it yet."""
    file = tmp_path / "shop.html"
    file.write_text(SHOP)
    project = workspace.project("shop")
    project.plan = project.plan
    pickings.open(project, "goods", [str(file)], render=False)
    return project


def number_of(client: TestClient, words: str) -> int:
    """What the frame tells of the element that says just this."""
    [number] = re.findall(rf'{NUMBER}="(\d+)"[^>]*>{words}<', client.get(FRAME).text)
    return int(number)


def names(told: dict[str, Any]) -> list[str]:
    return [column["name"] for column in told["columns"]]


# ---- the frame -----------------------------------------------------------------------------------


def test_the_frame_has_exactly_the_policy_of_snapshots_and_a_new_nonce_each_time(browser, shop):
    first, second = browser.get(FRAME), browser.get(FRAME)

    nonces = [
        nonce
        for each in (first, second)
        for nonce in re.findall(r'<script nonce="([^"]+)">', each.text)
    ]
    assert first.headers["content-security-policy"] == (
        "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; "
        f"script-src 'nonce-{nonces[0]}'; form-action 'none'; base-uri 'none'; "
        "frame-ancestors 'self'; sandbox allow-scripts"
    )
    assert nonces[0] != nonces[1]
    assert first.headers["referrer-policy"] == "no-referrer"
    assert first.headers["x-content-type-options"] == "nosniff"
    assert first.headers["cache-control"] == "no-store"
    assert first.text.count("<script") == 1


@pytest.mark.parametrize(
    "policy",
    [
        "default-src *",
        "sandbox allow-scripts",
        snapshot_headers("a" * 22)["content-security-policy"] + "; connect-src *",
        STILL + " allow-scripts",
        snapshot_headers("short")["content-security-policy"],
        snapshot_headers("a" * 22 + "' 'unsafe-inline")["content-security-policy"],
    ],
)
def test_no_other_page_can_have_a_policy_of_its_own(policy):
    def page(_):
        return Response("x", headers={"content-security-policy": policy})

    answer = TestClient(SafeHeaders(Starlette(routes=[Route("/", page)]))).get("/")

    assert answer.headers["content-security-policy"] == POLICY


def test_a_stranger_sees_no_frame(stranger, shop):
    assert stranger.get(FRAME).status_code == 401


# ---- steps ---------------------------------------------------------------------------------------


def test_a_list_is_told_before_the_first_step_and_kept_with_one(client, shop):
    told = client.get(THERE).json()
    assert told["records"] == 4
    assert shop.plan.templates == {}

    client.post(THERE + "/choose", json={"do": "list", "number": 0})

    assert [field.name for field in shop.plan.templates["goods"].fields] == names(told)


def test_pointing_adds_a_column_and_a_step_back_takes_it_away(client, shop):
    before = names(client.get(THERE).json())
    at = number_of(client, "Made of oak in 4 days.")

    more = client.post(THERE + "/point", json={"at": at, "field": "about"}).json()
    back = client.post(THERE + "/choose", json={"do": "undo"}).json()

    assert set(names(more)) == {*before, "about"}
    assert any(at in row["places"]["about"] for row in more["rows"])
    assert names(back) == before


def test_a_step_as_a_form_leads_back_to_where_somebody_was(browser, shop):
    at = number_of(browser, "Oak table")

    assert f'href="{THERE}"' in browser.get(HERE).text
    answer = browser.post(
        HERE + "/point", data={"at": at, "column": "price"}, follow_redirects=False
    )

    assert answer.status_code == 303
    assert answer.headers["location"] == HERE + "?column=price"
    assert "Oak table" in browser.get(answer.headers["location"]).text


def test_a_column_is_renamed_typed_tidied_and_required_by_hand(client, shop):
    price = next(
        each["name"] for each in client.get(THERE).json()["columns"] if "price" in each["selector"]
    )
    said = {"column": price, "name": "cost", "selector": "b.price", "type": "text",
            "required": True, "clean": [r"find [0-9.]+", "replace \\.00 => ,-"]}  # fmt: skip

    told = client.post(THERE + "/column", json=said).json()

    assert [row["values"]["cost"] for row in told["rows"]] == ["10,-", "20,-", "30,-", "40,-"]
    assert told["column"]["clean"] == ["find [0-9.]+", "replace \\.00 => ,-"]
    assert told["column"]["steps"][0]["before"] == "€10.00"
    [kept] = [field for field in shop.plan.templates["goods"].fields if field.name == "cost"]
    assert kept.required
    assert "cost" not in names(
        client.post(THERE + "/column/remove", json={"column": "cost"}).json()
    )


def test_the_template_is_written_as_text_and_a_mistake_in_it_is_a_sentence(client, shop):
    code = client.get(THERE).json()["code"]

    told = client.post(THERE + "/code", json={"code": code.replace(".card", "#list > div")})
    wrong = client.post(THERE + "/code", json={"code": "fields = 3"})
    broken = client.post(THERE + "/code", json={"code": "fields = ["})

    assert told.json()["definition"]["record"] == "#list > div"
    assert told.json()["records"] == 4
    assert shop.plan.templates["goods"].record == "#list > div"
    assert (wrong.status_code, broken.status_code) == (422, 422)
    assert "TOML" in broken.json()["detail"]


def test_rules_and_the_way_on_stay_when_a_template_is_gone_on_with(client, shop, pickings):
    client.post(THERE + "/settings", json={"applies_to": ["shop.test"], "kind": "thing"})
    client.post(THERE + "/point", json={"at": number_of(client, "Next"), "do": "next-page"})
    client.post(THERE + "/column/remove", json={"column": names(client.get(THERE).json())[-1]})
    kept = shop.plan.templates["goods"]

    pickings.open(shop, "goods", kept.samples, render=False)
    client.post(THERE + "/point", json={"at": number_of(client, "Made of elm in 5 days.")})

    after = shop.plan.templates["goods"]
    assert len(after.fields) == len(kept.fields) + 1
    assert (after.applies_to, after.kind) == (["shop.test"], "thing")
    assert after.pagination == kept.pagination != ""


def test_an_element_that_is_not_there_is_a_sentence(client, shop):
    answer = client.post(THERE + "/point", json={"at": 9_999})

    assert answer.status_code == 422
    assert "there is no element 9999" in answer.json()["detail"]


# ---- opening, closing ----------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["/etc/passwd", "file:///etc/passwd", "javascript:alert(1)"])
def test_only_pages_of_the_web_are_opened(client, shop, page):
    opened = client.post("/api/v1/projects/shop/picking", json={"page": page})
    another = client.post(THERE + "/open", json={"pages": [page]})
    tried = client.post(HERE + "/try", data={"page": page})

    assert [opened.status_code, another.status_code, tried.status_code] == [422, 422, 422]


def test_samples_in_a_plan_that_are_files_are_not_opened(client, shop, pickings):
    client.post(THERE + "/choose", json={"do": "list", "number": 0})
    assert shop.plan.templates["goods"].samples
    pickings.close(shop, "goods")

    assert client.post(THERE + "/open", json={}).status_code == 422


def test_a_template_whose_pages_are_closed_still_shows_what_it_is(browser, shop, pickings):
    browser.post(HERE + "/choose", data={"do": "list", "number": 0})
    pickings.close(shop, "goods")

    assert ".card" in browser.get(HERE).text
    assert browser.post(HERE + "/choose", data={"do": "undo"}).status_code == 404


def test_a_template_is_taken_out_of_the_plan(browser, shop):
    browser.post(HERE + "/choose", data={"do": "list", "number": 0})
    browser.post(HERE + "/remove")

    assert shop.plan.templates == {}
    assert browser.get(HERE).status_code == 404


def test_the_pages_that_were_opened_first_are_closed_when_there_are_too_many(
    shop, pickings, tmp_path
):
    file = str(tmp_path / "shop.html")
    for number in range(MOST):
        pickings.open(shop, f"other-{number}", [file], render=False)

    assert pickings.at_hand(shop, "goods") is None
    assert pickings.at_hand(shop, "other-0") is not None


def test_hostile_words_of_a_page_are_only_words(browser, shop, pickings, tmp_path):
    file = tmp_path / "evil.html"
    cards = "".join(
        f"<li class=i><b>&lt;script&gt;alert({n})&lt;/script&gt;</b><i>\"'&gt;{n}</i></li>"
        for n in range(4)
    )
    file.write_text(f"<ul>{cards}</ul>")
    pickings.open(shop, "goods", [str(file)], render=False)

    for path in (HERE, FRAME):
        assert "<script>alert" not in browser.get(path).text
