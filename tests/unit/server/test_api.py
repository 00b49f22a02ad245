"""The REST API does what the Python API does, in the same words."""

import json
from io import BytesIO

import pytest
from openpyxl import load_workbook
from tests.unit.server.conftest import BIRDS

P = "/api/v1/projects/birds"


@pytest.fixture(autouse=True)
def _birds(birds):
    """All of it is about them."""


def test_lists_come_in_parts_and_say_where_they_go_on(client):
    first = client.get(f"{P}/records?limit=2")
    second = client.get(first.links["next"]["url"])

    assert [len(each.json()["items"]) for each in (first, second)] == [2, 1]
    assert first.json()["next"]
    assert second.json()["next"] is None
    assert "next" not in second.links


def test_a_cursor_that_is_none_is_said(client):
    answer = client.get(f"{P}/records?cursor=x'--")

    assert answer.status_code == 422
    assert "not a cursor" in answer.json()["detail"]


def test_a_plan_is_changed_only_if_it_is_still_the_one_that_was_read(client, birds):
    before = client.get(f"{P}/plan")
    change = {"changes": {"budget.max_pages": 7}}
    etag = {"if-match": before.headers["etag"]}

    first = client.patch(f"{P}/plan", json=change, headers=etag)
    late = client.patch(f"{P}/plan", json={"changes": {"budget.max_pages": 9}}, headers=etag)

    assert (first.status_code, late.status_code) == (200, 412)
    assert first.headers["etag"] != before.headers["etag"]
    assert birds.plan.budget.max_pages == 7


def test_a_plan_can_be_read_and_put_back(client, birds):
    plan = client.get(f"{P}/plan").json()
    before = birds.plan

    assert client.put(f"{P}/plan", json=plan).status_code == 200
    assert birds.plan == before


def test_a_mistake_in_a_plan_is_the_sentence_of_the_command_line(client):
    answer = client.patch(f"{P}/plan", json={"changes": {"budget.max_pagse": 7}})

    assert answer.status_code == 422
    assert "did you mean `max_pages`?" in answer.json()["detail"]


def test_the_plans_schema_says_what_each_option_means(client):
    schema = client.get("/api/v1/plan/schema").json()

    assert "description" in schema["$defs"]["Budget"]["properties"]["max_pages"]


def test_a_search_answers_as_the_command_does(client, birds):
    told = client.get(f"{P}/search", params={"q": "blue", "explain": True}).json()

    (hit,) = told["hits"]
    assert hit["url"] == BIRDS[0]["url"]
    assert hit["snippet"][slice(*hit["marked"][0])] == "blue"
    assert hit["explain"]["terms"][0]["word"] == "blue"
    assert birds.search("blue").hits[0].score == hit["score"]


def test_every_knob_of_a_search_can_be_turned(client, birds):
    knobs = {"b": 0.1, "k": 0.5, "weights": {"title": 3.0}, "formula": "1", "limit": 1}

    told = client.post(f"{P}/search", json={"query": "bowerbird", "settings": knobs}).json()

    assert told["total"] == 2
    assert [hit["score"] for hit in told["hits"]] == [
        hit.score for hit in birds.search("bowerbird", **knobs).hits
    ]


def test_what_is_typed_gets_suggestions(client):
    told = client.get(f"{P}/suggest?q=bowe").json()

    assert told["suggestions"][0]["text"].startswith("bowe")


@pytest.mark.parametrize(
    ("form", "media_type"),
    [("jsonl", "application/x-ndjson"), ("csv", "text/csv; charset=utf-8")],
)
def test_records_come_as_files_by_extension_and_by_accept(client, form, media_type):
    named = client.get(f"{P}/records.{form}?columns=title&columns=url")
    asked = client.get(
        f"{P}/export?columns=title&columns=url", headers={"accept": media_type.partition(";")[0]}
    )

    assert named.headers["content-type"] == asked.headers["content-type"] == media_type
    assert f'filename="birds.{form}"' in named.headers["content-disposition"]
    assert named.text == asked.text
    assert all(bird["title"] in named.text for bird in BIRDS)


def test_records_come_as_a_workbook(client):
    book = load_workbook(BytesIO(client.get(f"{P}/records.xlsx?columns=title").content))

    titles = {row[0] for row in book.active.iter_rows(values_only=True)}
    assert titles >= {bird["title"] for bird in BIRDS}


def test_a_form_that_there_is_not_is_said(client):
    assert client.get(f"{P}/export", headers={"accept": "image/png"}).status_code == 422
    assert client.get(f"{P}/records.exe").status_code == 422


def test_files_are_taken_in(client, birds):
    rows = b"title;url\nThe toothbilled bowerbird;https://birds.test/tooth\n"

    said = client.post(
        f"{P}/records/import",
        files={"file": ("more.csv", rows)},
        data={"options": json.dumps({"key": ["url"], "delimiter": ";"})},
    ).json()

    assert (said["records"], said["file"]) == (1, "more.csv")
    assert len(list(birds.records())) == 4


def test_judgements_are_given_measured_and_forgotten(client, birds):
    given = {"query": "blue", "document": BIRDS[0]["url"], "grade": 3}
    assert client.post(f"{P}/judgements", json=given).status_code == 200

    measured = client.post(f"{P}/tuning/evaluate", json={"tried": {"b": 0.2}}).json()
    qrels = client.get(f"{P}/judgements/export?form=qrels").text
    queries = client.get(f"{P}/judgements/export?form=queries").text

    assert measured["result"]["measures"]["map"] == 1.0
    assert BIRDS[0]["url"] in qrels
    assert "blue" in queries
    assert client.delete(f"{P}/judgements?query=blue").json() == {"forgotten": 1}
    assert client.get(f"{P}/judgements").json()["items"] == []


def test_settings_are_accepted_and_taken_back(client, birds):
    birds.judge("blue", BIRDS[0]["url"], 3)

    client.post(f"{P}/tuning/accept", json={"tried": {"b": 0.2}, "because": "it reads better"})
    assert birds.plan.indexes["default"].ranking.b == 0.2
    told = client.get(f"{P}/tuning/history").json()
    client.post(f"{P}/tuning/revert", json={})

    assert told["items"][-1]["because"] == "it reads better"
    assert birds.plan.indexes["default"].ranking.b == 0.75


def test_an_index_is_described_checked_and_built(client):
    built = client.post(f"{P}/indexes", json={"changes": {"ranking.b": 0.5}})
    told = client.get(f"{P}/indexes/default?check=true").json()

    assert built.status_code == 200
    assert (told["documents"], told["damaged"]) == (3, [])
    assert told["options"]["ranking"]["b"] == 0.5


def test_a_topic_is_expanded(client):
    senses = client.get(f"{P}/topic/senses?word=mouse").json()["senses"]
    terms = client.get(f"{P}/topic/expansion?query=mouse").json()["terms"]

    assert any("computer" in json.dumps(sense) for sense in senses)
    assert terms[0]["term"] == "mouse"


def test_only_a_page_that_a_run_read_can_be_rated(client):
    answer = client.post(f"{P}/ratings", json={"url": "https://birds.test/lyre", "relevant": True})
    wrong = client.post(f"{P}/ratings", json={"url": "https://birds.test/lyre"})

    assert answer.status_code == 404
    assert "has no run yet" in answer.json()["detail"]
    assert wrong.status_code == 422


def test_a_file_tells_who_wrote_it(client):
    page = b"<html><head><title>Nests</title><meta name=author content='Ana Petrova'></head></html>"

    told = client.post(f"{P}/metadata/file", files={"file": ("nests.html", page)}).json()

    assert told["title"]["value"] == "Nests"


def test_users_are_kept_and_never_shown_with_a_password(client, workspace):
    new = {"name": "anna", "password": "correct horse battery", "role": "editor"}
    told = [
        client.post("/api/v1/users", json=new),
        client.patch("/api/v1/users/anna", json={"role": "admin"}),
        client.get("/api/v1/users"),
        client.get("/api/v1/audit?who=nobody"),
        client.get("/api/v1/audit"),
    ]

    assert [answer.status_code for answer in told] == [200] * 5
    assert all("horse" not in a.text and "argon2" not in a.text for a in told)
    assert [user.role for user in workspace.users.all()] == ["admin"]


def test_a_link_is_made_for_whoever_has_the_key(client, stranger):
    link = client.post("/api/v1/users/links").json()["link"]
    del stranger.headers["authorization"]

    assert stranger.get(link).status_code == 200
    assert stranger.get("/api/v1/projects").status_code == 200


def test_the_api_describes_itself_without_asking_anybody(browser):
    document = browser.get("/api/openapi.json").json()
    page = browser.get("/api").text

    assert document["openapi"].startswith("3.1")
    assert all(path in page for path in document["paths"])
    operations = [each for path in document["paths"].values() for each in path.values()]
    assert all(each.get("summary") for each in operations)
    ids = [each["operationId"] for each in operations]
    assert len(ids) == len(set(ids))


def test_records_are_a_table_that_is_sorted_and_filtered(client):
    told = client.get(f"{P}/tables/records?sort=-title&filter=title~bowerbird&limit=1").json()

    assert (told["matching"], told["next"]) == (2, 1)
    assert told["rows"][0]["title"] == "The satin bowerbird"


def test_a_project_is_a_file_that_can_be_taken_in(client, workspace):
    file = client.get(f"{P}/file?records=true").content

    said = client.post("/api/v1/projects/import", files={"file": file}, data={"name": "more"})

    assert said.status_code == 200
    assert len(list(workspace.project("more").records())) == 3


def test_a_project_is_removed_only_by_its_name_said_twice(client, workspace):
    asked = client.delete(P)
    done = client.delete(f"{P}?confirm=birds")

    assert (asked.status_code, done.status_code) == (422, 200)
    assert "confirm=birds" in asked.json()["detail"]
    assert workspace.projects() == []


def test_a_crawl_is_scheduled_and_taken_back(client):
    made = client.post(f"{P}/schedules", json={"rhythm": "every 6 hours"})
    number = made.json()["number"]

    assert made.status_code == 200
    assert [each["number"] for each in client.get("/api/v1/schedules").json()["items"]] == [number]
    now = client.post(f"/api/v1/schedules/{number}/run-now").json()
    assert now["next_at"] < made.json()["next_at"]
    assert client.delete(f"/api/v1/schedules/{number}").json() == {"removed": number}
