"""What keeps others out: each test fails if the defence it is about is taken away."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient
from tests.unit.server.conftest import HOST

from bowerbird.model.errors import UsageError
from bowerbird.server.access import LINK_LASTS, REST, TRIES, Access
from bowerbird.server.app import make_app
from bowerbird.server.options import ServerOptions
from bowerbird.server.serving import check_remote

EVERYWHERE = (
    "/",
    "/static/app.css",
    "/events",
    "/sign-in",
    "/api/v1/projects",
    "/api/openapi.json",
)
PASSWORD = "correct horse battery"


# ---- DNS rebinding -------------------------------------------------------------------------------


@pytest.mark.parametrize("path", EVERYWHERE)
@pytest.mark.parametrize(
    "name", ["evil.test", "evil.test:8765", "127.0.0.1.evil.test", "localhost.evil.test:8765", ""]
)
def test_a_request_that_calls_the_server_by_another_name_is_turned_away(client, path, name):
    assert client.get(path, headers={"host": name}).status_code == 421


def test_a_request_with_two_names_is_turned_away(client):
    named = [("host", "127.0.0.1:8765"), ("host", "evil.test"), *client.headers.items()]

    assert client.get("/api/v1/projects", headers=named).status_code == 421


@pytest.mark.parametrize("name", ["127.0.0.1:8765", "localhost:1", "[::1]:8765", "LOCALHOST"])
def test_this_machines_own_names_are_known(client, name):
    assert client.get("/api/v1/projects", headers={"host": name}).status_code == 200


def test_a_name_that_was_allowed_is_known(workspace, access):
    app = make_app(workspace, access, ServerOptions(allowed_hosts=["birds.example.org"]))

    answer = TestClient(app, base_url=HOST).get("/sign-in", headers={"host": "birds.example.org"})

    assert answer.status_code == 200


# ---- cross-site requests -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sent",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "https://evil.test"},
        {"origin": "http://127.0.0.1:9999"},
        {"origin": "null"},
        {"origin": "null", "sec-fetch-site": "same-origin"},
    ],
)
@pytest.mark.parametrize("path", ["/projects", "/api/v1/projects", "/sign-in", "/sign-out"])
def test_another_site_cannot_make_a_browser_change_anything(browser, workspace, sent, path):
    answer = browser.post(path, data={"name": "mice"}, headers=sent)

    assert answer.status_code == 403
    assert workspace.projects() == []


@pytest.mark.parametrize("sent", [{"sec-fetch-site": "same-origin"}, {"origin": HOST}, {}])
def test_our_own_pages_and_programs_can(browser, workspace, sent):
    browser.post("/projects", data={"name": "mice"}, headers=sent)

    assert workspace.projects() == ["mice"]


def test_no_answer_lets_other_sites_read_it(browser):
    answer = browser.get("/api/v1/projects", headers={"origin": "https://evil.test"})

    assert not [name for name in answer.headers if name.startswith("access-control")]
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"


# ---- who it is -----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/events", "/api/v1/projects", "/api/openapi.json", "/api"])
def test_a_stranger_sees_nothing(stranger, path):
    assert stranger.get(path).status_code == 401


def test_a_link_works_once_and_leaves_the_address(stranger, access):
    link = f"/p/mice/records?sort=-price&token={access.new_link()}"

    first = stranger.get(link, follow_redirects=False)
    stranger.cookies.clear()
    second = stranger.get(link, follow_redirects=False)

    assert (first.status_code, first.headers["location"]) == (303, "/p/mice/records?sort=-price")
    cookie = first.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert second.status_code == 401


def test_a_link_leads_nowhere_else(stranger, access):
    answer = stranger.get(f"//evil.test/?token={access.new_link()}", follow_redirects=False)

    assert not answer.headers.get("location", "/").startswith(("//", "http"))


def test_a_link_that_nobody_opened_runs_out(workspace):
    now = 0.0
    access = Access("key", workspace.users, clock=lambda: now)
    token = access.new_link()
    now = LINK_LASTS + 1

    assert access.follow_link(token) is None


@pytest.mark.parametrize("sent", ["Bearer wrong", "Bearer ", "Basic dGhlIGtleQ==", "the key"])
def test_another_key_opens_nothing(stranger, sent):
    assert stranger.get("/api/v1/projects", headers={"authorization": sent}).status_code == 401


def test_who_signed_out_is_a_stranger_again(browser):
    browser.post("/sign-out")

    assert browser.get("/", follow_redirects=False).status_code == 401


def signed_in(workspace, access, name: str) -> TestClient:
    options = ServerOptions(host="192.0.2.1", allowed_hosts=["127.0.0.1"], behind_proxy=True)
    client = TestClient(
        make_app(workspace, access, options), base_url=HOST.replace("http", "https")
    )
    client.post("/sign-in", data={"name": name, "password": PASSWORD})
    return client


@pytest.mark.parametrize(
    ("role", "may_look", "may_change", "may_manage"),
    [("viewer", 200, 403, 403), ("editor", 200, 200, 403), ("admin", 200, 200, 200)],
)
def test_a_role_may_do_what_it_says(workspace, access, role, may_look, may_change, may_manage):
    workspace.users.add("anna", PASSWORD, role)
    client = signed_in(workspace, access, "anna")

    assert client.get("/api/v1/projects").status_code == may_look
    assert client.post("/api/v1/projects", json={"name": "mice"}).status_code == may_change
    assert client.get("/api/v1/users").status_code == may_manage
    assert client.post("/api/v1/users/links").status_code == may_manage


def test_a_role_that_was_taken_away_is_gone_at_once(workspace, access):
    workspace.users.add("anna", PASSWORD, "editor")
    client = signed_in(workspace, access, "anna")
    workspace.users.change("anna", role="viewer")
    assert client.post("/api/v1/projects", json={"name": "mice"}).status_code == 403

    workspace.users.remove("anna")
    assert client.get("/api/v1/projects").status_code == 401


@pytest.mark.parametrize(
    "changes",
    [
        {"fetch.allow_private": True},
        {"fetch.resolve": ["bank.test=127.0.0.1"]},
        {"fetch.folders": ["/etc"]},
        {"fetch.proxies.urls": ["http://a:${SECRET}@evil.test:80"]},
        {"browser.executable": "/bin/sh"},
        {"topic.lexicon": "/etc/passwd"},
        {"indexes.default.synonym_list": "/etc/passwd"},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_only_an_admin_lets_a_plan_reach_beyond_its_project(workspace, access, changes):
    workspace.project("mice").plan = workspace.project("mice").plan
    for name, role in (("anna", "admin"), ("ed", "editor")):
        workspace.users.add(name, PASSWORD, role)

    as_editor = signed_in(workspace, access, "ed")
    started = as_editor.post(
        "/api/v1/projects/mice/runs", json={"targets": ["http://a.test/"], "changes": changes}
    )
    refused = as_editor.patch("/api/v1/projects/mice/plan", json={"changes": changes})
    harmless = as_editor.patch(
        "/api/v1/projects/mice/plan", json={"changes": {"budget.max_pages": 5}}
    )
    as_admin = signed_in(workspace, access, "anna")
    allowed = as_admin.patch("/api/v1/projects/mice/plan", json={"changes": changes})

    assert [started.status_code, refused.status_code] == [403, 403]
    assert [harmless.status_code, allowed.status_code] == [200, 200]
    assert workspace.project("mice").runs() == []


def test_whoever_guesses_passwords_has_to_wait(workspace):
    now = 0.0
    workspace.users.add("anna", PASSWORD)
    access = Access("key", workspace.users, clock=lambda: now)

    for _ in range(TRIES):
        assert access.sign_in("anna", "guessed wrong") is None
    assert access.sign_in("anna", PASSWORD) is None
    now = REST + 1

    assert access.sign_in("anna", PASSWORD)


def test_what_a_user_does_is_booked_under_their_name(workspace, access):
    workspace.users.add("ed", PASSWORD, "editor")
    signed_in(workspace, access, "ed").post("/api/v1/projects", json={"name": "mice"})

    booked = workspace.audit.entries(project="mice")
    assert {(each.who, each.via) for each in booked} == {("ed", "api")}


@pytest.mark.parametrize(
    ("options", "missing"),
    [
        ({}, "bowerbird user add"),
        ({"users": True}, "--certificate"),
        ({"users": True, "behind_proxy": True}, "--allowed-host"),
    ],
)
def test_others_may_connect_only_to_a_server_that_can_tell_them_apart(workspace, options, missing):
    if options.pop("users", False):
        workspace.users.add("anna", PASSWORD, "admin")

    with pytest.raises(UsageError, match=missing):
        check_remote(workspace, ServerOptions(host="0.0.0.0", **options))


# ---- what comes in, what goes out ----------------------------------------------------------------


@pytest.mark.parametrize("path", EVERYWHERE[:2] + EVERYWHERE[3:])
def test_every_answer_lets_the_browser_run_nothing_of_others(browser, path):
    sent = browser.get(path).headers

    parts = (part.strip() for part in sent["content-security-policy"].split(";"))
    policy = dict(part.partition(" ")[::2] for part in parts)
    assert policy["default-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in sent["content-security-policy"]
    assert sent["x-content-type-options"] == "nosniff"
    assert sent["referrer-policy"] == "same-origin"


def test_a_body_that_is_too_large_is_not_taken_in(workspace, access):
    app = make_app(workspace, access, ServerOptions(body_bytes=1_000, upload_bytes=5_000))
    client = TestClient(app, base_url=HOST, headers={"authorization": "Bearer the key"})

    def in_pieces() -> Iterator[bytes]:
        yield from [b"x" * 600] * 5

    said = [
        client.post("/api/v1/projects", content=b" " * 2_000),
        client.post("/api/v1/projects", content=in_pieces()),
        client.post("/api/v1/projects/a/seeds/import", files={"file": b"x" * 6_000}),
    ]

    assert [answer.status_code for answer in said] == [413, 413, 413]


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static//etc/passwd",
        "/static/vendor/../../../../../etc/passwd",
        "/p/..%2f..%2fetc/records",
        "/api/v1/projects/..",
        "/api/v1/projects/%2e%2e%2f%2e%2e",
        "/api/v1/projects/birds/runs/..%2f..%2f1",
        "/api/v1/projects/birds/indexes/..%2f..%2f..",
    ],
)
@pytest.mark.usefixtures("birds")
def test_no_address_leads_out_of_its_folder(browser, path):
    answer = browser.get(path)

    assert answer.status_code in (404, 422)
    assert "root:" not in answer.text
    assert "import" not in answer.text
