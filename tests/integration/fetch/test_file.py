"""file: URLs, and the folders they may not leave."""

import os
from urllib.parse import quote

import pytest
from tests.integration.fetch.expect import failed, fetched, redirected, refused

from bowerbird.fetch.file import FileFetcher
from bowerbird.fetch.options import FetchOptions
from bowerbird.model.outcomes import Failure, FetchOutcome, NotModified, Refusal
from bowerbird.model.ports import FetchRequest, Validators
from bowerbird.testing.clock import FakeClock
from bowerbird.testing.fetcher import a_url


@pytest.fixture
def shelf(tmp_path):
    folder = tmp_path / "shelf"
    folder.mkdir()
    (folder / "a page.html").write_bytes(b"<html>hello</html>")
    (folder / "inner").mkdir()
    (tmp_path / "secret.txt").write_bytes(b"secret")
    return folder


async def ask(path: object, folder: object, **request: object) -> FetchOutcome:
    limits = request.pop("limits", {})
    options = FetchOptions.model_validate({"folders": [str(folder)], "limits": limits})
    fetcher = FileFetcher(options, FakeClock(now=5.0))
    url = path if str(path).startswith("file:") else "file://" + quote(str(path))
    return await fetcher.fetch(FetchRequest(a_url(str(url)), **request))  # type: ignore[arg-type]  # tests name the fields


async def test_a_file_below_the_folder_is_a_page(shelf):
    page = fetched(await ask(shelf / "a page.html", shelf))

    assert page.body.read() == b"<html>hello</html>"
    assert (page.status, page.media_type, page.fetched_at) == (200, "text/html", 5.0)


async def test_an_unchanged_file_is_not_read_again(shelf):
    page = fetched(await ask(shelf / "a page.html", shelf))
    by_tag = Validators(etag=page.headers.get("etag"))
    by_date = Validators(last_modified=page.headers.get("last-modified"))

    unchanged = [
        await ask(shelf / "a page.html", shelf, validators=each) for each in (by_tag, by_date)
    ]
    (shelf / "a page.html").write_bytes(b"<html>other</html>")
    os.utime(shelf / "a page.html", (1, 1))
    changed = [
        await ask(shelf / "a page.html", shelf, validators=each) for each in (by_tag, by_date)
    ]

    assert all(isinstance(outcome, NotModified) for outcome in unchanged)
    assert all(fetched(outcome).body.read() == b"<html>other</html>" for outcome in changed)


async def test_a_folder_is_a_page_of_links(shelf):
    page = fetched(await ask(f"file://{shelf}/", shelf))

    text = page.body.read().decode()
    assert '<a href="./a%20page.html">a page.html</a>' in text
    assert '<a href="./inner/">inner/</a>' in text


async def test_a_folder_without_its_slash_is_sent_on(shelf):
    outcome = redirected(await ask(shelf / "inner", shelf))

    assert outcome.to.endswith("/inner/")


async def test_nothing_outside_the_folder_is_read(shelf, tmp_path):
    (shelf / "way out").symlink_to(tmp_path / "secret.txt")
    (shelf / "folder out").symlink_to(tmp_path)
    tricks = [
        tmp_path / "secret.txt",
        shelf / ".." / "secret.txt",
        f"file://{shelf}/%2e%2e/secret.txt",
        f"file://{shelf}/..%2fsecret.txt",
        shelf / "way out",
        shelf / "folder out" / "secret.txt",
        "file:///etc/passwd",
        tmp_path / "shelf-of-another" / "x",
        "file:///",
    ]

    for trick in tricks:
        assert refused(await ask(trick, shelf)).reason is Refusal.OUTSIDE_FOLDERS, trick


async def test_a_link_inside_the_folder_is_followed(shelf):
    (shelf / "again").symlink_to(shelf / "a page.html")

    assert fetched(await ask(shelf / "again", shelf)).body.size == 18


async def test_without_folders_every_file_is_refused(shelf):
    outcome = await FileFetcher(FetchOptions(), FakeClock()).fetch(
        FetchRequest(a_url(f"file://{shelf}/inner/"))
    )

    assert refused(outcome).reason is Refusal.OUTSIDE_FOLDERS


async def test_a_file_of_another_machine_is_refused(shelf):
    outcome = await ask(f"file://elsewhere.test{shelf}/inner/", shelf)

    assert refused(outcome).reason is Refusal.OUTSIDE_FOLDERS


async def test_what_is_not_a_file_is_not_read(shelf):
    os.mkfifo(shelf / "pipe")
    (shelf / "loop").symlink_to(shelf / "loop")

    for name in ("pipe", "loop", "missing", "nul%00"):
        assert failed(await ask(f"file://{shelf}/{name}", shelf)).reason is Failure.NOT_FOUND, name


async def test_the_caps_hold(shelf):
    (shelf / "big.txt").write_bytes(b"x" * 50_000)

    outcome = await ask(shelf / "big.txt", shelf, limits={"text_bytes": 1000})
    cut = fetched(await ask(shelf / "big.txt", shelf, max_bytes=10))

    assert failed(outcome).reason is Failure.TOO_LARGE
    assert (cut.body.read(), cut.truncated) == (b"x" * 10, True)
