"""`bowerbird serve` as a person calls it."""

import json
import signal
import socket
import stat
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest
from tests.e2e.commands import Bowerbird


@pytest.fixture
def bowerbird(tmp_path):
    return Bowerbird(tmp_path / "home")


def status_of(address: str, **headers: str) -> int:
    """What a browser gets there that was never here before."""
    browser = build_opener(HTTPCookieProcessor())
    try:
        with browser.open(Request(address, headers=headers), timeout=20) as answer:
            assert "token" not in answer.url
            return int(answer.status)
    except HTTPError as error:
        return error.code


def test_it_prints_an_address_that_works_once_and_leaves_nothing_behind(bowerbird):
    with bowerbird.begin("serve", "--port", "0", "--json") as process:
        told = json.loads(process.stdout.readline())
        (file,) = (bowerbird.home / "servers").iterdir()
        modes = [stat.S_IMODE(path.stat().st_mode) for path in (file, file.parent)]
        key = json.loads(file.read_text())["key"]
        opened = [status_of(told["link"]), status_of(told["link"])]
        with_key = status_of(f"{told['url']}/api/v1/projects", authorization=f"Bearer {key}")
        process.send_signal(signal.SIGTERM)
        status = process.wait(20)

    assert opened == [200, 401]
    assert with_key == 200
    assert modes == [0o600, 0o700]
    assert status == 0
    assert not file.exists()


def test_a_server_at_work_gives_another_link(bowerbird):
    nobody = bowerbird.here("serve", "--link")
    with bowerbird.begin("serve", "--port", "0", "--json") as process:
        first = json.loads(process.stdout.readline())
        another = bowerbird.here("serve", "--link", "--json").document
        opened = [status_of(each["link"]) for each in (another, first, another)]
        process.send_signal(signal.SIGTERM)
        process.wait(20)

    assert nobody.status == 2
    assert "`bowerbird serve` starts one" in nobody.complaint
    assert another["url"] == first["url"]
    assert another["link"] != first["link"]
    assert opened == [200, 200, 401]


def test_another_machine_is_let_in_only_with_users_tls_and_a_name(bowerbird):
    said = bowerbird.here("serve", "--host", "0.0.0.0", "--port", "0")

    assert said.status == 2
    assert "bowerbird user add NAME" in said.complaint


def test_a_port_that_is_taken_is_said(bowerbird):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        said = bowerbird.here("serve", "--port", str(taken.getsockname()[1]))

    assert said.status == 2
    assert "--port 0 takes a free one" in said.complaint
