import gzip
import importlib.util
import json
import socket
import subprocess
import sys
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType

import pytest

from bowerbird.testing.little_web import LITTLE_WEB, ServedWeb, serve_little_web
from bowerbird.testing.site import generated_site, serve_site


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


reference = load("reference_crawler")


@pytest.fixture(scope="module")
def little_web():
    with serve_little_web() as web:
        yield web


def ask(web: ServedWeb, host: str, target: str, **headers: str):
    request = urllib.request.Request(
        f"http://127.0.0.1:{web.port}{target}", headers={"Host": host, **headers}
    )
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            return response.status, response.headers, response.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, error.read()


@pytest.mark.parametrize("topic", sorted(LITTLE_WEB.seeds))
def test_the_truth_agrees_with_a_plain_walk(little_web: ServedWeb, topic: str):
    crawler = reference.ReferenceCrawler(little_web.port)

    found = crawler.crawl(LITTLE_WEB.seeds[topic])

    assert LITTLE_WEB.complaints(found, LITTLE_WEB.seeds[topic]) == []


def test_titles_are_true_in_every_charset(little_web: ServedWeb):
    crawler = reference.ReferenceCrawler(little_web.port)

    crawler.crawl(LITTLE_WEB.seeds["all"])

    assert crawler.titles == {url: LITTLE_WEB.pages[url].title for url in crawler.titles}
    assert len(crawler.titles) > 240


def test_an_unchanged_page_is_not_sent_again(little_web: ServedWeb):
    _, headers, _ = ask(little_web, "tapirs.test", "/malayan")

    by_etag = ask(little_web, "tapirs.test", "/malayan", If_None_Match="x")
    same = ask(little_web, "tapirs.test", "/malayan", **{"If-None-Match": headers["ETag"]})
    since = ask(
        little_web, "tapirs.test", "/malayan", **{"If-Modified-Since": headers["Last-Modified"]}
    )

    assert by_etag[0] == 200
    assert (same[0], same[2]) == (304, b"")
    assert since[0] == 304


def test_some_hosts_pack_what_they_send(little_web: ServedWeb):
    plain = ask(little_web, "tapirs.test", "/malayan")
    packed = ask(little_web, "tapirs.test", "/malayan", **{"Accept-Encoding": "gzip"})
    never = ask(little_web, "rodents.test", "/voles", **{"Accept-Encoding": "gzip"})

    assert packed[1]["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed[2]) == plain[2]
    assert never[1]["Content-Encoding"] is None


def test_a_session_number_does_not_change_the_page(little_web: ServedWeb):
    plain = ask(little_web, "forum.test", "/thread/1")
    session = ask(little_web, "forum.test", "/thread/1?PHPSESSID=" + "a" * 32)

    assert plain[0] == 200
    assert session[2] == plain[2]


def test_a_test_can_change_what_the_web_says():
    with serve_little_web() as web:
        web.redirect("/open", to="/private", host="news.test")
        web.robots("news.test", "User-agent: *\nDisallow: /private")
        web.page("news.test", "/new", "<title>New</title>")

        assert b"Disallow: /private" in ask(web, "news.test", "/robots.txt")[2]
        assert ask(web, "news.test", "/new")[2] == b"<title>New</title>"
        moved = reference.ReferenceCrawler(web.port).get("http://news.test/open")
        assert (moved[0], moved[1]["Location"]) == (302, "/private")


def test_the_log_tells_how_many_requests_were_under_way_at_once():
    with serve_little_web() as web, ThreadPoolExecutor(3) as pool:
        web.delay("tapirs.test", 0.1)

        for done in [pool.submit(ask, web, "tapirs.test", "/") for _ in range(3)]:
            done.result()
        ask(web, "hub.test", "/")

        assert web.most_in_flight("tapirs.test") > 1
        assert web.most_in_flight("hub.test") == 1
        assert web.shortest_pause("tapirs.test") < 0.1
        assert web.asked("hub.test") == ["/"]
        assert all(r.ended - r.started >= 0.09 for r in web.at("tapirs.test"))


def test_rude_clients_do_not_harm_the_server():
    with serve_little_web() as web:
        for rude in (b"", b"\x16\x03\x01\x02\x00", b"GET /\r\n\r\n", b"POST / HTTP/1.1\r\n\r\n"):
            with socket.create_connection(("127.0.0.1", web.port), timeout=5) as client:
                client.sendall(rude)
        with socket.create_connection(("127.0.0.1", web.port), timeout=5) as client:
            client.sendall(b"GET / HTTP/1.1\r\nHost: hub.test\r\n\r\n")  # and is gone

        assert ask(web, "hub.test", "/")[0] == 200


def test_many_requests_over_one_connection_are_answered_in_order():
    with (
        serve_little_web() as web,
        socket.create_connection(("127.0.0.1", web.port), timeout=5) as client,
    ):
        client.sendall(b"HEAD / HTTP/1.1\r\nHost: hub.test\r\n\r\n" * 3)
        received = b""
        while received.count(b"\r\n\r\n") < 3:
            received += client.recv(4096)

        assert received.count(b"HTTP/1.1 200 OK") == 3
        assert b"<html" not in received


def test_it_starts_and_ends_again_and_again():
    ports = set()
    for _ in range(3):
        with serve_little_web() as web:
            ports.add(web.port)
            assert ask(web, "mouse.test", "/")[0] == 200

    for port in ports:
        with pytest.raises(OSError, match="refused"):
            socket.create_connection(("127.0.0.1", port), timeout=1)


@pytest.mark.parametrize(
    ("module", "host", "target"),
    [
        ("little_web", "hub.test", "/"),
        ("site", "h000.site.test", "/p/0"),
        ("hostile_web", "huge-long-line.hostile.test", "/after"),
    ],
)
def test_it_can_be_served_by_a_process_of_its_own(
    module: str, host: str, target: str, tmp_path: Path
):
    log = tmp_path / "log.jsonl"
    command = [sys.executable, "-m", f"bowerbird.testing.{module}", "--log", str(log)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        where = json.loads(process.stdout.readline())
        status, _, _ = reference.ReferenceCrawler(where["port"]).get(f"http://{host}{target}")
        process.terminate()
        assert process.wait(timeout=10) == 0

    assert status == 200
    assert where["resolve"] == f"*.test=127.0.0.1:{where['port']}"
    assert json.loads(log.read_text())["target"] == target


def test_every_page_of_a_generated_site_is_reachable():
    site = generated_site(hosts=4, pages=60, links=2, words=20)
    with serve_site(site) as web:
        crawler = reference.ReferenceCrawler(web.port)

        found = crawler.crawl(site.seeds)

        assert {url for url, state in found.items() if state == "fetched"} == site.urls
        assert set(found) == site.urls
        assert sum(len(web.at(host)) for host in site.hosts) == 64  # pages and robots.txt


def test_the_server_is_quick_enough():
    with serve_little_web() as web, socket.create_connection(("127.0.0.1", web.port)) as client:
        questions = b"HEAD /calves HTTP/1.1\r\nHost: tapirs.test\r\n\r\n" * 50
        started = time.process_time()
        for _ in range(20):
            client.sendall(questions)
            received = b""
            while received.count(b"\r\n\r\n") < 50:
                received += client.recv(65536)
        spent = time.process_time() - started

        assert len(web.asked("tapirs.test")) == 1000
        assert spent < 1000 / 1500  # CPU of both ends: at least 1,500 requests a second
