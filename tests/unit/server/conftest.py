"""A server in this process: no socket, no crawl, a project with a few records."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from bowerbird import Workspace
from bowerbird.server.access import Access
from bowerbird.server.app import make_app
from bowerbird.server.options import ServerOptions
from bowerbird.server.pickings import Pickings
from bowerbird.workspace import Project

HOST = "http://127.0.0.1:8765"
BIRDS = [
    {"title": "The satin bowerbird", "url": "https://birds.test/satin", "text": "He loves blue."},
    {"title": "The golden bowerbird", "url": "https://birds.test/golden", "text": "Two towers."},
    {"title": "The lyrebird", "url": "https://birds.test/lyre", "text": "He sings of saws."},
]  # fmt: skip


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace(tmp_path / "home")


@pytest.fixture
def birds(workspace: Workspace, tmp_path: Path) -> Project:
    """A project with records and an index, made without a crawl."""
    file = tmp_path / "birds.jsonl"
    file.write_text("".join(json.dumps(bird) + "\n" for bird in BIRDS))
    project = workspace.project("birds")
    project.plan = project.plan
    project.import_records(file, key=["url"])
    project.build_index(fields=["title", "text"])
    return project


@pytest.fixture
def access(workspace: Workspace) -> Access:
    return Access("the key", workspace.users)


@pytest.fixture
def pickings() -> Pickings:
    """The templates that somebody is pointing at."""
    return Pickings()


@pytest.fixture
def stranger(workspace: Workspace, access: Access, pickings: Pickings) -> Iterator[TestClient]:
    """Somebody who has neither a session nor the key."""
    app = make_app(workspace, access, ServerOptions(), pickings=pickings)
    with TestClient(app, base_url=HOST) as client:
        yield client


@pytest.fixture
def browser(stranger: TestClient, access: Access) -> TestClient:
    """A browser that followed the link, and asks for pages."""
    stranger.get(f"/?token={access.new_link()}", headers={"accept": "text/html"})
    stranger.headers["accept"] = "text/html"
    return stranger


@pytest.fixture
def client(stranger: TestClient) -> TestClient:
    """A program with the key, which asks for JSON."""
    stranger.headers["authorization"] = "Bearer the key"
    return stranger
