"""A crawl of what is no web: an FTP server, a folder on this machine."""

from pathlib import Path

from tests.integration.crawl.crawling import crawl, page, small_web
from tests.integration.fetch.ftp_server import open_ftp_server

from bowerbird.model.outcomes import Refusal
from bowerbird.model.pagerow import PageState

TAPIRS = b"<title>Tapirs</title><p>All about tapirs.</p>"


async def test_an_ftp_server_is_crawled_like_a_site(tmp_path: Path) -> None:
    async with open_ftp_server() as files:
        files.folders = {
            "/": "drwxr-xr-x 2 ftp ftp 4096 Jan 01 10:00 pub\r\n",
            "/pub/": "-rw-r--r-- 1 ftp ftp 50 Jan 01 10:00 tapirs.html\r\n",
        }
        files.files["/pub/tapirs.html"] = TAPIRS
        start = files.url("/")
        with small_web() as web:
            crawled = await crawl(
                tmp_path, web, start, scope__schemes=["ftp"],
                fetch__resolve=["files.test=127.0.0.1"],
            )  # fmt: skip

    assert crawled.read == {start, f"{start}pub/", f"{start}pub/tapirs.html"}
    assert crawled.rows[f"{start}pub/tapirs.html"].title == "Tapirs"


async def test_ftp_is_off_until_the_plan_says_otherwise(tmp_path: Path) -> None:
    with small_web({"http://zoo.test/": page("Zoo", "ftp://files.test/")}) as web:
        crawled = await crawl(tmp_path, web, "http://zoo.test/", scope__stay="any")

    row = crawled.rows["ftp://files.test/"]
    assert (row.state, row.reason) == (PageState.REFUSED, Refusal.SCHEME)


async def test_a_folder_is_crawled_and_nothing_beside_it(tmp_path: Path) -> None:
    shelf = tmp_path / "shelf"
    (shelf / "birds").mkdir(parents=True)
    (shelf / "birds" / "bowerbird.html").write_bytes(TAPIRS)
    (shelf / "birds" / "index.txt").write_text("A list of birds.")
    (tmp_path / "secret.txt").write_text("geheim")
    (shelf / "birds" / "way-out.txt").symlink_to(tmp_path / "secret.txt")
    start = f"file://{shelf}/"
    with small_web() as web:
        crawled = await crawl(
            tmp_path / "project", web, start, f"file://{tmp_path}/secret.txt",
            scope__schemes=["file"], fetch__folders=[str(shelf)],
        )  # fmt: skip

    names = ("", "birds/", "birds/bowerbird.html", "birds/index.txt")
    assert crawled.read == {f"{start}{name}" for name in names}
    refused = {url for url, r in crawled.rows.items() if r.reason == Refusal.OUTSIDE_FOLDERS}
    assert refused == {f"{start}birds/way-out.txt", f"file://{tmp_path}/secret.txt"}
