"""Files and folders over FTP."""

from collections.abc import AsyncIterator

import pytest
from tests.integration.fetch.expect import failed, fetched, redirected, refused
from tests.integration.fetch.ftp_server import FtpServer, open_ftp_server

from bowerbird.fetch.ftp import open_ftp_fetcher
from bowerbird.fetch.guard import Guard
from bowerbird.fetch.options import FetchOptions
from bowerbird.model.outcomes import Failure, FetchOutcome, Refusal
from bowerbird.model.ports import FetchRequest
from bowerbird.testing.clock import FakeClock
from bowerbird.testing.fetcher import a_url
from bowerbird.testing.resolver import FakeResolver


@pytest.fixture(autouse=True)
def site_password(monkeypatch):
    monkeypatch.setenv("SECRET", "geheim")


@pytest.fixture
async def files() -> AsyncIterator[FtpServer]:
    async with open_ftp_server() as served:
        served.files["/pub/paper.pdf"] = b"%PDF-1.4 words"
        yield served


async def ask(
    url: str, guard: Guard | None = None, max_bytes: int | None = None, **options: object
) -> FetchOutcome:
    chosen = FetchOptions.model_validate(options)
    resolver = FakeResolver({"files.test": "127.0.0.1"})
    guard = guard or Guard(allow_private=True)
    async with open_ftp_fetcher(chosen, resolver, guard, FakeClock(now=5.0)) as fetcher:
        return await fetcher.fetch(FetchRequest(a_url(url), max_bytes=max_bytes))


async def test_a_file_is_a_page(files):
    page = fetched(await ask(files.url("/pub/paper.pdf")))

    assert page.body.read() == b"%PDF-1.4 words"
    assert (page.status, page.media_type) == (200, "application/pdf")
    assert (page.address, page.fetched_at, page.raw_head) == ("127.0.0.1", 5.0, b"")
    assert "USER anonymous" in files.commands


async def test_a_folder_is_a_page_of_links(files):
    page = fetched(await ask(files.url("/pub/")))

    text = page.body.read().decode()
    assert page.media_type == "text/html"
    assert '<a href="./sub%20folder/">sub folder/</a>' in text
    assert '<a href="./a%20%3Cb%3E.txt">a &lt;b&gt;.txt</a>' in text
    assert '<a href="./link">link</a>' in text


async def test_a_folder_without_its_slash_is_sent_on(files):
    outcome = redirected(await ask(files.url("/pub")))

    assert outcome.to == files.url("/pub/")
    outcome.page.body.close()


@pytest.mark.parametrize("path", ["/pub/missing.txt", "/nowhere/x", "/nowhere/"])
async def test_what_is_not_there_is_not_found(files, path):
    assert failed(await ask(files.url(path))).reason is Failure.NOT_FOUND


async def test_an_empty_file_is_a_page(files):
    files.files["/pub/empty.txt"] = b""

    assert fetched(await ask(files.url("/pub/empty.txt"))).body.size == 0


async def test_a_file_shorter_than_announced_is_truncated(files):
    files.lies_about_size = True

    assert failed(await ask(files.url("/pub/paper.pdf"))).reason is Failure.TRUNCATED


async def test_the_caps_hold(files):
    files.files["/pub/big.txt"] = b"x" * 50_000

    outcome = await ask(files.url("/pub/big.txt"), limits={"text_bytes": 1000})
    cut = fetched(await ask(files.url("/pub/big.txt"), max_bytes=10))

    assert failed(outcome).reason is Failure.TOO_LARGE
    assert (cut.body.read(), cut.truncated) == (b"x" * 10, True)


async def test_a_login_is_used_for_its_origin(files):
    files.password = "geheim"
    login = {
        "origin": f"ftp://files.test:{files.port}",
        "user": "me",
        "password": "${SECRET}",
    }

    without = await ask(files.url("/pub/paper.pdf"))
    page = fetched(await ask(files.url("/pub/paper.pdf"), logins=[login]))

    assert failed(without).reason is Failure.AUTHENTICATION
    assert page.body.size == 14


async def test_the_guard_stands_before_ftp_too(files):
    outcome = refused(await ask(files.url("/pub/paper.pdf"), guard=Guard()))

    assert outcome.reason is Refusal.PRIVATE_ADDRESS
    assert files.commands == []


class ControlOnlyGuard(Guard):
    """Opens one port; the data connection goes to another."""

    def __init__(self, port: int) -> None:
        super().__init__()
        self.port = port

    def refusal(self, address, port):
        return None if port == self.port else super().refusal(address, port)


async def test_the_data_connection_is_guarded_as_well(files):
    outcome = await ask(files.url("/pub/paper.pdf"), guard=ControlOnlyGuard(files.port))

    assert refused(outcome).reason is Refusal.PRIVATE_ADDRESS


async def test_no_server_is_a_failure_to_connect():
    assert failed(await ask("ftp://files.test:1/x")).reason is Failure.CONNECT
