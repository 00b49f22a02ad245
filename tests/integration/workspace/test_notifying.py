"""Notices go out: signed to a webhook, by mail, a few times at most; nowhere private by default."""

import hashlib
import hmac
import json
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from bowerbird.model.errors import PlanError
from bowerbird.testing.clock import FakeClock
from bowerbird.workspace.catalogue import Catalogue
from bowerbird.workspace.notices import NoticeBook
from bowerbird.workspace.notify_options import NotifyOptions
from bowerbird.workspace.notifying import ATTEMPTS, FIRST_PAUSE, Notifier
from bowerbird.workspace.plan import check_plan


class Hook:
    """A webhook that remembers what it was told, and may be in trouble."""

    def __init__(self) -> None:
        self.told: list[tuple[dict[str, str], bytes]] = []
        self.status = 204
        hook = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                hook.told.append((dict(self.headers), body))
                self.send_response(hook.status)
                self.send_header("Location", "http://127.0.0.1:1/")
                self.end_headers()

            def log_message(self, *_: Any) -> None: ...

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook?a=1"


class Post:
    """A mail server that takes everything."""

    def __init__(self) -> None:
        self.mails: list[str] = []
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self.listening.getsockname()[1]}"

    def serve(self) -> None:
        while True:
            try:
                connection, _ = self.listening.accept()
            except OSError:
                return  # closed
            with connection, connection.makefile("rwb", buffering=0) as stream:
                self._talk(stream)

    def _talk(self, stream: Any) -> None:
        stream.write(b"220 post.test\r\n")
        for line in stream:
            word = line.split()[0].upper()
            if word == b"DATA":
                stream.write(b"354 go on\r\n")
                lines = iter(stream.readline, b".\r\n")
                self.mails.append(b"".join(lines).decode())
            stream.write(b"221 bye\r\n" if word == b"QUIT" else b"250 post.test\r\n")
            if word == b"QUIT":
                return


@pytest.fixture
def hook() -> Iterator[Hook]:
    hook = Hook()
    thread = threading.Thread(target=hook.server.serve_forever, args=[0.05])
    thread.start()
    yield hook
    hook.server.shutdown()
    hook.server.server_close()
    thread.join()


@pytest.fixture
def post() -> Iterator[Post]:
    post = Post()
    thread = threading.Thread(target=post.serve, daemon=True)
    thread.start()
    yield post
    post.listening.shutdown(socket.SHUT_RDWR)
    post.listening.close()
    thread.join(5)


class House:
    """A home with a notice, and who sends it."""

    def __init__(self, home: Path, **options: Any) -> None:
        self.catalogue = Catalogue(home)
        self.book = NoticeBook(self.catalogue)
        self.options = NotifyOptions(**options)
        self.book.tell("m", "zoo", 3, "run-ended", "info", "Run 3 of zoo: Done, ünd more.")
        (notice,) = self.book.all()
        self.clock = FakeClock(now=notice.at + 1)
        self.notifier = Notifier(self.catalogue, lambda _: self.options, self.clock)

    @property
    def delivery(self) -> dict[str, Any]:
        (notice,) = self.book.all()
        (delivery,) = notice.deliveries
        return delivery


def test_a_webhook_is_told_once_and_can_tell_who_it_was(tmp_path, hook, monkeypatch):
    monkeypatch.setenv("HOOK_SECRET", "hush")
    house = House(tmp_path, webhook=hook.url, webhook_secret="${HOOK_SECRET}", allow_private=True)

    assert house.notifier.tick() == 1
    assert house.notifier.tick() == 0

    ((headers, body),) = hook.told
    told = json.loads(body)
    assert (told["project"], told["run"], told["kind"]) == ("zoo", 3, "run-ended")
    assert told["sentence"] == "Run 3 of zoo: Done, ünd more."
    expected = hmac.new(b"hush", body, hashlib.sha256).hexdigest()
    assert headers["Bowerbird-Signature"] == f"sha256={expected}"


def test_a_webhook_in_trouble_is_asked_five_times_and_no_more(tmp_path, hook):
    hook.status = 500
    house = House(tmp_path, webhook=hook.url, allow_private=True)

    for _ in range(200):
        house.notifier.tick()
        house.clock.advance(FIRST_PAUSE)

    assert len(hook.told) == ATTEMPTS
    assert house.delivery["said"].endswith("answered 500")
    assert not house.delivery["done"]


def test_a_webhook_that_recovers_is_told_later(tmp_path, hook):
    hook.status = 503
    house = House(tmp_path, webhook=hook.url, allow_private=True)
    assert house.notifier.tick() == 0
    hook.status = 200

    assert house.notifier.tick() == 0  # not before its pause
    house.clock.advance(FIRST_PAUSE)
    assert house.notifier.tick() == 1
    assert house.delivery["done"]


def test_a_redirect_is_not_followed(tmp_path, hook):
    hook.status = 307
    house = House(tmp_path, webhook=hook.url, allow_private=True)

    house.notifier.tick()

    assert house.delivery["said"].endswith("answered 307")


def test_a_private_webhook_is_refused_by_the_guard(tmp_path, hook):
    house = House(tmp_path, webhook=hook.url)

    assert house.notifier.tick() == 0

    assert hook.told == []
    assert "not a public address; notify.allow_private opens it" in house.delivery["said"]


def test_mails_go_to_everybody(tmp_path, post):
    house = House(tmp_path, mail_to=["anna@zoo.test", "bert@zoo.test"], smtp=post.address)

    assert house.notifier.tick() == 1

    (sent,) = post.mails
    assert "To: anna@zoo.test, bert@zoo.test" in sent
    assert "Subject: Bowerbird: zoo: run-ended" in sent


def test_a_mail_server_that_is_not_there_is_tried_again(tmp_path):
    house = House(tmp_path, mail_to=["anna@zoo.test"], smtp="127.0.0.1:1")

    assert house.notifier.tick() == 0
    assert house.delivery["attempts"] == 1
    assert house.delivery["next_at"] == house.clock.now() + FIRST_PAUSE


def test_a_password_does_not_go_over_an_open_line(tmp_path, post, monkeypatch):
    monkeypatch.setenv("MAIL_PASSWORD", "hush")
    house = House(
        tmp_path, mail_to=["anna@zoo.test"], smtp=post.address,
        smtp_user="anna", smtp_password="${MAIL_PASSWORD}",
    )  # fmt: skip

    house.notifier.tick()

    assert post.mails == []
    assert "would be read by others" in house.delivery["said"]


def test_what_is_not_wanted_is_not_sent(tmp_path, hook):
    house = House(tmp_path, webhook=hook.url, allow_private=True, on=["health"])

    assert house.notifier.tick() == 0
    assert hook.told == []


def test_what_happened_long_ago_is_no_news(tmp_path, hook):
    house = House(tmp_path, webhook=hook.url, allow_private=True)
    house.clock.advance(2 * 86_400)

    assert house.notifier.tick() == 0
    assert hook.told == []


def test_a_plan_holds_no_secret_of_a_webhook():
    with pytest.raises(PlanError, match="environment variable"):
        check_plan({"notify": {"webhook_secret": "hush"}}, "the plan")
