import http.client
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest

from bowerbird.testing.hostile_web import HOSTILE_WEB, HostileServer, Trap, serve_hostile_web

TOLERABLE = 64 * 1024


@pytest.fixture(scope="module")
def hostile():
    with serve_hostile_web(patience=0.2) as web:
        yield web


def taste(web: HostileServer, url: str, most: int = TOLERABLE, patience: float = 1.0) -> bytes:
    """What the server says, as it says it: the first bytes of it."""
    host, _, target = url.removeprefix("http://").partition("/")
    received = b""
    with socket.create_connection(("127.0.0.1", web.port), timeout=patience) as client:
        question = f"GET /{target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        client.sendall(question.encode("latin-1"))
        try:
            while len(received) < most:
                more = client.recv(most)
                if not more:
                    break
                received += more
                if b"\r\n\r\n" in received and b"\r\n0\r\n" in received[-16:]:
                    break
        except (TimeoutError, ConnectionError):
            pass  # stalls and resets are what this server is for
    return received


def get(web: HostileServer, url: str) -> tuple[int, bytes]:
    parts = urlsplit(url)
    connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=5)
    try:
        connection.request("GET", parts.path or "/", headers={"Host": parts.netloc})
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


def literal_urls(trap: Trap) -> list[str]:
    return [url for url in trap.replies if "*" not in url and url.isascii()]


@pytest.mark.parametrize("group", sorted({trap.group for trap in HOSTILE_WEB.traps} - {"http"}))
def test_every_reply_of_a_trap_is_served(hostile: HostileServer, group: str):
    urls = [url for trap in HOSTILE_WEB.only(group).traps for url in literal_urls(trap)]

    with ThreadPoolExecutor(32) as pool:
        heads = list(pool.map(lambda url: taste(hostile, url, 16, 30.0), urls))

    silent = [url for url, head in zip(urls, heads, strict=True) if not head]
    stalling = ("robots-timeout", "robots-dropped")
    assert [url for url in silent if not any(name in url for name in stalling)] == []


def test_the_server_misbehaves_as_it_should(hostile: HostileServer):
    assert taste(hostile, "http://stall.hostile.test/") == b""
    assert taste(hostile, "http://drop.hostile.test/") == b""
    assert taste(hostile, "http://http-0.9.hostile.test/").startswith(b"<!DOCTYPE")
    assert b"Content-Length: 5000" in taste(hostile, "http://short-body.hostile.test/")
    assert b"\r\nzz\r\n" in taste(hostile, "http://bad-chunk.hostile.test/")
    assert len(taste(hostile, "http://endless-body.hostile.test/")) >= TOLERABLE
    assert len(taste(hostile, "http://endless-headers.hostile.test/")) >= TOLERABLE
    assert taste(hostile, "http://interim.hostile.test/").startswith(b"HTTP/1.1 100 Continue")
    assert b"Content-Encoding: gzip" in taste(hostile, "http://bomb-gzip.hostile.test/")


def test_the_second_question_gets_another_answer_from_a_busy_page():
    with serve_hostile_web() as web:
        first, second = (get(web, "http://retry-429.hostile.test/busy")[0] for _ in range(2))

    assert (first, second) == (429, 200)


def test_mazes_have_no_end(hostile: HostileServer):
    for trap in HOSTILE_WEB.only("traps").traps:
        if trap.name == "maze-beside":
            continue
        seen = {trap.url}
        queue = [trap.url]
        while queue and len(seen) < 40:
            url = queue.pop(0)
            body = taste(hostile, url).decode()
            for part in body.split('href="')[1:]:
                href = part.partition('"')[0].replace("&amp;", "&")
                target = http_join(url, href)
                if target not in seen:
                    seen.add(target)
                    queue.append(target)
        assert len(seen) >= 40, trap.name


def http_join(base: str, href: str) -> str:
    if href.startswith("http:"):
        return href
    host = base.split("/")[2]
    if href.startswith("/"):
        return f"http://{host}{href}"
    return base.rpartition("/")[0] + "/" + href


def test_a_crawler_that_believes_everything_is_caught(hostile: HostileServer):
    careless = ["robots-500", "robots-merged", "maze-beside", "forms", "rel-nofollow"]
    chosen = HOSTILE_WEB.only(*careless)

    for trap in chosen.traps:
        for url in literal_urls(trap):
            taste(hostile, url)
    taste(hostile, "http://robots-500.hostile.test/secret/x")
    taste(hostile, "http://robots-merged.hostile.test/secret/x")
    taste(hostile, "http://forms.hostile.test/logout")
    taste(hostile, "http://rel-nofollow.hostile.test/unvouched")

    caught = chosen.judge(None, hostile.requests)
    assert set(caught) == set(careless) - {"maze-beside"}


def test_rude_clients_do_not_harm_the_server():
    with serve_hostile_web(patience=5.0) as web:
        for rude in (b"", b"\x16\x03\x01\x02\x00", b"GET", b"nonsense\r\n\r\n", b"A" * 300_000):
            with socket.create_connection(("127.0.0.1", web.port), timeout=5) as client:
                try:
                    client.sendall(rude)
                except ConnectionError:
                    continue
        taste(web, "http://endless-body.hostile.test/", 10)  # and is gone
        taste(web, "http://stall.hostile.test/")

        assert get(web, "http://charset-bom-le.hostile.test/")[0] == 200


def test_it_closes_at_once_while_clients_wait():
    with serve_hostile_web(patience=60.0) as web:
        client = socket.create_connection(("127.0.0.1", web.port), timeout=5)
        client.sendall(b"GET / HTTP/1.1\r\nHost: stall.hostile.test\r\n\r\n")
        time.sleep(0.1)
        started = time.monotonic()

    with client:
        assert time.monotonic() - started < 20
        assert client.recv(10) == b""
