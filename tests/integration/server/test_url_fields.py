"""Nobody can make the server ask what only this machine may: no field that takes an address."""

import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import httpx2
import pytest
from tests.e2e.commands import until

from bowerbird import Workspace
from bowerbird.server.options import ServerOptions
from bowerbird.server.serving import Serving, open_server
from bowerbird.workspace import Project

FIELDS: dict[str, tuple[str, Callable[[str], dict[str, object]]]] = {
    "a run's target": ("runs", lambda url: {"targets": [url]}),
    "a run's seeds": ("runs", lambda url: {"changes": {"seeds": [url]}}),
    "a document with metadata": ("metadata", lambda url: {"url": url}),
    "a page for a template": ("fields/test", lambda url: {"documents": [url]}),
    "a page with examples": ("fields/infer", lambda url: {"documents": [url]}),
    "a page to repair": ("fields/repair", lambda url: {"documents": [url]}),
    "a search engine": (
        "seeds/find",
        lambda url: {"query": "birds", "providers": [f"searxng={url}"]},
    ),
}


class Secret:
    """A server of this machine that nobody may ask; counts who does."""

    def __init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self.asked = 0
        self._thread = threading.Thread(target=self._count)
        self._thread.start()

    def _count(self) -> None:
        while True:
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            self.asked += 1
            connection.close()

    def close(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join()


@pytest.fixture
def secret() -> Iterator[Secret]:
    opened = Secret()
    yield opened
    opened.close()


@pytest.fixture
def project(tmp_path) -> Project:
    """It has one template, and patience for nobody."""
    found = Workspace(tmp_path).project("birds")
    found.plan = found.plan.model_validate(
        {
            "templates": {"a": {"record": "//li", "fields": [{"name": "b", "selector": "//b"}]}},
            "retry": {"attempts": 1},
        }
    )
    return found


@pytest.fixture
def server(project: Project) -> Iterator[Serving]:
    with open_server(Workspace(project.folder.parent.parent), ServerOptions(port=0)) as serving:
        thread = threading.Thread(target=serving.run)
        thread.start()
        yield serving
        serving.end()
        thread.join()


@pytest.fixture
def client(server: Serving) -> Iterator[httpx2.Client]:
    key = {"authorization": f"Bearer {server.presence.key}"}
    with httpx2.Client(base_url=server.url, headers=key, timeout=60) as opened:
        yield opened


@pytest.fixture
def ask(client: httpx2.Client, project: Project, secret: Secret) -> Callable[[str, str], Any]:
    """Fill in a field, and wait for what comes of it."""

    def fill_in(field: str, url: str) -> Any:
        path, body = FIELDS[field]
        answer = client.post(f"/api/v1/projects/birds/{path}", json=body(url))
        if path == "runs" and answer.status_code == 200:
            until(lambda: secret.asked > 0 or not project.run().is_alive)
            project.run().stop()
        return answer

    return fill_in


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("host", ["127.0.0.1", "0x7f.1", "[::ffff:127.0.0.1]"])
def test_a_private_address_is_not_asked(ask, secret, field, host):
    answer = ask(field, f"http://{host}:{secret.port}/")

    assert secret.asked == 0
    assert answer.status_code < 500


@pytest.mark.parametrize("field", FIELDS)
def test_where_the_plan_opens_it_it_is_asked(ask, project, secret, field):
    """So that the tests above can fail."""
    project.plan = project.plan.model_validate(
        {**project.plan.model_dump(mode="json"), "fetch": {"allow_private": True}}
    )

    ask(field, f"http://127.0.0.1:{secret.port}/")

    assert secret.asked > 0


def test_the_server_itself_is_not_asked_even_where_the_plan_opens_all(client, project, server):
    run = project.crawl(server.url, changes={"fetch.allow_private": True})
    run.wait(30)

    assert project.explain(server.url)["rule"].endswith(
        "is Bowerbird's own server; it is never crawled"
    )


@pytest.mark.parametrize("field", ["a document with metadata", "a page for a template"])
@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "/etc/passwd", "gopher://127.0.0.1/", "data:,a"]
)
def test_a_file_of_the_machine_is_no_document(ask, field, url):
    answer = ask(field, url)

    assert answer.status_code == 422
    assert "root:" not in answer.text
